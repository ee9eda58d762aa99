import { ForwardMigration } from "#src/http/forward-migration.ts";
import { createBlockTables, earlyVacuum } from "#src/storage/blocks/tables.ts";
import { metricTables } from "../tables.ts";

/**
 * Metrics: samples as blocks and segments, and the series that they are of. Days are integers, counted from 1970-01-01, except in the
 * segments.
 */
export class CreateMetrics1795000060000 extends ForwardMigration {
  protected override readonly statements = [...createBlockTables(metricTables), ...series, ...labelIndex];
}

const series = [
  // The labels are the bytes of remote write (label-bytes.ts). Samples are stored under the series_id. `registered` is the block with which
  // the series came, so that a process can ask for the series that are new to it.
  `CREATE TABLE metric_series (
     project_id uuid NOT NULL,
     registered bigint NOT NULL,
     fingerprint bigint NOT NULL,
     series_id integer NOT NULL,
     registered_day integer NOT NULL,
     environment text COLLATE "C" NOT NULL,
     labels bytea NOT NULL,
     PRIMARY KEY (project_id, environment, series_id)
   )`,
  "CREATE INDEX metric_series_by_fingerprint ON metric_series (project_id, environment, fingerprint)",
  "CREATE INDEX metric_series_by_block ON metric_series (project_id, environment, registered, series_id)",
  // The days on which series had samples: a bit for each series of a range of ids.
  `CREATE TABLE metric_series_days (
     project_id uuid NOT NULL,
     day integer NOT NULL,
     bucket integer NOT NULL,
     environment text COLLATE "C" NOT NULL,
     series bit(4096) NOT NULL,
     PRIMARY KEY (project_id, environment, bucket, day)
   )`,
  `CREATE TABLE metric_names (
     project_id uuid NOT NULL,
     next_id integer NOT NULL DEFAULT 0,
     end_id integer NOT NULL DEFAULT 0,
     extent integer NOT NULL DEFAULT 0,
     environment text COLLATE "C" NOT NULL,
     name text COLLATE "C" NOT NULL,
     type text,
     help text,
     unit text,
     PRIMARY KEY (project_id, environment, name)
   )`,
  // How many series a tenant has, and how many bytes their labels take.
  `CREATE TABLE metric_registries (
     project_id uuid NOT NULL,
     series bigint NOT NULL DEFAULT 0,
     epoch bigint NOT NULL DEFAULT 0,
     next_id integer NOT NULL DEFAULT 1,
     environment text COLLATE "C" NOT NULL,
     label_bytes bigint NOT NULL DEFAULT 0,
     PRIMARY KEY (project_id, environment)
   ) WITH (fillfactor = 50)`,
];

/** The inverted index over the labels of series, in pages that are written once (label-index/pages.ts). */
const labelIndex = [
  // label_bytes: how many bytes the labels take as they are stored.
  `CREATE TABLE metric_label_indexes (
     project_id uuid NOT NULL,
     until bigint NOT NULL,
     epoch bigint NOT NULL,
     index_id uuid NOT NULL,
     series integer NOT NULL,
     environment text COLLATE "C" NOT NULL,
     directory bytea STORAGE EXTERNAL NOT NULL,
     label_bytes bigint NOT NULL,
     PRIMARY KEY (project_id, environment, until)
   )`,
  `CREATE TABLE metric_label_pages (
     project_id uuid NOT NULL,
     index_id uuid NOT NULL,
     page integer NOT NULL,
     environment text COLLATE "C" NOT NULL,
     payload bytea STORAGE EXTERNAL NOT NULL,
     PRIMARY KEY (project_id, environment, index_id, page)
   ) WITH (${earlyVacuum})`,
];
