/**
 * Allowed origins of a project. An entry is one of: an origin (RFC 6454: scheme, host and port only); an origin whose host starts with
 * `*.`, which allows every subdomain; or `null`, for sandboxed documents.
 */

import { invalid } from "#src/http/problem.ts";

const maxEntries = 100;
const maxEntryLength = 300;

/**
 * Normalises allowed origins for `originAllowed`: lower case, no default ports, no duplicates. Throws Problem VALIDATION_FAILED for an
 * entry that could never match, for more than 100 entries, and for an entry that is too long.
 */
export function parseOrigins(entries: readonly string[]): string[] {
  if (entries.length > maxEntries) throw invalid(`At most ${maxEntries} origins can be allowed.`);
  return [...new Set(entries.map(parseEntry))];
}

function parseEntry(entry: string): string {
  const text = entry.trim();
  if (text === "null") return text;
  const shown = JSON.stringify(text.slice(0, maxEntryLength));
  const origin = text.length > maxEntryLength ? null : canonicalOrigin(text.replace(/\/$/, ""));
  if (origin === null) {
    throw invalid(`${shown} is not an origin; write scheme://host or scheme://host:port, with no path.`);
  }
  if (origin.includes("*") && !/^[^*]+:\/\/\*\.[^*.]+\.[^*]+$/.test(origin)) {
    throw invalid(`${shown}: a wildcard stands only at the start, as in https://*.example.com.`);
  }
  return origin;
}

/** Normalises an origin. Null when the text is not just scheme, host and port. */
function canonicalOrigin(text: string): string | null {
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@\\]+$/i.test(text)) return null;
  const url = URL.parse(text);
  return url === null || url.host === "" ? null : `${url.protocol}//${url.host.toLowerCase()}`;
}

/**
 * Whether a request with this `Origin` header is allowed. `allowed` comes from `parseOrigins`. An empty list allows every request,
 * including one without an Origin.
 */
export function originAllowed(origin: string | undefined, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true;
  if (origin === undefined || origin.includes("*") || origin.length > maxEntryLength) return false;
  if (allowed.includes(origin)) return true;
  const canonical = canonicalOrigin(origin);
  return canonical !== null && allowed.some((entry) => matches(canonical, entry));
}

function matches(origin: string, entry: string): boolean {
  const star = entry.indexOf("*");
  if (star < 0) return origin === entry;
  const scheme = entry.slice(0, star);
  const suffix = entry.slice(star + 1);
  return origin.startsWith(scheme) && origin.endsWith(suffix) && origin.length > scheme.length + suffix.length;
}
