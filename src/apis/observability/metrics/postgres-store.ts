/** The metric store on PostgreSQL. */
import type { Pool } from "pg";
import { FairSlots } from "#src/http/fair-slots.ts";
import { onOtherServer } from "#src/storage/connections.ts";
import type { QueryConnection } from "#src/storage/query-pool.ts";
import type { Tenant } from "../records.ts";
import { usualListBytes } from "./bounded-list.ts";
import { KeptContents } from "./kept-contents.ts";
import { IndexPages } from "./label-index/index-pages.ts";
import { PostgresMetricReader } from "./reader.ts";
import type { SeriesSources } from "./series-catalog.ts";
import { SeriesIndexes } from "./series-indexes.ts";
import type { MetricAppendOptions, MetricAppendOutcome, MetricBatch, MetricReader, MetricStore } from "./store.ts";
import { MetricWriter, type MetricWriterOptions } from "./writer.ts";

export interface MetricStoreOptions extends MetricWriterOptions {
  /** Of all tenants together, for series that are in no label index yet. */
  readonly unindexedBytes?: number;
  /** Most bytes of labels that a list or a selection may hold. */
  readonly listBytes?: number;
}

/** For lists and rules, which are evaluated here: queries have threads of their own. In bytes. */
const kept = { contents: 16 * 1024 * 1024, pages: 32 * 1024 * 1024, unindexed: 32 * 1024 * 1024 } as const;

export class PostgresMetricStore implements MetricStore {
  readonly #writer: MetricWriter;
  readonly #sources: SeriesSources;

  constructor(
    pool: Pool,
    { unindexedBytes = kept.unindexed, listBytes = usualListBytes, ...writing }: MetricStoreOptions,
  ) {
    this.#writer = new MetricWriter(pool, writing);
    const unindexed = new SeriesIndexes({ maxBytes: unindexedBytes });
    const contents = new KeptContents({ maxBytes: kept.contents });
    this.#sources = {
      pages: new IndexPages({ maxBytes: kept.pages }),
      unindexed,
      contents,
      listBytes,
      largeSelections: new FairSlots({ slots: 1 }),
    };
    onOtherServer(pool, () => {
      unindexed.forget();
      contents.forget();
    });
  }

  append(tenant: Tenant, batch: MetricBatch, options: MetricAppendOptions): Promise<MetricAppendOutcome> {
    return this.#writer.append(tenant, batch, options);
  }

  reader(connection: QueryConnection): MetricReader {
    return new PostgresMetricReader(connection, this.#sources);
  }

  drain(): Promise<void> {
    return this.#writer.drain();
  }
}
