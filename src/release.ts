import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The version of Accord, from package.json. */
export const release = (
  JSON.parse(readFileSync(join(import.meta.dirname, "..", "package.json"), "utf8")) as { readonly version: string }
).version;
