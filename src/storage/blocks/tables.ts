/**
 * The tables of telemetry that is stored in blocks instead of rows. A commit writes one compressed payload to a log of blocks. Compaction
 * turns blocks into segments, which are sorted, larger, and partitioned by the day of their contents, so that retention drops whole
 * partitions. This folder does not know the contents of payloads.
 */

/** The owner of the blocks: the first columns of every key. */
export interface BlockOwner {
  readonly projectId: string;
  readonly environment: string;
}

/** The tables of one kind of telemetry. */
export interface BlockTables {
  /** One row per owner: the lock of writers, and how much waits for compaction. */
  readonly heads: string;
  readonly blocks: string;
  readonly segments: string;
  /** Further columns of this kind's blocks and segments, by which readers select them. */
  readonly besides: { readonly blocks: readonly string[]; readonly segments: readonly string[] };
}

/** Parts of stored blocks and segments that a reader asks for. */
export interface StoredParts {
  /** SQL of the payload, or of a part of it; all of it when left out. */
  readonly payload?: string;
  /** Further columns. */
  readonly besides?: readonly string[];
}

/** The tables of a kind. `kind` is part of their names: letters and underscores. */
export function blockTables(kind: string, besides: BlockTables["besides"] = { blocks: [], segments: [] }): BlockTables {
  return { heads: `${kind}_heads`, blocks: `${kind}_blocks`, segments: `${kind}_segments`, besides };
}

/**
 * The statements that create the tables. `further` are definitions of columns `besides`, in SQL. Payloads are already compressed, so PostgreSQL's own compression is off. Times are in
 * milliseconds.
 *
 * Segments whose day is not over (`freshDay`) have a separate partition. Repeated merges leave dead rows in it, whose space later segments
 * reuse; the partition of a day is written about once. Autovacuum runs early there, and finds most rows dead.
 */
export function createBlockTables(
  { heads, blocks, segments }: BlockTables,
  further: BlockTables["besides"] = { blocks: [], segments: [] },
): string[] {
  return [
    `CREATE TABLE ${heads} (
       project_id uuid NOT NULL,
       environment text COLLATE "C" NOT NULL,
       next_block bigint NOT NULL DEFAULT 1,
       pending_blocks bigint NOT NULL DEFAULT 0,
       pending_items bigint NOT NULL DEFAULT 0,
       pending_since timestamptz,
       tidied_until integer NOT NULL DEFAULT 0,
       changes bigint NOT NULL DEFAULT 0,
       PRIMARY KEY (project_id, environment)
     ) WITH (fillfactor = 50)`,
    `CREATE TABLE ${blocks} (
       project_id uuid NOT NULL,
       block_id bigint NOT NULL,
       min_time bigint NOT NULL,
       max_time bigint NOT NULL,
       attempt uuid NOT NULL,
       items integer NOT NULL,
       environment text COLLATE "C" NOT NULL,
       payload bytea STORAGE EXTERNAL NOT NULL,
       ${further.blocks.map((column) => `${column},`).join("\n       ")}
       PRIMARY KEY (project_id, environment, block_id)
     ) WITH (${earlyVacuum})`,
    `CREATE TABLE ${segments} (
       project_id uuid NOT NULL,
       sequence bigint NOT NULL,
       first_key bigint NOT NULL,
       last_key bigint NOT NULL,
       min_time bigint NOT NULL,
       max_time bigint NOT NULL,
       day date NOT NULL,
       bucket integer NOT NULL,
       part integer NOT NULL,
       items integer NOT NULL,
       level smallint NOT NULL,
       environment text COLLATE "C" NOT NULL,
       payload bytea STORAGE EXTERNAL NOT NULL,
       ${further.segments.map((column) => `${column},`).join("\n       ")}
       PRIMARY KEY (project_id, environment, day, bucket, sequence, part)
     ) PARTITION BY RANGE (day)`,
    `CREATE TABLE ${segments}_fresh PARTITION OF ${segments}
       FOR VALUES FROM (MINVALUE) TO ('0002-01-01') WITH (${earlyVacuum})`,
  ];
}

const early = ["autovacuum_vacuum_scale_factor = 0.02", "autovacuum_vacuum_threshold = 200"];
/** The WITH settings of a table whose rows are replaced all the time. */
export const earlyVacuum = [...early, ...early.map((setting) => `toast.${setting}`)].join(", ");

/** 0001-01-01, in days since 1970-01-01: the value of the column `day` for segments whose day is not over. */
export const freshDay = -719_162;

/** The length of a day in ms. */
export const dayMs = 86_400_000;

/** The day of a time: days since 1970-01-01 (UTC). */
export function dayOf(ms: number): number {
  return Math.floor(ms / dayMs);
}
