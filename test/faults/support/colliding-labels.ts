/**
 * Label sets that collide in a hash which takes in four bytes at a time by XOR and a multiplication and mixes only downwards: what a
 * flip of bit 29 changes, flips in the word behind it take back in half of the places, whatever the hash began with.
 */
import { encodeLabels } from "#src/apis/observability/metrics/label-bytes.ts";

/** Eight bytes and what stands for them: bit 29 of the first word, bits 14 and 29 of the second. */
const pair = ["xxxAx!xA", "xxxaxaxa"] as const;
const places = 18;

/** The labels of one of 2^18 series, as names and values in turn. */
export function collidingLabels(series: number): readonly string[] {
  let value = "";
  for (let place = 0; place < places; place++) value += pair[(series >>> place) & 1] ?? "";
  // Four bytes long, so that words begin where pairs do.
  const padding = "x".repeat((4 - (bytesBefore("m") % 4)) % 4);
  return ["__name__", "m", "v", padding + value];
}

/** Of the set, in front of the value of its last label. */
function bytesBefore(name: string): number {
  const value = "x".repeat(8 * places);
  return encodeLabels(["__name__", name, "v", value]).length - value.length;
}
