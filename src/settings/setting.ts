/**
 * The kinds of settings: how the text of an environment variable is parsed, and what the message says that it expects. The tables of
 * settings beside this file are built from these functions.
 */
import ipaddr from "ipaddr.js";

/** A setting. `read` parses its text, and returns undefined for text that is not accepted. */
export interface Setting<T> {
  readonly variable: string;
  readonly meaning: string;
  /** The accepted values, for the message "expected …". */
  readonly expected: string;
  /** Returns the default, for a variable that is missing or empty. */
  readonly fallback: (env: NodeJS.ProcessEnv) => T;
  /** The default as the table shows it. */
  readonly shown: string;
  readonly secret: boolean;
  readonly read: (text: string) => T | undefined;
}

/** The name, meaning and expected values of a setting that is not secret. */
export function plain(variable: string, meaning: string, expected: string) {
  return { variable, meaning, expected, secret: false };
}

/** A text that matches a pattern. */
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

/** A whole number from `least` to `most`. */
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

/** A whole number from 1 to `most`. */
export function positive(variable: string, meaning: string, fallback: number, most = 1_000_000_000): Setting<number> {
  return whole(variable, meaning, fallback, 1, most);
}

/** A quota per project and minute. */
export function quota(variable: string, what: string, fallback: number): Setting<number> {
  return positive(variable, `Most ${what} of a project in a minute`, fallback);
}

/** A retention in days. */
export function retention(variable: string, what: string, fallback: number): Setting<number> {
  return positive(variable, `Days to keep ${what}`, fallback, 3_650);
}

/** One of several words. */
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

/** 1 or 0. */
export function flag(variable: string, meaning: string): Setting<boolean> {
  const read = (given: string) => (given === "1" ? true : given === "0" ? false : undefined);
  return { ...plain(variable, meaning, "1 or 0"), fallback: () => false, shown: "0", read };
}

/** A setting without a default value. `shown` describes its absence. */
export function optional<T>(
  variable: string,
  meaning: string,
  expected: string,
  read: (given: string) => T | undefined,
  { secret = false, shown = "none" }: { secret?: boolean; shown?: string } = {},
): Setting<T | undefined> {
  return { variable, meaning, expected, secret, shown, fallback: () => undefined, read };
}

/** The URL of a PostgreSQL, with its login. `shown` describes the default. */
export function database(variable: string, meaning: string, shown: string): Setting<string | undefined> {
  const expected = "postgres://user:password@host:port/database";
  const read = (given: string) => url(given, ["postgres:", "postgresql:"]);
  return optional(variable, meaning, expected, read, { secret: true, shown });
}

/** Parses a whole number from `least` to `most`. */
export function integer(given: string, least: number, most: number): number | undefined {
  if (!/^\d{1,15}$/.test(given)) return undefined;
  const value = Number(given);
  return value >= least && value <= most ? value : undefined;
}

/** Returns a URL with one of the protocols (with their colons) and a host. */
export function url(given: string, protocols: readonly string[]): string | undefined {
  const parsed = URL.parse(given);
  return parsed !== null && protocols.includes(parsed.protocol) && parsed.hostname !== "" ? given : undefined;
}

/** Returns printable ASCII text without spaces, of 1 to 4,096 characters. */
export function word(given: string): string | undefined {
  return /^[\x21-\x7e]{1,4096}$/.test(given) ? given : undefined;
}

/** Returns text of at most `most` characters without control characters. */
export function line(given: string, most: number): string | undefined {
  return given.length <= most && !/\p{Cc}/u.test(given) ? given : undefined;
}

/** Returns an e-mail address of at most 254 characters. */
export function email(given: string): string | undefined {
  return given.length <= 254 && /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(given) ? given : undefined;
}

/** Parses 32 bytes in hex or base64. */
export function key(given: string): Buffer | undefined {
  if (/^[0-9a-fA-F]{64}$/.test(given)) return Buffer.from(given, "hex");
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(given)) return undefined;
  return Buffer.from(given, "base64");
}

/** Parses up to 64 IP addresses or CIDR ranges, separated by commas. */
export function ranges(given: string): readonly string[] | undefined {
  const parts = given.split(",").map((part) => part.trim());
  if (parts.length > 64) return undefined;
  return parts.every((part) => ipaddr.isValid(part) || ipaddr.isValidCIDR(part)) ? parts : undefined;
}

/** Parses up to 16 names of Prometheus labels, separated by commas. */
export function labelNames(given: string): readonly string[] | undefined {
  const names = given.split(",").map((name) => name.trim());
  return names.length <= 16 && names.every((name) => /^[A-Za-z_]\w{0,99}$/.test(name)) ? names : undefined;
}

/** Parses up to 64 host names or addresses, each with an optional port, separated by commas. */
export function hosts(given: string): readonly string[] | undefined {
  const parts = given.split(",").map((part) => part.trim());
  if (parts.length > 64) return undefined;
  const isHost = (part: string) => /^(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/.test(part);
  return parts.every(isHost) ? parts : undefined;
}
