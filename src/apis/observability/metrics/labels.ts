/** Label sets, compared and matched. */
import type { LabelMatcher, Labels } from "./store.ts";

/** The label's value; the empty text where there is none. */
export function labelValue(labels: Labels, name: string): string {
  for (let at = 0; at < labels.length; at += 2) if (labels[at] === name) return labels[at + 1] ?? "";
  return "";
}

export function matchesAll(labels: Labels, matchers: readonly LabelMatcher[]): boolean {
  return matchers.every(({ name, matches }) => matches(labelValue(labels, name)));
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
