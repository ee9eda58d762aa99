/** Numbers, durations and times for people to read, as the `humanize…` functions of Prometheus write them (template/template.go). */
import { floatText } from "../../promql/go-float.ts";
import { TemplateError } from "./error.ts";
import { momentText } from "./go-format.ts";

const largerPrefixes = ["k", "M", "G", "T", "P", "E", "Z", "Y"];
const smallerPrefixes = ["m", "u", "n", "p", "f", "a", "z", "y"];

export function humanized(value: number): string {
  if (value === 0 || !Number.isFinite(value)) return floatText(value, "g", 4);
  if (Math.abs(value) < 1) return smaller(value);
  return larger(value, 1_000, largerPrefixes);
}

function larger(value: number, base: number, prefixes: readonly string[]): string {
  let [scaled, prefix] = [value, ""];
  for (const each of prefixes) {
    if (Math.abs(scaled) < base) break;
    prefix = each;
    scaled /= base;
  }
  return floatText(scaled, "g", 4) + prefix;
}

function smaller(value: number): string {
  let [scaled, prefix] = [value, ""];
  for (const each of smallerPrefixes) {
    if (Math.abs(scaled) >= 1) break;
    prefix = each;
    scaled *= 1_000;
  }
  return floatText(scaled, "g", 4) + prefix;
}
export function humanized1024(value: number): string {
  if (Math.abs(value) <= 1 || !Number.isFinite(value)) return floatText(value, "g", 4);
  return larger(
    value,
    1_024,
    largerPrefixes.map((prefix) => `${prefix}i`),
  );
}

export function humanizedDuration(value: number): string {
  if (!Number.isFinite(value)) return floatText(value, "g", 4);
  if (value === 0) return "0s";
  const size = Math.abs(value);
  if (size < 1) return `${smaller(value)}s`;
  const sign = value < 0 ? "-" : "";
  const whole = Math.trunc(size);
  const [days, hours] = [Math.floor(whole / 86_400), Math.floor(whole / 3_600) % 24];
  const [minutes, rest] = [Math.floor(whole / 60) % 60, whole % 60];
  if (days > 0) return `${sign}${days}d ${hours}h ${minutes}m ${rest}s`;
  if (hours > 0) return `${sign}${hours}h ${minutes}m ${rest}s`;
  return minutes > 0 ? `${sign}${minutes}m ${rest}s` : `${sign}${floatText(size, "g", 4)}s`;
}

export function humanizedTimestamp(value: number): string {
  return Number.isFinite(value) ? momentText(momentOf(value)) : floatText(value, "g", 4);
}

/** The time in milliseconds of a time in seconds. Throws TemplateError where nanoseconds overflow 64 bits, as in Go. */
export function momentOf(value: number): number {
  if (!Number.isFinite(value) || Math.abs(value) > 9_223_372_036)
    throw new TemplateError(
      `${floatText(value, "g")} cannot be represented as a nanoseconds timestamp since it overflows int64`,
    );
  // Prometheus's times are whole milliseconds.
  return Math.trunc(value * 1_000);
}
