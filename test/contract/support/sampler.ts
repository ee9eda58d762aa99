import fc from "fast-check";
import type { JsonSchema, OpenApiDocument } from "#src/contract/document.ts";
import { resolve } from "#src/contract/document.ts";

type Schema = Readonly<Record<string, unknown>>;

/** Values that stand where something else was asked for. */
const strays: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 53,
  1e21,
  "",
  "x",
  "2026-02-30",
  [],
  {},
  [null],
  { a: 1 },
];

/** Some right and some wrong texts of each format. */
const texts: Readonly<Record<string, readonly string[]>> = {
  date: ["2026-11-22", "2026-02-29", "2024-02-29", "22-11-2026"],
  "date-time": ["2026-11-22T10:00:00Z", "2026-11-22T10:00:00+01:00", "2026-11-22 10:00", "2026-13-01T00:00:00Z"],
  uuid: ["7f6f1a0e-1d4b-4c6e-9d5e-0f5b6a7c8d9e", "00000000-0000-1000-8000-000000000000", "7f6f1a0e"],
  email: ["ada@example.org", "ada@", "a.b+c@example.co.uk"],
  uri: ["https://example.org/a?b=c", "mailto:ada@example.org", "/a/b", "no uri"],
};

/** Texts that match each pattern: finding them takes longer than everything else. */
const matches = new Map<string, readonly string[]>();

function matching(pattern: string): readonly string[] {
  let texts = matches.get(pattern);
  if (texts === undefined) {
    texts = fc.sample(fc.stringMatching(new RegExp(pattern, "u")), { seed: 1, numRuns: 60 });
    matches.set(pattern, texts);
  }
  return texts;
}

/** Values that fit a schema or come close, the same for the same seed. What fits is for others to say. */
export class Sampler {
  readonly #document: OpenApiDocument;
  readonly #depthOfNests: number;
  readonly #strays: boolean;
  #state: number;

  /** @param options without `strays` nearly everything fits. */
  constructor(document: OpenApiDocument, seed: number, { depthOfNests = 6, strays = true } = {}) {
    this.#document = document;
    this.#depthOfNests = depthOfNests;
    this.#strays = strays;
    this.#state = seed >>> 0;
  }

  value(reference: JsonSchema | undefined, depth = 0): unknown {
    const schema = resolve<JsonSchema>(this.#document, reference ?? true);
    if (typeof schema === "boolean" || this.chance(this.#strays ? 0.04 : 0.001)) return this.pick(strays);
    if (schema.const !== undefined) return schema.const;
    if (Array.isArray(schema.enum)) return this.pick(schema.enum);
    const choices = (schema.oneOf ?? schema.anyOf) as JsonSchema[] | undefined;
    if (choices !== undefined) return this.#merged(schema, this.value(this.pick(choices), depth), depth);
    if (Array.isArray(schema.allOf))
      return (schema.allOf as JsonSchema[]).reduce<unknown>(
        (value, part) => merge(value, this.value(part, depth)),
        this.#merged(schema, undefined, depth),
      );
    return this.#ofType(schema, depth);
  }

  /** True in this part of all cases. */
  chance(part: number): boolean {
    return this.#random() < part;
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)] as T;
  }

  #merged(schema: Schema, value: unknown, depth: number): unknown {
    return schema.properties === undefined ? value : merge(value, this.#object(schema, depth));
  }

  #ofType(schema: Schema, depth: number): unknown {
    const type = this.pick(([] as unknown[]).concat(schema.type ?? (schema.properties ? "object" : "string")));
    switch (type) {
      case "null":
        return null;
      case "boolean":
        return this.chance(0.5);
      case "integer":
      case "number":
        return this.#number(schema, type === "integer");
      case "array":
        return this.#array(schema, depth);
      case "object":
        return this.#object(schema, depth);
      default:
        return this.#text(schema);
    }
  }

  #number({ minimum, maximum, exclusiveMinimum }: Schema, whole: boolean): number {
    const least = Number(minimum ?? exclusiveMinimum ?? -5);
    const most = Number(maximum ?? least + 1_000);
    const inside = [least, most, Math.min(least + 1, most), Math.floor((least + most) / 2)];
    const value = this.pick(this.#strays ? [...inside, least - 1, most + 1] : inside);
    if (!this.#strays) return whole ? Math.ceil(value) : value;
    return whole && !this.chance(0.05) ? value : value + this.pick([0, 0.5, 0.01, 0.001]);
  }

  #text(schema: Schema): string {
    const { format, pattern, minLength, maxLength } = schema;
    if (typeof format === "string" && texts[format] !== undefined) return this.pick(texts[format]);
    if (typeof pattern === "string" && !this.chance(this.#strays ? 0.1 : 0.01)) return this.pick(matching(pattern));
    const least = Number(minLength ?? 0);
    const most = Math.min(Number(maxLength ?? least + 8), least + 260);
    const inside = [least, most, Math.min(least + 3, most), Math.min(least + 1, most)];
    const length = this.pick(this.#strays ? [...inside, most + 1, least - 1] : inside);
    return this.pick(["a", "7", "é", "𝒳"]).repeat(Math.max(0, length));
  }

  #array({ items, minItems, maxItems }: Schema, depth: number): unknown[] {
    if (depth > this.#depthOfNests) return [];
    const least = Number(minItems ?? 0);
    const most = Math.min(Number(maxItems ?? least + 3), least + 12);
    const inside = [least, least + 1, least + 1, least + 2];
    const length = this.#strays
      ? this.pick([...inside, this.chance(0.2) ? most + 1 : most, least - 1])
      : Math.min(this.pick([...inside, most]), most);
    return Array.from({ length: Math.max(0, length) }, () => this.value(items as JsonSchema, depth + 1));
  }

  #object({ properties = {}, required = [], additionalProperties }: Schema, depth: number): Record<string, unknown> {
    const members: Record<string, unknown> = {};
    if (depth > this.#depthOfNests) return members;
    for (const [name, property] of Object.entries(properties as Record<string, JsonSchema>)) {
      const wanted = (required as string[]).includes(name) ? (this.#strays ? 0.98 : 1) : 0.4;
      if (this.chance(wanted)) members[name] = this.value(property, depth + 1);
    }
    if (this.chance(this.#strays ? 0.05 : 0.01)) members.unheardOf = this.pick(strays);
    if (typeof additionalProperties === "object" && this.chance(0.7))
      members[this.pick(["one", "two", "a-b", ""])] = this.value(additionalProperties as JsonSchema, depth + 1);
    return members;
  }

  /** Mulberry32: small, and the same everywhere. */
  #random(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}

function merge(one: unknown, other: unknown): unknown {
  const both = [one, other].every((part) => typeof part === "object" && part !== null && !Array.isArray(part));
  return both ? { ...(one as object), ...(other as object) } : (one ?? other);
}
