/** The symbols of a request of remote write 2.0, by where they are in it. */
import type { Sliceable } from "#src/http/event-loop.ts";
import { ProtobufReader } from "../../otlp/protobuf/reader.ts";
import { grown } from "../grown.ts";
import { textBytes } from "./fields.ts";
import { checkLimit } from "./request.ts";

/** Fields between two pauses. */
const sliceFields = 4_096;

export class Symbols {
  readonly #bytes: Buffer;
  /** Where each begins and ends. */
  #places = new Uint32Array(1024);
  readonly #texts = new Map<number, string>();
  length = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  add(start: number, end: number): void {
    if (2 * this.length === this.#places.length) this.#places = grown(this.#places, 4 * this.length);
    this.#places[2 * this.length] = start;
    this.#places[2 * this.length + 1] = end;
    this.length++;
  }

  get(index: number): Buffer | undefined {
    if (index >= this.length) return undefined;
    return this.#bytes.subarray(this.#places[2 * index], this.#places[2 * index + 1]);
  }

  /** Or its beginning, when it is longer than anything that is kept; nothing where there is none. Made once for each symbol. */
  text(index: number): string {
    let text = this.#texts.get(index);
    if (text === undefined) {
      text = this.get(index)?.toString("utf8", 0, textBytes) ?? "";
      this.#texts.set(index, text);
    }
    return text;
  }
}

/** Throws OtlpDecodeError when the bytes are malformed, and Problem PAYLOAD_TOO_LARGE. */
export function* readSymbols(bytes: Buffer): Sliceable<Symbols> {
  const reader = new ProtobufReader(bytes);
  const symbols = new Symbols(bytes);
  for (let fields = 1; reader.pos < reader.limit; fields++) {
    if (reader.tag() === 0x22) {
      const end = reader.delimited();
      symbols.add(reader.pos, end);
      reader.pos = end;
    } else if (reader.lastField === 5) reader.stepOver();
    else reader.skipField();
    if (fields % sliceFields !== 0) continue;
    checkLimit("symbols", symbols.length);
    yield;
  }
  checkLimit("symbols", symbols.length);
  return symbols;
}
