/** Reads the payloads of chunks, or only their heads: those of blocks and of segments, each in one statement. */
import { readListedBlocks } from "#src/storage/blocks/log.ts";
import { readPayloads, type SegmentKey } from "#src/storage/blocks/segments.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import type { Tenant } from "../../records.ts";
import type { RecordKind } from "./kind.ts";

/** Bytes of a payload that PostgreSQL keeps in its row, so that reading the head alone saves nothing. */
export const shortPayload = 2_000;

const headAlone = `CASE WHEN octet_length(payload) <= ${shortPayload} THEN payload ELSE substring(payload FROM 1 FOR head_bytes) END`;

export interface StoredPayload {
  /** The head alone where that was asked for, unless the payload is short. */
  readonly payload: Buffer;
  readonly headBytes: number;
}

/** Where a chunk is: a block by its number, a segment, whose number is null, by its key. */
interface Place extends SegmentKey {
  readonly blockId: number | null;
}

/** By chunk; without those that are gone. */
export async function payloadsOf<Chunk extends Place>(
  db: Queryable,
  { tables }: RecordKind,
  tenant: Tenant,
  wanted: readonly Chunk[],
  withBodies: boolean,
): Promise<Map<Chunk, StoredPayload>> {
  const found = new Map<Chunk, StoredPayload>();
  const parts = { besides: ["head_bytes"], ...(withBodies ? {} : { payload: headAlone }) };
  const isBlock = (chunk: Chunk): chunk is Chunk & { readonly blockId: number } => chunk.blockId !== null;
  for await (const { block, payload, besides } of readListedBlocks(db, tables, tenant, wanted.filter(isBlock), parts))
    found.set(block, { payload, headBytes: Number(besides[0]) });
  const segments = wanted.filter((chunk) => !isBlock(chunk));
  for await (const { segment, payload, besides } of readPayloads(db, tables, tenant, segments, parts))
    found.set(segment, { payload, headBytes: Number(besides[0]) });
  return found;
}
