// SQL: look-ups by hash, COPY, and counters under a lock.
/** The series of a tenant, as the database has them. Everything here runs under the tenant's lock (`lockRegistry`). */
import { hash } from "node:crypto";
import { escapeLiteral, type PoolClient } from "pg";
import { Slice } from "#src/http/event-loop.ts";
import { CopyEncoder, copyRows } from "#src/storage/copy.ts";
import { rowsOfParameters } from "#src/storage/parameters.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import type { Tenant } from "../records.ts";
import { tenantBytes } from "../store/table.ts";
import { nameLabel, parseRawLabels } from "./label-bytes.ts";
import type { MetricMetadata } from "./store.ts";

/** The locked and counted state of a tenant. */
export interface Registry {
  readonly series: number;
  /** Of all its series, as they are stored. */
  readonly labelBytes: number;
  /** Rises when series are removed. */
  readonly epoch: number;
  readonly nextId: number;
}

export function lockRegistry({ projectId, environment }: Tenant): string {
  return `INSERT INTO metric_registries AS registry (project_id, environment)
    VALUES (${escapeLiteral(projectId)}::uuid, ${escapeLiteral(environment)})
    ON CONFLICT (project_id, environment) DO UPDATE SET epoch = registry.epoch
    RETURNING series, label_bytes, epoch, next_id`;
}

/** What `lockRegistry` returned. */
export function registryOf(rows: readonly unknown[]): Registry {
  const [row] = rows as { series: string; label_bytes: string; epoch: string; next_id: number }[];
  if (row === undefined) throw new Error("A registry was not locked");
  return {
    series: Number(row.series),
    labelBytes: Number(row.label_bytes),
    epoch: Number(row.epoch),
    nextId: row.next_id,
  };
}

/** How many series a tenant has, and the bytes of their labels, without a lock. */
export async function registrySize(
  db: Queryable,
  { projectId, environment }: Tenant,
): Promise<Pick<Registry, "series" | "labelBytes">> {
  const { rows } = await db.query<{ series: string; label_bytes: string }>(
    "SELECT series, label_bytes FROM metric_registries WHERE project_id = $1 AND environment = $2",
    [projectId, environment],
  );
  return { series: Number(rows[0]?.series ?? 0), labelBytes: Number(rows[0]?.label_bytes ?? 0) };
}

/** A hash of 64 bits; series that share one are told apart by their labels. */
export type Fingerprint = (labels: Buffer) => bigint;

export const fingerprintOf: Fingerprint = (labels) => hash("sha256", labels, "buffer").readBigInt64BE(0);

/** The key of a label set in this process: a text of its bytes would be as long, and long texts are hashed by their length. */
export function identityOf(labels: Buffer): string {
  return hash("sha256", labels, "base64url");
}

/** A label set that is to have an id. */
export interface WantedSeries {
  readonly labels: Buffer;
  readonly fingerprint: bigint;
  id?: number;
}

/** Most series or names that one statement looks for, and most bytes of labels that it answers, roughly. */
const lookUpSize = 5_000;
const lookUpBytes = 1024 * 1024;

/** Gives those that are registered their ids, and returns the others. `wanted` is by the labels' identities. */
export async function findSeries(
  client: PoolClient,
  { projectId, environment }: Tenant,
  wanted: ReadonlyMap<string, WantedSeries>,
): Promise<WantedSeries[]> {
  const missing: WantedSeries[] = [];
  const slice = new Slice();
  for (const page of inPages(wanted.values(), lookUpSize, sizeOf, lookUpBytes)) {
    const { rows } = await client.query<{ series_id: number; labels: Buffer }>(
      `SELECT series_id, labels FROM metric_series
       WHERE project_id = $1 AND environment = $2 AND fingerprint = ANY ($3::bigint[])`,
      [projectId, environment, `{${page.map(({ fingerprint }) => fingerprint)}}`],
    );
    for (const { series_id, labels } of rows) {
      const one = wanted.get(identityOf(labels));
      if (one !== undefined) one.id = series_id;
      if (slice.isOver) await slice.next();
    }
    for (const one of page) if (one.id === undefined) missing.push(one);
  }
  return missing;
}

