/** Web vitals in the store without a server. */
import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import type { LabelMatcher, SelectedSeries, SelectionLimits } from "#src/apis/observability/metrics/store.ts";
import type { Tenant } from "#src/apis/observability/records.ts";
import { seal, writtenOf } from "#src/apis/observability/store/blocks/kind.ts";
import { VitalReader } from "#src/apis/observability/store/queries/vitals.ts";
import { copyStates } from "#src/apis/observability/store/vital-copies.ts";
import { pushCopy, seriesText, vitalRecords } from "#src/apis/observability/store/vital-records.ts";
import { advanceHead, insertBlock, lockHead } from "#src/storage/blocks/log.ts";

export interface VitalQuestion {
  readonly matchers?: readonly LabelMatcher[];
  readonly from?: number;
  readonly to?: number;
  readonly limits?: Partial<SelectionLimits>;
}

/** What a query finds of all vitals, or of those that match. */
export async function selectVitals(
  pool: Pool,
  tenant: Tenant,
  { matchers = [], from = 0, to = Number.MAX_SAFE_INTEGER, limits }: VitalQuestion = {},
): Promise<SelectedSeries[]> {
  const { signal } = new AbortController();
  const reader = new VitalReader({ query: (sql, values) => pool.query(sql, values), signal });
  return await reader.select(tenant, {
    matchers,
    range: { fromMs: from, toMs: to },
    limits: { series: 1_000, samples: 1_000_000, ...limits },
  });
}

/** A block of vitals of so many pages, which are more than a day tells apart. */
export async function storePages(pool: Pool, tenant: Tenant, pages: number): Promise<void> {
  const written = writtenOf(vitalRecords);
  const copy = { high: 0, at: Date.now(), block: 0, state: copyStates.first, lowBits: 0, highBits: 0 };
  for (let low = 0; low < pages; low++)
    pushCopy(
      written,
      { ...copy, low },
      seriesText({ name: "rum.lcp", rating: "", url: `https://shop.example/${low}` }),
    );
  const { filter, ids, grams, headBytes, firstKey, lastKey, ...sealed } = await seal(vitalRecords, written, pages);
  const { tables } = vitalRecords;
  const block = {
    ...sealed,
    blockId: 1,
    attempt: randomUUID(),
    besides: [firstKey, lastKey, headBytes, filter, ids, grams],
  };
  const client = await pool.connect();
  await client.query(`BEGIN; ${lockHead(tables, tenant)}`);
  await insertBlock(client, tables, tenant, block);
  await client.query(`${advanceHead(tables, tenant, [block], copy.at)}; COMMIT`);
  client.release();
}

/** The value of each vital as it is read. Of all projects where none is named. */
export async function storedVitalValues(pool: Pool, projectId?: string): Promise<string[]> {
  const { rows } = await pool.query<{ project_id: string; environment: Tenant["environment"] }>(
    `SELECT project_id, environment FROM ${vitalRecords.tables.heads} WHERE $1::uuid IS NULL OR project_id = $1`,
    [projectId ?? null],
  );
  const selected = await Promise.all(
    rows.map(({ project_id, environment }) => selectVitals(pool, { projectId: project_id, environment })),
  );
  return selected.flat().flatMap(({ values }) => [...values].map(String));
}
