/** The newest records of each filter in the blocks that were committed since a tail last looked, as server-sent events. */
import { Slice } from "#src/http/event-loop.ts";
import { countWithin } from "#src/storage/fitting.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import type { Tenant } from "../records.ts";
import { readChunks } from "../store/blocks/chunks.ts";
import { type CommittedBlock, committedBlocks } from "../store/blocks/commits.ts";
import type { BodyOf, HeadOf, RecordKind } from "../store/blocks/kind.ts";
import type { Tailed } from "./tailed.ts";

/** The next record that a reader has not been told of. */
export interface TailPlace {
  readonly block: number;
  readonly index: number;
}

/** Readers who are told the same: those of one filter that are at one place. */
export interface TailAudience<Filters> {
  readonly filters: Filters;
  readonly from: TailPlace;
}

export interface TailBounds {
  /** Records that an audience is told at a time, and their bytes. */
  readonly mostRecords: number;
  readonly mostBytes: number;
  /** Records that are looked at, and the bytes of their payloads. */
  readonly mostRead: number;
  readonly mostReadBytes: number;
}

/** The events for one audience. */
class Telling {
  readonly from: TailPlace;
  readonly #tailed: Tailed<RecordKind, object>;
  readonly #filters: object;
  readonly #bounds: TailBounds;
  readonly #isFiltered: boolean;
  /** The newest first. */
  readonly #events: string[] = [];
  #bytes = 0;
  #leftOut = 0;
  #unread = 0;
  #hasGap = false;

  constructor(tailed: Tailed<RecordKind, object>, { filters, from }: TailAudience<object>, bounds: TailBounds) {
    this.#tailed = tailed;
    this.#filters = filters;
    this.#bounds = bounds;
    this.#isFiltered = Object.values(filters).some((value) => value !== undefined);
    this.from = from;
  }

  get isFull(): boolean {
    return this.#events.length >= this.#bounds.mostRecords || this.#bytes >= this.#bounds.mostBytes;
  }

  /** Takes the records of a block, which is older than those before. */
  async take(
    { blockId, items }: CommittedBlock,
    head: HeadOf<RecordKind>,
    body: BodyOf<RecordKind>,
    slice: Slice,
  ): Promise<void> {
    const first = this.#firstOf(blockId);
    const matches = await slice.run(this.#tailed.matcher(this.#filters, head, body));
    if (matches === null) return;
    for (let index = items - 1; index >= first; index--) {
      if ((this.#isFiltered || index % sliceRecords === 0) && slice.isOver) await slice.next();
      if (!matches(index)) continue;
      const bytes = this.#tailed.bytesOf(head, index);
      if (this.isFull || this.#bytes + bytes > this.#bounds.mostBytes) {
        this.#leftOut++;
        continue;
      }
      const data = this.#tailed.textOf(head, body, index);
      this.#events.push(
        `id: ${idOf({ block: blockId, index: index + 1 })}\nevent: ${this.#tailed.event}\ndata: ${data}\n\n`,
      );
      this.#bytes += bytes;
    }
  }

  /** Leaves a block unread. */
  pass({ blockId, items }: CommittedBlock): void {
    const left = Math.max(0, items - this.#firstOf(blockId));
    if (this.#isFiltered) this.#unread += left;
    else this.#leftOut += left;
  }

  /** There were blocks that cannot be read here any more. */
  miss(): void {
    this.#hasGap = true;
  }

  /** Null where there is nothing to tell. */
  get events(): Buffer | null {
    const skipped = this.#leftOut > 0 || this.#unread > 0 || this.#hasGap;
    if (this.#events.length === 0 && !skipped) return null;
    const left = { records: this.#leftOut, unread: this.#hasGap ? null : this.#unread };
    const first = skipped ? `event: skipped\ndata: ${JSON.stringify(left)}\n\n` : "";
    return Buffer.from(first + this.#events.toReversed().join(""));
  }

  /** Whether there were blocks before this one that are not there any more. */
  misses(known: readonly number[], to: number): boolean {
    return known.filter((blockId) => blockId >= this.from.block).length < to - this.from.block;
  }

  #firstOf(blockId: number): number {
    return blockId > this.from.block ? 0 : blockId < this.from.block ? Number.POSITIVE_INFINITY : this.from.index;
  }
}

/** Records between two pauses. */
const sliceRecords = 256;

export function idOf({ block, index }: TailPlace): string {
  return `${block}.${index}`;
}

/** Null for what is no id of an event. */
export function placeOf(id: string): TailPlace | null {
  const [, block, index] = /^(\d{1,15})\.(\d{1,9})$/.exec(id) ?? [];
  return block === undefined || index === undefined ? null : { block: Number(block), index: Number(index) };
}

/** The events for each audience of what was committed from its place to before block `to`. All read the same blocks, once. */
export async function newestFor<Kind extends RecordKind, Filters extends object>(
  db: Queryable,
  tailed: Tailed<Kind, Filters>,
  tenant: Tenant,
  audiences: readonly TailAudience<Filters>[],
  to: number,
  bounds: TailBounds,
): Promise<(Buffer | null)[]> {
  const tellings = audiences.map((audience) => new Telling(tailed as never, audience, bounds));
  const from = Math.min(...audiences.map((audience) => audience.from.block));
  const listed = from < to ? await committedBlocks(db, tailed.kind, tenant, from, to) : [];
  const slice = new Slice();
  const within = countWithin(
    listed,
    [({ items }) => items, bounds.mostRead],
    [({ bytes }) => bytes, bounds.mostReadBytes],
  );
  const wanted = listed.slice(0, within);
  const read = new Set<number>();
  const blocks = readChunks(db, tailed.kind, tenant, wanted, true, { first: 1, skipsGone: true });
  for await (const { about, head, body } of blocks) {
    const block = about as CommittedBlock;
    const open = tellings.filter((telling) => !telling.isFull);
    if (open.length === 0) break;
    read.add(block.blockId);
    for (const telling of tellings) {
      if (telling.isFull) telling.pass(block);
      else await telling.take(block, head as never, body as never, slice);
      if (slice.isOver) await slice.next();
    }
  }
  const known = listed.map(({ blockId }) => blockId);
  for (const telling of tellings) {
    for (const block of listed) if (!read.has(block.blockId)) telling.pass(block);
    if (telling.misses(known, to)) telling.miss();
  }
  return tellings.map(({ events }) => events);
}
