/**
 * Writes traces as the JSON text of Jaeger's answers, piece by piece as the client takes it. Spans are read a few at a
 * time, each time on a connection of its own: a client that reads slowly holds a small part of its answer in memory, and
 * no connection to the database.
 */
import { Slice } from "#src/http/event-loop.ts";
import { countReaching } from "#src/storage/fitting.ts";
import { presentProcess, presentSpan, traceWarnings } from "../presenters/trace.ts";
import type { StoredSpan } from "../store/queries/spans.ts";
import type { OutlinedSpan, OutlinedTrace } from "../store/queries/trace-outline.ts";

/** How what the outline names is read. */
export interface TraceReader {
  readonly spans: (keys: readonly OutlinedSpan[]) => Promise<readonly (StoredSpan | undefined)[]>;
}

/** Bounds of one read: a count of spans, and bytes that end with the span that exceeds them. */
const mostAtOnce = 1_000;
const bytesAtOnce = 512 * 1024;
/** Characters of a piece, roughly. */
const pieceLength = 64 * 1024;

/** `rest` are the fields of the envelope that follow `data`. Throws what the reader throws. */
export async function* traceListText(
  traces: readonly OutlinedTrace[],
  reader: TraceReader,
  rest: Readonly<Record<string, unknown>>,
): AsyncGenerator<string, void, undefined> {
  let piece = "";
  for await (const text of texts(traces, reader, rest)) {
    piece += text;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = "";
  }
  yield piece;
}

async function* texts(
  traces: readonly OutlinedTrace[],
  reader: TraceReader,
  rest: Readonly<Record<string, unknown>>,
): AsyncGenerator<string, void, undefined> {
  const spans = inChunks(
    traces.flatMap(({ spans }) => spans),
    reader.spans,
  );
  const slice = new Slice();
  yield '{"data":[';
  for (const [index, trace] of traces.entries()) {
    yield `${index === 0 ? "" : ","}{"traceID":"${trace.traceId}","processes":{`;
    for (const [number, { serviceName, resourceJson }] of trace.processes.entries()) {
      if (slice.isOver) await slice.next();
      const process = presentProcess(serviceName, resourceJson);
      yield `${number === 0 ? "" : ","}"${processId(number)}":${JSON.stringify(process)}`;
    }
    yield '},"spans":[';
    let comma = "";
    for (const key of trace.spans) {
      if (slice.isOver) await slice.next();
      const span = await next(spans);
      if (span === undefined) continue;
      yield `${comma}${JSON.stringify(presentSpan(span, { ...key, processID: processId(key.process) }))}`;
      comma = ",";
    }
    yield `],"warnings":${JSON.stringify(traceWarnings(trace))}}`;
  }
  yield `],${JSON.stringify(rest).slice(1)}`;
}

const processId = (number: number): string => `p${number + 1}`;

async function next<Value>(values: AsyncGenerator<Value, void>): Promise<Value | undefined> {
  const { value } = await values.next();
  return value ?? undefined;
}

/** One value for each key. */
async function* inChunks<Key extends { readonly bytes: number }, Value>(
  keys: readonly Key[],
  read: (keys: readonly Key[]) => Promise<readonly Value[]>,
): AsyncGenerator<Value, void, undefined> {
  for (let at = 0, taken = 0; at < keys.length; at += taken) {
    const next = keys.slice(at, at + mostAtOnce);
    taken = countReaching(next, ({ bytes }) => bytes, bytesAtOnce);
    yield* await read(next.slice(0, taken));
  }
}
