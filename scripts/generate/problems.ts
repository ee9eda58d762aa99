/** Writes generated/problems.ts from the catalogue in specs/common/problems.yaml. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";

export interface CatalogueEntry {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  /** What usually lies behind it. */
  readonly cause: string;
  /** What the caller should do. */
  readonly action: string;
}

export type Catalogue = Readonly<Record<string, CatalogueEntry>>;

export function readProblems(cataloguePath: string): Catalogue {
  return parse(readFileSync(cataloguePath, "utf8")) as Catalogue;
}

/** @throws an error for an entry that is not whole. */
export function generateProblems(cataloguePath: string): string {
  const catalogue = readProblems(cataloguePath);
  const lines = Object.entries(catalogue).map(([code, { status, title, detail, cause, action }]) => {
    // Codes that a contract fixes keep its spelling, which may be in lower case.
    if (!/^([A-Z][A-Z0-9_]*|[a-z][a-z0-9_]*)$/.test(code))
      throw new Error(`${cataloguePath}: ${code} is neither an UPPER_SNAKE_CASE nor a lower_snake_case code`);
    if (!Number.isInteger(status) || status < 400 || status > 599)
      throw new Error(`${cataloguePath}: ${code} has status ${status}, expected 400 to 599`);
    if (typeof cause !== "string") throw new Error(`${cataloguePath}: ${code} does not say what causes it (cause)`);
    if (typeof action !== "string") throw new Error(`${cataloguePath}: ${code} does not say what to do (action)`);
    return `  ${code}: ${JSON.stringify({ status, title, detail })},`;
  });
  return [
    "// Written by `npm run generate` from specs/common/problems.yaml. Do not edit.",
    "export const problems = {",
    ...lines,
    "} as const;",
    "",
    "export type ProblemCode = keyof typeof problems;",
    "",
  ].join("\n");
}
