/**
 * Stacks in spans and log records: the attribute `exception.stacktrace` of OpenTelemetry's semantic conventions, of a span's
 * events or of the record itself. Release and platform come from the resource: `service.version`, `telemetry.sdk.language`
 * and `os.name`.
 */
import { type KeyValue, readAttributes } from "../../otlp/attributes.ts";
import { platformOf } from "../platforms.ts";
import { scriptPlatforms } from "./event-stack.ts";
import { listOf, type Stack } from "./stack.ts";

const attribute = "exception.stacktrace";
const quotedAttribute = `"${attribute}"`;
/** Stacks of one span that are symbolicated, and the characters of one. */
const mostStacks = 20;
const mostText = 128 * 1024;

/** Whether the JSON of attributes or of span events has a stack trace: asked of every row, so that nothing is parsed. */
export function hasStack(attributesOrEventsJson: string | Buffer): boolean {
  return attributesOrEventsJson.includes(quotedAttribute);
}

/** Whether it has one whose release is known. */
export function mayNeedSymbols(attributesOrEventsJson: string | Buffer, resourceJson: string): boolean {
  return hasStack(attributesOrEventsJson) && resourceJson.includes('"service.version"');
}

/** One stack for each event of the span that has a stack trace; null for those that no symbols help. */
export function spanStacks(eventsJson: string, resourceJson: string): (Stack | null)[] {
  const events = listOf(JSON.parse(eventsJson));
  const texts = events.flatMap(({ attributes }) => stackTextOf(attributes as readonly KeyValue[]) ?? []);
  return texts.slice(0, mostStacks).map((text) => textStack(text, readAttributes(resourceJson)));
}

export function logStacks(attributesJson: string, resourceJson: string): (Stack | null)[] {
  const text = stackTextOf(readAttributes(attributesJson));
  return text === null ? [] : [textStack(text, readAttributes(resourceJson))];
}

/** The stack trace among the attributes; null when there is none. */
export function stackTextOf(attributes: readonly KeyValue[]): string | null {
  return attributeOf(attributes, attribute);
}

function attributeOf(attributes: readonly KeyValue[], wanted: string): string | null {
  const value = attributes.find(({ key }) => key === wanted)?.value;
  return value !== undefined && "stringValue" in value && value.stringValue !== "" ? value.stringValue : null;
}

const scriptLanguages: ReadonlySet<string> = new Set(["webjs", "nodejs"]);
const jvmLanguages: ReadonlySet<string> = new Set(["java", "kotlin", "android"]);

/** A line of Java's `printStackTrace`. A line of a JavaScript stack ends with a column instead. */
const jvmLine = /^[^\S\n]+at [\w$.<>/@-]+\([^()]*\)\s*$/m;

function textStack(whole: string, resource: readonly KeyValue[]): Stack | null {
  const release = attributeOf(resource, "service.version");
  if (release === null) return null;
  const text = whole.slice(0, mostText);
  const language = attributeOf(resource, "telemetry.sdk.language")?.toLowerCase() ?? "";
  if (scriptLanguages.has(language)) {
    const system = platformOf(attributeOf(resource, "os.name") ?? "");
    const mobile = scriptPlatforms("mobile", "", system);
    return { family: "javascript-text", platforms: ["web", ...mobile], release, text };
  }
  if (jvmLanguages.has(language) || (language === "" && jvmLine.test(text)))
    return { family: "jvm-text", platforms: ["android"], release, text };
  return null;
}
