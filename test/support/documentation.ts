/** The pages of the documentation, and what they show as code. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const project = join(import.meta.dirname, "..", "..");

/** Paths below the project. */
export const pages = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", ...globSync("docs/**/*.md", { cwd: project })];

export function read(path: string): string {
  return readFileSync(join(project, path), "utf8");
}

/** A page without its blocks of code, where brackets and hashes mean other things. */
export function prose(page: string): string {
  return read(page).replace(/^```.*?^```/gms, "");
}

/** Everything a page shows as code: blocks, indented blocks and spans. */
export function code(page: string): string {
  const blocks = [...read(page).matchAll(/^```[^\n]*\n(.*?)^```/gms)].map(([, block]) => block);
  const rest = prose(page);
  return [...blocks, ...(rest.match(/^ {4}.*/gm) ?? []), ...(rest.match(/`[^`]+`/g) ?? [])].join("\n");
}
