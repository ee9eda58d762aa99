/** Every field that a document's schema describes, and values that it cannot have. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

export interface Field {
  /** The steps to it: names, and 0 for the first item of a list. */
  readonly path: readonly (string | number)[];
  readonly types: readonly string[];
}

const file = join(import.meta.dirname, "..", "..", "..", "generated", "observability", "openapi.json");
const document = JSON.parse(readFileSync(file, "utf8")) as {
  components: { schemas: Readonly<Record<string, Schema>> };
};
/** Values nest without end (AnyValue); deeper fields are the same again. */
const maxSteps = 10;

export function fieldsOf(name: string): Field[] {
  const found: Field[] = [];
  const visit = (given: Schema, path: Field["path"]): void => {
    const schema = resolved(given);
    const types = schema.type === undefined ? [] : [schema.type].flat();
    if (path.length > 0 && types.length > 0) found.push({ path, types });
    if (path.length >= maxSteps) return;
    for (const [property, inner] of Object.entries(schema.properties ?? {})) visit(inner, [...path, property]);
    if (schema.items !== undefined) visit(schema.items, [...path, 0]);
  };
  visit({ $ref: `#/components/schemas/${name}` }, []);
  return found;
}

function resolved(schema: Schema): Schema {
  const name = schema.$ref?.split("/").at(-1);
  return name === undefined ? schema : resolved(document.components.schemas[name] ?? {});
}

/** A field with a value of a type that it does not have. */
export function mistaken(fields: readonly Field[]): fc.Arbitrary<Field & { readonly value: unknown }> {
  return fc
    .tuple(fc.constantFrom(...fields), fc.jsonValue({ maxDepth: 2 }))
    .filter(([{ types }, value]) => !types.some((type) => isOf(type, value)))
    .map(([field, value]) => ({ ...field, value }));
}

function isOf(type: string, value: unknown): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

/** The base with the value at the path; what leads there is made. */
export function placed(base: unknown, [step, ...rest]: Field["path"], value: unknown): unknown {
  if (step === undefined) return value;
  if (typeof step === "number") return [placed(undefined, rest, value)];
  const members = { ...(base as Record<string, unknown> | undefined) };
  members[step] = placed(members[step], rest, value);
  return members;
}
