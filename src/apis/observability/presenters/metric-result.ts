/** Results of metric queries as JSON text, a little at a time. */
import { bucketsOf, decodeHistogram } from "../metrics/native-histogram.ts";
import type { HistogramSample, Result, ResultSeries } from "../metrics/promql/evaluate.ts";
import { sampleText, secondsText } from "../metrics/promql/sample-text.ts";
import type { Labels } from "../metrics/store.ts";

/** Samples of one text. */
const samplesAtATime = 512;

export function* presentResult(result: Result): Generator<string> {
  yield `{"status":"success","data":{"resultType":"${result.type}","result":`;
  yield* resultText(result);
  yield "}}";
}

/** The answer that is a list, of which each element is JSON text. */
export function* presentList(elements: Iterable<string>): Generator<string> {
  yield '{"status":"success","data":[';
  let separator = "";
  for (const element of elements) {
    yield separator + element;
    separator = ",";
  }
  yield "]}";
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

function histogramPair({ timestamp, message }: HistogramSample): string {
  return `[${secondsText(timestamp)},${histogramText(message)}]`;
}

function histogramText(message: Buffer): string {
  const histogram = decodeHistogram(message);
  if (histogram === null) return '{"count":"0","sum":"NaN"}';
  const buckets = bucketsOf(histogram).map(
    ({ bounds, lower, upper, count }) =>
      `[${bounds},"${sampleText(lower)}","${sampleText(upper)}","${sampleText(count)}"]`,
  );
  const list = buckets.length > 0 ? `,"buckets":[${buckets.join(",")}]` : "";
  return `{"count":"${sampleText(histogram.count)}","sum":"${sampleText(histogram.sum)}"${list}}`;
}

export function labelsText(labels: Labels): string {
  let text = "{";
  for (let at = 0; at < labels.length; at += 2)
    text += `${at > 0 ? "," : ""}${JSON.stringify(labels[at])}:${JSON.stringify(labels[at + 1])}`;
  return `${text}}`;
}