/** Parts of a list with at most so many items, and so many bytes or one item. */
function* inPages<T>(
  items: Iterable<T>,
  most: number,
  bytesOf: (item: T) => number = () => 0,
  mostBytes = Number.POSITIVE_INFINITY,
): Generator<T[]> {
  let page: T[] = [];
  let bytes = 0;
  for (const item of items) {
    if (page.length === most || (page.length > 0 && bytes + bytesOf(item) > mostBytes)) {
      yield page;
      page = [];
      bytes = 0;
    }
    page.push(item);
    bytes += bytesOf(item);
  }
  if (page.length > 0) yield page;
}

const sizeOf = ({ labels }: WantedSeries) => labels.length;

export interface Registration {
  /** The block with which the series come. */
  readonly blockId: number;
  /** Of their samples, since 1970-01-01. */
  readonly day: number;
}

/** The most that one COPY writes: it is copied, and copied again on its way to the database. */
const copySize = 50_000;
const copyBytes = 4 * 1024 * 1024;

/**
 * Registers label sets that are not registered and differ from each other, and gives them their ids. Series of one metric get
 * ids next to each other, in extents that grow with the metric, so that they are stored near to each other.
 */
export async function registerSeries(
  client: PoolClient,
  tenant: Tenant,
  registry: Registry,
  series: readonly WantedSeries[],
  registration: Registration,
): Promise<void> {
  let { nextId } = registry;
  let bytes = 0;
  for (const page of inPages(series, copySize, sizeOf, copyBytes)) {
    nextId = await copySeries(client, tenant, nextId, page, registration);
    for (const { labels } of page) bytes += labels.length;
  }
  await client.query(
    `UPDATE metric_registries SET series = series + $3, label_bytes = label_bytes + $4, next_id = $5
     WHERE project_id = $1 AND environment = $2`,
    [tenant.projectId, tenant.environment, series.length, bytes, nextId],
  );
}

/** Returns the id that comes next. */
async function copySeries(
  client: PoolClient,
  tenant: Tenant,
  firstId: number,
  series: readonly WantedSeries[],
  { blockId, day }: Registration,
): Promise<number> {
  const slice = new Slice();
  const names: string[] = [];
  const extents = new Map<string, Extent>();
  for (const { labels } of series) {
    const name = metricNameOf(labels);
    names.push(name);
    if (!extents.has(name)) extents.set(name, { next: 0, end: 0, size: 0 });
    if (slice.isOver) await slice.next();
  }
  await findExtents(client, tenant, extents);
  const encoder = new CopyEncoder();
  const project = tenantBytes(tenant);
  let nextId = firstId;
  for (const [index, one] of series.entries()) {
    const extent = extents.get(names[index] ?? "") as Extent;
    if (extent.next === extent.end) {
      extent.size = Math.min(Math.max(2 * extent.size, firstExtent), largestExtent);
      extent.next = nextId;
      nextId += extent.size;
      extent.end = nextId;
    }
    one.id = extent.next++;
    encoder.row(7);
    encoder.bytes(project);
    encoder.int8(BigInt(blockId));
    encoder.int8(one.fingerprint);
    encoder.int4(one.id);
    encoder.int4(day);
    encoder.text(tenant.environment);
    encoder.bytes(one.labels);
    if (slice.isOver) await slice.next();
  }
  await copyRows(
    client,
    `COPY metric_series (project_id, registered, fingerprint, series_id, registered_day, environment, labels)
     FROM STDIN (FORMAT binary)`,
    encoder,
  );
  await saveNames(client, tenant, ["next_id", "end_id", "extent"], extents, ({ next, end, size }) => [next, end, size]);
  return nextId;
}

