/** What `npm run generate` wrote for an API, as it is read at run time. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { OpenApiDocument } from "#src/contract/document.ts";
import type { Validators } from "#src/contract/operation.ts";

const folder = join(import.meta.dirname, "..", "..", "generated");
const require = createRequire(import.meta.url);

/** The document and its validators, for `bindApi`. */
export function generated(name: string): { name: string; document: OpenApiDocument; validators: Validators } {
  const document = JSON.parse(readFileSync(join(folder, name, "openapi.json"), "utf8")) as OpenApiDocument;
  return { name, document, validators: require(join(folder, name, "validators.cjs")) as Validators };
}
