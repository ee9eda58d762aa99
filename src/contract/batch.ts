/**
 * Reads a batch record by record (`x-accord-batch`). Of valid records what the handler wants is kept; invalid ones are skipped and
 * reported. The reader may pause between records.
 */
import { isUtf8 } from "node:buffer";
import type { Sliceable } from "#src/http/event-loop.ts";
import { type FieldError, maxFindings, Problem } from "#src/http/problem.ts";
import { check, type Validator } from "./findings.ts";
import { afterMark, type JsonFault, readJsonText } from "./json.ts";
import { elementsOf } from "./json-shape.ts";
import type { ReadBatch, RecordUse, SkippedRecord } from "./types.ts";

/** The document's rules for the batches of an operation. */
export interface BatchRules {
  /** Most records, including skipped ones (`x-accord-batch-limit`). */
  readonly most: number;
  /** The validator of a record. */
  readonly validate: Validator | null;
}

/** Characters of records, or of blank lines, that are read between two pauses; a longer record is read at once. */
const charactersAtOnce = 512;

/** Collects what is kept. Findings are kept for the first hundred skipped records; the others are only counted. */
class BatchReader<Kept> implements ReadBatch<Kept> {
  readonly kept: Kept[] = [];
  readonly skipped: SkippedRecord[] = [];
  skippedCount = 0;
  readonly list: boolean;
  readonly #rules: BatchRules;
  readonly #use: RecordUse<unknown, Kept>;

  constructor(list: boolean, rules: BatchRules, use: RecordUse<unknown, Kept>) {
    this.list = list;
    this.#rules = rules;
    this.#use = use;
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
    else if (validate === null || validate(read.value)) this.#addValid(index, read.value, at);
    else this.#skip(index, () => check(validate, read.value, at));
  }

  #addValid(index: number, value: unknown, at: string): void {
    const findings = this.#use.check?.(value, at);
    if (findings === undefined || findings.length === 0) this.kept.push(this.#use.keep(value));
    else this.#skip(index, () => findings);
  }

  #skip(index: number, findings: () => readonly FieldError[]): void {
    this.skippedCount++;
    if (this.skipped.length < maxFindings) this.skipped.push({ index, findings: findings() });
  }

  /** Returns the batch. Throws Problem VALIDATION_FAILED when all its records were skipped. */
  usable(): ReadBatch<Kept> {
    if (this.kept.length > 0 || this.skippedCount === 0) return this;
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
export function* readJsonBatch<Kept>(
  bytes: Buffer,
  rules: BatchRules,
  use: RecordUse<unknown, Kept>,
): Sliceable<ReadBatch<Kept>> {
  const readOne = (read: { readonly value: unknown } | JsonFault): ReadBatch<Kept> => {
    const one = new BatchReader(false, rules, use);
    one.add(0, read, "/body");
    return one.usable();
  };
  if (!isUtf8(bytes)) return readOne(notUtf8);
  const text = afterMark(bytes).toString("utf8");
  if (!beginsArray.test(text)) return readOne(readJsonText(text, "/body"));
  const batch = new BatchReader(true, rules, use);
  const elements = elementsOf(text);
  let pauseAt = 0;
  for (let index = 0; ; ) {
    const next = elements.next();
    if (next.done === true) return next.value === null ? batch.usable() : readOne(noArray(text, next.value));
    if (next.value === null) {
      yield;
      continue;
    }
    const { start, end } = next.value;
    if (end > pauseAt) {
      pauseAt = end + charactersAtOnce;
      yield;
    }
    const at = `/body/${index}`;
    const read = readJsonText(text.slice(start, end), at, undefined, start);
    // A syntax error in one element is a syntax error of the whole body.
    if (!("value" in read) && read.fieldErrors.length === 0) return readOne(read);
    batch.add(index, read, at);
    index++;
  }
}

const beginsArray = /^[ \t\n\r]*\[/;

function noArray(text: string, end: number): JsonFault {
  const why = end === text.length ? "it ends too early" : `it goes wrong at character ${end}`;
  return { detail: `The body is not valid JSON: ${why}.`, fieldErrors: [] };
}

/** Reads NDJSON: one JSON text per line. Blank lines are skipped. Throws as `readJsonBatch` does. */
export function* readNdjsonBatch<Kept>(
  body: Buffer,
  rules: BatchRules,
  use: RecordUse<unknown, Kept>,
): Sliceable<ReadBatch<Kept>> {
  const batch = new BatchReader(true, rules, use);
  const bytes = afterMark(body);
  const text = isUtf8(bytes) ? bytes.toString("utf8") : null;
  const length = text === null ? bytes.length : text.length;
  let index = 0;
  let pauseAt = 0;
  for (let start = 0; start < length; ) {
    const newline = text === null ? bytes.indexOf(0x0a, start) : text.indexOf("\n", start);
    const end = newline === -1 ? length : newline;
    if (end > pauseAt) {
      pauseAt = end + charactersAtOnce;
      yield;
    }
    const line = text === null ? decodeLine(bytes.subarray(start, end)) : text.slice(start, end);
    start = end + 1;
    if (line !== null && isBlankLine(line)) continue;
    const at = `/body/${index}`;
    batch.add(index, line === null ? notUtf8 : readJsonText(line, at), at);
    index++;
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
