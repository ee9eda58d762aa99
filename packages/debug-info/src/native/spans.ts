/** Ranges of addresses in a symbol index, each with the segment that knows of them. */
import { firstPlace } from "../binary-search.ts";

export interface Span {
  readonly start: number;
  readonly end: number;
  readonly segment: number;
}

/** Makes the last span longer where the next one goes on with the same segment. */
export function addSpan(spans: Span[], next: Span, gap = 0): void {
  const last = spans.at(-1);
  if (last?.segment === next.segment && next.start - last.end <= gap) {
    spans[spans.length - 1] = { ...last, end: next.end };
  } else spans.push(next);
}

/** Between functions of a unit there is padding; so many bytes of it do not make two ranges of the directory. */
const padding = 32;

/** In ascending order, without overlaps: where two units claim an address, the one that begins first has it. */
export function disjoint(spans: Span[]): Span[] {
  spans.sort((one, other) => one.start - other.start || other.end - one.end);
  const kept: Span[] = [];
  let end = 0;
  for (const span of spans) {
    if (span.end <= end) continue;
    addSpan(kept, span.start < end ? { ...span, start: end } : span, padding);
    end = span.end;
  }
  return kept;
}

/** The segment of an address among ascending rows of start, end and segment. */
export function segmentAt(spans: Uint32Array, address: number): number | undefined {
  const row = firstPlace(spans.length / 3, (place) => (spans[place * 3] as number) > address) - 1;
  return row < 0 || address >= (spans[row * 3 + 1] as number) ? undefined : spans[row * 3 + 2];
}
