/**
 * Reads a batch record by record (`x-accord-batch`). Valid records are kept; invalid ones are skipped and reported. The reader may
 * pause between records.
 */
import { isUtf8 } from "node:buffer";
import type { Sliceable } from "#src/http/event-loop.ts";
import { type FieldError, maxFindings, Problem } from "#src/http/problem.ts";
import { check, type Validator } from "./findings.ts";
import { afterMark, type JsonFault, readJsonText } from "./json.ts";
import { elementsOf } from "./json-shape.ts";
import type { Batch, SkippedRecord } from "./types.ts";

/** The document's rules for the batches of an operation. */
export interface BatchRules {
  /** Most records, including skipped ones (`x-accord-batch-limit`). */
  readonly most: number;
  /** The validator of a record. */
  readonly validate: Validator | null;
}

/** Blank lines that are skipped between two pauses. */
const blankLinesAtOnce = 1_000;

/** Collects records. Findings are kept for the first hundred skipped records; the others are only counted. */
class BatchReader implements Batch<unknown> {
  readonly records: { index: number; value: unknown }[] = [];
  readonly skipped: SkippedRecord[] = [];
  skippedCount = 0;
  readonly list: boolean;
  readonly bytes: Buffer;
  readonly #rules: BatchRules;

  constructor(bytes: Buffer, list: boolean, rules: BatchRules) {
    this.bytes = bytes;
    this.list = list;
    this.#rules = rules;
  }

  /** Adds a record; `at` is its JSON pointer. Throws Problem PAYLOAD_TOO_LARGE when there are too many records. */
  add(index: number, read: { readonly value: unknown } | JsonFault, at: string): void {
    const { most, validate } = this.#rules;
    if (index >= most) {
      throw new Problem("PAYLOAD_TOO_LARGE", {
        detail: `The body holds more than the ${most} records that this operation accepts at once.`,
        details: { limitRecords: most },
      });
    }
    if (!("value" in read)) this.#skip(index, () => findingsOf(read, at));
    else if (validate === null || validate(read.value)) this.records.push({ index, value: read.value });
    else this.#skip(index, () => check(validate, read.value, at));
  }

  #skip(index: number, findings: () => readonly FieldError[]): void {
    this.skippedCount++;
    if (this.skipped.length < maxFindings) this.skipped.push({ index, findings: findings() });
  }

  /** Returns the batch. Throws Problem VALIDATION_FAILED when all its records were skipped. */
  usable(): Batch<unknown> {
    if (this.records.length > 0 || this.skippedCount === 0) return this;
    throw new Problem("VALIDATION_FAILED", {
      detail: "The body has no valid record.",
      fieldErrors: this.skipped.flatMap(({ findings }) => findings),
      details: { skipped: this.skippedCount },
    });
  }
}

/**
 * Reads a JSON object or an array of objects. Throws Problem VALIDATION_FAILED when no record is valid, and PAYLOAD_TOO_LARGE when there
 * are too many.
 */
export function* readJsonBatch(bytes: Buffer, rules: BatchRules): Sliceable<Batch<unknown>> {
  if (!isUtf8(bytes)) return readOne(bytes, notUtf8, rules);
  const text = afterMark(bytes).toString("utf8");
  if (!beginsArray.test(text)) return readOne(bytes, readJsonText(text, "/body"), rules);
  const batch = new BatchReader(bytes, true, rules);
  const elements = elementsOf(text);
  for (let index = 0; ; ) {
    const next = elements.next();
    if (next.done === true) {
      return next.value === null ? batch.usable() : readOne(bytes, noArray(text, next.value), rules);
    }
    if (next.value === null) {
      yield;
      continue;
    }
    const { start, end } = next.value;
    const at = `/body/${index}`;
    const read = readJsonText(text.slice(start, end), at, undefined, start);
    // A syntax error in one element is a syntax error of the whole body.
    if (!("value" in read) && read.fieldErrors.length === 0) return readOne(bytes, read, rules);
    batch.add(index, read, at);
    index++;
    yield;
  }
}

const beginsArray = /^[ \t\n\r]*\[/;

function noArray(text: string, end: number): JsonFault {
  const why = end === text.length ? "it ends too early" : `it goes wrong at character ${end}`;
  return { detail: `The body is not valid JSON: ${why}.`, fieldErrors: [] };
}

function readOne(bytes: Buffer, read: { readonly value: unknown } | JsonFault, rules: BatchRules): Batch<unknown> {
  const batch = new BatchReader(bytes, false, rules);
  batch.add(0, read, "/body");
  return batch.usable();
}

/** Reads NDJSON: one JSON text per line. Blank lines are skipped. Throws as `readJsonBatch` does. */
export function* readNdjsonBatch(body: Buffer, rules: BatchRules): Sliceable<Batch<unknown>> {
  const batch = new BatchReader(body, true, rules);
  const bytes = afterMark(body);
  const text = isUtf8(bytes) ? bytes.toString("utf8") : null;
  const length = text === null ? bytes.length : text.length;
  let index = 0;
  let blank = 0;
  for (let start = 0; start < length; ) {
    const newline = text === null ? bytes.indexOf(0x0a, start) : text.indexOf("\n", start);
    const end = newline === -1 ? length : newline;
    const line = text === null ? decodeLine(bytes.subarray(start, end)) : text.slice(start, end);
    start = end + 1;
    if (line !== null && isBlankLine(line)) {
      if (++blank % blankLinesAtOnce === 0) yield;
      continue;
    }
    const at = `/body/${index}`;
    batch.add(index, line === null ? notUtf8 : readJsonText(line, at), at);
    index++;
    yield;
  }
  return batch.usable();
}

function decodeLine(bytes: Buffer): string | null {
  return isUtf8(bytes) ? bytes.toString("utf8") : null;
}

function isBlankLine(line: string): boolean {
  return line.length < 16 && line.trim() === "";
}

const notUtf8: JsonFault = { detail: "is not valid UTF-8", fieldErrors: [] };

function findingsOf({ detail, fieldErrors }: JsonFault, at: string): readonly FieldError[] {
  return fieldErrors.length > 0 ? fieldErrors : [{ path: at, code: "malformed", message: detail }];
}
