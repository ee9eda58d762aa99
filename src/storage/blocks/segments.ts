/**
 * Segments: the sorted, permanent form of the contents of blocks. A payload is sorted by keys, which are whole numbers. A bucket is a
 * range of keys. No segment spans several buckets, so buckets are merged one by one. All segments that one compaction writes share a
 * sequence number. Segments with a smaller sequence were written earlier, and their contents take precedence.
 *
 * The contents of a segment are of one day. While that day is not over, the segment is in the partition of all such days (`freshDay`);
 * afterwards, it is in the partition of its day.
 */
import type { PoolClient } from "pg";
import type { Queryable } from "../transaction.ts";
import { type BlockOwner, type BlockTables, dayMs, dayOf, freshDay, type StoredParts } from "./tables.ts";

/** The key of a segment of an owner. */
export interface SegmentKey {
  /** The day whose partition holds it, since 1970-01-01: its own day, or `freshDay`. */
  readonly partition: number;
  readonly bucket: number;
  /** A merged set has that of its last input. */
  readonly sequence: number;
  readonly part: number;
  /** Rises with each merge, so that no other contents ever have the same key. */
  readonly level: number;
}

export interface SegmentAbout extends SegmentKey {
  /** The day of its contents, since 1970-01-01. */
  readonly day: number;
  readonly firstKey: number;
  readonly lastKey: number;
  readonly minTime: number;
  readonly maxTime: number;
  readonly items: number;
}

/** A segment to which the compaction has not yet assigned a partition and a sequence. */
export type SegmentDraft = Omit<SegmentAbout, "partition" | "sequence" | "part" | "level"> & {
  readonly payload: Buffer;
  /** The values of the tables' columns `besides`. */
  readonly besides?: readonly unknown[];
};

