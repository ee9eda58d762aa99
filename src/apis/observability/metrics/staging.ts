/** Turns the batches of one flush into the contents of one block: whose series are known, what is new, what is refused. */
import { Pauses, type Sliceable } from "#src/http/event-loop.ts";
import { dayMs, dayOf } from "#src/storage/blocks/tables.ts";
import { maxAheadMs } from "../moments.ts";
import { type Contents, SampleRun } from "./codec/columns.ts";
import type { KnownSeries } from "./known-series.ts";
import { encodeRawLabels, inOrder, labelFault, parseRawLabels } from "./label-bytes.ts";
import { type Refused, Rejections } from "./rejections.ts";
import { type LabelMemory, labelMemory } from "./series-cache.ts";
import { type MetricBatch, type MetricRejection, recordBytes } from "./store.ts";

/** Between two pauses. */
const sliceItems = 4096;
const sliceTimes = 65_536;
/** Bytes of labels that are hashed without a pause, and what a series counts as beside its own. */
const sliceBytes = 512 * 1024;
const seriesWork = 64;

const unknown = -1;
const refused = -2;

const tooLarge = {
  histogram: `a histogram takes more than ${recordBytes.histogram} bytes`,
  exemplar: `an exemplar takes more than ${recordBytes.exemplar} bytes`,
} as const;
const oneSample: Partial<Refused> = { samples: 1 };
const oneRecord = { histogram: { histograms: 1 }, exemplar: { exemplars: 1 } } as const;

/** The times that are taken. */
export class TimeRule {
  readonly oldest: number;
  readonly newest: number;
  readonly #tooOld: string;

  constructor(now: number, retentionDays: number) {
    this.#tooOld = `a timestamp is older than the retention of ${retentionDays} days`;
    this.oldest = (dayOf(now) - retentionDays) * dayMs;
    this.newest = now + maxAheadMs;
  }

  /** Why a time outside is refused. */
  reason(timestamp: number): string {
    return timestamp > this.newest ? "a timestamp is more than 24 hours ahead" : this.#tooOld;
  }
}

/** One request on its way into a block. */
export class StagedBatch {
  readonly batch: MetricBatch;
  readonly #memory: LabelMemory;
  /** Of each series, its number in the cache, or that it is unknown or refused. */
  readonly #numbers: Int32Array;
  /** The known series that those numbers belong to. */
  #known: KnownSeries | undefined;
  #rejections = new Rejections();
  /** Why a series is refused altogether. */
  #refusals = new Map<number, string>();
  #duplicates = 0;

  constructor(batch: MetricBatch) {
    this.batch = batch;
    this.#memory = labelMemory(batch.labels);
    this.#numbers = new Int32Array(batch.seriesStart.length);
  }

  get duplicates(): number {
    return this.#duplicates;
  }

  get rejections(): readonly MetricRejection[] {
    return this.#rejections.all;
  }

