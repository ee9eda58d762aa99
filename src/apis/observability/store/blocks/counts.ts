/** How many records there are by time and kind, without reading them one by one to the caller. Whatever is asked, a count costs a bounded amount of work. */
import type { CursorScope, Cursors } from "#src/http/cursor.ts";
import { Slice } from "#src/http/event-loop.ts";
import { dayMs } from "#src/storage/blocks/tables.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import type { Tenant } from "../../records.ts";
import { newestChunks, steadily } from "./chunks.ts";
import { type HeadOf, millisecondsOf, type RecordKind } from "./kind.ts";
import type { NewestList } from "./list.ts";
import { defaultBudget, type PageBudget, type RecordFilters } from "./list.ts";

/** Parts of equal length of a time (ms): from `since` to before `until`. */
export interface TimeGrid {
  readonly since: number;
  readonly until: number;
  /** At most one for each millisecond. */
  readonly parts: number;
}

export interface GroupedCounts {
  /** For each part, one number for each group. */
  readonly counts: readonly Uint32Array[];
  /** From here on (ms) to where the count began everything is counted: the grid's `since` when it is complete. */
  readonly countedSince: number;
  /** Counts what is before that; null when nothing is. */
  readonly nextCursor: string | null;
}

/** When a part begins (ms). */
export function startOfPart({ since, until, parts }: TimeGrid, part: number): number {
  return since + Math.ceil((part * (until - since)) / parts);
}

export interface RecordGroups<Kind extends RecordKind> {
  readonly count: number;
  /** The group that a record belongs to. */
  readonly groupOf: (head: HeadOf<Kind>, index: number) => number;
}

/** Records that met the filters, and may be older than those of chunks that are still to come. */
interface Pending {
  readonly oldest: number;
  readonly times: Float64Array;
  readonly groups: Uint8Array;
}

/**
 * Counts from the newest back, until everything is counted or the time is over; a cursor goes on there, and what both have counted is added
 * up. Throws Problem INVALID_CURSOR.
 */
export async function countNewest<Kind extends RecordKind, Filters extends RecordFilters>(
  { db, cursors }: { readonly db: Queryable; readonly cursors: Cursors },
  list: Pick<NewestList<Kind, Filters, never>, "kind" | "name" | "wanted" | "matcher">,
  groups: RecordGroups<Kind>,
  tenant: Tenant,
  filters: Filters,
  grid: TimeGrid,
  cursor: string | undefined,
  { scanMs }: Pick<PageBudget, "scanMs"> = defaultBudget,
): Promise<GroupedCounts> {
  const filtered = Object.entries(filters).map(([name, value]) => [`filter ${name}`, value]);
  const scope: CursorScope = { list: `${list.name} counted`, ...tenant, ...grid, ...Object.fromEntries(filtered) };
  const { since, until, parts } = grid;
  const [before = until] = cursor === undefined ? [] : cursors.open(scope, cursor);
  const end = Number(before);
  const wanted = { fromMs: since, toMs: end - 1, receivedFrom: since - dayMs, ...list.wanted(filters) };
  return await steadily(async () => {
    const counts = Array.from({ length: parts }, () => new Uint32Array(groups.count));
    let pending: Pending[] = [];
    const add = ({ times, groups }: Pending, from: number) => {
      for (const [index, time] of times.entries()) {
        if (time < from) continue;
        const part = counts[Math.floor(((time - since) * parts) / (until - since))] as Uint32Array;
        const group = groups[index] as number;
        part[group] = (part[group] as number) + 1;
      }
    };
    const slice = new Slice();
    const chunks = newestChunks(db, list.kind, tenant, wanted, wanted.text !== undefined, { scanMs });
    for await (const { about, head, body, next, isOver } of chunks) {
      slice.begin();
      const matches = await slice.run(list.matcher(filters, head, body));
      const times = new Float64Array(matches === null ? 0 : about.items);
      const kinds = new Uint8Array(times.length);
      let found = 0;
      for (let index = 0; index < times.length; index++) {
        if (body !== null && slice.isOver) await slice.next();
        const time = millisecondsOf(head.time.get(index));
        if (time < since || time >= end || matches?.(index) !== true) continue;
        times[found] = time;
        kinds[found++] = groups.groupOf(head, index);
      }
      const here = { oldest: about.firstKey, times: times.subarray(0, found), groups: kinds.subarray(0, found) };
      if (next === null || about.firstKey > next) add(here, since);
      else pending.push(here);
      if (next === null) break;
      for (const one of pending) if (one.oldest > next) add(one, since);
      pending = pending.filter(({ oldest }) => oldest <= next);
      if (isOver()) {
        for (const one of pending) add(one, next + 1);
        return { counts, countedSince: next + 1, nextCursor: cursors.seal(scope, [next + 1]) };
      }
      if (slice.isOver) await slice.next();
    }
    for (const one of pending) add(one, since);
    return { counts, countedSince: since, nextCursor: null };
  });
}
