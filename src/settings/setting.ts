/**
 * The kinds of settings: how the text of an environment variable becomes a value, and what is said when it does not.
 * The tables of settings beside this file are written in them.
 */
import ipaddr from "ipaddr.js";

/** A setting read from text. `read` returns undefined for text that it does not accept. */
export interface Setting<T> {
  readonly variable: string;
  readonly meaning: string;
  /** The accepted values, as refusals name them: "expected …". */
  readonly expected: string;
  /** Used when the variable is missing or empty. */
  readonly fallback: (env: NodeJS.ProcessEnv) => T;
  /** The default as the table shows it. */
  readonly shown: string;
  readonly secret: boolean;
  readonly read: (text: string) => T | undefined;
}

export function plain(variable: string, meaning: string, expected: string) {
  return { variable, meaning, expected, secret: false };
}

export function text(
  variable: string,
  meaning: string,
  expected: string,
  fallback: string,
  pattern: RegExp,
): Setting<string> {
  const read = (given: string) => (pattern.test(given) ? given : undefined);
  return { ...plain(variable, meaning, expected), fallback: () => fallback, shown: fallback, read };
}

export function whole(
  variable: string,
  meaning: string,
  fallback: number,
  least: number,
  most: number,
): Setting<number> {
  const expected = `a whole number from ${least} to ${most}`;
  const read = (given: string) => integer(given, least, most);
  return { ...plain(variable, meaning, expected), fallback: () => fallback, shown: String(fallback), read };
}

export function quota(variable: string, what: string, fallback: number): Setting<number> {
  return whole(variable, `Most ${what} of a project in a minute`, fallback, 1, 1_000_000_000);
}

export function retention(variable: string, what: string, fallback: number): Setting<number> {
  return whole(variable, `Days to keep ${what}`, fallback, 1, 3_650);
}

export function choice<const T extends string>(
  variable: string,
  meaning: string,
  fallback: NoInfer<T>,
  options: readonly T[],
): Setting<T> {
  const read = (given: string) => options.find((option) => option === given);
  return {
    ...plain(variable, meaning, `one of ${options.join(", ")}`),
    fallback: () => fallback,
    shown: fallback,
    read,
  };
}

export function flag(variable: string, meaning: string): Setting<boolean> {
  const read = (given: string) => (given === "1" ? true : given === "0" ? false : undefined);
  return { ...plain(variable, meaning, "1 or 0"), fallback: () => false, shown: "0", read };
}

export function optional<T>(
  variable: string,
  meaning: string,
  expected: string,
  read: (given: string) => T | undefined,
  { secret = false, shown = "none" }: { secret?: boolean; shown?: string } = {},
): Setting<T | undefined> {
  return { variable, meaning, expected, secret, shown, fallback: () => undefined, read };
}

/** A login at a PostgreSQL. `shown` is the default, in words. */
export function database(variable: string, meaning: string, shown: string): Setting<string | undefined> {
  const expected = "postgres://user:password@host:port/database";
  const read = (given: string) => url(given, ["postgres:", "postgresql:"]);
  return optional(variable, meaning, expected, read, { secret: true, shown });
}

export function integer(given: string, least: number, most: number): number | undefined {
  if (!/^\d{1,15}$/.test(given)) return undefined;
  const value = Number(given);
  return value >= least && value <= most ? value : undefined;
}

export function url(given: string, protocols: readonly string[]): string | undefined {
  const parsed = URL.parse(given);
  return parsed !== null && protocols.includes(parsed.protocol) && parsed.hostname !== "" ? given : undefined;
}

export function word(given: string): string | undefined {
  return /^[\x21-\x7e]{1,4096}$/.test(given) ? given : undefined;
}

/** Text without control characters. */
export function line(given: string, most: number): string | undefined {
  return given.length <= most && !/\p{Cc}/u.test(given) ? given : undefined;
}

export function email(given: string): string | undefined {
  return given.length <= 254 && /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(given) ? given : undefined;
}

export function key(given: string): Buffer | undefined {
  if (/^[0-9a-fA-F]{64}$/.test(given)) return Buffer.from(given, "hex");
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(given)) return undefined;
  return Buffer.from(given, "base64");
}

export function ranges(given: string): readonly string[] | undefined {
  const parts = given.split(",").map((part) => part.trim());
  if (parts.length > 64) return undefined;
  return parts.every((part) => ipaddr.isValid(part) || ipaddr.isValidCIDR(part)) ? parts : undefined;
}

export function labelNames(given: string): readonly string[] | undefined {
  const names = given.split(",").map((name) => name.trim());
  return names.length <= 16 && names.every((name) => /^[A-Za-z_]\w{0,99}$/.test(name)) ? names : undefined;
}

export function hosts(given: string): readonly string[] | undefined {
  const parts = given.split(",").map((part) => part.trim());
  if (parts.length > 64) return undefined;
  const isHost = (part: string) => /^(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/.test(part);
  return parts.every(isHost) ? parts : undefined;
}
