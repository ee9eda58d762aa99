/** The metric store on PostgreSQL. */
import type { Pool } from "pg";
import { onOtherServer } from "#src/storage/connections.ts";
import type { QueryConnection } from "#src/storage/query-pool.ts";
import type { Tenant } from "../records.ts";
import { IndexPages } from "./label-index/index-pages.ts";
import { PostgresMetricReader } from "./reader.ts";
import type { SeriesSources } from "./series-catalog.ts";
import { SeriesIndexes } from "./series-indexes.ts";
import type { MetricAppendOptions, MetricAppendOutcome, MetricBatch, MetricReader, MetricStore } from "./store.ts";
import { MetricWriter, type MetricWriterOptions } from "./writer.ts";

export class PostgresMetricStore implements MetricStore {
  readonly #writer: MetricWriter;
  readonly #unindexed = new SeriesIndexes();
  readonly #sources: SeriesSources = { pages: new IndexPages(), unindexed: this.#unindexed };

  constructor(pool: Pool, options: MetricWriterOptions) {
    this.#writer = new MetricWriter(pool, options);
    onOtherServer(pool, () => this.#unindexed.forget());
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
