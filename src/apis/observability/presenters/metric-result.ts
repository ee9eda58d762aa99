/** Results of metric queries as JSON text, a little at a time. */
import type { Result, ResultData, ResultSeries, SamplesOfSteps } from "../metrics/promql/evaluate.ts";
import { type Bucket, bucketsOf, type FloatHistogram } from "../metrics/promql/histograms/histogram.ts";
import { sampleText, secondsText } from "../metrics/promql/sample-text.ts";
import type { Labels } from "../metrics/store.ts";

/** Samples of one text. */
const samplesAtATime = 512;

/** `withStatistics` adds what the query took, as Prometheus's parameter `stats` asks for it. */
export function* presentResult(result: Result, withStatistics = false): Generator<string> {
  yield `{"status":"success","data":{"resultType":"${result.type}","result":`;
  yield* resultText(result);
  if (withStatistics) yield `,"stats":${JSON.stringify(statisticsOf(result))}`;
  yield "}";
  if (result.warnings.length > 0) yield `,"warnings":${JSON.stringify(result.warnings)}`;
  if (result.infos.length > 0) yield `,"infos":${JSON.stringify(result.infos)}`;
  yield "}";
}

/** In Prometheus's words (util/stats): times are in seconds. */
function statisticsOf({ statistics }: Result) {
  const { readingMs, calculatingMs, samples, samplesOfSteps, samplesRead, peakPoints } = statistics;
  const seconds = (ms: number) => Number((ms / 1_000).toFixed(9));
  return {
    timings: {
      evalTotalTime: seconds(readingMs + calculatingMs),
      resultSortTime: 0,
      queryPreparationTime: seconds(readingMs),
      innerEvalTime: seconds(calculatingMs),
      execQueueTime: 0,
      execTotalTime: seconds(readingMs + calculatingMs),
    },
    samples: {
      ...(samplesOfSteps !== null && { totalQueryableSamplesPerStep: stepPairs(samplesOfSteps) }),
      totalQueryableSamples: samples,
      peakSamples: Math.max(samplesRead, peakPoints),
    },
  };
}

/** Each step's moment in seconds, and its samples. */
function stepPairs({ period: { start, step }, samples }: SamplesOfSteps): (readonly [number, number])[] {
  return Array.from(samples, (count, index) => [(start + index * step) / 1_000, count] as const);
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

function* resultText(result: ResultData): Generator<string> {
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

function histogramPair({ timestamp, histogram }: ResultSeries["histograms"][number]): string {
  return `[${secondsText(timestamp)},${histogramText(histogram)}]`;
}

function histogramText(histogram: FloatHistogram): string {
  const buckets = bucketsOf(histogram)
    .filter(({ count }) => count !== 0)
    .map(
      (bucket) => `[${boundsOf(bucket)},"${[bucket.lower, bucket.upper, bucket.count].map(sampleText).join('","')}"]`,
    );
  const list = buckets.length > 0 ? `,"buckets":[${buckets.join(",")}]` : "";
  return `{"count":"${sampleText(histogram.count)}","sum":"${sampleText(histogram.sum)}"${list}}`;
}

/** The bounds that belong to a bucket: 0 the upper, 1 the lower, 2 none, 3 both. */
function boundsOf({ lowerInclusive, upperInclusive }: Bucket): 0 | 1 | 2 | 3 {
  if (lowerInclusive) return upperInclusive ? 3 : 1;
  return upperInclusive ? 0 : 2;
}

export function labelsText(labels: Labels): string {
  let text = "{";
  for (let at = 0; at < labels.length; at += 2)
    text += `${at > 0 ? "," : ""}${JSON.stringify(labels[at])}:${JSON.stringify(labels[at + 1])}`;
  return `${text}}`;
}
