/**
 * Documents with `x-accord-text: trimmed`: texts of a request lose the white space around them before they are validated and
 * handled, but their length is measured as sent. So texts are trimmed in place, the originals are remembered, and the validators of
 * such documents look up the original's length (schema/length-as-sent.ts).
 */
import { type FieldError, maxFindings } from "#src/http/problem.ts";
import { escapePointer } from "./findings.ts";

/** Texts as they were sent, where trimming changed them, by the object or list that holds them. */
const sent = new WeakMap<object, Map<string | number, string>>();

/** Trims every text in `container[name]`; names stay as they are. Returns a finding for each that is nothing but white space. */
export function trimTexts(container: Record<string, unknown>, name: string): FieldError[] {
  const findings: FieldError[] = [];
  const visit = (value: unknown, holder: object, key: string | number, path: string): void => {
    if (typeof value === "string") {
      const trimmed = value.trim();
      if (trimmed.length === value.length) return;
      replace(holder, key, value, trimmed);
      if (trimmed === "" && findings.length < maxFindings)
        findings.push({ path, code: "blank", message: "must not be blank" });
    } else if (Array.isArray(value)) {
      for (let at = 0; at < value.length; at++) visit(value[at], value, at, `${path}/${at}`);
    } else if (typeof value === "object" && value !== null) {
      for (const inner of Object.keys(value))
        visit((value as Record<string, unknown>)[inner], value, inner, `${path}/${escapePointer(inner)}`);
    }
  };
  visit(container[name], container, name, `/${name}`);
  return findings;
}

function replace(holder: object, key: string | number, text: string, trimmed: string): void {
  (holder as Record<string | number, unknown>)[key] = trimmed;
  const texts = sent.get(holder);
  if (texts === undefined) sent.set(holder, new Map([[key, text]]));
  else texts.set(key, text);
}

/** Findings without `minLength` for texts that are blank: the finding `blank` is enough. */
export function besidesBlank(findings: readonly FieldError[], blank: readonly FieldError[]): readonly FieldError[] {
  if (blank.length === 0) return findings;
  const paths = new Set(blank.map(({ path }) => path));
  return findings.filter(({ path, code }) => code !== "minLength" || !paths.has(path));
}

/** Whether a text had more characters when it was sent. `holder` and `key` are where it stands. */
export function longerThan(limit: number, text: string, holder?: object, key?: string | number): boolean {
  const original = asSent(text, holder, key);
  return original.length > limit && charactersIn(original) > limit;
}

/** Whether a text had fewer characters when it was sent. */
export function shorterThan(limit: number, text: string, holder?: object, key?: string | number): boolean {
  const original = asSent(text, holder, key);
  return original.length < limit || (original.length < 2 * limit && charactersIn(original) < limit);
}

/** A name is measured with the place of the object it belongs to, and is not the text that stood there. */
function asSent(text: string, holder: object | undefined, key: string | number | undefined): string {
  if (holder === undefined || key === undefined) return text;
  const original = sent.get(holder)?.get(key);
  return original?.trim() === text ? original : text;
}

/** JSON Schema counts characters, not UTF-16 units: at most as many, and at least half as many. */
function charactersIn(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
