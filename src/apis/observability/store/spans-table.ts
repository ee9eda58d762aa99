// SQL: COPY, and one search for the duplicates of a whole flush.
import { Slice } from "#src/http/event-loop.ts";
import { indexedText } from "../indexed-text.ts";
import type { SpanRecord } from "../records.ts";
import { mayNeedSymbols } from "../symbols/symbolication/otlp-stack.ts";
import { spanSubject } from "../symbols/symbolication/subjects.ts";
import { dayMs } from "./partitions.ts";
import {
  asBuffer,
  dedupeWindow,
  type Flush,
  momentOfReceipt,
  plainArray,
  type ReceiptWindow,
  type SpanBatch,
  type TelemetryTable,
  tenantBytes,
} from "./table.ts";

/** An exporter gives up long before; older repeats are collapsed when a trace is read. In ms. */
const spanDedupeWindowMs = dayMs;

export const spansTable: TelemetryTable<SpanBatch> = {
  kind: "spans",
  copyStatement: `COPY spans (project_id, trace_id, source_id, span_id, received_at, start_time_unix_nano,
    end_time_unix_nano, parent_span_id, flags, kind, status_code, environment, service_name, name, attributes, events,
    links, trace_state, status_message, dropped_attributes_count, dropped_events_count, dropped_links_count)
    FROM STDIN (FORMAT binary)`,

  weigh({ rows }) {
    let bytes = 0;
    for (const row of rows)
      bytes += 400 + row.name.length + row.attributesJson.length + row.eventsJson.length + row.linksJson.length;
    return bytes;
  },

  async stage(flush) {
    const { client, tenant, batches, receivedAt, encoder, sources, stacks } = flush;
    const fresh = await freshSpans(flush);
    const project = tenantBytes(tenant);
    const stored = batches.map(() => 0);
    const slice = new Slice();
    for (const { batch, row } of fresh) {
      if (slice.isOver) await slice.next();
      const service = indexedText(row.serviceName);
      sources.operation(service, row.name, row.kind);
      encoder.row(22);
      encoder.bytes(project);
      encoder.bytes(row.traceId);
      encoder.bytes(sources.source(row.resourceJson, row.scopeJson));
      encoder.bytes(row.spanId);
      encoder.timestamp(receivedAt);
      encoder.int8(row.startTimeUnixNano);
      encoder.int8(row.endTimeUnixNano);
      if (row.parentSpanId === null) encoder.null();
      else encoder.bytes(row.parentSpanId);
      encoder.int4(row.flags | 0);
      encoder.int2(row.kind);
      encoder.int2(row.statusCode);
      encoder.text(tenant.environment);
      encoder.text(service);
      encoder.text(row.name);
      encoder.text(row.attributesJson === "[]" ? null : row.attributesJson);
      encoder.text(row.eventsJson === "[]" ? null : row.eventsJson);
      encoder.text(row.linksJson === "[]" ? null : row.linksJson);
      encoder.text(row.traceState || null);
      encoder.text(row.statusMessage || null);
      encoder.count(row.droppedAttributesCount);
      encoder.count(row.droppedEventsCount);
      encoder.count(row.droppedLinksCount);
      if (row.eventsJson !== "[]" && mayNeedSymbols(row.eventsJson, row.resourceJson))
        stacks.add("span", spanSubject(row.traceId, row.spanId));
      stored[batch] = (stored[batch] ?? 0) + 1;
    }
    await sources.save(client);
    return stored;
  },

  async countReceived(flush, receivedAt) {
    return (await storedPositions(flush, await distinctSpans(flush.batches), momentOfReceipt(receivedAt))).length;
  },
};

interface SentSpan {
  /** Index of its batch in the flush. */
  readonly batch: number;
  readonly row: SpanRecord;
}

/** The first of each span, with what the search for it takes. */
interface DistinctSpans {
  readonly sent: SentSpan[];
  /** In hex. */
  readonly traceIds: string[];
  /** Of each span, the position of its trace from 1 on, and its id as a bigint. */
  readonly traces: number[];
  readonly spanIds: string[];
}

async function freshSpans(flush: Flush<SpanBatch>): Promise<SentSpan[]> {
  const distinct = await distinctSpans(flush.batches);
  const stored = await storedPositions(flush, distinct, dedupeWindow(flush.receivedAt, spanDedupeWindowMs));
  if (stored.length === 0) return distinct.sent;
  const duplicates = new Set(stored);
  return distinct.sent.filter((_, position) => !duplicates.has(position));
}

async function distinctSpans(batches: readonly SpanBatch[]): Promise<DistinctSpans> {
  const slice = new Slice();
  const traces = new Map<string, { readonly index: number; readonly spans: Set<string> }>();
  const traceIds: string[] = [];
  const sent: SentSpan[] = [];
  const sentTraces: number[] = [];
  const sentSpans: string[] = [];
  for (const [batch, { rows }] of batches.entries()) {
    for (const row of rows) {
      if (slice.isOver) await slice.next();
      const traceBytes = asBuffer(row.traceId);
      const traceKey = traceBytes.toString("latin1");
      let trace = traces.get(traceKey);
      if (trace === undefined) {
        trace = { index: traceIds.length, spans: new Set() };
        traces.set(traceKey, trace);
        traceIds.push(traceBytes.toString("hex"));
      }
      const spanId = asBuffer(row.spanId).readBigInt64BE().toString();
      if (trace.spans.has(spanId)) continue;
      trace.spans.add(spanId);
      sent.push({ batch, row });
      sentTraces.push(trace.index + 1);
      sentSpans.push(spanId);
    }
  }
  return { sent, traceIds, traces: sentTraces, spanIds: sentSpans };
}

/** Positions in `sent`. */
async function storedPositions(
  { client, tenant }: Pick<Flush, "client" | "tenant">,
  { traceIds, traces, spanIds }: DistinctSpans,
  window: ReceiptWindow,
): Promise<number[]> {
  // Primary key (project_id, trace_id, span_id, environment, received_at). Most traces are new: those cost one look-up
  // instead of one per span.
  const { rows } = await client.query<{ position: string }>(
    `WITH known AS MATERIALIZED (
       SELECT sent.index, sent.trace_id
       FROM unnest($3::uuid[]) WITH ORDINALITY AS sent (trace_id, index), LATERAL (
         SELECT 1 FROM spans
         WHERE project_id = $1 AND environment = $2 AND spans.trace_id = sent.trace_id
           AND received_at > $6 AND received_at <= $7 LIMIT 1
       ) AS stored
     )
     SELECT sent.position
     FROM unnest($4::integer[], $5::bigint[]) WITH ORDINALITY AS sent (trace, span_id, position)
     JOIN known ON known.index = sent.trace, LATERAL (
       SELECT 1 FROM spans
       WHERE project_id = $1 AND environment = $2 AND spans.trace_id = known.trace_id
         AND spans.span_id = sent.span_id AND received_at > $6 AND received_at <= $7 LIMIT 1
     ) AS stored`,
    [tenant.projectId, tenant.environment, plainArray(traceIds), plainArray(traces), plainArray(spanIds), ...window],
  );
  return rows.map(({ position }) => Number(position) - 1);
}
