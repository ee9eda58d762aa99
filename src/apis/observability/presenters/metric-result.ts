/** Results of metric queries as JSON text, in pieces: an answer may be larger than anybody wants to hold. */
import { Readable } from "node:stream";
import { yieldToEventLoop } from "#src/http/event-loop.ts";
import { bucketsOf, type NativeHistogram } from "../metrics/native-histogram.ts";
import type { HistogramSample, Result, ResultSeries } from "../metrics/promql/evaluate.ts";
import { sampleText, secondsText } from "../metrics/promql/sample-text.ts";
import type { Labels } from "../metrics/store.ts";

/** Characters of a piece, roughly. */
const pieceLength = 32 * 1024;
/** Samples that are written before the length of the piece is looked at. */
const samplesAtATime = 512;

/**
 * The stream is read as fast as its reader takes it. Between pieces the event loop goes on; when the stream is closed, `done`
 * is called once.
 */
export function presentResult(result: Result, done: () => void): Readable {
  const stream = Readable.from(paced(pieces(result)), { objectMode: false, highWaterMark: 2 * pieceLength });
  stream.once("close", done);
  return stream;
}

async function* paced(texts: Iterable<string>): AsyncGenerator<Buffer> {
  for (const text of texts) {
    yield Buffer.from(text);
    await yieldToEventLoop();
  }
}

function* pieces(result: Result): Generator<string> {
  let piece = `{"status":"success","data":{"resultType":"${result.type}","result":`;
  for (const text of resultText(result)) {
    piece += text;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = "";
  }
  yield `${piece}}}`;
}

function* resultText(result: Result): Generator<string> {
  if (result.type === "scalar") yield sample(result.timestamp, result.value);
  else if (result.type === "string") yield `[${secondsText(result.timestamp)},${JSON.stringify(result.value)}]`;
  else {
    yield "[";
    let separator = "";
    for (const series of result.series) {
      yield `${separator}{"metric":${labelsText(series.labels)}`;
      if (result.type === "vector") yield onlySample(series);
      else yield* allSamples(series);
      yield "}";
      separator = ",";
    }
    yield "]";
  }
}

function onlySample({ timestamps, values, histograms }: ResultSeries): string {
  const [first] = histograms;
  if (first !== undefined) return `,"histogram":${histogramPair(first)}`;
  return `,"value":${sample(timestamps[0] ?? 0, values[0] ?? 0)}`;
}

function* allSamples({ timestamps, values, histograms }: ResultSeries): Generator<string> {
  for (let from = 0; from < timestamps.length; from += samplesAtATime) {
    let text = from === 0 ? ',"values":[' : ",";
    const to = Math.min(from + samplesAtATime, timestamps.length);
    for (let at = from; at < to; at++)
      text += (at > from ? "," : "") + sample(timestamps[at] as number, values[at] as number);
    yield to === timestamps.length ? `${text}]` : text;
  }
  for (const [at, each] of histograms.entries())
    yield (at === 0 ? ',"histograms":[' : ",") + histogramPair(each) + (at === histograms.length - 1 ? "]" : "");
}

function sample(timestamp: number, value: number): string {
  return `[${secondsText(timestamp)},"${sampleText(value)}"]`;
}

function histogramPair({ timestamp, histogram }: HistogramSample): string {
  return `[${secondsText(timestamp)},${histogramText(histogram)}]`;
}

function histogramText(histogram: NativeHistogram): string {
  const buckets = bucketsOf(histogram).map(
    ({ bounds, lower, upper, count }) =>
      `[${bounds},"${sampleText(lower)}","${sampleText(upper)}","${sampleText(count)}"]`,
  );
  const list = buckets.length > 0 ? `,"buckets":[${buckets.join(",")}]` : "";
  return `{"count":"${sampleText(histogram.count)}","sum":"${sampleText(histogram.sum)}"${list}}`;
}

function labelsText(labels: Labels): string {
  let text = "{";
  for (let at = 0; at < labels.length; at += 2)
    text += `${at > 0 ? "," : ""}${JSON.stringify(labels[at])}:${JSON.stringify(labels[at + 1])}`;
  return `${text}}`;
}
