/** Finds records by a token, such as an event by its id. */
import { Slice } from "#src/http/event-loop.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import type { Tenant } from "../../records.ts";
import { type ChunkAbout, listChunks, readChunks, steadily, type WantedTokens } from "./chunks.ts";
import type { BodyOf, HeadOf, RecordKind } from "./kind.ts";

/** Where a record was found. */
export interface FoundRecord<Key> {
  readonly key: Key;
  readonly about: ChunkAbout;
  readonly index: number;
  /** The time of its receipt (ms). */
  readonly receivedAt: number;
  /** The bytes of its texts. */
  readonly bytes: number;
}

export interface RecordLookup<Kind extends RecordKind, Key, Row> {
  /** A token that every wanted record has. */
  readonly token: WantedTokens;
  /** Bounds of the time of receipt (ms), both included. */
  readonly received: readonly [from: number, to: number];
  /** Names a wanted record; null for any other. */
  readonly keyOf: (head: HeadOf<Kind>, index: number) => Key | null;
  /** Those that are read, in their order; all that were found when left out. A body is opened for each chunk that has one of them. */
  readonly choose?: (found: readonly FoundRecord<Key>[]) => readonly FoundRecord<Key>[];
  readonly read: (head: HeadOf<Kind>, body: BodyOf<Kind>, index: number) => Row;
}

/** Finds records by a token, and reads them. It opens bodies one at a time, because they are large. */
export async function findRecords<Kind extends RecordKind, Key, Row>(
  db: Queryable,
  kind: Kind,
  tenant: Tenant,
  { token, received: [receivedFrom, receivedTo], keyOf, choose = (found) => found, read }: RecordLookup<Kind, Key, Row>,
): Promise<Row[]> {
  return await steadily(async () => {
    const wanted = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, receivedFrom, tokens: [token] };
    const listed = (await listChunks(db, kind, tenant, wanted)).filter(({ minTime }) => minTime <= receivedTo);
    const found: FoundRecord<Key>[] = [];
    const slice = new Slice();
    // Filters err.
    for await (const { about, head } of readChunks(db, kind, tenant, listed, false)) {
      slice.begin();
      for (let index = 0; index < head.time.length; index++) {
        if (index % recordsBetweenLooks === 0 && slice.isOver) await slice.next();
        const receivedAt = Number(head.receivedAt.get(index));
        if (receivedAt < receivedFrom || receivedAt > receivedTo) continue;
        const key = keyOf(head, index);
        if (key !== null) found.push({ key, about, index, receivedAt, bytes: head.bytes.get(index) });
      }
    }
    const chosen = choose(found);
    const byChunk = Map.groupBy(chosen.entries(), ([, { about }]) => about);
    const rows = new Array<Row>(chosen.length);
    for await (const { about, head, body } of readChunks(db, kind, tenant, [...byChunk.keys()], true))
      for (const [position, { index }] of byChunk.get(about) ?? [])
        rows[position] = read(head, body as BodyOf<Kind>, index);
    return rows;
  });
}

/** Records of a head between two looks at the clock. */
const recordsBetweenLooks = 512;
