// SQL: labels that are counted under the tenant's lock.
/** How web vitals come into the store. */
import { Slice } from "#src/http/event-loop.ts";
import { rowsOfParameters } from "#src/storage/parameters.ts";
import type { VitalRecord } from "../records.ts";
import { tokenHash } from "./blocks/filters.ts";
import type { Written } from "./blocks/kind.ts";
import type { TelemetryKind } from "./blocks/table.ts";
import { isoDay } from "./partitions.ts";
import type { Flush, VitalBatch } from "./table.ts";
import { copyStates } from "./vital-copies.ts";
import { pushCopy, seriesText, type VitalRecords, vitalRecords, vitalSeriesOf } from "./vital-records.ts";

/** Addresses that are told apart in a day (UTC). */
export const maxUrlsPerDay = 10_000;
/** The address that stands for all others. */
export const otherUrl = "other";

export const vitalsTable: TelemetryKind<VitalBatch, VitalRecords> = {
  kind: "web_vitals",
  records: vitalRecords,
  repeatWindowMs: 0,
  weigh,
  stage,
};

function weigh({ rows }: VitalBatch): number {
  let bytes = 0;
  for (const { vitalId, url } of rows) bytes += 200 + vitalId.length + url.length;
  return bytes;
}

/** Every vital is written, the last report of each. */
async function stage(
  flush: Flush<VitalBatch>,
  _known: unknown,
  written: Written<VitalRecords>,
): Promise<readonly number[]> {
  const { batches, receivedAt } = flush;
  const latest = new Map<string, VitalRecord>();
  for (const { rows } of batches) for (const row of rows) latest.set(keyOf(row), row);
  const known = await knownUrls(flush, [...latest.values()]);
  const kept = new Map<VitalRecord, string>();
  for (const row of latest.values()) kept.set(row, seriesText(known.has(row.url) ? row : { ...row, url: otherUrl }));
  await saveSeries(flush, new Set(kept.values()));

  const slice = new Slice();
  const words = new Uint32Array(2);
  const value = new Float64Array(words.buffer);
  const counts: number[] = [];
  for (const { rows } of batches) {
    let stored = 0;
    for (const row of rows) {
      if (slice.isOver) await slice.next();
      const series = kept.get(row);
      if (series === undefined) continue;
      const [low, high] = tokenHash(row.name, row.vitalId);
      value[0] = row.value;
      const [lowBits = 0, highBits = 0] = words;
      pushCopy(written, { low, high, at: receivedAt, block: 0, state: copyStates.first, lowBits, highBits }, series);
      stored++;
    }
    counts.push(stored);
  }
  return counts;
}

const keyOf = ({ name, vitalId }: Pick<VitalRecord, "name" | "vitalId">) => `${name} ${vitalId}`;

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

/** The labels of the day. Those of a vital that came first the day before are among them, for readers look at the day after, too. */
async function saveSeries({ client, tenant, receivedAt }: Flush, texts: ReadonlySet<string>): Promise<void> {
  if (texts.size === 0) return;
  // A flush has at most 10,000 rows, and a statement 65,535 values.
  const labels = [...texts].map(vitalSeriesOf).flatMap(({ url, name, rating }) => [url, name, rating]);
  await client.query(
    `INSERT INTO web_vital_series (project_id, environment, day, url, name, rating)
     VALUES ${rowsOfParameters(texts.size, ["$1::uuid", "$2", "$3::date", null, null, null])} ON CONFLICT DO NOTHING`,
    [tenant.projectId, tenant.environment, isoDay(receivedAt), ...labels],
  );
}
