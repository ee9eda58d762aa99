/** When groups are evaluated (Prometheus, rules/group.go, EvalTimestamp): at multiples of the interval, each group a little later than others. */
import { hash } from "node:crypto";
import type { GroupKey } from "./group-rows.ts";

/** The newest moment that is not after `now` (ms). Those that were missed in between are not made up for. */
export function newestMoment(key: GroupKey, intervalMs: number, now: number): number {
  const name = [key.projectId, key.environment, key.file, key.group].join("\0");
  const offset = hash("sha256", name, "buffer").readUInt32LE() % intervalMs;
  return now - ((now - offset) % intervalMs);
}

/** The first moment after `at`, another one, that is not before `now` (ms). */
export function momentAfter(at: number, intervalMs: number, now: number): number {
  return at + Math.max(1, Math.ceil((now - at) / intervalMs)) * intervalMs;
}
