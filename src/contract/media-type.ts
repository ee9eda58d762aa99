/** Media types as RFC 9110 (8.3.1, 12.5.1) and RFC 6838 (structured suffixes) define them. */

export interface MediaType {
  /** `type/subtype` in lower case. */
  readonly essence: string;
  /** The charset parameter in lower case, or null. */
  readonly charset: string | null;
}

/** A bounded cache of parsed headers: clients send the same few again and again. */
const parsed = new Map<string, MediaType | null>();

/** Parses a Content-Type header; null when it is not a media type. */
export function parseMediaType(header: string): MediaType | null {
  let type = parsed.get(header);
  if (type === undefined) {
    type = parse(header);
    if (parsed.size < 256 && header.length < 256) parsed.set(header, type);
  }
  return type;
}

function parse(header: string): MediaType | null {
  const semicolon = header.indexOf(";");
  const essence = (semicolon === -1 ? header : header.slice(0, semicolon)).trim().toLowerCase();
  if (!/^[!#$%&'*+.^_`|~0-9a-z-]{1,127}\/[!#$%&'*+.^_`|~0-9a-z-]{1,127}$/.test(essence)) return null;
  if (semicolon === -1) return { essence, charset: null };
  const charset = /;\s*charset\s*=\s*"?([^\s";]{1,40})"?/i.exec(header.slice(semicolon, semicolon + 256));
  return { essence, charset: charset?.[1]?.toLowerCase() ?? null };
}

/** Whether the media type is JSON: `application/json` or a type with the suffix `+json`. */
export function isJson(essence: string): boolean {
  return essence === "application/json" || essence.endsWith("+json");
}

/** Whether this is a range of media types, such as `image/*`. */
export function isRange(mediaType: string): boolean {
  return mediaType.endsWith("/*");
}

/** The documented type or range that covers the type: the type itself, its `kind/*`, or the range of all types. Null when there is none. */
export function documentedAs(contents: { has(mediaType: string): boolean }, type: string): string | null {
  if (contents.has(type)) return type;
  return [`${type.slice(0, type.indexOf("/"))}/*`, "*/*"].find((range) => contents.has(range)) ?? null;
}

/** The offered type that the Accept header prefers; of equally preferred types the first offered. Null when none is acceptable. */
export function negotiate(accept: string | undefined, offers: readonly string[]): string | null {
  const first = offers[0];
  if (first === undefined) return null;
  if (accept === undefined || accept === "" || accept === "*/*") return first;
  const ranges = accept.slice(0, 1024).split(",").slice(0, 32).map(parseRange);
  let best: string | null = null;
  let bestQuality = 0;
  for (const offer of offers) {
    const quality = qualityOf(offer, ranges);
    if (quality > bestQuality) {
      best = offer;
      bestQuality = quality;
    }
  }
  return best;
}

interface MediaRange {
  readonly range: string;
  readonly quality: number;
}

function parseRange(text: string): MediaRange {
  const [range = "", ...parameters] = text.split(";");
  const q = parameters.map((parameter) => /^\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*$/i.exec(parameter)?.[1]).find(Boolean);
  return { range: range.trim().toLowerCase(), quality: q === undefined ? 1 : Math.min(1, Number(q)) };
}

/** The quality value of an offer: that of the most specific range that covers it (RFC 9110, 12.5.1). */
function qualityOf(offer: string, ranges: readonly MediaRange[]): number {
  const [type] = offer.split("/");
  for (const candidate of [offer, `${type}/*`, "*/*"]) {
    const match = ranges.find(({ range }) => range === candidate);
    if (match !== undefined) return match.quality;
  }
  return 0;
}
