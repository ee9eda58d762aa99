/** The state of a group of rules between two evaluations, and how it is stored. */
import { compressed, decompressed } from "../codec/compression.ts";
import type { Labels } from "../store.ts";
import type { Pairs, Rule } from "./rule.ts";

export type AlertState = "pending" | "firing" | "inactive";

/** An alert of a rule. Moments are milliseconds since the Unix epoch. */
export interface Alert {
  readonly labels: Labels;
  readonly annotations: Pairs;
  readonly state: AlertState;
  /** As a text: JSON has no NaN. */
  readonly value: string;
  readonly activeAt: number;
  readonly firedAt: number | null;
  /** An alert that has fired is kept for a while after its end, inactive. */
  readonly resolvedAt: number | null;
  readonly keepFiringSince: number | null;
  /** When it was last handed on for notification. */
  readonly sentAt: number | null;
}

export interface RuleStatus {
  /** `ruleIds`. */
  readonly id: string;
  readonly health: "ok" | "err" | "unknown";
  readonly lastError: string | null;
  /** How long the newest evaluation took, and its moment; null before the first. */
  readonly seconds: number;
  readonly at: number | null;
  readonly alerts: readonly Alert[];
}

export interface GroupStatus {
  readonly seconds: number;
  readonly at: number | null;
  readonly rules: readonly RuleStatus[];
}

/** By a rule's id, the series that its newest evaluation has written. */
export type WrittenSeries = ReadonlyMap<string, readonly Labels[]>;

const noStatus: GroupStatus = { seconds: 0, at: null, rules: [] };

/** By which rules keep their state when a file is loaded again: kind, name and labels, and the place among those alike. */
export function ruleIds(rules: readonly Rule[]): string[] {
  const seen = new Map<string, number>();
  return rules.map(({ kind, name, labels }) => {
    const same = JSON.stringify([kind, name, labels]);
    const number = (seen.get(same) ?? 0) + 1;
    seen.set(same, number);
    return `${same} ${number}`;
  });
}

const version = 1;

export function decodeStatus(bytes: Buffer | null): GroupStatus {
  return bytes === null ? noStatus : decodeJson<GroupStatus>(bytes);
}

export function encodeSeries(series: WrittenSeries): Buffer {
  return encodeJson([...series]);
}

export function decodeSeries(bytes: Buffer | null): WrittenSeries {
  return new Map(bytes === null ? [] : decodeJson<[string, Labels[]][]>(bytes));
}

/** JSON, compressed. */
export function encodeJson(value: unknown): Buffer {
  return compressed(Buffer.from(JSON.stringify(value)), version, "fast");
}

/** Throws DamagedBytes. */
export function decodeJson<T>(bytes: Buffer): T {
  const reader = decompressed(bytes, version);
  return JSON.parse(reader.take(bytes.readUInt32LE(1)).toString()) as T;
}
