/** How spans come into the store. */
import { Slice } from "#src/http/event-loop.ts";
import { mayNeedSymbols } from "../symbols/symbolication/otlp-stack.ts";
import { spanSubject } from "../symbols/symbolication/subjects.ts";
import type { Dictionary } from "./blocks/dictionaries.ts";
import { type HeadOf, millisecondsOf, type OpenRecords, type Written } from "./blocks/kind.ts";
import { freshOf, type Sent } from "./blocks/recent.ts";
import { exportWindowMs, type TelemetryKind } from "./blocks/table.ts";
import type { FlushSources } from "./source-registry.ts";
import { type SpanRecords, spanRecords, writeSpanIdentity } from "./span-records.ts";
import type { Flush, SpanBatch } from "./table.ts";
import type { WaitingStacks } from "./waiting-stacks.ts";

export const spansTable: TelemetryKind<SpanBatch, SpanRecords> = {
  kind: "spans",
  records: spanRecords,
  repeatWindowMs: exportWindowMs,
  weigh: ({ rows }) => rows.length * spanBytes + rows.textBytes,
  stage,
};

/** The memory of a span, roughly, without its long texts. */
const spanBytes = 200;
/** Spans between two pauses. */
const spansAtOnce = 512;

async function stage(
  { client, batches, receivedAt, sources, stacks }: Flush<SpanBatch>,
  known: (sent: Sent) => Promise<Uint8Array>,
  written: Written<SpanRecords>,
): Promise<number[]> {
  const slice = new Slice();
  const sent = batches.map(({ rows }) => rows.columns);
  const isFresh = await freshOf(await identitiesOf(sent, slice), known);
  slice.begin();
  const received = BigInt(receivedAt);
  const stored = sent.map(() => 0);
  for (const name of ["attributes", "events", "links"] as const)
    written.body[name].reserve(sent.reduce((sum, { body }) => sum + body[name].bytes.length, 0));
  let first = 0;
  for (const [batch, from] of sent.entries()) {
    const { length } = from.head.spanId;
    const operations = new Set<number>();
    for (const [start, end] of runsOf(isFresh.subarray(first, first + length), longTextsOf(from))) {
      if (slice.isOver) await slice.next();
      takeColumns(written, from, start, end);
      for (let index = start; index < end; index++) written.head.receivedAt.push(received);
      collectOperations(sources, operations, from.head, start, end);
      collectStacks(stacks, from, start, end);
      stored[batch] = (stored[batch] ?? 0) + end - start;
    }
    first += length;
  }
  await sources.save(client);
  return stored;
}

/** Runs of ones: where each starts, and where it ends. A long text begins a run, as writing it takes milliseconds. */
function* runsOf(
  isFresh: Uint8Array,
  longTexts: readonly Dictionary<string>[],
): Generator<[start: number, end: number]> {
  const beginsLong = (index: number) =>
    longTexts.some(
      ({ places, values }) =>
        places[index] !== places[index - 1] && (values[places[index] as number] as string).length > longText,
    );
  for (let start = isFresh.indexOf(1); start >= 0; ) {
    const last = Math.min(start + spansAtOnce, isFresh.length);
    const known = isFresh.subarray(start, last).indexOf(0);
    let end = start + 1;
    if (longTexts.length === 0) end = known < 0 ? last : start + known;
    else while (end < last && isFresh[end] === 1 && !beginsLong(end)) end++;
    yield [start, end];
    start = isFresh.indexOf(1, end);
  }
}

/** Characters. */
const longText = 64 * 1024;

/** The columns with a long text among those that several spans may share. */
function longTextsOf({ head, body }: OpenRecords<SpanRecords>): Dictionary<string>[] {
  const { resource, scope, name } = head;
  return [resource, scope, name, body.traceState, body.statusMessage].filter(({ values }) =>
    values.some(({ length }) => length > longText),
  );
}

function takeColumns(
  { head, body }: Written<SpanRecords>,
  from: OpenRecords<SpanRecords>,
  start: number,
  end: number,
): void {
  const readers = { ...from.head, ...from.body };
  for (const [name, writer] of Object.entries({ ...head, ...body }))
    if (name !== "receivedAt") writer.take(readers[name as keyof typeof readers] as never, start, end);
}

/** `seen` has those of the batch that were collected before. */
function collectOperations(
  sources: FlushSources,
  seen: Set<number>,
  { service, name, kind }: HeadOf<SpanRecords>,
  start: number,
  end: number,
): void {
  for (let index = start; index < end; index++) {
    const place = (service.places[index] as number) * name.values.length + (name.places[index] as number);
    const operation = place * kinds + kind.get(index);
    if (seen.has(operation)) continue;
    seen.add(operation);
    sources.operation(service.get(index), name.get(index), kind.get(index));
  }
}

/** More than there are kinds of spans. */
const kinds = 8;

function collectStacks(
  stacks: WaitingStacks,
  { head, body: { events } }: OpenRecords<SpanRecords>,
  start: number,
  end: number,
): void {
  if (events.startOf(end) === events.startOf(start)) return;
  for (let index = start; index < end; index++) {
    if (!mayNeedSymbols(events.bytesOf(index), head.resource.get(index))) continue;
    stacks.add("span", spanSubject(head.traceId.get(index) as Uint8Array, head.spanId.get(index) as Uint8Array));
  }
}

async function identitiesOf(batches: readonly OpenRecords<SpanRecords>[], slice: Slice): Promise<Sent> {
  const count = batches.reduce((sum, { head }) => sum + head.spanId.length, 0);
  const identities = new Uint32Array(2 * count);
  const times = new Float64Array(count);
  let at = 0;
  for (const { head } of batches) {
    for (let index = 0; index < head.spanId.length; index++, at++) {
      if (index % spansAtOnce === 0 && slice.isOver) await slice.next();
      writeSpanIdentity(identities, 2 * at, head, index);
      times[at] = millisecondsOf(head.time.get(index));
    }
  }
  return { identities, times };
}
