/** Writes a document's validators as standalone CommonJS code, so that a boot compiles nothing. */
import standaloneCode from "ajv/dist/standalone/index.js";
import type { JsonSchema, OpenApiDocument } from "#src/contract/document.ts";
import { ajvFor, namedSchemas } from "#src/contract/schema/compile.ts";

export function generateValidators(document: OpenApiDocument): string {
  const schemas = namedSchemas(document);
  const { distinct, nameOf } = withoutRepeats(schemas);
  const ajv = ajvFor(document, distinct, { inlineRefs: false, code: { source: true, lines: false } });
  const code = standaloneCode.default(ajv, Object.fromEntries([...schemas.keys()].map((name) => [name, nameOf(name)])));
  return `// Written by \`npm run generate\`. Do not edit.\n${boundErrors(cheapLengths(code))}\n`;
}

/** Error answers and their headers are the same for most operations: each distinct schema is compiled once. */
function withoutRepeats(schemas: ReadonlyMap<string, JsonSchema>) {
  const distinct = new Map<string, JsonSchema>();
  const firstName = new Map<string, string>();
  for (const [name, schema] of schemas) {
    const text = JSON.stringify(schema);
    if (firstName.has(text)) continue;
    firstName.set(text, name);
    distinct.set(name, schema);
  }
  const nameOf = (name: string) => firstName.get(JSON.stringify(schemas.get(name))) ?? name;
  return { distinct, nameOf };
}

/**
 * A hostile body can fail in a million places. Errors past the first few hundred are counted but not kept, so that
 * refusing a request costs time and memory in proportion to its size and no more.
 */
function boundErrors(code: string): string {
  const bounded = code
    .replace(/\bvErrors\.push\((err\d+)\)/g, "keep(vErrors, $1)")
    .replace(/\bvErrors\.concat\((\w+)\.errors\)/g, "keepAll(vErrors, $1.errors)")
    // A test that fails counts, also when none of its errors is kept.
    .replace(/\berrors = vErrors\.length\b/g, "errors = Math.max(errors + 1, vErrors.length)")
    // Ajv takes back the errors of a test by their count, which may be more than were kept.
    .replace(/\bvErrors\.length = (_errs\d+)/g, "vErrors.length = Math.min($1, vErrors.length)");
  // Names of members that every object inherits are evaluated no more than others.
  const owned = bounded.replace(/!(props\d+)\[(\w+)\]/g, "!Object.hasOwn($1, $2)");
  return owned.replace(
    '"use strict";',
    `"use strict";
const most = 500;
function keep(errors, error) { if (errors.length < most) errors.push(error); }
function keepAll(errors, more) { for (const error of more) { if (errors.length >= most) break; errors.push(error); } return errors; }
`,
  );
}

/**
 * JSON Schema counts characters, not UTF-16 units, which means walking the string. A string has at most as many
 * characters as units and at least half as many, so most strings need no walk.
 */
function cheapLengths(code: string): string {
  const counter = /const (func\d+) = require\("ajv\/dist\/runtime\/ucs2length"\)\.default/.exec(code)?.[1];
  if (counter === undefined) return code;
  return code
    .replace(new RegExp(`\\b${counter}\\((\\w+)\\) > (\\d+)`, "g"), `$1.length > $2 && ${counter}($1) > $2`)
    .replace(
      new RegExp(`\\b${counter}\\((\\w+)\\) < (\\d+)`, "g"),
      (_, data: string, limit: string) =>
        `(${data}.length < ${limit} || (${data}.length < ${Number(limit) * 2} && ${counter}(${data}) < ${limit}))`,
    );
}
