// SQL: COPY, an update of many rows, and labels that are counted under the tenant's lock.
import type { VitalRecord } from "../records.ts";
import { isoDay } from "./partitions.ts";
import {
  dedupeWindow,
  type Flush,
  momentOfReceipt,
  type ReceiptWindow,
  rowTable,
  tenantBytes,
  type VitalBatch,
} from "./table.ts";

/** How long a vital may be reported again, from its first report, in ms. */
const vitalReplaceWindowMs = 24 * 3_600_000;
/** Addresses that are told apart in a day (UTC). */
export const maxUrlsPerDay = 10_000;
/** The address that stands for all others. */
export const otherUrl = "other";

type StoredVital = Pick<VitalRecord, "name" | "vitalId"> & { readonly receivedAt: Date };

export const vitalsTable = rowTable<VitalBatch>({
  kind: "web_vitals",
  copyStatement: `COPY web_vitals (project_id, received_at, value, environment, name, vital_id, url, rating)
    FROM STDIN (FORMAT binary)`,

  weigh({ rows }) {
    let bytes = 0;
    for (const { vitalId, url } of rows) bytes += 200 + vitalId.length + url.length;
    return bytes;
  },

  async stage(flush) {
    const { tenant, batches, receivedAt, encoder } = flush;
    // The last report of a vital is the one that counts.
    const latest = new Map<string, VitalRecord>();
    for (const { rows } of batches) for (const row of rows) latest.set(keyOf(row), row);
    const stored = await storedVitals(flush, [...latest.values()], dedupeWindow(receivedAt, vitalReplaceWindowMs));
    const known = await knownUrls(flush, [...latest.values()]);
    const kept = new Map(
      [...latest].map(([key, row]) => [key, known.has(row.url) ? row : { ...row, url: otherUrl }] as const),
    );
    const daysOf = new Map(stored.map((vital) => [keyOf(vital), isoDay(vital.receivedAt.getTime())]));
    const labelled = [...kept].map(([key, row]) => ({ ...row, day: daysOf.get(key) ?? isoDay(receivedAt) }));
    await saveSeries(flush, labelled);
    await replace(flush, stored, kept);
    for (const vital of stored) kept.delete(keyOf(vital));

    const project = tenantBytes(tenant);
    return batches.map(({ rows }) => {
      let written = 0;
      for (const row of rows) {
        const vital = latest.get(keyOf(row)) === row ? kept.get(keyOf(row)) : undefined;
        if (vital === undefined) continue;
        kept.delete(keyOf(row));
        encoder.row(8);
        encoder.bytes(project);
        encoder.timestamp(receivedAt);
        encoder.float8(vital.value);
        encoder.text(tenant.environment);
        encoder.text(vital.name);
        encoder.text(vital.vitalId);
        encoder.text(vital.url);
        encoder.text(vital.rating);
        written++;
      }
      return written;
    });
  },

  async countReceived(flush, receivedAt) {
    const rows = flush.batches.flatMap((batch) => batch.rows);
    return (await storedVitals(flush, rows, momentOfReceipt(receivedAt))).length;
  },
});

const keyOf = ({ name, vitalId }: Pick<VitalRecord, "name" | "vitalId">) => `${name} ${vitalId}`;

async function storedVitals(
  { client, tenant }: Pick<Flush, "client" | "tenant">,
  vitals: readonly VitalRecord[],
  window: ReceiptWindow,
): Promise<StoredVital[]> {
  // Primary key (project_id, environment, name, vital_id, received_at).
  const { rows } = await client.query<StoredVital>(
    `SELECT name, vital_id AS "vitalId", received_at AS "receivedAt" FROM web_vitals
     WHERE project_id = $1 AND environment = $2 AND name = ANY ($3) AND vital_id = ANY ($4)
       AND received_at > $5 AND received_at <= $6`,
    [
      tenant.projectId,
      tenant.environment,
      [...new Set(vitals.map(({ name }) => name))],
      [...new Set(vitals.map(({ vitalId }) => vitalId))],
      ...window,
    ],
  );
  const wanted = new Set(vitals.map(keyOf));
  return rows.filter((row) => wanted.has(keyOf(row)));
}

