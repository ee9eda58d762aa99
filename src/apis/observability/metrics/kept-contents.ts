/**
 * Stored contents as a process keeps them: the blocks, segments and pages of label indexes that queries have needed last, of all tenants
 * within one bound.
 */
import { LRUCache } from "lru-cache";
import { fromNowInSlices } from "#src/http/event-loop.ts";
import { type BlockAbout, readListedBlocks } from "#src/storage/blocks/log.ts";
import { readPayloads, type SegmentAbout } from "#src/storage/blocks/segments.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import type { Tenant } from "../records.ts";
import { DamagedBytes } from "./codec/bytes.ts";
import { type OpenSegment, openSegment } from "./codec/segment.ts";
import { type SortedBlock, sortedBlock } from "./codec/sorted-block.ts";
import { Directory, type SeriesPage, type ValuePage } from "./label-index/pages.ts";
import { type IndexAbout, readDirectory, readIndexPages } from "./label-index/tables.ts";
import { metricTables } from "./tables.ts";

type Content = SortedBlock | OpenSegment | Directory | SeriesPage | ValuePage;

/** Pages of label indexes that one statement reads. */
const readAhead = 16;

/**
 * Contents under a key never change: blocks are named by the attempt that wrote them, merged segments rise in level, and ids of label
 * indexes are given once.
 */
export class KeptContents {
  readonly #kept: LRUCache<string, Content>;

  /** @param maxBytes memory that they may take, roughly. */
  constructor(maxBytes: number) {
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

  /** Throws DamagedBytes. */
  async directory(on: Queryable, tenant: Tenant, about: IndexAbout): Promise<Directory> {
    const kept = this.#kept.get(about.indexId);
    if (kept instanceof Directory) return kept;
    const payload = await readDirectory(on, tenant, about);
    if (payload === null) throw new DamagedBytes("a label index has no directory");
    const directory = new Directory(payload);
    this.#kept.set(about.indexId, directory);
    return directory;
  }

  /** Pages of a label index, in the order given. Throws DamagedBytes. */
  pages<Page extends SeriesPage | ValuePage>(
    on: Queryable,
    tenant: Tenant,
    about: IndexAbout,
    wanted: readonly number[],
    kind: new (payload: Buffer) => Page,
  ): AsyncGenerator<Page> {
    const keyOf = (page: number) => `${about.indexId} ${kind.name} ${page}`;
    return this.#contents(wanted, keyOf, async function* (missing) {
      for (let start = 0; start < missing.length; start += readAhead) {
        const pages = missing.slice(start, start + readAhead);
        const payloads = await readIndexPages(on, tenant, about, pages);
        for (const page of pages) {
          const payload = payloads.get(page);
          if (payload === undefined) throw new DamagedBytes(`page ${page} of a label index is missing`);
          yield [page, new kind(payload)];
        }
      }
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
