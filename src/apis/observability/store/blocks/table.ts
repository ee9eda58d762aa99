// SQL: one transaction under the head's lock, in few messages.
/** A kind of telemetry in blocks, as the telemetry writer sees it: a flush is one block. */
import { randomUUID } from "node:crypto";
import { advanceHead, hasBlock, headOf, insertBlock, lockHead } from "#src/storage/blocks/log.ts";
import { dayMs } from "#src/storage/blocks/tables.ts";
import type { Tenant } from "../../records.ts";
import type { BlockKind } from "../partitions.ts";
import type { Batch, Flush, Written as WrittenFlush } from "../table.ts";
import { millisecondsOf, type RecordKind, seal, type Written, writtenOf } from "./kind.ts";
import { dueRecords } from "./maker.ts";
import type { Recent, Sent } from "./recent.ts";

/** So long after it was received a repeat of an export is known (ms): an exporter gives up long before. */
export const exportWindowMs = dayMs;

/** How batches of a kind become records. */
export interface TelemetryKind<B extends Batch, Kind extends RecordKind> {
  readonly kind: BlockKind;
  readonly records: Kind;
  /** So long after it was received a repeat is known (ms). */
  readonly repeatWindowMs: number;
  /** The memory of the batch's rows, roughly, in bytes. */
  weigh(batch: B): number;
  /**
   * Writes the records that are neither there already nor twice among the batches, where the first wins. Returns how many of each batch it
   * wrote. `known` says of each identity that was sent whether it is there: 1 or 0.
   */
  stage(
    flush: Flush<B>,
    known: (sent: Sent) => Promise<Uint8Array>,
    written: Written<Kind>,
  ): Promise<readonly number[]>;
}

export type TelemetryTable<B extends Batch = Batch> = ReturnType<typeof blockTable<B, RecordKind>>;

/**
 * @param recent null for kinds whose repeats are stored.
 * @param onDue hears when a tenant's blocks have become worth compacting.
 */
export function blockTable<B extends Batch, Kind extends RecordKind>(
  { kind, weigh, records, repeatWindowMs, stage }: TelemetryKind<B, Kind>,
  recent: Recent<Kind> | null,
  onDue: ((tenant: Tenant, kind: BlockKind) => void) | undefined,
) {
  const { tables } = records;
  const headIn = ({ begun }: Pick<Flush, "begun">) => headOf(begun[1]?.rows ?? []);
  return {
    weigh,

    /** Statements that begin a flush's transaction. They lock what lets one flush of a tenant at a time look for repeats. */
    begin: (tenant: Tenant) => `BEGIN; ${lockHead(tables, tenant)}`,

    /** Writes what is neither there already nor twice among the batches. */
    async write(flush: Flush<B>): Promise<WrittenFlush> {
      const { client, tenant, receivedAt } = flush;
      const head = headIn(flush);
      const written = writtenOf(records);
      const after = receivedAt - repeatWindowMs;
      const known = async (sent: Sent) =>
        (await recent?.known(client, tenant, head, sent, after)) ?? new Uint8Array(sent.identities.length / 2);
      const stored = await stage(flush, known, written);
      const items = stored.reduce((sum, count) => sum + count, 0);
      if (items === 0) return { stored, tookPlace: undefined };
      const sealed = await seal(records, written, items);
      const { firstKey, lastKey, minTime, maxTime, payload, headBytes, filter, ids, grams } = sealed;
      const block = {
        blockId: head.nextBlock,
        attempt: randomUUID(),
        items,
        minTime,
        maxTime,
        payload,
        besides: [firstKey, lastKey, headBytes, filter, ids, grams],
      };
      await insertBlock(client, tables, tenant, block);
      return {
        stored,
        block: { blockId: block.blockId, bytes: payload.length },
        saving: [advanceHead(tables, tenant, [block], receivedAt)],
        async tookPlace(next) {
          if (await hasBlock(next.client, tables, tenant, block)) return true;
          const now = headIn(next);
          // A kind without `recent` may be stored twice: its readers count the last of equal records.
          if (now.nextBlock <= block.blockId || recent === null) return false;
          // Another has the number, or compaction has taken the block: then all of its records are in segments.
          const { time } = sealed.head;
          const identities = recent.identitiesOf(sealed.head);
          const times = Float64Array.from({ length: items }, (_, index) => millisecondsOf(time.get(index)));
          return (await recent.known(next.client, tenant, now, { identities, times }, after)).every((is) => is === 1);
        },
        committed() {
          const { blockId } = block;
          const about = {
            blockId,
            day: 0,
            partition: 0,
            bucket: 0,
            sequence: 0,
            part: 0,
            level: 0,
            firstKey,
            lastKey,
            minTime,
            maxTime,
            items,
            bytes: payload.length,
          };
          recent?.add(tenant, about, sealed.head);
          const { pendingItems } = head;
          if (Math.floor(pendingItems / dueRecords) !== Math.floor((pendingItems + items) / dueRecords))
            onDue?.(tenant, kind);
        },
      };
    },
  };
}
