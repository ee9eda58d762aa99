/** JSON, changed value by value. */
import type { Random } from "./random.ts";

type Container = unknown[] | Record<string, unknown>;

/** The document with a few values of other kinds, doubled or left out; as text, which is now and then no JSON any more. */
export function changedJson(json: string, random: Random): Buffer {
  const document = JSON.parse(json) as Container;
  for (let count = 1 + random.below(5); count > 0; count--) change(someContainer(document, random), random);
  const text = JSON.stringify(document);
  return Buffer.from(random.chance(0.1) ? withNoise(text, random) : text).subarray(0, 64 * 1024);
}

function change(container: Container, random: Random): void {
  const keys = Object.keys(container);
  if (keys.length === 0) return;
  const key = random.pick(keys);
  const values = container as Record<string, unknown>;
  const before = values[key];
  switch (random.below(6)) {
    case 0:
      if (Array.isArray(container)) container.splice(Number(key), 1);
      else delete container[key];
      break;
    case 1:
      if (Array.isArray(container)) container.push(...Array.from({ length: random.below(6) }, () => before));
      else define(values, random.pick(["__proto__", "constructor", "", `${key}s`, key.toUpperCase()]), before);
      break;
    case 2:
      values[key] = values[random.pick(keys)];
      break;
    case 3: {
      let nested: unknown = before;
      for (let depth = random.below(random.chance(0.1) ? 500 : 5); depth > 0; depth--)
        nested = Array.isArray(container) ? [nested] : { [key]: nested };
      values[key] = nested;
      break;
    }
    default:
      values[key] = typeof before === "string" && random.chance(0.7) ? changedText(before, random) : anyValue(random);
  }
}

/** An assignment to `__proto__` would set the prototype. */
function define(values: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(values, key, { value, enumerable: true, configurable: true, writable: true });
}

function anyValue(random: Random): unknown {
  return random.pick<unknown>([
    null,
    true,
    "",
    [],
    {},
    [[]],
    -1,
    0.5,
    1e308,
    Number(random.number()),
    -Number(random.number()),
    String(random.number()),
    "x".repeat(random.below(200)),
    "\ud800\0é",
  ]);
}

/** Characters set, left out, doubled, and those of Base64 put in. */
export function changedText(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  const length = random.below(random.pick([2, 20]));
  const piece = random.pick([
    ";",
    ",",
    "gg",
    "gggggggggB",
    "AAAA",
    "//////",
    " ",
    "\\",
    "?",
    "..",
    "0",
    "é",
    text.slice(at, at + length).repeat(random.below(9)),
  ]);
  return text.slice(0, at) + piece + text.slice(at + length);
}

function withNoise(text: string, random: Random): string {
  return changedText(text, random) + random.pick(["", "]", "}", "\0", ")]}'\n"]);
}

function someContainer(document: Container, random: Random): Container {
  let container = document;
  while (random.chance(0.7)) {
    const inner = Object.values(container).filter(
      (value): value is Container => typeof value === "object" && value !== null,
    );
    if (inner.length === 0) break;
    container = random.pick(inner);
  }
  return container;
}
