/**
 * Checks the OpenAPI documents: the standard's meta-schema, Redocly's rules and the project's own (redocly.yaml), that
 * the engine can enforce every schema, and that the tree holds nothing unused.
 *
 *     npm run check -- documents
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { bundle, getLineColLocation, lint, loadConfig } from "@redocly/openapi-core";
import type { OpenApiDocument } from "#src/contract/document.ts";
import { documentFaults } from "#src/contract/document-faults.ts";
import { compileValidators } from "#src/contract/schema/compile.ts";
import { metaSchemaFindings } from "./documents/meta-schema.ts";
import { schemaNameFaults } from "./documents/schema-names.ts";
import { SourceTree } from "./documents/tree.ts";

export interface Finding {
  readonly severity: "error" | "warn";
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly rule: string;
  readonly message: string;
}

const project = join(import.meta.dirname, "..");

/**
 * Everything that is wrong with the documents of these APIs, in the order of file and line.
 *
 * @param apis names of folders in `specs` with an `openapi.yaml`.
 * @param specs the folder that holds them and `common`.
 */
export async function checkDocuments(apis: readonly string[], specs = join(project, "specs")): Promise<Finding[]> {
  const tree = new SourceTree(specs);
  const broken = tree.syntaxErrors(apis);
  if (broken.length > 0) return broken.map((error) => ({ ...error, severity: "error", rule: "yaml" }));
  const config = await loadConfig({ configPath: join(project, "redocly.yaml") });
  const findings: Finding[] = tree.unusedDefinitions().map(({ name, ...place }) => ({
    ...place,
    severity: "error",
    rule: "unused-definition",
    message: `Nothing refers to ${name}.`,
  }));

  for (const api of apis) {
    findings.push(...unfinished(join(specs, api)));
    const ref = join(specs, api, "openapi.yaml");
    for (const problem of await lint({ ref, config })) {
      const at = problem.location[0];
      const place = at && getLineColLocation(at);
      findings.push({
        severity: problem.severity,
        file: place?.source.absoluteRef ?? ref,
        line: place?.start.line ?? 1,
        rule: problem.ruleId,
        message: problem.message,
      });
    }
    const document = (await bundle({ ref, config })).bundle.parsed as OpenApiDocument;
    for (const { pointer, message } of metaSchemaFindings(document))
      findings.push({
        ...tree.locate(api, pointer),
        severity: "error",
        rule: "meta-schema",
        message: `${pointer} ${message}`,
      });
    for (const { pointer, message } of schemaNameFaults(document))
      findings.push({ ...tree.locate(api, pointer), severity: "error", rule: "schema-names", message });
    const faults = documentFaults(document);
    for (const { pointer, message } of faults)
      findings.push({ ...tree.locate(api, pointer), severity: "error", rule: "engine", message });
    // Ajv would find the unknown formats once more, without their places.
    if (faults.length > 0) continue;
    try {
      compileValidators(document);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const pointer = /^#(\/\S*?):? /.exec(message)?.[1] ?? "";
      findings.push({ ...tree.locate(api, pointer), severity: "error", rule: "enforceable", message });
    }
  }
  return distinct(findings);
}

/** What `npm run new` has left to the author. */
function unfinished(folder: string): Finding[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".yaml"));
  return files.flatMap((name) => {
    const file = join(folder, name);
    return readFileSync(file, "utf8")
      .split("\n")
      .flatMap((text, index) => {
        const [, what] = /To be written: ([^']*)/.exec(text) ?? [];
        if (what === undefined) return [];
        const message = `Still to be written: ${what.replace(/\.$/, "")}.`;
        return [{ severity: "error" as const, file, line: index + 1, rule: "unfinished", message }];
      });
  });
}

/** What several APIs share is found once for each of them. */
function distinct(findings: readonly Finding[]): Finding[] {
  const byText = new Map(findings.map((finding) => [JSON.stringify(finding), finding]));
  return [...byText.values()].sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
}

/** The APIs that have a document. */
export function documentedApis(specs = join(project, "specs")): string[] {
  return readdirSync(specs).filter((name) => existsSync(join(specs, name, "openapi.yaml")));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const named = process.argv.slice(2);
  const apis = named.length > 0 ? named : documentedApis();
  const findings = await checkDocuments(apis);
  for (const { severity, file, line, rule, message } of findings)
    console.error(`${relative(process.cwd(), file)}:${line}: ${severity}: ${message} [${rule}]`);
  const errors = findings.filter(({ severity }) => severity === "error").length;
  console.log(`${apis.join(", ")}: ${errors} errors, ${findings.length - errors} warnings`);
  process.exitCode = findings.length > 0 ? 1 : 0;
}
