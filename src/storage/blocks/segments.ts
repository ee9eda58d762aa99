/**
 * Segments: the sorted, lasting form of what blocks held. Keys are whole numbers that the payload is sorted by; a bucket is
 * a range of keys that no segment reaches beyond, so that buckets are merged one by one. All segments that one compaction wrote
 * share a sequence; a smaller sequence was written earlier, and what it says goes first.
 */
import type { Pool, PoolClient } from "pg";
import { inLockedTransaction } from "../locked-transaction.ts";
import type { Queryable } from "../transaction.ts";
import { type BlockOwner, type BlockTables, dayMs } from "./tables.ts";

/** Where a segment is, within its owner. */
export interface SegmentKey {
  /** Since 1970-01-01. */
  readonly day: number;
  readonly bucket: number;
  readonly sequence: number;
  readonly part: number;
}

export interface SegmentAbout extends SegmentKey {
  readonly firstKey: number;
  readonly lastKey: number;
  readonly minTime: number;
  readonly maxTime: number;
  readonly items: number;
  readonly level: number;
}

/** A segment that is yet to be given its place: `sequence` and `level` come from the compaction. */
export type SegmentDraft = Omit<SegmentAbout, "sequence" | "level"> & { readonly payload: Buffer };

interface AboutRow {
  readonly day: number;
  readonly bucket: number;
  readonly sequence: string;
  readonly part: number;
  readonly first_key: string;
  readonly last_key: string;
  readonly min_time: string;
  readonly max_time: string;
  readonly items: number;
  readonly level: number;
}

/** Days are numbers here, dates in the table. */
const dayNumber = "day - DATE '1970-01-01' AS day";
const dateOf = (parameter: string) => `DATE '1970-01-01' + ${parameter}::integer`;
const otherColumns = "bucket, sequence, part, first_key, last_key, min_time, max_time, items, level";

function aboutOf(row: AboutRow): SegmentAbout {
  return {
    day: row.day,
    bucket: row.bucket,
    sequence: Number(row.sequence),
    part: row.part,
    firstKey: Number(row.first_key),
    lastKey: Number(row.last_key),
    minTime: Number(row.min_time),
    maxTime: Number(row.max_time),
    items: row.items,
    level: row.level,
  };
}

/** The segments of some buckets with contents between the times (ms, both included), earlier ones first. */
export async function listSegments(
  on: Queryable,
  { segments }: BlockTables,
  { projectId, environment }: BlockOwner,
  buckets: readonly number[],
  fromMs: number,
  toMs: number,
): Promise<SegmentAbout[]> {
  const { rows } = await on.query<AboutRow>(
    `SELECT ${dayNumber}, ${otherColumns} FROM ${segments}
     WHERE project_id = $1 AND environment = $2 AND day BETWEEN ${dateOf("$3")} AND ${dateOf("$4")} AND bucket = ANY ($5)
       AND max_time >= $6 AND min_time <= $7
     ORDER BY day, bucket, sequence, part`,
    [projectId, environment, Math.floor(fromMs / dayMs), Math.floor(toMs / dayMs), buckets, fromMs, toMs],
  );
  return rows.map(aboutOf);
}

/** All segments of one day, earlier ones first. */
export async function segmentsOfDay(
  on: Queryable,
  { segments }: BlockTables,
  { projectId, environment }: BlockOwner,
  day: number,
): Promise<SegmentAbout[]> {
  const { rows } = await on.query<AboutRow>(
    `SELECT ${dayNumber}, ${otherColumns} FROM ${segments} WHERE project_id = $1 AND environment = $2 AND day = ${dateOf("$3")}
     ORDER BY bucket, sequence, part`,
    [projectId, environment, day],
  );
  return rows.map(aboutOf);
}

/** Payloads read at a time; each may be some hundred kilobytes. */
const pageSegments = 32;

