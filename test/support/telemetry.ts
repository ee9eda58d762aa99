import { randomBytes, randomUUID } from "node:crypto";
import type { EventRecord, LogRecord, SpanRecord, Tenant, VitalRecord } from "#src/apis/observability/records.ts";
import type { QuotaCharge } from "#src/apis/observability/store/quota.ts";
import { SpanColumns } from "#src/apis/observability/store/span-columns.ts";
import type { SpanBatch } from "#src/apis/observability/store/table.ts";

export function aTenant(environment: Tenant["environment"] = "test"): Tenant {
  return { projectId: randomUUID(), environment };
}

/** The options of an append whose quota does not matter. */
export const plenty: { quota: QuotaCharge } = { quota: { name: "any", amount: 1, limitPerMinute: 1_000_000 } };

export function anEvent(given: Partial<EventRecord> = {}): EventRecord {
  const { exception } = JSON.parse(given.payloadJson ?? "{}") as { exception?: { type?: string; value?: string } };
  return {
    eventId: randomUUID(),
    source: "server",
    time: Date.now(),
    level: 50,
    message: "Payment failed",
    release: "shop@1.2.3",
    stage: "production",
    platform: "node",
    traceId: null,
    spanId: null,
    exceptionType: exception?.type ?? "",
    exceptionValue: (exception?.value ?? "").replaceAll("\0", ""),
    mayNeedSymbols: false,
    isProblem: false,
    payloadJson: '{"tags":{"region":"eu"}}',
    ...given,
  };
}

export function aSpan(given: Partial<SpanRecord> = {}): SpanRecord {
  const start = BigInt(Date.now()) * 1_000_000n;
  return {
    traceId: randomBytes(16),
    spanId: randomBytes(8),
    parentSpanId: null,
    traceState: "",
    flags: 257,
    name: "GET /items",
    kind: 2,
    startTimeUnixNano: start,
    endTimeUnixNano: start + 5_000_000n,
    statusCode: 0,
    statusMessage: "",
    serviceName: "shop",
    attributesJson: "[]",
    eventsJson: "[]",
    linksJson: "[]",
    resourceJson: '[{"key":"service.name","value":{"stringValue":"shop"}}]',
    scopeJson: '{"name":"http","version":"1","attributes":[]}',
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
    ...given,
  };
}

/** A batch as a request with these spans gives it. */
export function spanBatch(...spans: readonly SpanRecord[]): SpanBatch {
  const rows = new SpanColumns();
  for (const span of spans) rows.add(span);
  return { kind: "spans", rows };
}

/** The spans of a request. */
export function spansIn({ columns: { head, body } }: SpanColumns): SpanRecord[] {
  const listed = (json: string) => (json === "" ? "[]" : json);
  return Array.from({ length: head.spanId.length }, (_, index) => {
    const start = head.time.get(index);
    return {
      traceId: Uint8Array.from(head.traceId.get(index) ?? []),
      spanId: Uint8Array.from(head.spanId.get(index) ?? []),
      parentSpanId: head.parentId.get(index) && Uint8Array.from(head.parentId.get(index) ?? []),
      traceState: body.traceState.get(index),
      flags: head.flags.get(index),
      name: head.name.get(index),
      kind: head.kind.get(index),
      startTimeUnixNano: start,
      endTimeUnixNano: start + head.duration.get(index),
      statusCode: head.status.get(index),
      statusMessage: body.statusMessage.get(index),
      serviceName: head.service.get(index),
      attributesJson: listed(body.attributes.get(index)),
      eventsJson: listed(body.events.get(index)),
      linksJson: listed(body.links.get(index)),
      resourceJson: head.resource.get(index),
      scopeJson: head.scope.get(index),
      droppedAttributesCount: head.droppedAttributes.get(index),
      droppedEventsCount: head.droppedEvents.get(index),
      droppedLinksCount: head.droppedLinks.get(index),
    };
  });
}

export function aLog(given: Partial<LogRecord> = {}): LogRecord {
  const time = BigInt(Date.now()) * 1_000_000n;
  const bodyText = given.bodyText ?? "cart saved";
  return {
    timeUnixNano: time,
    observedTimeUnixNano: time,
    severityNumber: 9,
    severityText: "INFO",
    traceId: null,
    spanId: null,
    flags: 0,
    eventName: "",
    serviceName: "shop",
    bodyText,
    bodyJson: JSON.stringify({ stringValue: bodyText }),
    attributesJson: "[]",
    resourceJson: '[{"key":"service.name","value":{"stringValue":"shop"}}]',
    scopeJson: '{"name":"logger","version":"1","attributes":[]}',
    droppedAttributesCount: 0,
    ...given,
  };
}

export function aVital(given: Partial<VitalRecord> = {}): VitalRecord {
  return {
    name: "rum.lcp",
    vitalId: randomUUID(),
    value: 1_843.2,
    url: "https://shop.example/cart",
    rating: "good",
    ...given,
  };
}

export const batchId = (): Uint8Array => randomBytes(16);
