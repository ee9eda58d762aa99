/** Reads the generated document and validators of an API at run time. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { OpenApiDocument } from "#src/contract/document.ts";
import type { Validators } from "#src/contract/operation.ts";

const folder = join(import.meta.dirname, "..", "..", "generated");
const require = createRequire(import.meta.url);

const read = new Map<string, Generated>();

/** The generated parts of an API for `bindApi`. */
export interface Generated {
  readonly name: string;
  readonly document: OpenApiDocument;
  readonly validators: Validators;
  readonly sources: readonly string[];
}

export function generated(name: string): Generated {
  const known = read.get(name);
  if (known !== undefined) return known;
  const parts: Generated = {
    name,
    document: JSON.parse(readFileSync(join(folder, name, "openapi.json"), "utf8")) as OpenApiDocument,
    validators: require(join(folder, name, "validators.cjs")) as Validators,
    sources: [`specs/${name}/openapi.yaml`, `src/apis/${name}/api.ts`],
  };
  read.set(name, parts);
  return parts;
}
