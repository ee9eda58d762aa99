/** How events come into the store. */
import { Slice } from "#src/http/event-loop.ts";
import type { Written } from "./blocks/kind.ts";
import { freshOf, type Sent } from "./blocks/recent.ts";
import type { TelemetryKind } from "./blocks/table.ts";
import { type EventRecords, eventRecords, given, writeEventIdentity } from "./event-records.ts";
import type { EventBatch, Flush } from "./table.ts";

/** From the first receipt of an event id (reference: Limits), in ms. */
const repeatWindowMs = 10 * 60_000;

export const eventsTable: TelemetryKind<EventBatch, EventRecords> = {
  kind: "events",
  records: eventRecords,
  repeatWindowMs,
  weigh,
  stage,
};

function weigh({ rows }: EventBatch): number {
  let bytes = 0;
  for (const row of rows) bytes += 200 + (row.message?.length ?? 0) + row.payloadJson.length;
  return bytes;
}

async function stage(
  { batches, receivedAt, stacks, problems }: Flush<EventBatch>,
  known: (sent: Sent) => Promise<Uint8Array>,
  { head, body }: Written<EventRecords>,
): Promise<number[]> {
  const slice = new Slice();
  const isFresh = await freshOf({ identities: await identitiesOf(batches, slice) }, known);
  const received = BigInt(receivedAt);
  let at = 0;
  const counts: number[] = [];
  for (const { rows } of batches) {
    let stored = 0;
    for (const row of rows) {
      if (slice.isOver) await slice.next();
      if (isFresh[at++] !== 1) continue;
      const { message, release, stage, platform, traceId, spanId } = row;
      head.time.push(BigInt(Math.floor(row.time)) * 1_000_000n);
      head.receivedAt.push(received);
      head.bytes.push(Buffer.byteLength(row.payloadJson) + (message === null ? 0 : Buffer.byteLength(message)));
      head.given.push(
        (message === null ? 0 : given.message) |
          (release === null ? 0 : given.release) |
          (stage === null ? 0 : given.stage) |
          (platform === null ? 0 : given.platform) |
          (traceId === null ? 0 : given.traceId) |
          (spanId === null ? 0 : given.spanId) |
          (row.isProblem ? given.isProblem : 0) |
          (row.mayNeedSymbols ? given.mayNeedSymbols : 0),
      );
      head.level.push(row.level);
      head.source.push(row.source);
      head.release.push(release ?? "");
      head.stage.push(stage ?? "");
      head.platform.push(platform ?? "");
      head.eventId.push(row.eventId);
      body.message.push(message ?? "");
      body.exceptionType.push(row.exceptionType);
      body.exceptionValue.push(row.exceptionValue);
      body.traceId.push(traceId ?? "");
      body.spanId.push(spanId ?? "");
      body.payload.push(row.payloadJson);
      if (row.mayNeedSymbols) stacks.add("event", row.eventId);
      if (row.isProblem) problems.count++;
      stored++;
    }
    counts.push(stored);
  }
  return counts;
}

async function identitiesOf(batches: readonly EventBatch[], slice: Slice): Promise<Uint32Array> {
  const identities = new Uint32Array(2 * batches.reduce((sum, { rows }) => sum + rows.length, 0));
  let at = 0;
  for (const { rows } of batches)
    for (const { eventId } of rows) {
      if (slice.isOver) await slice.next();
      writeEventIdentity(identities, at++, eventId);
    }
  return identities;
}