/** The addresses that are told apart: those of the day so far, and of the new ones as many as there is room for. */
async function knownUrls({ client, tenant, receivedAt }: Flush, vitals: readonly VitalRecord[]): Promise<Set<string>> {
  const urls = [...new Set(vitals.map(({ url }) => url))];
  // Primary key (project_id, environment, day, url, name, rating).
  const { rows } = await client.query<{ url: string }>(
    `SELECT DISTINCT url FROM web_vital_series
     WHERE project_id = $1 AND environment = $2 AND day = $3 AND url = ANY ($4)`,
    [tenant.projectId, tenant.environment, isoDay(receivedAt), urls],
  );
  // A value that is no address takes no room.
  const known = new Set(["", otherUrl, ...rows.map(({ url }) => url)]);
  const unknown = urls.filter((url) => !known.has(url));
  if (unknown.length === 0) return known;
  const counted = await client.query<{ urls: number }>(
    `SELECT count(DISTINCT url)::integer AS urls FROM web_vital_series
     WHERE project_id = $1 AND environment = $2 AND day = $3`,
    [tenant.projectId, tenant.environment, isoDay(receivedAt)],
  );
  const room = Math.max(0, maxUrlsPerDay - (counted.rows[0]?.urls ?? 0));
  for (const url of unknown.slice(0, room)) known.add(url);
  return known;
}

async function saveSeries(
  { client, tenant }: Flush,
  vitals: readonly (VitalRecord & { readonly day: string })[],
): Promise<void> {
  const series = new Map(
    vitals.map(({ day, url, name, rating }) => [[day, url, name, rating].join(" "), [day, url, name, rating]]),
  );
  if (series.size === 0) return;
  // A flush has at most 10,000 rows, and a statement 65,535 values. One order, so that no two wait for each other.
  const values = [...series.keys()].sort().flatMap((key) => series.get(key) ?? []);
  const rows = Array.from({ length: series.size }, (_, index) => {
    const at = 4 * index + 3;
    return `($1::uuid, $2, $${at}::date, $${at + 1}, $${at + 2}, $${at + 3})`;
  });
  await client.query(
    `INSERT INTO web_vital_series (project_id, environment, day, url, name, rating) VALUES ${rows}
     ON CONFLICT DO NOTHING`,
    [tenant.projectId, tenant.environment, ...values],
  );
}

/** The point stays where it was first seen, so that a chart does not change behind it. */
async function replace(
  { client, tenant }: Flush,
  stored: readonly StoredVital[],
  latest: ReadonlyMap<string, VitalRecord>,
): Promise<void> {
  const changes = stored.flatMap((vital) => {
    const change = latest.get(keyOf(vital));
    return change === undefined ? [] : [{ ...change, receivedAt: vital.receivedAt }];
  });
  if (changes.length === 0) return;
  // The flush looks for duplicates in indexes alone; a row that is changed has to be visited.
  await client.query("SET LOCAL enable_indexscan = on");
  await client.query(
    `UPDATE web_vitals AS vital SET value = change.value, url = change.url, rating = change.rating
     FROM unnest($3::text[], $4::text[], $5::timestamptz[], $6::float8[], $7::text[], $8::text[])
       AS change (name, vital_id, received_at, value, url, rating)
     WHERE vital.project_id = $1 AND vital.environment = $2 AND vital.name = change.name
       AND vital.vital_id = change.vital_id AND vital.received_at = change.received_at`,
    [
      tenant.projectId,
      tenant.environment,
      changes.map(({ name }) => name),
      changes.map(({ vitalId }) => vitalId),
      changes.map(({ receivedAt }) => receivedAt),
      changes.map(({ value }) => value),
      changes.map(({ url }) => url),
      changes.map(({ rating }) => rating),
    ],
  );
}
