import type { Suite } from "mocha";
import { standingFor } from "./renewed.ts";

/** How what is opened ends: by the first of these that it has. */
const ends = ["close", "stop", "remove", "drop"] as const;
type Ending = Partial<Readonly<Record<(typeof ends)[number], () => unknown>>>;

const closing = new WeakMap<Suite, (() => unknown)[]>();

/**
 * Stands for the object that `open` gives, in the tests of the surrounding `describe`: opened before them and closed after them, and after all that was opened
 * later.
 */
export function opened<T extends object>(open: () => T | Promise<T>, close: (value: T) => unknown = end): T {
  let value: T | undefined;
  before(async function () {
    const suite = this.test?.parent as Suite;
    value = await open();
    const given = value;
    closeLastFirst(suite, () => close(given));
  });
  return standingFor(() => value);
}

function end(value: Ending): unknown {
  return ends.map((name) => value[name]?.bind(value)).find((close) => close !== undefined)?.();
}

function closeLastFirst(suite: Suite, close: () => unknown): void {
  const earlier = closing.get(suite);
  if (earlier !== undefined) return void earlier.push(close);
  const all = [close];
  closing.set(suite, all);
  suite.afterAll(async () => {
    for (const each of all.toReversed()) await each();
  });
}
