/** Label sets, compared and matched. */
import { Slice } from "#src/http/event-loop.ts";
import type { LabelMatcher, Labels } from "./store.ts";

/** The label's value; the empty text where there is none. */
export function labelValue(labels: Labels, name: string): string {
  for (let at = 0; at < labels.length; at += 2) if (labels[at] === name) return labels[at + 1] ?? "";
  return "";
}

export function matchesAll(labels: Labels, matchers: readonly LabelMatcher[]): boolean {
  return matchers.every(({ name, matches }) => matches(labelValue(labels, name)));
}

/**
 * What has labels that pass all matchers of one of the lists. A single pattern may take milliseconds, so it pauses by time.
 * Rejects when the signal is aborted.
 */
export async function passing<T extends { readonly labels: Labels }>(
  all: Iterable<T>,
  lists: readonly (readonly LabelMatcher[])[],
  signal: AbortSignal,
): Promise<T[]> {
  const slice = new Slice();
  const found: T[] = [];
  for (const each of all) {
    if (slice.isOver) {
      signal.throwIfAborted();
      await slice.next();
    }
    if (lists.some((matchers) => matchesAll(each.labels, matchers))) found.push(each);
  }
  return found;
}

/** By names and values in turn, as bytes of UTF-8. */
export function compareLabels(a: Labels, b: Labels): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const order = compareText(a[at] ?? "", b[at] ?? "");
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** By bytes of UTF-8. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  // Only beyond the Basic Multilingual Plane is the order of UTF-16 another.
  if (!beyondBmp.test(a) && !beyondBmp.test(b)) return a < b ? -1 : 1;
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

const beyondBmp = /[\uD800-\uDFFF]/;
