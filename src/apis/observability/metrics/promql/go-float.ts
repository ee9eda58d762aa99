/** Floats as Go reads and writes them (package strconv). */

const decimal = /^[+-]?(?:\d+(?:_\d+)*\.?(?:\d+(?:_\d+)*)?|\.\d+(?:_\d+)*)(?:e[+-]?\d+(?:_\d+)*)?$/i;

/** As ParseFloat reads a decimal number, infinity or NaN; null where the text is none, or the number too large. */
export function floatIn(text: string): number | null {
  const special = /^(?:([+-]?)inf(?:inity)?|(nan))$/i.exec(text);
  if (special !== null) return special[2] !== undefined ? Number.NaN : special[1] === "-" ? -Infinity : Infinity;
  const value = decimal.test(text) ? Number(text.replaceAll("_", "")) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}

/** A number in the format 'e', 'f' or 'g'; with as few digits as say which one it is where the precision is left out. */
export function floatText(value: number, format: "e" | "f" | "g", precision?: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  const size = Math.abs(value);
  if (format === "e") return sign + exponentText(exponential(size, precision));
  if (format === "f") return sign + (precision === undefined ? plainDecimal(size) : fixed(size, precision));
  const digits = precision === undefined ? undefined : Math.max(precision, 1);
  const rounded = exponential(size, digits === undefined ? undefined : digits - 1);
  const [mantissa = "", exponent = "0"] = rounded.split("e");
  const power = Number(exponent);
  // Without a precision Go takes 6 for this decision, however many digits there are.
  if (power < -4 || power >= (digits ?? 6)) return sign + exponentText(`${trimmed(mantissa)}e${exponent}`);
  return sign + plainDecimal(Number(`${mantissa}e${exponent}`));
}

/** Go writes at least two digits of an exponent. */
function exponentText(text: string): string {
  return text.replace(/e([+-])(\d)$/, "e$10$2");
}

function trimmed(mantissa: string): string {
  return mantissa.includes(".") ? mantissa.replace(/\.?0+$/, "") : mantissa;
}

function exponential(size: number, precision?: number): string {
  if (precision === undefined) return size.toExponential();
  const [mantissa = "", exponent] = size.toExponential(precision).split("e");
  const [exact = ""] = size.toExponential(longestPrecision).split("e");
  return `${halfToEven(mantissa, exact)}e${exponent}`;
}

/** Digits that a precision may ask for. */
export const longestPrecision = 100;

function fixed(size: number, precision: number): string {
  if (size >= 1e21) return `${BigInt(size)}${precision > 0 ? `.${"0".repeat(precision)}` : ""}`;
  return halfToEven(size.toFixed(precision), size.toFixed(longestPrecision));
}

/** JavaScript rounds what lies in the middle up, Go to the even digit; `exact` has all digits of the number. */
function halfToEven(rounded: string, exact: string): string {
  const kept = rounded.includes(".") ? exact.slice(0, rounded.length) : exact.slice(0, exact.indexOf("."));
  const isMiddle = /^\.?50*$/.test(exact.slice(kept.length));
  return isMiddle && /[02468]$/.test(kept) ? kept : rounded;
}

/** A number without an exponent, with as few digits as say which one it is. */
export function plainDecimal(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  const [mantissa = "", exponent] = String(Math.abs(value)).split("e");
  if (exponent === undefined) return sign + mantissa;
  const [whole = "", fraction = ""] = mantissa.split(".");
  const shift = Number(exponent);
  const digits = whole + fraction;
  if (shift < 0) return `${sign}0.${"0".repeat(-shift - 1)}${digits}`;
  return sign + digits.padEnd(shift + 1, "0");
}
