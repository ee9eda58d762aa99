/** How spans come into the store. */
import { Slice } from "#src/http/event-loop.ts";
import { indexedText } from "../indexed-text.ts";
import { mayNeedSymbols } from "../symbols/symbolication/otlp-stack.ts";
import { spanSubject } from "../symbols/symbolication/subjects.ts";
import { millisecondsOf, type Written, writeIdentity } from "./blocks/kind.ts";
import { freshOf, type Sent } from "./blocks/recent.ts";
import { type BlockTable, blockTable, exportWindowMs } from "./blocks/table.ts";
import { type SpanRecords, spanRecords } from "./span-records.ts";
import type { Flush, SpanBatch } from "./table.ts";

export function spansTable({ recent, onDue }: Pick<BlockTable<SpanBatch, SpanRecords>, "recent" | "onDue">) {
  return blockTable<SpanBatch, SpanRecords>({
    kind: "spans",
    records: spanRecords,
    repeatWindowMs: exportWindowMs,
    recent,
    onDue,
    weigh,
    stage,
  });
}

function weigh({ rows }: SpanBatch): number {
  let bytes = 0;
  for (const row of rows)
    bytes += 400 + row.name.length + row.attributesJson.length + row.eventsJson.length + row.linksJson.length;
  return bytes;
}

async function stage(
  { client, batches, receivedAt, sources, stacks }: Flush<SpanBatch>,
  known: (sent: Sent) => Promise<Uint8Array>,
  { head, body }: Written<SpanRecords>,
): Promise<number[]> {
  const slice = new Slice();
  const isFresh = await freshOf(await identitiesOf(batches, slice), known);
  const received = BigInt(receivedAt);
  const stored = batches.map(() => 0);
  let at = 0;
  for (const [batch, { rows }] of batches.entries()) {
    for (const row of rows) {
      if (slice.isOver) await slice.next();
      if (isFresh[at++] !== 1) continue;
      if (row.endTimeUnixNano > longest) throw new RangeError(`${row.endTimeUnixNano} does not fit 64 bits`);
      const service = indexedText(row.serviceName);
      sources.operation(service, row.name, row.kind);
      const [attributes, events, links] = [row.attributesJson, row.eventsJson, row.linksJson].map(shortOf) as [
        string,
        string,
        string,
      ];
      head.time.push(row.startTimeUnixNano);
      head.receivedAt.push(received);
      head.bytes.push(
        bytesIn(row.name) +
          bytesIn(attributes) +
          bytesIn(events) +
          bytesIn(links) +
          bytesIn(row.traceState) +
          bytesIn(row.statusMessage),
      );
      head.duration.push(row.endTimeUnixNano - row.startTimeUnixNano);
      head.traceId.push(row.traceId);
      head.spanId.push(row.spanId);
      head.parentId.push(row.parentSpanId);
      head.kind.push(row.kind);
      head.status.push(row.statusCode);
      head.flags.push(row.flags >>> 0);
      head.service.push(service);
      head.name.push(row.name);
      head.resource.push(row.resourceJson);
      head.scope.push(row.scopeJson);
      head.droppedAttributes.push(row.droppedAttributesCount);
      head.droppedEvents.push(row.droppedEventsCount);
      head.droppedLinks.push(row.droppedLinksCount);
      body.attributes.push(attributes);
      body.events.push(events);
      body.links.push(links);
      body.traceState.push(row.traceState);
      body.statusMessage.push(row.statusMessage);
      if (events !== "" && mayNeedSymbols(events, row.resourceJson))
        stacks.add("span", spanSubject(row.traceId, row.spanId));
      stored[batch] = (stored[batch] ?? 0) + 1;
    }
  }
  await sources.save(client);
  return stored;
}

const longest = 2n ** 63n - 1n;

const shortOf = (json: string): string => (json === "[]" ? "" : json);

function bytesIn(text: string): number {
  return text === "" ? 0 : Buffer.byteLength(text);
}

async function identitiesOf(batches: readonly SpanBatch[], slice: Slice): Promise<Sent> {
  const count = batches.reduce((sum, { rows }) => sum + rows.length, 0);
  const identities = new Uint32Array(2 * count);
  const times = new Float64Array(count);
  let at = 0;
  for (const { rows } of batches)
    for (const { traceId, spanId, startTimeUnixNano } of rows) {
      if (slice.isOver) await slice.next();
      if (traceId.length !== 16 || spanId.length !== 8) throw new RangeError("An id has another length");
      writeIdentity(identities, 2 * at, traceId, spanId);
      times[at++] = millisecondsOf(startTimeUnixNano);
    }
  return { identities, times };
}
