// SQL: look-ups by hash, COPY, and counters under a lock.
/** The series of a tenant, as the database has them. Everything here runs under the tenant's lock (`lockRegistry`). */
import { hash } from "node:crypto";
import { escapeLiteral, type PoolClient } from "pg";
import { CopyEncoder, copyRows } from "#src/storage/copy.ts";
import type { Tenant } from "../records.ts";
import { tenantBytes } from "../store/table.ts";
import { decodeLabels, nameLabel } from "./label-bytes.ts";
import type { MetricMetadata } from "./store.ts";

/** What is locked and counted for a tenant. */
export interface Registry {
  readonly series: number;
  /** Rises when series are removed. */
  readonly epoch: number;
  readonly nextId: number;
}

export function lockRegistry({ projectId, environment }: Tenant): string {
  return `INSERT INTO metric_registries AS registry (project_id, environment)
    VALUES (${escapeLiteral(projectId)}::uuid, ${escapeLiteral(environment)})
    ON CONFLICT (project_id, environment) DO UPDATE SET epoch = registry.epoch
    RETURNING series, epoch, next_id`;
}

/** What `lockRegistry` returned. */
export function registryOf(rows: readonly unknown[]): Registry {
  const [row] = rows as { series: string; epoch: string; next_id: number }[];
  if (row === undefined) throw new Error("A registry was not locked");
  return { series: Number(row.series), epoch: Number(row.epoch), nextId: row.next_id };
}

/** A hash of 64 bits; series that share one are told apart by their labels. */
export type Fingerprint = (labels: Buffer) => bigint;

export const fingerprintOf: Fingerprint = (labels) => hash("sha256", labels, "buffer").readBigInt64BE(0);

/** Most ids that one statement looks for. */
const lookUpSize = 10_000;

/** The ids of those label sets that are registered, by the labels' bytes as latin1 text. */
export async function findSeries(
  client: PoolClient,
  { projectId, environment }: Tenant,
  labelSets: readonly Buffer[],
  fingerprint: Fingerprint,
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const wanted = new Set(labelSets.map((labels) => labels.toString("latin1")));
  for (let at = 0; at < labelSets.length; at += lookUpSize) {
    const fingerprints = labelSets.slice(at, at + lookUpSize).map((labels) => fingerprint(labels).toString());
    const { rows } = await client.query<{ series_id: number; labels: Buffer }>(
      `SELECT series_id, labels FROM metric_series
       WHERE project_id = $1 AND environment = $2 AND fingerprint = ANY ($3::bigint[])`,
      [projectId, environment, `{${fingerprints}}`],
    );
    for (const { series_id, labels } of rows) {
      const key = labels.toString("latin1");
      if (wanted.has(key)) found.set(key, series_id);
    }
  }
  return found;
}

export interface Registration {
  /** The block with which the series come. */
  readonly blockId: number;
  /** Of their samples, since 1970-01-01. */
  readonly day: number;
  readonly fingerprint: Fingerprint;
}

/**
 * Registers label sets that are not registered and differ from each other. Returns their ids, in their order. Series of one
 * metric get ids next to each other, in extents that grow with the metric, so that they are stored near to each other.
 */
export async function registerSeries(
  client: PoolClient,
  tenant: Tenant,
  registry: Registry,
  labelSets: readonly Buffer[],
  { blockId, day, fingerprint }: Registration,
): Promise<number[]> {
  const names = labelSets.map(metricNameOf);
  const extents = await openExtents(client, tenant, names);
  let { nextId } = registry;
  const ids = names.map((name) => {
    const extent = extents.get(name) ?? { next: 0, end: 0, size: 0 };
    if (extent.next === extent.end) {
      extent.size = Math.min(Math.max(2 * extent.size, firstExtent), largestExtent);
      extent.next = nextId;
      nextId += extent.size;
      extent.end = nextId;
    }
    extents.set(name, extent);
    return extent.next++;
  });
  const encoder = new CopyEncoder();
  const project = tenantBytes(tenant);
  for (const [index, labels] of labelSets.entries()) {
    encoder.row(7);
    encoder.bytes(project);
    encoder.int8(BigInt(blockId));
    encoder.int8(fingerprint(labels));
    encoder.int4(ids[index] ?? 0);
    encoder.int4(day);
    encoder.text(tenant.environment);
    encoder.bytes(labels);
  }
  await copyRows(
    client,
    `COPY metric_series (project_id, registered, fingerprint, series_id, last_day, environment, labels)
     FROM STDIN (FORMAT binary)`,
    encoder,
  );
  await saveExtents(client, tenant, extents);
  await client.query(
    "UPDATE metric_registries SET series = series + $3, next_id = $4 WHERE project_id = $1 AND environment = $2",
    [tenant.projectId, tenant.environment, labelSets.length, nextId],
  );
  return ids;
}

const firstExtent = 4;
const largestExtent = 4096;

interface Extent {
  next: number;
  end: number;
  size: number;
}

function metricNameOf(labels: Buffer): string {
  const all = decodeLabels(labels);
  for (let i = 0; i < all.length; i += 2) if (all[i] === nameLabel) return all[i + 1] ?? "";
  return "";
}

async function openExtents(
  client: PoolClient,
  { projectId, environment }: Tenant,
  names: readonly string[],
): Promise<Map<string, Extent>> {
  const { rows } = await client.query<{ name: string; next_id: number; end_id: number; extent: number }>(
    `SELECT name, next_id, end_id, extent FROM metric_names
     WHERE project_id = $1 AND environment = $2 AND name = ANY ($3)`,
    [projectId, environment, [...new Set(names)]],
  );
  return new Map(rows.map(({ name, next_id, end_id, extent }) => [name, { next: next_id, end: end_id, size: extent }]));
}

/** Rows of one statement: PostgreSQL takes 65,535 parameters. */
const rowsOfStatement = 5_000;

async function saveExtents(
  client: PoolClient,
  { projectId, environment }: Tenant,
  extents: ReadonlyMap<string, Extent>,
): Promise<void> {
  const all = [...extents];
  for (let at = 0; at < all.length; at += rowsOfStatement) {
    const page = all.slice(at, at + rowsOfStatement);
    const values = page.map((_, i) => `($1, $2, $${4 * i + 3}, $${4 * i + 4}, $${4 * i + 5}, $${4 * i + 6})`);
    await client.query(
      `INSERT INTO metric_names AS known (project_id, environment, name, next_id, end_id, extent) VALUES ${values}
       ON CONFLICT (project_id, environment, name)
       DO UPDATE SET next_id = excluded.next_id, end_id = excluded.end_id, extent = excluded.extent`,
      [projectId, environment, ...page.flatMap(([name, { next, end, size }]) => [name, next, end, size])],
    );
  }
}

export async function saveMetadata(
  client: PoolClient,
  { projectId, environment }: Tenant,
  metadata: ReadonlyMap<string, MetricMetadata>,
): Promise<void> {
  const all = [...metadata];
  for (let at = 0; at < all.length; at += rowsOfStatement) {
    const page = all.slice(at, at + rowsOfStatement);
    const values = page.map((_, i) => `($1, $2, $${4 * i + 3}, $${4 * i + 4}, $${4 * i + 5}, $${4 * i + 6})`);
    await client.query(
      `INSERT INTO metric_names AS known (project_id, environment, name, type, help, unit) VALUES ${values}
       ON CONFLICT (project_id, environment, name)
       DO UPDATE SET type = excluded.type, help = excluded.help, unit = excluded.unit`,
      [projectId, environment, ...page.flatMap(([name, { type, help, unit }]) => [name, type, help, unit])],
    );
  }
}
