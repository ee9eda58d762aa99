/**
 * Trims the texts of requests for documents with `x-accord-text: trimmed`. Texts are trimmed before they are validated and handled, but
 * their length is measured as sent. So texts are trimmed in place, the originals are kept, and the validators of such documents look up
 * the length of the original (schema/length-as-sent.ts).
 */
import { type FieldError, maxFindings } from "#src/http/problem.ts";
import { escapePointer } from "./findings.ts";

/** The original texts that trimming has changed, by the object or list that holds them and their key. */
const sent = new WeakMap<object, Map<string | number, string>>();

/** Trims every text in `container[name]`, but no property names. Returns a finding for each text that is only white space. */
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

/** Drops the `minLength` findings of blank texts, which already have the finding `blank`. */
export function besidesBlank(findings: readonly FieldError[], blank: readonly FieldError[]): readonly FieldError[] {
  if (blank.length === 0) return findings;
  const paths = new Set(blank.map(({ path }) => path));
  return findings.filter(({ path, code }) => code !== "minLength" || !paths.has(path));
}

/** Whether a text had more than `limit` characters as sent. `holder` and `key` give its place. */
export function longerThan(limit: number, text: string, holder?: object, key?: string | number): boolean {
  const original = asSent(text, holder, key);
  return original.length > limit && charactersIn(original) > limit;
}

/** Whether a text had fewer than `limit` characters as sent. */
export function shorterThan(limit: number, text: string, holder?: object, key?: string | number): boolean {
  const original = asSent(text, holder, key);
  return original.length < limit || (original.length < 2 * limit && charactersIn(original) < limit);
}

/**
 * The original of a text, or the text itself when there is none. The name of a property is checked with the place of its object; then
 * the text that was there is not the original of the name.
 */
function asSent(text: string, holder: object | undefined, key: string | number | undefined): string {
  if (holder === undefined || key === undefined) return text;
  const original = sent.get(holder)?.get(key);
  return original?.trim() === text ? original : text;
}

/** The number of characters, which JSON Schema counts instead of UTF-16 units. */
function charactersIn(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
