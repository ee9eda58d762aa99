/**
 * Opened chunks as a process keeps them: those that queries have needed last, of all tenants within one bound. A page of traces reads the same
 * chunks three times: to find the traces, to learn how large they are, and to read their spans.
 */
import { LRUCache } from "lru-cache";
import type { Tenant } from "../../records.ts";
import type { BodyOf, HeadOf, RecordKind } from "./kind.ts";

/** What was decompressed of a chunk. */
export interface OpenedChunk<Kind extends RecordKind = RecordKind> {
  readonly head: HeadOf<Kind>;
  /** Null where only the head was read. */
  readonly body: BodyOf<Kind> | null;
  /** Opens the body of a payload that is so short that all of it was read; null for longer payloads. */
  readonly openBody: (() => BodyOf<Kind>) | null;
  /** Bytes of its columns. */
  readonly size: number;
}

/** Memory of a chunk's objects, in addition to its columns (bytes). */
const objectBytes = 8_192;

/** A chunk's contents never change on one server, so keys name the server and the contents. */
export class KeptChunks {
  readonly #kept: LRUCache<string, OpenedChunk>;

  /** @param maxBytes the approximate memory of all chunks together. */
  constructor(maxBytes: number) {
    this.#kept = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ size }) => size + objectBytes });
  }

  /** The chunk, with its body where that is asked for; undefined when it is not kept. */
  get<Kind extends RecordKind>(key: string, withBody: boolean): OpenedChunk<Kind> | undefined {
    const chunk = this.#kept.get(key) as OpenedChunk<Kind> | undefined;
    return withBody && chunk?.body === null ? undefined : chunk;
  }

  /** A chunk that is kept with its body stays so. */
  set<Kind extends RecordKind>(key: string, chunk: OpenedChunk<Kind>): void {
    const hasBody = this.#kept.peek(key)?.body != null;
    if (chunk.body !== null || !hasBody) this.#kept.set(key, chunk as unknown as OpenedChunk);
  }
}

/** `identity` is the chunk's own (`identityOfChunk`). */
export function keyOfChunk(
  server: string,
  { tables }: RecordKind,
  { projectId, environment }: Tenant,
  identity: string,
): string {
  return [server, tables.blocks, projectId, environment, identity].join(" ");
}