/** A row with these columns (`aboutColumns`). */
export interface AboutRow {
  readonly partition: number;
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

/** SQL that converts a day (since 1970-01-01) to the date in the table. */
const dateOf = (parameter: string) => `DATE '1970-01-01' + ${parameter}::integer`;
const otherColumns = "bucket, sequence, part, first_key, last_key, min_time, max_time, items, level";
const aboutColumns = `day - DATE '1970-01-01' AS partition, ${otherColumns}`;

export function aboutOf(row: AboutRow): SegmentAbout {
  const minTime = Number(row.min_time);
  return {
    partition: row.partition,
    day: dayOf(minTime),
    bucket: row.bucket,
    sequence: Number(row.sequence),
    part: row.part,
    firstKey: Number(row.first_key),
    lastKey: Number(row.last_key),
    minTime,
    maxTime: Number(row.max_time),
    items: row.items,
    level: row.level,
  };
}

/** Sorts segments: earlier ones first. Days go before sequences, because times mostly rise from day to day, whichever day was compacted first. */
function inOrder(rows: readonly AboutRow[]): SegmentAbout[] {
  return rows
    .map(aboutOf)
    .sort((a, b) => a.bucket - b.bucket || a.day - b.day || a.sequence - b.sequence || a.part - b.part);
}

/** Lists the segments of some buckets with contents between two times (ms, inclusive), earlier ones first. */
export async function listSegments(
  on: Queryable,
  { segments }: BlockTables,
  { projectId, environment }: BlockOwner,
  buckets: readonly number[],
  fromMs: number,
  toMs: number,
): Promise<SegmentAbout[]> {
  const { rows } = await on.query<AboutRow>(
    `SELECT ${aboutColumns} FROM ${segments}
     WHERE project_id = $1 AND environment = $2
       AND (day = ${dateOf("$3")} OR day BETWEEN ${dateOf("$4")} AND ${dateOf("$5")}) AND bucket = ANY ($6)
       AND max_time >= $7 AND min_time <= $8`,
    [projectId, environment, freshDay, storedDay(fromMs), storedDay(toMs), buckets, fromMs, toMs],
  );
  return inOrder(rows);
}

/** The day of a time (ms), limited to days that the table's type can hold. Nothing is stored beyond them. */
export function storedDay(ms: number): number {
  return Math.min(Math.max(dayOf(ms), freshDay + 1), lastDay);
}

/** 9999-12-31, since 1970-01-01. */
const lastDay = 2_932_896;

/** Lists all segments of one day, earlier ones first. */
export async function segmentsOfDay(
  on: Queryable,
  { segments }: BlockTables,
  { projectId, environment }: BlockOwner,
  day: number,
): Promise<SegmentAbout[]> {
  const { rows } = await on.query<AboutRow>(
    `SELECT ${aboutColumns} FROM ${segments} WHERE project_id = $1 AND environment = $2
       AND day IN (${dateOf("$3")}, ${dateOf("$4")}) AND min_time BETWEEN $5 AND $6`,
    [projectId, environment, freshDay, day, day * dayMs, (day + 1) * dayMs - 1],
  );
  return inOrder(rows);
}

/** The days that have segments outside their own partition (in that of `freshDay`). */
export async function freshDays(
  on: Queryable,
  { segments }: BlockTables,
  { projectId, environment }: BlockOwner,
): Promise<number[]> {
  const { rows } = await on.query<{ day: number }>(
    `SELECT DISTINCT floor(min_time / ${dayMs}.0)::integer AS day FROM ${segments}
     WHERE project_id = $1 AND environment = $2 AND day = ${dateOf("$3")} ORDER BY day`,
    [projectId, environment, freshDay],
  );
  return rows.map(({ day }) => day);
}

/** How many payloads are read at a time. Each may be some hundred kilobytes. */
const pageSegments = 32;

export interface StoredSegment<Key> {
  readonly segment: Key;
  readonly payload: Buffer;
  /** The values of the columns `besides`, which are the tables' own unless others are asked for. */
  readonly besides: readonly unknown[];
}

/** Reads listed segments with their payloads, in the order given. Segments deleted or merged since are left out. */
export async function* readPayloads<Key extends SegmentKey>(
  on: Queryable,
  { segments, besides: columns }: BlockTables,
  { projectId, environment }: BlockOwner,
  wanted: readonly Key[],
  { payload: part = "payload", besides = columns.segments }: StoredParts = {},
): AsyncGenerator<StoredSegment<Key>> {
  for (let at = 0; at < wanted.length; at += pageSegments) {
    const page = wanted.slice(at, at + pageSegments);
    const { rows } = await on.query<Record<string, unknown> & { nth: string; payload: Buffer }>(
      `SELECT ${["nth", `${part} AS payload`, ...besides].join(", ")}
       FROM unnest($3::integer[], $4::integer[], $5::bigint[], $6::integer[], $7::smallint[])
         WITH ORDINALITY AS wanted (partition, bucket, sequence, part, level, nth)
       JOIN ${segments} AS stored ON stored.day = ${dateOf("wanted.partition")} AND stored.bucket = wanted.bucket
         AND stored.sequence = wanted.sequence AND stored.part = wanted.part AND stored.level = wanted.level
       WHERE stored.project_id = $1 AND stored.environment = $2 AND stored.day = ANY ($8::date[])`,
      [
        projectId,
        environment,
        page.map(({ partition }) => partition),
        page.map(({ bucket }) => bucket),
        page.map(({ sequence }) => sequence),
        page.map(({ part }) => part),
        page.map(({ level }) => level),
        [...new Set(page.map(({ partition }) => partition))].map(dateText),
      ],
    );
    const stored = new Map(rows.map((row) => [Number(row.nth) - 1, row]));
    for (const [nth, segment] of page.entries()) {
      const row = stored.get(nth);
      if (row !== undefined) yield { segment, payload: row.payload, besides: besides.map((column) => row[column]) };
    }
  }
}

function dateText(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

export interface SegmentTarget {
  /** The day whose partition takes them, since 1970-01-01, or `freshDay`. The partition must exist (`ensureDays`). */
  readonly partition: number;
  readonly sequence: number;
  readonly level: number;
}

/** Most rows of one statement, whose payloads are some megabytes at most. */
const rowsOfStatement = 16;
/** The part numbers of one day are below this, so that several days can share a partition and a sequence. */
const partsOfDay = 2 ** 20;

/** Inserts segments. */
export async function insertSegments(
  client: PoolClient,
  { segments, besides: columns }: BlockTables,
  { projectId, environment }: BlockOwner,
  drafts: readonly SegmentDraft[],
  { partition, sequence, level }: SegmentTarget,
): Promise<void> {
  if (drafts.length > partsOfDay) throw new RangeError(`${drafts.length} segments are too many for one compaction`);
  for (let start = 0; start < drafts.length; start += rowsOfStatement) {
    const values: unknown[] = [projectId, environment, sequence, level];
    const rows = drafts.slice(start, start + rowsOfStatement).map((draft, i) => {
      const { day, bucket, firstKey, lastKey, minTime, maxTime, items, payload } = draft;
      const part = (day % 2_047) * partsOfDay + start + i;
      const from = values.push(partition, bucket, part, firstKey, lastKey, minTime, maxTime, items, payload) - 8;
      const [at, ...others] = Array.from({ length: 9 }, (_, column) => `$${from + column}`);
      others.splice(1, 0, "$3");
      others.splice(-1, 0, "$4");
      for (const value of draft.besides ?? []) others.push(`$${values.push(value)}`);
      return `($1, $2, ${dateOf(at ?? "")}, ${others.join(", ")})`;
    });
    await client.query(
      `INSERT INTO ${segments} (${["project_id, environment, day", otherColumns, "payload", ...columns.segments].join(", ")})
       VALUES ${rows}`,
      values,
    );
  }
}

/** Deletes the sets of one day and bucket with these sequences. Returns the number of deleted segments. */
export async function deleteSets(
  client: PoolClient,
  { segments }: BlockTables,
  { projectId, environment }: BlockOwner,
  { day, bucket }: Pick<SegmentAbout, "day" | "bucket">,
  sequences: readonly number[],
): Promise<number> {
  const { rowCount } = await client.query(
    `DELETE FROM ${segments} WHERE project_id = $1 AND environment = $2
       AND day IN (${dateOf("$3")}, ${dateOf("$4")}) AND bucket = $5
       AND sequence = ANY ($6::bigint[]) AND min_time BETWEEN $7 AND $8`,
    [projectId, environment, freshDay, day, bucket, sequences, day * dayMs, (day + 1) * dayMs - 1],
  );
  return rowCount ?? 0;
}
