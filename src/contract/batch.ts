/** Reads a batch record by record: what is good is kept, what is not is named (`x-accord-batch`). */
import { isUtf8 } from "node:buffer";
import { type FieldError, maxFindings, Problem } from "#src/http/problem.ts";
import { check, type Validator } from "./findings.ts";
import { afterMark, parseJsonText } from "./json.ts";
import type { Batch, SkippedRecord } from "./types.ts";

/** Collects records; findings are kept for the first hundred skipped records, the others are only counted. */
class BatchReader implements Batch<unknown> {
  readonly records: { index: number; value: unknown }[] = [];
  readonly skipped: SkippedRecord[] = [];
  skippedCount = 0;
  readonly list: boolean;
  readonly bytes: Buffer;
  readonly #validate: Validator | null;

  constructor(bytes: Buffer, list: boolean, validate: Validator | null) {
    this.bytes = bytes;
    this.list = list;
    this.#validate = validate;
  }

  /** `at` is the pointer to the record. */
  add(index: number, value: unknown, at: string): void {
    if (this.#validate === null || this.#validate(value)) this.records.push({ index, value });
    else this.skip(index, this.skippedCount < maxFindings ? check(this.#validate, value, at) : []);
  }

  skip(index: number, findings: readonly FieldError[]): void {
    this.skippedCount++;
    if (this.skipped.length < maxFindings) this.skipped.push({ index, findings });
  }
}

/** A JSON object or an array of them. Throws Problem VALIDATION_FAILED when nothing in it is usable. */
export function readJsonBatch(bytes: Buffer, validate: Validator | null): Batch<unknown> {
  const value = isUtf8(bytes) ? parsed(afterMark(bytes).toString("utf8"), "/body") : notUtf8("/body");
  const batch = new BatchReader(bytes, "value" in value && Array.isArray(value.value), validate);
  if ("findings" in value) batch.skip(0, value.findings);
  else if (Array.isArray(value.value))
    for (const [index, item] of value.value.entries()) batch.add(index, item, `/body/${index}`);
  else batch.add(0, value.value, "/body");
  return usable(batch);
}

/** One JSON text per line (NDJSON); blank lines are passed over. Throws Problem VALIDATION_FAILED likewise. */
export function readNdjsonBatch(body: Buffer, validate: Validator | null): Batch<unknown> {
  const batch = new BatchReader(body, true, validate);
  const bytes = afterMark(body);
  const text = isUtf8(bytes) ? bytes.toString("utf8") : null;
  const length = text === null ? bytes.length : text.length;
  let index = 0;
  for (let start = 0; start < length; ) {
    const newline = text === null ? bytes.indexOf(0x0a, start) : text.indexOf("\n", start);
    const end = newline === -1 ? length : newline;
    const line = text === null ? decodeLine(bytes.subarray(start, end)) : text.slice(start, end);
    start = end + 1;
    if (line !== null && isBlank(line)) continue;
    const at = `/body/${index}`;
    const value = line === null ? notUtf8(at) : parsed(line, at);
    if ("findings" in value) batch.skip(index, value.findings);
    else batch.add(index, value.value, at);
    index++;
  }
  return usable(batch);
}

function decodeLine(bytes: Buffer): string | null {
  return isUtf8(bytes) ? bytes.toString("utf8") : null;
}

function isBlank(line: string): boolean {
  return line.length < 16 && line.trim() === "";
}

function parsed(text: string, at: string): { value: unknown } | { findings: readonly FieldError[] } {
  try {
    return { value: parseJsonText(text, at) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.fieldErrors.length > 0) return { findings: error.fieldErrors };
    return { findings: [{ path: at, code: "malformed", message: error.detail }] };
  }
}

function notUtf8(at: string): { findings: readonly FieldError[] } {
  return { findings: [{ path: at, code: "malformed", message: "is not valid UTF-8" }] };
}

function usable(batch: BatchReader): Batch<unknown> {
  if (batch.records.length > 0 || batch.skippedCount === 0) return batch;
  throw new Problem("VALIDATION_FAILED", {
    detail: "Nothing in the body is usable.",
    fieldErrors: batch.skipped.flatMap(({ findings }) => findings),
  });
}
