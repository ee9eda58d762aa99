import type { AnyValue, KeyValue } from "../attributes.ts";
import { OtlpDecodeError, RecordFault, reasons } from "../faults.ts";
import { limits } from "../limits.ts";
import { type JsonObject, type JsonReader, originalName } from "./reader.ts";

/** The members of the AnyValue oneof by their names in either spelling. */
const kinds = new Map(
  (["stringValue", "boolValue", "intValue", "doubleValue", "arrayValue", "kvlistValue", "bytesValue"] as const).flatMap(
    (kind) => [[kind, kind] as const, [originalName(kind), kind] as const],
  ),
);
type Kind = typeof kinds extends Map<string, infer K> ? K : never;
const base64 = /^[\w+/-]*={0,2}$/;

/**
 * Checks OTLP's values and gives them the one form that records keep. One instance serves a whole request: it counts
 * values against the request's limit.
 */
export class JsonValues {
  private readonly reader: JsonReader;
  private values = 0;
  private inRecord = 0;
  private points = 0;

  constructor(reader: JsonReader) {
    this.reader = reader;
  }

  /** Begins a record, resource or scope. */
  begin(): void {
    this.inRecord = 0;
  }

  /** Counts one attribute, array element, event or link. Throws RecordFault when there are too many in one record. */
  count(): void {
    if (++this.inRecord > limits.recordValues) throw new RecordFault(reasons.values);
    if (++this.values > limits.values) {
      throw new OtlpDecodeError(`a request may hold at most ${limits.values} attributes, values, events and links`);
    }
  }

  /** Counts one data point of a metric. */
  countPoint(): void {
    this.count();
    if (++this.points > limits.records)
      throw new OtlpDecodeError(`a request may hold at most ${limits.records} data points`);
  }

  attributes(parent: JsonObject): KeyValue[] {
    return this.keyValues(parent, "attributes", 1);
  }

  /** The AnyValue at the path. Throws RecordFault when it is nested too deep or holds unstorable text. */
  anyValue(message: JsonObject, depth: number): AnyValue {
    if (depth > limits.depth) throw new RecordFault(reasons.depth);
    const reader = this.reader;
    switch (this.kindOf(message)) {
      case "stringValue":
        return { stringValue: reader.text(message, "stringValue") };
      case "boolValue":
        return { boolValue: reader.bool(message, "boolValue") };
      case "intValue":
        return { intValue: String(reader.int64(message, "intValue")) };
      case "doubleValue":
        return { doubleValue: doubleForm(reader.double(message, "doubleValue")) };
      case "arrayValue":
        return { arrayValue: { values: this.list(message, depth) } };
      case "kvlistValue":
        return {
          kvlistValue: {
            values: reader.message(message, "kvlistValue", (list) => this.keyValues(list, "values", depth + 1)) ?? [],
          },
        };
      case "bytesValue":
        return { bytesValue: this.bytes(message) };
      default:
        return {};
    }
  }

  private kindOf(message: JsonObject): Kind | undefined {
    let found: Kind | undefined;
    for (const name in message) {
      const kind = kinds.get(name);
      if (kind === undefined || message[name] === null) continue;
      if (found !== undefined) this.reader.wrong("one kind of value");
      found = kind;
    }
    return found;
  }

  /** A list of attributes under another name. */
  keyValues(parent: JsonObject, name: string, depth: number): KeyValue[] {
    const reader = this.reader;
    const pairs: KeyValue[] = [];
    reader.each(parent, name, (element) => {
      this.count();
      const pair = reader.object(element);
      const key = reader.text(pair, "key");
      pairs.push({ key, value: reader.message(pair, "value", (value) => this.anyValue(value, depth)) ?? {} });
    });
    return pairs;
  }

  private list(message: JsonObject, depth: number): AnyValue[] {
    const reader = this.reader;
    const values: AnyValue[] = [];
    reader.message(message, "arrayValue", (list) =>
      reader.each(list, "values", (element) => {
        this.count();
        values.push(this.anyValue(reader.object(element ?? {}), depth + 1));
      }),
    );
    return values;
  }

  /** Standard or URL-safe base64, padded or not, as proto3 JSON allows; standard and padded is what is kept. */
  private bytes(message: JsonObject): string {
    const value = this.reader.field(message, "bytesValue");
    if (typeof value !== "string" || !base64.test(value)) return this.reader.wrong("base64 text", "bytesValue");
    return Buffer.from(value, "base64").toString("base64");
  }
}

function doubleForm(value: number): number | "NaN" | "Infinity" | "-Infinity" {
  return Number.isFinite(value) ? value : (String(value) as "NaN" | "Infinity" | "-Infinity");
}
