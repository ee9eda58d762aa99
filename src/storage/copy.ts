/**
 * Writes rows in PostgreSQL's binary COPY format into one growing buffer.
 * https://www.postgresql.org/docs/18/sql-copy.html#SQL-COPY-FILE-FORMATS-BINARY
 */
import { finished } from "node:stream/promises";
import type { PoolClient } from "pg";
import { from as copyFrom } from "pg-copy-streams";

const header = Buffer.from("PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0", "latin1");
/** 2000-01-01, from which PostgreSQL counts microseconds. */
const postgresEpochMs = 946_684_800_000;
/** Below this many characters, a loop over ASCII is faster than the runtime's UTF-8 writer. */
const shortText = 24;

/** Writes rows field by field, in the order of the COPY statement's columns. */
export class CopyEncoder {
  #buffer: Buffer;
  #at: number;

  constructor(initialBytes = 64 * 1024) {
    this.#buffer = Buffer.allocUnsafe(initialBytes);
    this.#at = header.copy(this.#buffer);
  }

  /** Begins a row. Exactly `columns` fields must follow. */
  row(columns: number): void {
    this.#reserve(2);
    this.#int16(columns);
  }

  /** Writes an integer. Throws RangeError when it does not fit. */
  int4(value: number): void {
    if ((value | 0) !== value) throw new RangeError(`${value} is not an integer of 32 bits`);
    this.#reserve(8);
    this.#int32(4);
    this.#int32(value);
  }

  /** Writes a bigint. Throws RangeError when it does not fit. */
  int8(value: bigint): void {
    this.#reserve(12);
    this.#int32(8);
    this.#at = this.#buffer.writeBigInt64BE(value, this.#at);
  }

  /** Writes a timestamptz from milliseconds since the Unix epoch. Throws RangeError unless it is a whole number. */
  timestamp(ms: number): void {
    if (!Number.isSafeInteger(ms)) throw new RangeError(`${ms} is not a timestamp in milliseconds`);
    this.int8(BigInt(ms - postgresEpochMs) * 1000n);
  }

  /** Writes a bytea, or a uuid of 16 bytes. */
  bytes(value: Uint8Array): void {
    this.#reserve(4 + value.length);
    this.#int32(value.length);
    this.#buffer.set(value, this.#at);
    this.#at += value.length;
  }

  /** Writes a text. A lone surrogate becomes U+FFFD; PostgreSQL refuses a NUL character (SQLSTATE 22021). */
  text(value: string): void {
    this.#reserve(4 + value.length * 3);
    const lengthAt = this.#at;
    this.#at += 4;
    this.#utf8(value);
    const end = this.#at;
    this.#at = lengthAt;
    this.#int32(end - lengthAt - 4);
    this.#at = end;
  }

  /** Returns all rows with the end mark. Nothing may be written afterwards. */
  finish(): Buffer {
    this.#reserve(2);
    this.#int16(-1);
    return this.#buffer.subarray(0, this.#at);
  }

  #utf8(value: string): void {
    const buffer = this.#buffer;
    const start = this.#at;
    if (value.length <= shortText) {
      let i = 0;
      for (; i < value.length; i++) {
        const unit = value.charCodeAt(i);
        if (unit > 0x7f) break;
        buffer[start + i] = unit;
      }
      if (i === value.length) {
        this.#at = start + i;
        return;
      }
    }
    this.#at = start + buffer.write(value, start, "utf8");
  }

  #int16(value: number): void {
    const buffer = this.#buffer;
    buffer[this.#at++] = value >> 8;
    buffer[this.#at++] = value;
  }

  #int32(value: number): void {
    const buffer = this.#buffer;
    buffer[this.#at++] = value >> 24;
    buffer[this.#at++] = value >> 16;
    buffer[this.#at++] = value >> 8;
    buffer[this.#at++] = value;
  }

  #reserve(bytes: number): void {
    const needed = this.#at + bytes;
    if (needed <= this.#buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2));
    this.#buffer.copy(grown, 0, 0, this.#at);
    this.#buffer = grown;
  }
}

/**
 * Runs `COPY … FROM STDIN (FORMAT binary)` with the rows of the encoder. Resolves when PostgreSQL has accepted them. Throws PostgreSQL's
 * error; on a cluster, `sqlStateOf` returns the SQLSTATE of the node that failed.
 */
export async function copyRows(client: PoolClient, statement: string, encoder: CopyEncoder): Promise<void> {
  const stream = client.query(copyFrom(statement));
  stream.end(encoder.finish());
  await finished(stream);
}
