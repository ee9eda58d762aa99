/** The JSON that costs most for its bytes: values for a body, or for a field of one. All are within the bounds of JSON. */
import { maxDepth, maxNames, maxValues } from "#src/contract/json-shape.ts";
import { maxNameLength } from "#src/http/long-text.ts";

/** A value as text of at most so many bytes. */
export type CostlyValue = (bytes: number) => string;

/** What stands around a value in a body takes a few of its levels and values. */
const depth = maxDepth - 14;
const values = maxValues - 100;
/** Names are fewer. */
const valuesForName = values / (maxNames - 100);

const repeated = (
  bytes: number,
  valuesEach: number,
  element: (index: number) => string,
  open: string,
  close: string,
) => {
  const elements: string[] = [];
  let room = bytes - 2;
  for (let count = 0; count < values; count += valuesEach) {
    const next = element(elements.length);
    room -= next.length + 1;
    if (room < 0) break;
    elements.push(next);
  }
  return open + elements.join(",") + close;
};
const list = (bytes: number, element: string, valuesEach = 1) => repeated(bytes, valuesEach, () => element, "[", "]");
const deep = (inside: string) => "[".repeat(depth) + inside + "]".repeat(depth);

export const costlyValues: Readonly<Record<string, CostlyValue>> = {
  "a list of numbers": (bytes) => list(bytes, "0"),
  "a list of texts": (bytes) => list(bytes, '"x"'),
  "a list of long numbers": (bytes) => list(bytes, "1.2345678901234567e-300"),
  "a list of empty objects": (bytes) => list(bytes, "{}", 1),
  "a list of objects": (bytes) => list(bytes, '{"a":1,"b":"x","c":null}', 3 * valuesForName),
  "an object of the most names": (bytes) => repeated(bytes, valuesForName, (index) => `"k${index}":0`, "{", "}"),
  "an object of too many names": (bytes) => repeated(bytes, 1, (index) => `"k${index}":0`, "{", "}"),
  "an object of long names": (bytes) =>
    repeated(bytes, 1, (index) => `"${String(index).padStart(maxNameLength, "k")}":0`, "{", "}"),
  "an object of too long names": (bytes) =>
    repeated(bytes, 1, (index) => `"${String(index).padStart(16_384, "k")}":0`, "{", "}"),
  "an object with one long name": (bytes) => `{"${"k".repeat(bytes - 6)}":0}`,
  "lists in lists": (bytes) => list(bytes, deep(""), depth),
  "a long text": (bytes) => `"${"x".repeat(bytes - 2)}"`,
  "a long text that is not ASCII": (bytes) => `"${"é".repeat((bytes - 2) >> 1)}"`,
  "a text of escapes": (bytes) => `"${"\\u0001".repeat((bytes - 2) / 6)}"`,
  "a text of quotes": (bytes) => `"${'\\"'.repeat((bytes - 2) >> 1)}"`,
  "a text of backslashes": (bytes) => `"${"\\\\".repeat((bytes - 2) >> 1)}"`,
  "a list of texts with NUL": (bytes) => list(bytes, '"\\u0000"'),
  "a text that patterns go back in": (bytes) => `"${"a@".repeat((bytes - 4) >> 1)}!"`,
};