const firstExtent = 4;
const largestExtent = 4096;

interface Extent {
  next: number;
  end: number;
  size: number;
}

function metricNameOf(labels: Buffer): string {
  for (const [name, value] of parseRawLabels(labels) ?? []) if (name.equals(nameBytes)) return value.toString();
  return "";
}

const nameBytes = Buffer.from(nameLabel);

/** Continues the extents of metrics that have one. */
async function findExtents(
  client: PoolClient,
  { projectId, environment }: Tenant,
  extents: ReadonlyMap<string, Extent>,
): Promise<void> {
  for (const page of inPages(extents, lookUpSize)) {
    const { rows } = await client.query<{ name: string; next_id: number; end_id: number; extent: number }>(
      `SELECT name, next_id, end_id, extent FROM metric_names
       WHERE project_id = $1 AND environment = $2 AND name = ANY ($3)`,
      [projectId, environment, page.map(([name]) => name)],
    );
    for (const { name, next_id: next, end_id: end, extent: size } of rows)
      Object.assign(extents.get(name) ?? {}, { next, end, size });
  }
}

/** Each with its text and four parameters: what one statement is made of takes a few ms. */
const rowsOfStatement = 2_000;

/** Most metrics of a tenant of which is kept what they are: as many as a query lists. Metadata come without series, too. */
const mostDescribed = 100_000;

/** Keeps what is known about metrics, in the order given; what is beyond `mostDescribed` is not kept. */
export async function saveMetadata(
  client: PoolClient,
  tenant: Tenant,
  metadata: ReadonlyMap<string, MetricMetadata>,
  most = mostDescribed,
): Promise<void> {
  if (metadata.size === 0) return;
  const kept = await withinMost(client, tenant, metadata, most);
  await saveNames(client, tenant, ["type", "help", "unit"], kept, ({ type, help, unit }) => [type, help, unit]);
}

async function withinMost(
  client: PoolClient,
  { projectId, environment }: Tenant,
  metadata: ReadonlyMap<string, MetricMetadata>,
  most: number,
): Promise<ReadonlyMap<string, MetricMetadata>> {
  // Primary key (project_id, environment, name).
  const { rows: counted } = await client.query<{ described: number }>(
    `SELECT count(*)::integer AS described FROM (
       SELECT FROM metric_names WHERE project_id = $1 AND environment = $2 AND type IS NOT NULL LIMIT $3
     ) AS known`,
    [projectId, environment, most],
  );
  let room = most - (counted[0]?.described ?? 0);
  if (metadata.size <= room) return metadata;
  const kept = new Map<string, MetricMetadata>();
  for (const page of inPages(metadata, lookUpSize)) {
    const { rows } = await client.query<{ name: string }>(
      `SELECT name FROM metric_names
       WHERE project_id = $1 AND environment = $2 AND type IS NOT NULL AND name = ANY ($3)`,
      [projectId, environment, page.map(([name]) => name)],
    );
    const known = new Set(rows.map(({ name }) => name));
    for (const [name, about] of page) if (known.has(name) || room-- > 0) kept.set(name, about);
  }
  return kept;
}

/** Writes three columns of what is known about metrics, by their names. */
async function saveNames<T>(
  client: PoolClient,
  { projectId, environment }: Tenant,
  columns: readonly [string, string, string],
  about: ReadonlyMap<string, T>,
  valuesOf: (one: T) => readonly [unknown, unknown, unknown],
): Promise<void> {
  for (const page of inPages(about, rowsOfStatement)) {
    await client.query(
      `INSERT INTO metric_names AS known (project_id, environment, name, ${columns})
       VALUES ${rowsOfParameters(page.length, ["$1", "$2", null, null, null, null])}
       ON CONFLICT (project_id, environment, name)
       DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`)}`,
      [projectId, environment, ...page.flatMap(([name, one]) => [name, ...valuesOf(one)])],
    );
  }
}