  /** Looks up every series; costs nothing when that has been done with the same cache. */
  *lookUp(known: KnownSeries | undefined): Sliceable<void> {
    if (known !== undefined && this.#known === known) return;
    this.#known = known;
    const { seriesStart, seriesEnd } = this.batch;
    const numbers = this.#numbers;
    const pauses = new Pauses(sliceBytes);
    for (let i = 0; i < numbers.length; i++) {
      const [start, end] = [seriesStart[i] as number, seriesEnd[i] as number];
      numbers[i] = known?.cache.find(this.#memory, start, end) ?? unknown;
      if (pauses.isDue(seriesWork + end - start)) yield;
    }
  }

  /** Forgets what an earlier attempt found. */
  begin(): void {
    this.#rejections = new Rejections();
    this.#refusals = new Map();
    this.#duplicates = 0;
    for (let i = 0; i < this.#numbers.length; i++) if (this.#numbers[i] === refused) this.#numbers[i] = unknown;
  }

  /**
   * The label sets that are to be registered: of series that are unknown, hold something that is kept, and are valid. Hands each
   * to `wanted` with what to call when its number is known, or why it is refused.
   */
  *unknownSeries(
    known: KnownSeries,
    rule: TimeRule,
    wanted: (labels: Buffer, settle: (number: number | string) => void) => void,
  ): Sliceable<void> {
    const numbers = this.#numbers;
    if (!numbers.includes(unknown)) return;
    const needed = yield* this.#needed(rule);
    const { labels, seriesStart, seriesEnd } = this.batch;
    for (let i = 0; i < numbers.length; i++) {
      if (numbers[i] !== unknown || needed[i] === 0) continue;
      yield;
      const settle = (number: number | string) => this.#settle(i, number);
      const sent = labels.subarray(seriesStart[i], seriesEnd[i]);
      const parsed = parseRawLabels(sent);
      const ordered = parsed === null ? null : inOrder(parsed);
      const fault = ordered === null ? "its labels are malformed" : labelFault(ordered);
      if (ordered === null || fault !== null) {
        settle(fault ?? "");
        continue;
      }
      // Other bytes than the usual may say the same labels.
      const canonical = encodeRawLabels(ordered);
      const number = known.cache.find(labelMemory(canonical), 0, canonical.length);
      if (number >= 0) settle(number);
      else wanted(canonical.equals(sent) ? sent : canonical, settle);
    }
  }

  /** Writes what is kept to the block. */
  *write({ cache }: KnownSeries, rule: TimeRule, into: Contents): Sliceable<void> {
    const { sampleSeries, samples, records, recordSeries } = this.batch;
    const { timestamps, bits } = samples;
    const { ids, lastTimes, lastBits } = cache;
    const numbers = this.#numbers;
    let previousSeries = -1;
    let previousTime = 0;
    let previousLow = 0;
    let previousHigh = 0;
    for (let i = 0; i < sampleSeries.length; i++) {
      if (i % sliceItems === sliceItems - 1) yield;
      const series = sampleSeries[i] as number;
      const at = timestamps[i] as number;
      const number = numbers[series] as number;
      if (number === refused) {
        this.#rejections.add(series, this.#refusals.get(series) ?? "", oneSample);
        continue;
      }
      if (!(at >= rule.oldest && at <= rule.newest)) {
        this.#rejections.add(series, rule.reason(at), oneSample);
        continue;
      }
      const low = bits[2 * i] as number;
      const high = bits[2 * i + 1] as number;
      const last = lastTimes[number] as number;
      if (at === last) {
        if (lastBits[2 * number] === low && lastBits[2 * number + 1] === high) {
          this.#duplicates++;
          continue;
        }
        // Where another process may have been first, it is left to those who read.
        if (cache.isFirst(number)) {
          this.#rejections.add(series, "another value was stored for this instant", oneSample);
          continue;
        }
      } else if (series === previousSeries && at === previousTime && previousLow === low && previousHigh === high) {
        this.#duplicates++;
        continue;
      }
      if (at > last) {
        lastTimes[number] = at;
        lastBits[2 * number] = low;
        lastBits[2 * number + 1] = high;
      }
      into.samples.add(ids[number] as number, at, low, high);
      previousSeries = series;
      previousTime = at;
      previousLow = low;
      previousHigh = high;
    }
    for (const [i, { kind, timestamp, message }] of records.entries()) {
      if (i % sliceItems === sliceItems - 1) yield;
      const series = recordSeries[i] as number;
      const number = numbers[series] as number;
      const fault = message.length > recordBytes[kind] ? tooLarge[kind] : this.#faultAt(series, timestamp, rule);
      if (fault !== undefined) this.#rejections.add(series, fault, oneRecord[kind]);
      else into.records.push({ series: ids[number] as number, kind, timestamp, message });
    }
  }

  /** Why nothing of the series is taken at that time. */
  #faultAt(series: number, timestamp: number, rule: TimeRule): string | undefined {
    if (this.#numbers[series] === refused) return this.#refusals.get(series);
    return timestamp >= rule.oldest && timestamp <= rule.newest ? undefined : rule.reason(timestamp);
  }

  /** Per series, whether something of it has a time that is taken. */
  *#needed({ oldest, newest }: TimeRule): Sliceable<Uint8Array> {
    const { sampleSeries, samples, records, recordSeries } = this.batch;
    const needed = new Uint8Array(this.#numbers.length);
    for (let i = 0; i < sampleSeries.length; i++) {
      if (i % sliceTimes === sliceTimes - 1) yield;
      const at = samples.timestamps[i] as number;
      if (at >= oldest && at <= newest) needed[sampleSeries[i] as number] = 1;
    }
    for (const [i, { kind, timestamp, message }] of records.entries()) {
      if (i % sliceTimes === sliceTimes - 1) yield;
      if (message.length > recordBytes[kind]) continue;
      if (timestamp >= oldest && timestamp <= newest) needed[recordSeries[i] as number] = 1;
    }
    return needed;
  }

  #settle(series: number, number: number | string): void {
    if (typeof number === "number") {
      this.#numbers[series] = number;
      return;
    }
    this.#numbers[series] = refused;
    this.#refusals.set(series, number);
  }
}

/** `samples`: how many are expected. */
export const emptyContents = (samples = 4096): Contents => ({
  samples: new SampleRun(Math.max(1, samples)),
  records: [],
});
