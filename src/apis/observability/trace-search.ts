/** The parameters of Jaeger's trace search. */
import type { Contract } from "#generated/observability/contract.ts";
import type { TypedRequest } from "#src/contract/types.ts";
import { type FieldError, Problem } from "#src/http/problem.ts";
import type { TraceSearch } from "./store/queries/trace-ids.ts";

type TraceQuery = TypedRequest<Contract, "findTraces">["query"];

const hourMs = 3_600_000;
const lookbacks = { "1h": hourMs, "24h": 24 * hourMs, "7d": 168 * hourMs, "30d": 720 * hourMs } as const;

/** Clocks of senders run ahead a little, and what just arrived should be found at once. */
const clockSkewMs = 60_000;
const maxTags = 20;

/** `now` is in ms since the epoch. Throws Problem VALIDATION_FAILED with everything that is wrong. */
export function traceSearch(query: TraceQuery, now: number): TraceSearch {
  const findings: FieldError[] = [];
  const { start, end } = window(query, now, findings);
  const tags = query.tags === undefined ? undefined : readTags(query.tags, findings);
  const minDuration = query.minDuration === undefined ? undefined : nanosecondsOf(query.minDuration);
  const maxDuration = query.maxDuration === undefined ? undefined : nanosecondsOf(query.maxDuration);
  if (minDuration !== undefined && maxDuration !== undefined && minDuration > maxDuration) {
    findings.push({ path: "/query/maxDuration", code: "range", message: "must not be less than minDuration" });
  }
  if (findings.length > 0) throw new Problem("VALIDATION_FAILED", { fieldErrors: findings });
  const { service, operation, limit } = query;
  return { service, operation, tags, minDuration, maxDuration, start, end, limit };
}

/** `start` and `end` of the query are in microseconds. */
function window(
  { start, end, lookback }: TraceQuery,
  now: number,
  findings: FieldError[],
): { start: bigint; end: bigint } {
  const last = end === undefined ? msToNano(now + clockSkewMs) : BigInt(end) * 1_000n + 999n;
  if (start !== undefined) {
    if (end !== undefined && start > end) {
      findings.push({ path: "/query/start", code: "range", message: "must not be later than end" });
    }
    return { start: BigInt(start) * 1_000n, end: last };
  }
  if (lookback === "custom") {
    findings.push({ path: "/query/start", code: "required", message: "is required when lookback is custom" });
    return { start: 0n, end: last };
  }
  const from = end === undefined ? now : Math.floor(end / 1_000);
  return { start: msToNano(Math.max(0, from - lookbacks[lookback])), end: last };
}

function msToNano(ms: number): bigint {
  return BigInt(Math.floor(ms)) * 1_000_000n;
}

function readTags(text: string, findings: FieldError[]): Record<string, string> | undefined {
  const path = "/query/tags";
  const tags = parse(text);
  if (typeof tags !== "object" || tags === null || Array.isArray(tags)) {
    findings.push({ path, code: "type", message: 'must be the text of a JSON object, for example {"error":"true"}' });
    return undefined;
  }
  const entries = Object.entries(tags);
  if (entries.length > maxTags) {
    findings.push({ path, code: "maxProperties", message: `must not have more than ${maxTags} keys` });
  }
  const wrong = entries.find(([key, value]) => typeof value !== "string" || !isStorable(key) || !isStorable(value));
  if (wrong !== undefined) {
    const key = JSON.stringify(wrong[0]).slice(0, 200);
    const message = `must give every key a string of Unicode without NUL characters; ${key} has none`;
    findings.push({ path, code: "type", message });
  }
  return tags as Record<string, string>;
}

/** What PostgreSQL's jsonb refuses no attribute holds, so nothing could be found. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const unitNanoseconds: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};

/** PostgreSQL's largest bigint. */
const longest = 2n ** 63n - 1n;

/** A duration as Go writes it, for example `1.5s` or `1h30m`, in nanoseconds; its form is checked already. */
function nanosecondsOf(duration: string): bigint {
  let total = 0n;
  for (const [, whole = "0", fraction = "", unit = "ns"] of duration.matchAll(/(\d+)(?:\.(\d+))?([a-zµ]+)/g)) {
    const digits = BigInt(whole + fraction) * (unitNanoseconds[unit] ?? 1n);
    total += digits / 10n ** BigInt(fraction.length);
  }
  return total < longest ? total : longest;
}
