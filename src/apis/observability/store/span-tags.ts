/** Tags of a trace search, as Jaeger's users write them, on spans as OTLP stores them. */
import type { KeyValue } from "../otlp/attributes.ts";
import type { WantedTag, WantedTokens } from "./blocks/chunks.ts";
import type { TokenSet } from "./blocks/filters.ts";

/** Names that Jaeger shows for what OTLP keeps outside the attributes. */
const spanKinds = ["unspecified", "internal", "server", "client", "producer", "consumer"];
const statusCodes = ["UNSET", "OK", "ERROR"];

/** Longer values are looked for in the spans themselves. */
const longestToken = 256;

/** Adds each attribute of a list in JSON. */
export function addTagTokens(attributesJson: string, tokens: TokenSet): void {
  for (const { key, value } of attributesIn(attributesJson)) {
    const text = textOf(value);
    if (text !== null) tokens.add("tag", tokenOf(key, text));
  }
}

/** The well-formed attributes of a stored list. A list that cannot be parsed has none, so that a search over it still answers. */
function attributesIn(json: string): readonly KeyValue[] {
  try {
    const stored = JSON.parse(json) as readonly (KeyValue | null | undefined)[];
    return stored.filter((one) => typeof one?.value === "object" && one.value !== null) as KeyValue[];
  } catch {
    return [];
  }
}

const tokenOf = (key: string, value: string): string =>
  `${key.slice(0, longestToken)}\0${value.slice(0, longestToken)}`;

/** A value as it is searched by; null for lists and the like, which are not. */
function textOf(value: KeyValue["value"]): string | null {
  if ("stringValue" in value) return value.stringValue;
  if ("boolValue" in value) return String(value.boolValue);
  if ("intValue" in value) return String(value.intValue);
  if ("doubleValue" in value) return String(Number(value.doubleValue));
  return null;
}

/** The condition that blocks and segments meet of which a span has the tag. */
export function wantedTag(key: string, value: string): WantedTag {
  const tokens: WantedTokens[] = [
    { column: "filter", quality: "tag", values: spellingsOf(value).map((text) => tokenOf(key, text)) },
  ];
  const { kind, status } = meaningOf(key, value);
  if (kind !== null) tokens.push({ column: "filter", quality: "kind", values: [String(kind)] });
  if (status !== null) tokens.push({ column: "filter", quality: "status", values: [String(status)] });
  return { tokens, texts: tagParts(value).map((part) => [part, plainStart(key)]) };
}

/** A number stands as the sender's digits, or as doubles are written in JSON. */
const spellingsOf = (value: string): readonly string[] => [
  ...new Set([value, ...(isNumber(value) ? [String(Number(value))] : [])]),
];

/** What the tag says of the span itself, beside its attributes. */
export function meaningOf(
  key: string,
  value: string,
): { readonly kind: number | null; readonly status: number | null } {
  const placeIn = (names: readonly string[]) => (names.includes(value) ? names.indexOf(value) : null);
  return {
    kind: key === "span.kind" ? placeIn(spanKinds) : null,
    status: key === "error" && value === "true" ? 2 : key === "otel.status_code" ? placeIn(statusCodes) : null,
  };
}

const isNumber = (value: string): boolean => value !== "" && Number.isFinite(Number(value));

const plainStart = (text: string): string => /[A-Za-z0-9._-]{0,64}/.exec(text)?.[0] ?? "";

/** Parts of JSON: a list of attributes that has the tag has one of them in it. */
export const tagParts = (value: string): readonly string[] => spellingsOf(value).map(plainStart);

/** Whether a list of attributes in JSON has one that reads as `value`: text, and where it looks so a boolean or a number. Parsed only where it may have. */
export function tagMatcher(key: string, value: string): (attributesJson: string) => boolean {
  const keyPart = plainStart(key);
  const valueParts = tagParts(value);
  return (json) =>
    json.includes(keyPart) &&
    valueParts.some((part) => json.includes(part)) &&
    attributesIn(json).some((attribute) => attribute.key === key && readsAs(attribute.value, value));
}

function readsAs(stored: KeyValue["value"], value: string): boolean {
  if ("doubleValue" in stored) return isNumber(value) && Number(stored.doubleValue) === Number(value);
  return textOf(stored) === value;
}
