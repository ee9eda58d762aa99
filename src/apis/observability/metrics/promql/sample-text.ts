/** Numbers as Prometheus's API writes them (util/jsonutil). */

const negativeZero = (value: number) => value === 0 && 1 / value < 0;

/** The shortest decimal that means exactly this number: `1`, `0.5`, `1e+21`, `1e-07`, `NaN`, `+Inf`. */
export function sampleText(value: number): string {
  if (Number.isInteger(value) && value > -1e21 && value < 1e21) return negativeZero(value) ? "-0" : String(value);
  if (value === Number.POSITIVE_INFINITY) return "+Inf";
  if (value === Number.NEGATIVE_INFINITY) return "-Inf";
  const text = String(value);
  // Go writes at least two digits of an exponent; both change to it at the same sizes.
  return /e[+-]\d$/.test(text) ? `${text.slice(0, -1)}0${text.slice(-1)}` : text;
}

/** Milliseconds as seconds, with three decimals unless they are whole. */
export function secondsText(ms: number): string {
  const rest = ms % 1_000;
  if (rest === 0) return String(ms / 1_000);
  const whole = Math.trunc(ms / 1_000);
  return `${ms < 0 ? "-" : ""}${Math.abs(whole)}.${String(Math.abs(rest)).padStart(3, "0")}`;
}
