import { indexedText } from "../indexed-text.ts";

/** OTLP's AnyValue in the JSON form that records keep; integers are decimal text, bytes are base64. */
export type AnyValue =
  | { readonly stringValue: string }
  | { readonly boolValue: boolean }
  | { readonly intValue: string }
  | { readonly doubleValue: number | "NaN" | "Infinity" | "-Infinity" }
  | { readonly arrayValue: { readonly values: readonly AnyValue[] } }
  | { readonly kvlistValue: { readonly values: readonly KeyValue[] } }
  | { readonly bytesValue: string }
  | EmptyValue;

/** An AnyValue in which nothing is set: OTLP's null. */
export type EmptyValue = { readonly [name: string]: never };

export interface KeyValue {
  readonly key: string;
  readonly value: AnyValue;
}

/** An attribute as Jaeger's JSON presents it. */
export type TypedAttribute =
  | { readonly key: string; readonly type: "string"; readonly value: string }
  | { readonly key: string; readonly type: "bool"; readonly value: boolean }
  | { readonly key: string; readonly type: "int64"; readonly value: number | string }
  | { readonly key: string; readonly type: "float64"; readonly value: number | string }
  | { readonly key: string; readonly type: "binary"; readonly value: string };

/** Reads a stored attribute list. Order and repeated keys are kept. */
export function readAttributes(json: string): readonly KeyValue[] {
  return JSON.parse(json) as readonly KeyValue[];
}

/**
 * Types attributes for Jaeger's JSON. Integers past ±(2^53 − 1) and non-finite doubles are text, because
 * JSON numbers cannot hold them; arrays and key-value lists are strings of plain JSON; an empty value is "".
 */
export function typedAttributes(attributes: readonly KeyValue[]): TypedAttribute[] {
  return attributes.map(({ key, value }) => typedAttribute(key, value));
}

function typedAttribute(key: string, value: AnyValue): TypedAttribute {
  if ("boolValue" in value) return { key, type: "bool", value: value.boolValue };
  if ("intValue" in value) {
    const number = Number(value.intValue);
    return { key, type: "int64", value: Number.isSafeInteger(number) ? number : value.intValue };
  }
  if ("doubleValue" in value) return { key, type: "float64", value: value.doubleValue };
  if ("bytesValue" in value) return { key, type: "binary", value: value.bytesValue };
  return { key, type: "string", value: plainText(value) };
}

/** A value as text for people and for search: a string as it is, bytes as base64, others as plain JSON; empty is "". */
export function plainText(value: AnyValue): string {
  if ("stringValue" in value) return value.stringValue;
  if ("bytesValue" in value) return value.bytesValue;
  const json = plainJson(value);
  return json === "null" ? "" : json;
}

/**
 * A value as plain JSON: `{"a":[1,true]}`. Written as text, not through objects, so that integers stay exact and a
 * key-value list keeps its order, its repeated keys and keys such as `__proto__`.
 */
export function plainJson(value: AnyValue): string {
  if ("stringValue" in value) return JSON.stringify(value.stringValue);
  if ("boolValue" in value) return String(value.boolValue);
  if ("intValue" in value) return value.intValue;
  if ("doubleValue" in value) return JSON.stringify(value.doubleValue);
  if ("bytesValue" in value) return JSON.stringify(value.bytesValue);
  if ("arrayValue" in value) return `[${value.arrayValue.values.map(plainJson).join(",")}]`;
  if ("kvlistValue" in value) {
    return `{${value.kvlistValue.values.map((pair) => `${JSON.stringify(pair.key)}:${plainJson(pair.value)}`).join(",")}}`;
  }
  return "null";
}

/**
 * The service that a resource belongs to: its `service.name`, or `unknown_service` when it has none that is a non-empty
 * string (OpenTelemetry semantic conventions, "Service"). Shortened to fit an index.
 */
export function serviceNameOf(resourceJson: string): string {
  if (!resourceJson.includes('"service.name"')) return unknownService;
  const attribute = readAttributes(resourceJson).find(({ key }) => key === "service.name");
  const name = attribute !== undefined && "stringValue" in attribute.value ? attribute.value.stringValue : "";
  if (name === "") return unknownService;
  return indexedText(name);
}

const unknownService = "unknown_service";

const stringOpen = '{"stringValue":"';
const stringClose = '"}';

/**
 * The search text of a log body: `plainText` of its JSON. `escaped` says whether a string in the JSON may hold escapes;
 * without any, the text of the usual body, a string, is a slice of its JSON.
 */
export function bodyTextOf(bodyJson: string, escaped: boolean): string {
  if (bodyJson === "{}") return "";
  if (!escaped && bodyJson.startsWith(stringOpen)) return bodyJson.slice(stringOpen.length, -stringClose.length);
  return plainText(JSON.parse(bodyJson) as AnyValue);
}
