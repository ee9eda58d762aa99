/**
 * The standard's own judgement: the OpenAPI 3.1 meta-schema for the document, and the JSON Schema 2020-12 meta-schema
 * for every schema in it, about whose inside the former says nothing.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv2020, type AnySchemaObject } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

export interface MetaSchemaFinding {
  /** A JSON pointer into the document. */
  readonly pointer: string;
  readonly message: string;
}

/** The Initiative's schema of 3.1 documents, with `$dynamicRef` (which only leads to schemas) written as `$ref`. */
const published = new URL(import.meta.resolve("@seriousme/openapi-schema-validator/schemas/v3.1/schema.json"));

const ajv = new Ajv2020({ allErrors: true, strict: false });
addFormats.default(ajv);
// Names of media types; Ajv knows no such format.
ajv.addFormat("media-range", true);
const validate = ajv.compile(JSON.parse(readFileSync(fileURLToPath(published), "utf8")) as AnySchemaObject);

/** @param bundle an OpenAPI 3.1 document whose references are all internal. */
export function metaSchemaFindings(bundle: object): MetaSchemaFinding[] {
  validate(bundle);
  const findings = (validate.errors ?? [])
    // A failed branch says what failed inside it; that some branch failed adds nothing.
    .filter(({ keyword }) => !["if", "anyOf", "oneOf", "allOf"].includes(keyword))
    .map(({ instancePath, message, params }) => ({
      pointer: instancePath,
      message: `${message ?? "is invalid"} ${JSON.stringify(params)}`,
    }));
  for (const [pointer, schema] of schemasOf(bundle, "", null)) {
    if (ajv.validateSchema({ ...schema, $schema: "https://json-schema.org/draft/2020-12/schema" }) === true) continue;
    for (const { instancePath, message } of ajv.errors ?? [])
      findings.push({ pointer: pointer + instancePath, message: message ?? "is not a valid schema" });
  }
  return findings;
}

/** Every outermost schema: those under `schema` of parameters, headers and media types, and the named components. */
function* schemasOf(node: unknown, pointer: string, key: string | null): Generator<[string, AnySchemaObject]> {
  if (typeof node !== "object" || node === null) return;
  if (key === "schema" || /^\/components\/schemas\/[^/]+$/.test(pointer)) {
    yield [pointer, node];
    return;
  }
  if (key === "examples" || key === "example") return;
  for (const [name, child] of Object.entries(node))
    yield* schemasOf(child, `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`, name);
}
