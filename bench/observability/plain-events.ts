/** The stored events as rows of a plain table, as one would keep them without the store: what it is measured against. */
import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { Pool } from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import type { Tenant } from "#src/apis/observability/records.ts";
import { listChunks, readChunks } from "#src/apis/observability/store/blocks/chunks.ts";
import { eventRecords } from "#src/apis/observability/store/event-records.ts";
import { readEvent } from "#src/apis/observability/store/queries/events.ts";

/** Of the project's, or of all. */
export async function makePlainEvents(owner: Pool, mostRows = Number.POSITIVE_INFINITY): Promise<void> {
  await owner.query("DROP TABLE IF EXISTS plain_events");
  await owner.query(`CREATE TABLE plain_events (
    project_id uuid NOT NULL, received_at timestamptz NOT NULL, time timestamptz NOT NULL, level smallint NOT NULL,
    environment text COLLATE "C" NOT NULL, event_id text COLLATE "C" NOT NULL, source text NOT NULL, message text, release text,
    stage text, platform text, trace_id text, span_id text, payload text NOT NULL,
    PRIMARY KEY (project_id, environment, event_id, received_at))`);
  const { rows: heads } = await owner.query<{ project_id: string; environment: Tenant["environment"] }>(
    "SELECT project_id, environment FROM event_heads",
  );
  let left = mostRows;
  for (const head of heads) {
    const tenant: Tenant = { projectId: head.project_id, environment: head.environment };
    const listed = await listChunks(owner, eventRecords, tenant, { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER });
    for await (const { head: columns, body } of readChunks(owner, eventRecords, tenant, listed, true)) {
      if (left <= 0 || body === null) return;
      left -= columns.time.length;
      const rows = Array.from({ length: columns.time.length }, (_, index) => {
        const event = readEvent(columns, body, index);
        const { eventId, time, level, source, message, release, stage, platform, traceId, spanId } = event;
        return {
          ...{ project_id: tenant.projectId, environment: tenant.environment, received_at: event.receivedAt },
          ...{ time: new Date(time), level, event_id: eventId, source, message, release, stage, platform },
          ...{ trace_id: traceId, span_id: spanId, payload: event.payloadJson },
        };
      });
      await owner.query("INSERT INTO plain_events SELECT * FROM jsonb_populate_recordset(NULL::plain_events, $1)", [
        JSON.stringify(rows),
      ]);
    }
  }
}

/** Seconds that one COPY of all rows takes, as psql's \copy does it, into the table after it was emptied. */
export async function copySeconds(owner: Pool, file: string): Promise<number> {
  const client = await owner.connect();
  await pipeline(client.query(copyTo("COPY plain_events TO STDOUT")), createWriteStream(file));
  await client.query("TRUNCATE plain_events");
  await client.query("CHECKPOINT");
  const start = performance.now();
  await pipeline(
    createReadStream(file, { highWaterMark: 65_536 }),
    client.query(copyFrom("COPY plain_events FROM STDIN")),
  );
  client.release();
  return (performance.now() - start) / 1000;
}

export async function emptyEvents(owner: Pool): Promise<void> {
  await owner.query(
    "TRUNCATE event_heads, event_blocks, event_segments, symbolications, waiting_stacks, issue_arrivals",
  );
  await owner.query("CHECKPOINT");
}
