/** Columns of ids of one length. */
import type { Sliceable } from "#src/http/event-loop.ts";
import { ByteWriter } from "../../metrics/codec/bytes.ts";
import type { ColumnReader, ColumnType, ColumnWriter } from "./columns.ts";

class Ids implements ColumnReader<Buffer | null> {
  readonly length: number;
  /** Those of all ids; zeros for null. */
  readonly bytes: Buffer;
  /** 1 for each that is not null. */
  readonly given: Buffer;
  readonly #size: number;

  constructor(bytes: Buffer, size: number, given: Buffer) {
    this.bytes = bytes;
    this.#size = size;
    this.given = given;
    this.length = given.length;
  }

  get(index: number): Buffer | null {
    return this.given[index] === 0 ? null : this.bytes.subarray(index * this.#size, (index + 1) * this.#size);
  }
}

class IdWriter implements ColumnWriter<Uint8Array | null, Ids> {
  readonly #size: number;
  readonly #bytes = new ByteWriter(512);
  readonly #given = new ByteWriter(64);

  constructor(size: number) {
    this.#size = size;
  }

  get values(): Ids {
    return new Ids(this.#bytes.written, this.#size, this.#given.written);
  }

  push(value: Uint8Array | null): void {
    if (value !== null && value.length !== this.#size) throw new RangeError(`An id has ${value.length} bytes`);
    this.pushBytes(value ?? noBytes, 0, value !== null);
  }

  /** Pushes the id that begins there in the bytes, or null when it is not given. */
  pushBytes(bytes: Uint8Array, start: number, isGiven: boolean): void {
    this.#given.byte(isGiven ? 1 : 0);
    this.#bytes.reserve(this.#size);
    const { bytes: target, length } = this.#bytes;
    for (let i = 0; i < this.#size; i++) target[length + i] = isGiven ? (bytes[start + i] as number) : 0;
    this.#bytes.length += this.#size;
  }

  take(from: Ids, start: number, end = start + 1): void {
    if (end - start === 1) this.pushBytes(from.bytes, start * this.#size, from.given[start] === 1);
    else {
      this.#given.append(from.given.subarray(start, end));
      this.#bytes.append(from.bytes.subarray(start * this.#size, end * this.#size));
    }
  }

  *write(out: ByteWriter): Sliceable<void> {
    out.append(this.#given.written);
    out.append(this.#bytes.written);
    yield;
  }
}

/** Ids of so many bytes; null is a value as well. */
export function id(size: number): ColumnType<Uint8Array | null, Ids, IdWriter> {
  return {
    writer: () => new IdWriter(size),
    read: (from, length) => {
      const given = from.take(length);
      return new Ids(from.take(size * length), size, given);
    },
  };
}

const noBytes = new Uint8Array(16);
