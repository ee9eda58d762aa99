/** The series that have samples in blocks which wait for compaction. */
import { Slice } from "#src/http/event-loop.ts";
import { listBlocks } from "#src/storage/blocks/log.ts";
import type { QueryConnection } from "#src/storage/query-pool.ts";
import type { Tenant } from "../records.ts";
import type { SortedBlock } from "./codec/sorted-block.ts";
import type { KeptContents } from "./kept-contents.ts";
import type { TimeRange } from "./store.ts";
import { metricTables } from "./tables.ts";

/** Their ids, block by block, where samples lie within the range. */
export async function* seriesInBlocks(
  connection: QueryConnection,
  tenant: Tenant,
  contents: KeptContents,
  range: TimeRange,
): AsyncGenerator<readonly number[]> {
  const slice = new Slice();
  for await (const some of listBlocks(connection, metricTables, tenant, range.fromMs, range.toMs))
    for await (const block of contents.blocks(connection, tenant, some)) {
      connection.signal.throwIfAborted();
      if (slice.isOver) await slice.next();
      yield idsWithin(block, range);
    }
}

function idsWithin({ ids, starts, timestamps, records }: SortedBlock, { fromMs, toMs }: TimeRange): number[] {
  const found: number[] = [];
  for (let at = 0; at < ids.length; at++) {
    const end = starts[at + 1] as number;
    for (let i = starts[at] as number; i < end; i++) {
      const time = timestamps[i] as number;
      if (time < fromMs || time > toMs) continue;
      found.push(ids[at] as number);
      break;
    }
  }
  for (const { series, timestamp } of records) if (timestamp >= fromMs && timestamp <= toMs) found.push(series);
  return found;
}
