/** Blocks and segments as a process keeps them: those that queries have needed last, of all tenants within one bound. */
import { LRUCache } from "lru-cache";
import { fromNowInSlices } from "#src/http/event-loop.ts";
import { type BlockAbout, readListedBlocks } from "#src/storage/blocks/log.ts";
import { readPayloads, type SegmentAbout } from "#src/storage/blocks/segments.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import type { Tenant } from "../records.ts";
import { type OpenSegment, openSegment } from "./codec/segment.ts";
import { type SortedBlock, sortedBlock } from "./codec/sorted-block.ts";
import { metricTables } from "./tables.ts";

/** In bytes. */
const usualBytes = 64 * 1024 * 1024;

type Content = SortedBlock | OpenSegment;

/** Contents under a key never change: blocks are named by the attempt that wrote them, and merged segments rise in level. */
export class KeptContents {
  readonly #kept: LRUCache<string, Content>;

  /** 64 MiB when left out. */
  constructor({ maxBytes = usualBytes }: { readonly maxBytes?: number } = {}) {
    this.#kept = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ size }) => size });
  }

  /** On another server, which may have lost some, a key may stand for something else. */
  forget(): void {
    this.#kept.clear();
  }

  /** In the order given. */
  blocks(on: Queryable, tenant: Tenant, wanted: readonly BlockAbout[]): AsyncGenerator<SortedBlock> {
    const keyOf = ({ blockId, attempt }: BlockAbout) => keyFor(tenant, "block", blockId, attempt);
    return this.#contents(wanted, keyOf, async function* (missing) {
      for await (const { block, payload } of readListedBlocks(on, metricTables, tenant, missing))
        yield [block, await fromNowInSlices(sortedBlock(payload))];
    });
  }

  /** In the order given. */
  segments(on: Queryable, tenant: Tenant, wanted: readonly SegmentAbout[]): AsyncGenerator<OpenSegment> {
    const keyOf = ({ partition, bucket, sequence, part, level }: SegmentAbout) =>
      keyFor(tenant, "segment", partition, bucket, sequence, part, level);
    return this.#contents(wanted, keyOf, async function* (missing) {
      for await (const { segment, payload } of readPayloads(on, metricTables, tenant, missing))
        yield [segment, openSegment(payload)];
    });
  }

  async *#contents<About, Kind extends Content>(
    wanted: readonly About[],
    keyOf: (about: About) => string,
    read: (missing: readonly About[]) => AsyncGenerator<[About, Kind]>,
  ): AsyncGenerator<Kind> {
    const kept = wanted.map((about) => this.#kept.get(keyOf(about)) as Kind | undefined);
    let at = 0;
    for await (const [about, content] of read(wanted.filter((_, index) => kept[index] === undefined))) {
      for (; wanted[at] !== about; at++) if (kept[at] !== undefined) yield kept[at] as Kind;
      at++;
      this.#kept.set(keyOf(about), content);
      yield content;
    }
    for (; at < wanted.length; at++) if (kept[at] !== undefined) yield kept[at] as Kind;
  }
}

function keyFor({ projectId, environment }: Tenant, ...names: readonly (string | number)[]): string {
  return [projectId, environment, ...names].join(" ");
}
