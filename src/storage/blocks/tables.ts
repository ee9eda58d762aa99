/**
 * Telemetry that is kept as blocks rather than as rows: what one commit wrote is one compressed payload in a log of blocks,
 * and compaction turns blocks into segments, which are sorted, larger, and partitioned by the day of their contents, so that
 * retention drops tables. Nothing here knows what payloads hold.
 */

/** Whose blocks they are: the first columns of every key. */
export interface BlockOwner {
  readonly projectId: string;
  readonly environment: string;
}

/** The tables of one kind of telemetry. */
export interface BlockTables {
  /** One row for each owner: the lock that writers take, and how much waits for compaction. */
  readonly heads: string;
  readonly blocks: string;
  readonly segments: string;
}

/** `kind` is part of the tables' names: letters and underscores. */
export function blockTables(kind: string): BlockTables {
  return { heads: `${kind}_heads`, blocks: `${kind}_blocks`, segments: `${kind}_segments` };
}

/**
 * The statements that create the tables. Payloads are compressed already: PostgreSQL is told not to try. Times
 * are in milliseconds.
 */
export function createBlockTables({ heads, blocks, segments }: BlockTables): string[] {
  return [
    `CREATE TABLE ${heads} (
       project_id uuid NOT NULL,
       environment text COLLATE "C" NOT NULL,
       next_block bigint NOT NULL DEFAULT 1,
       pending_blocks bigint NOT NULL DEFAULT 0,
       pending_items bigint NOT NULL DEFAULT 0,
       pending_since timestamptz,
       tidied_until integer NOT NULL DEFAULT 0,
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
       payload bytea NOT NULL,
       PRIMARY KEY (project_id, environment, block_id)
     )`,
    `ALTER TABLE ${blocks} ALTER COLUMN payload SET STORAGE EXTERNAL`,
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
       payload bytea NOT NULL,
       PRIMARY KEY (project_id, environment, day, bucket, sequence, part)
     ) PARTITION BY RANGE (day)`,
    `ALTER TABLE ${segments} ALTER COLUMN payload SET STORAGE EXTERNAL`,
  ];
}

export const dayMs = 86_400_000;

/** Days since 1970-01-01 (UTC). */
export function dayOf(ms: number): number {
  return Math.floor(ms / dayMs);
}
