/** Everything that is stored of a kind in blocks, whatever it is in. */
import type { Pool } from "pg";
import type { Tenant } from "#src/apis/observability/records.ts";
import { type Chunk, listChunks, readChunks, steadily } from "#src/apis/observability/store/blocks/chunks.ts";
import type { RecordKind } from "#src/apis/observability/store/blocks/kind.ts";
import { eventRecords } from "#src/apis/observability/store/event-records.ts";
import { logRecords } from "#src/apis/observability/store/log-records.ts";
import { spanRecords } from "#src/apis/observability/store/span-records.ts";

/** The id of each event. Of all projects where none is named; with this message where one is. */
export async function storedEventIds(pool: Pool, projectId?: string, message?: string): Promise<string[]> {
  const ids: string[] = [];
  for (const { head, body } of await chunksOf(pool, eventRecords, projectId))
    for (let index = 0; index < head.time.length; index++)
      if (message === undefined || body?.message.get(index) === message) ids.push(head.eventId.get(index));
  return ids;
}

/** The id of each span in hex. Of all projects where none is named. */
export async function storedSpanIds(pool: Pool, projectId?: string): Promise<string[]> {
  const ids: string[] = [];
  for (const { head } of await chunksOf(pool, spanRecords, projectId))
    for (let index = 0; index < head.time.length; index++) ids.push(head.spanId.get(index)?.toString("hex") ?? "");
  return ids;
}

/** The body of each log record. */
export async function storedLogTexts(pool: Pool, projectId?: string): Promise<string[]> {
  const texts: string[] = [];
  for (const { head, body } of await chunksOf(pool, logRecords, projectId))
    for (let index = 0; index < head.time.length; index++) texts.push(body?.text.get(index) ?? "");
  return texts;
}

async function chunksOf<Kind extends RecordKind>(pool: Pool, kind: Kind, projectId: string | undefined) {
  const { rows } = await pool.query<{ project_id: string; environment: Tenant["environment"] }>(
    `SELECT project_id, environment FROM ${kind.tables.heads} WHERE $1::uuid IS NULL OR project_id = $1`,
    [projectId ?? null],
  );
  const all = await Promise.all(
    rows.map((row) =>
      steadily(async () => {
        const tenant = { projectId: row.project_id, environment: row.environment };
        const listed = await listChunks(pool, kind, tenant, { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER });
        const chunks: Chunk<Kind>[] = [];
        for await (const chunk of readChunks(pool, kind, tenant, listed, true)) chunks.push(chunk);
        return chunks;
      }),
    ),
  );
  return all.flat();
}