/** The payloads of these segments, in the order given. One that is gone since it was listed is left out. */
export async function* readPayloads(
  on: Queryable,
  { segments }: BlockTables,
  { projectId, environment }: BlockOwner,
  wanted: readonly SegmentKey[],
): AsyncGenerator<Buffer> {
  for (let at = 0; at < wanted.length; at += pageSegments) {
    const page = wanted.slice(at, at + pageSegments);
    const { rows } = await on.query<{ place: string; payload: Buffer }>(
      `SELECT wanted.place, stored.payload
       FROM unnest($3::integer[], $4::integer[], $5::bigint[], $6::integer[])
         WITH ORDINALITY AS wanted (day, bucket, sequence, part, place)
       JOIN ${segments} AS stored ON stored.day = ${dateOf("wanted.day")} AND stored.bucket = wanted.bucket
         AND stored.sequence = wanted.sequence AND stored.part = wanted.part
       WHERE stored.project_id = $1 AND stored.environment = $2
         AND stored.day BETWEEN ${dateOf("$7")} AND ${dateOf("$8")}`,
      [
        projectId,
        environment,
        page.map(({ day }) => day),
        page.map(({ bucket }) => bucket),
        page.map(({ sequence }) => sequence),
        page.map(({ part }) => part),
        Math.min(...page.map(({ day }) => day)),
        Math.max(...page.map(({ day }) => day)),
      ],
    );
    rows.sort((a, b) => Number(a.place) - Number(b.place));
    for (const { payload } of rows) yield payload;
  }
}

/** The days have their partitions (`ensureDays`). */
export async function insertSegments(
  client: PoolClient,
  { segments }: BlockTables,
  { projectId, environment }: BlockOwner,
  drafts: readonly SegmentDraft[],
  { sequence, level }: { readonly sequence: number; readonly level: number },
): Promise<void> {
  for (const { day, bucket, part, firstKey, lastKey, minTime, maxTime, items, payload } of drafts) {
    await client.query(
      `INSERT INTO ${segments} (project_id, environment, day, ${otherColumns}, payload)
       VALUES ($1, $2, ${dateOf("$3")}, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
      [projectId, environment, day, bucket, sequence, part, firstKey, lastKey, minTime, maxTime, items, level, payload],
    );
  }
}

/** Removes the sets of a bucket with these sequences. Returns how many segments there were. */
export async function deleteSets(
  client: PoolClient,
  { segments }: BlockTables,
  { projectId, environment }: BlockOwner,
  { day, bucket }: Pick<SegmentKey, "day" | "bucket">,
  sequences: readonly number[],
): Promise<number> {
  const { rowCount } = await client.query(
    `DELETE FROM ${segments} WHERE project_id = $1 AND environment = $2 AND day = ${dateOf("$3")} AND bucket = $4
       AND sequence = ANY ($5::bigint[])`,
    [projectId, environment, day, bucket, sequences],
  );
  return rowCount ?? 0;
}

/** Any number, as long as every Accord takes the same one. */
const partitionLock = 4_221_967_015;
/** A partition that is in use for longer is left to the next run (milliseconds). */
const dropPatienceMs = 2_000;

async function existingDays(on: Queryable, tables: BlockTables): Promise<Map<number, string>> {
  const { rows } = await on.query<{ name: string }>(
    `SELECT child.relname AS name FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
     WHERE inhparent = $1::regclass AND child.relname ~ '_p[0-9]{8}$'`,
    [tables.segments],
  );
  return new Map(
    rows.map(({ name }) => {
      const [, year, month, day] = /_p(\d{4})(\d\d)(\d\d)$/.exec(name) ?? [];
      return [Date.UTC(Number(year), Number(month) - 1, Number(day)) / dayMs, name];
    }),
  );
}

/** Makes the partitions of these days where they are missing. Safe to repeat and to run from several processes at once. */
export async function ensureDays(pool: Pool, tables: BlockTables, days: readonly number[]): Promise<void> {
  const known = await existingDays(pool, tables);
  if (days.every((day) => known.has(day))) return;
  await inLockedTransaction(pool, partitionLock, async (client) => {
    const existing = await existingDays(client, tables);
    for (const day of new Set(days)) {
      if (existing.has(day)) continue;
      const date = new Date(day * dayMs).toISOString().slice(0, 10);
      // The owner's function: the roles of the server own no tables.
      await client.query("SELECT make_daily_partition($1, $2, '{}')", [tables.segments, date]);
    }
  });
}

/** Drops the partitions of the days before `day`. Returns their names. */
export async function dropDaysBefore(pool: Pool, tables: BlockTables, day: number): Promise<string[]> {
  const dropped: string[] = [];
  for (const [existing, name] of await existingDays(pool, tables)) {
    if (existing >= day) continue;
    await inLockedTransaction(pool, partitionLock, async (client) => {
      await client.query(`SET LOCAL lock_timeout = ${dropPatienceMs}`);
      await client.query("SELECT drop_daily_partition($1)", [name]);
    });
    dropped.push(name);
  }
  return dropped.sort();
}
