/** Numbers and durations as PromQL writes them. */

const unitMs = { y: 31_536_000_000, w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000, ms: 1 } as const;
/** Each unit at most once, the largest first. */
const durationText = /^(?:(\d+)y)?(?:(\d+)w)?(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?(?:(\d+)ms)?$/;

/** Go's longest duration, 292 years, in ms. */
export const longestMs = 9_223_372_036_854;

/** Milliseconds of text such as `1h30m`; NaN where it is no duration, Infinity where it is longer than Go's longest. */
export function durationMs(text: string): number {
  if (text === "0") return 0;
  const parts = text === "" ? null : durationText.exec(text);
  if (parts === null) return Number.NaN;
  const total = Object.values(unitMs).reduce((sum, ms, index) => sum + Number(parts[index + 1] ?? 0) * ms, 0);
  return total <= longestMs ? total : Number.POSITIVE_INFINITY;
}

/** Weeks and years only where nothing is left over: 90d rather than 12w6d (common/model, Duration.String). */
export function durationAsText(ms: number): string {
  let rest = Math.abs(Math.trunc(ms));
  if (rest === 0) return "0s";
  let text = ms < 0 ? "-" : "";
  for (const [unit, length] of Object.entries(unitMs)) {
    if ((unit === "y" || unit === "w") && rest % length !== 0) continue;
    const count = Math.floor(rest / length);
    if (count > 0) text += `${count}${unit}`;
    rest -= count * length;
  }
  return text;
}

/** A number as Go reads it with any base (strconv.ParseInt, then ParseFloat): `017` is 15. Null where it is none. */
export function numberOf(text: string): number | null {
  const small = text.toLowerCase();
  if (small === "inf") return Number.POSITIVE_INFINITY;
  if (small === "nan") return Number.NaN;
  const digits = small.replaceAll("_", "");
  const value = /^0[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number(digits);
  return Number.isFinite(value) ? value : null;
}
