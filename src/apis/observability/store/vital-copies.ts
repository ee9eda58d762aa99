/** Copies of web vitals, and which of them count. */
import type { Sliceable } from "#src/http/event-loop.ts";
import { dayMs } from "#src/storage/blocks/tables.ts";
import { IdentityTable } from "./blocks/recent.ts";

/** So long after its first report another one of the vital replaces it (ms). */
export const replaceWindowMs = dayMs;
/** A report replaces one that seems to have come so much later (ms): the database's clock may have been set back. */
export const clockGraceMs = 60_000;

/** What is known of a copy. */
export const copyStates = {
  /** From a segment: `at` is the time of the vital's first report, and no segment has an earlier copy. */
  first: 0,
  /** From a segment: other segments may have earlier copies. */
  replaces: 1,
  /** From a block: `at` is when it came. */
  report: 2,
  /** Another copy counts in its place. */
  replaced: 3,
} as const;

export interface VitalCopy {
  /** Words of the vital's identity. */
  readonly low: number;
  readonly high: number;
  /** In ms; see `copyStates`. */
  readonly at: number;
  /** The number of the block that it came in. */
  readonly block: number;
  readonly state: number;
  /** What its caller calls the copy's series. */
  readonly series: number;
  /** Words of the value. */
  readonly lowBits: number;
  readonly highBits: number;
}

/** Copies in columns. */
export class VitalCopies {
  length = 0;
  /** Two words each. */
  identities = new Uint32Array(128);
  at = new Float64Array(64);
  blocks = new Uint32Array(64);
  states = new Uint8Array(64);
  series = new Uint32Array(64);
  /** Two words each. */
  bits = new Uint32Array(128);

  add({ low, high, at, block, state, series, lowBits, highBits }: VitalCopy): void {
    if (this.length === this.at.length) this.#grow();
    const index = this.length++;
    this.identities[2 * index] = low;
    this.identities[2 * index + 1] = high;
    this.at[index] = at;
    this.blocks[index] = block;
    this.states[index] = state;
    this.series[index] = series;
    this.bits[2 * index] = lowBits;
    this.bits[2 * index + 1] = highBits;
  }

  get(index: number): VitalCopy {
    return {
      low: this.identities[2 * index] as number,
      high: this.identities[2 * index + 1] as number,
      at: this.at[index] as number,
      block: this.blocks[index] as number,
      state: this.states[index] as number,
      series: this.series[index] as number,
      lowBits: this.bits[2 * index] as number,
      highBits: this.bits[2 * index + 1] as number,
    };
  }

  /** The earliest time and the latest. */
  get bounds(): readonly [earliest: number, latest: number] {
    let [earliest, latest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let index = 0; index < this.length; index++) {
      earliest = Math.min(earliest, this.at[index] as number);
      latest = Math.max(latest, this.at[index] as number);
    }
    return [earliest, latest];
  }

  /** Finds those that it has so far. */
  get table(): IdentityTable {
    return new IdentityTable(this.identities.subarray(0, 2 * this.length));
  }

  #grow(): void {
    const grown = <Values extends Uint32Array | Float64Array | Uint8Array>(into: Values, values: Values): Values => {
      into.set(values);
      return into;
    };
    const size = 2 * this.at.length;
    this.identities = grown(new Uint32Array(2 * size), this.identities);
    this.at = grown(new Float64Array(size), this.at);
    this.blocks = grown(new Uint32Array(size), this.blocks);
    this.states = grown(new Uint8Array(size), this.states);
    this.series = grown(new Uint32Array(size), this.series);
    this.bits = grown(new Uint32Array(2 * size), this.bits);
  }
}

/** Copies between two pauses. */
const sliceCopies = 4_096;

/**
 * Finds out which copies count, and when the first report of each came: `at` becomes that time, and copies in whose place another one counts
 * become `replaced`. A report that counts becomes `replaces` where a segment has an earlier copy of the vital, `first` elsewhere. All
 * copies of a vital that has a report or a `replaces` have to be there, as far as they may be of one vital.
 */
export function* settle(copies: VitalCopies): Sliceable<void> {
  const { identities, blocks, states, length } = copies;
  let count = 0;
  const contested = new Uint32Array(2 * length);
  for (let index = 0; index < length; index++) {
    if (index % sliceCopies === 0) yield;
    if (states[index] === copyStates.first) continue;
    contested[count++] = identities[2 * index] as number;
    contested[count++] = identities[2 * index + 1] as number;
  }
  if (count === 0) return;
  yield;
  const table = new IdentityTable(contested.subarray(0, count));
  yield;
  // Lists of the copies of each identity.
  const heads = new Int32Array(count / 2).fill(-1);
  const next = new Int32Array(length);
  for (let index = length - 1; index >= 0; index--) {
    if (index % sliceCopies === 0) yield;
    const place = table.find(identities[2 * index] as number, identities[2 * index + 1] as number);
    if (place < 0) continue;
    next[index] = heads[place] as number;
    heads[place] = index;
  }
  for (const [place, head] of heads.entries()) {
    if (place % sliceCopies === 0) yield;
    const of: number[] = [];
    for (let index = head; index >= 0; index = next[index] as number) of.push(index);
    settleOne(
      copies,
      of.sort((a, b) => (blocks[a] as number) - (blocks[b] as number) || a - b),
    );
  }
}

/** Copies of one identity, in the order of their commits. */
function settleOne({ at, states }: VitalCopies, of: readonly number[]): void {
  let counting = -1;
  let inSegments = false;
  for (const index of of) {
    const time = at[index] as number;
    const isReport = states[index] === copyStates.report;
    const first = counting < 0 ? Number.NaN : (at[counting] as number);
    const follows = isReport ? first > time - replaceWindowMs && first <= time + clockGraceMs : first === time;
    if (follows) {
      states[counting] = copyStates.replaced;
      at[index] = first;
    } else inSegments = !isReport;
    if (isReport) states[index] = follows && inSegments ? copyStates.replaces : copyStates.first;
    counting = index;
  }
}
