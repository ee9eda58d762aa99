import { createHash } from "node:crypto";
import { indexedText } from "../indexed-text.ts";
import { dayMs } from "./partitions.ts";
import { asBuffer, dedupeWindow, type LogBatch, plainArray, type TelemetryTable, tenantBytes } from "./table.ts";

/** A batch that is sent again within this time is known, in ms. */
export const logDedupeWindowMs = dayMs;

/** The id of a log batch: a repeated export has the same body. */
export function batchIdOf(body: Uint8Array): Uint8Array {
  return createHash("sha256").update(body).digest().subarray(0, 16);
}

export const logsTable: TelemetryTable<LogBatch> = {
  kind: "logs",
  copyStatement: `COPY logs (project_id, batch_id, source_id, received_at, time_unix_nano, observed_time_unix_nano,
    batch_index, flags, severity_number, environment, service_name, severity_text, trace_id, span_id, event_name,
    body_text, body, attributes, dropped_attributes_count) FROM STDIN (FORMAT binary)`,

  weigh({ rows }) {
    let bytes = 0;
    for (const row of rows) bytes += 400 + row.bodyText.length + row.bodyJson.length + row.attributesJson.length;
    return bytes;
  },

  async stage({ client, tenant, batches, receivedAt, encoder, sources }) {
    const first = new Map<string, LogBatch>();
    for (const batch of batches) {
      const id = asBuffer(batch.batchId).toString("hex");
      if (!first.has(id)) first.set(id, batch);
    }
    const ids = [...first.keys()];
    // Primary key (project_id, environment, batch_id, batch_index, received_at). A batch is stored whole, so one row
    // of it is proof.
    const { rows: stored } = await client.query<{ position: string }>(
      `SELECT sent.position FROM unnest($3::uuid[]) WITH ORDINALITY AS sent (batch_id, position), LATERAL (
         SELECT 1 FROM logs
         WHERE project_id = $1 AND environment = $2 AND logs.batch_id = sent.batch_id
           AND received_at > $4 AND received_at <= $5 LIMIT 1
       ) AS stored`,
      [tenant.projectId, tenant.environment, plainArray(ids), ...dedupeWindow(receivedAt, logDedupeWindowMs)],
    );
    for (const { position } of stored) first.delete(ids[Number(position) - 1] ?? "");
    const fresh = new Set(first.values());

    const project = tenantBytes(tenant);
    const receivedNano = BigInt(receivedAt) * 1_000_000n;
    const written = batches.map((batch) => {
      if (!fresh.delete(batch)) return 0;
      for (const [index, row] of batch.rows.entries()) {
        encoder.row(19);
        encoder.bytes(project);
        encoder.bytes(batch.batchId);
        encoder.bytes(sources.source(row.resourceJson, row.scopeJson));
        encoder.timestamp(receivedAt);
        // OpenTelemetry log data model: a record without a time is placed by when it was observed.
        encoder.int8(row.timeUnixNano || row.observedTimeUnixNano || receivedNano);
        encoder.int8(row.observedTimeUnixNano);
        encoder.int4(index);
        encoder.int4(row.flags | 0);
        encoder.int2(row.severityNumber);
        encoder.text(tenant.environment);
        encoder.text(indexedText(row.serviceName));
        encoder.text(row.severityText || null);
        if (row.traceId === null) encoder.null();
        else encoder.bytes(row.traceId);
        if (row.spanId === null) encoder.null();
        else encoder.bytes(row.spanId);
        encoder.text(row.eventName || null);
        encoder.text(row.bodyText);
        // A body that is a string is in body_text already.
        encoder.text(row.bodyJson.startsWith('{"stringValue":') ? null : row.bodyJson);
        encoder.text(row.attributesJson === "[]" ? null : row.attributesJson);
        encoder.count(row.droppedAttributesCount);
      }
      return batch.rows.length;
    });
    await sources.save(client);
    return written;
  },
};
