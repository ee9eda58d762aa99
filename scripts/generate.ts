/**
 * Writes generated/ from specs/: one bundled document, its types, its typed contract and its validators per API, and
 * the problem catalogue; and generated/console from console/. Writes docs/settings.md, docs/distribution.md, docs/error-codes.md and docs/webhook-events.md too.
 *
 *     npm run generate              write
 *     npm run generate -- --check   write nothing; fail when something would change
 *
 * Where a document cannot be generated from, nothing is written at all: what is there stays a whole.
 */
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { bundle, createConfig } from "@redocly/openapi-core";
import { Command } from "commander";
import type { OpenApiDocument } from "#src/contract/document.ts";
import { refuseFaults } from "#src/contract/document-faults.ts";
import { errorCodesPage, type ServedDocument, webhookEventsPage } from "./generate/catalogues.ts";
import { buildConsole } from "./generate/console.ts";
import { generateContract } from "./generate/contract.ts";
import { distributionPage } from "./generate/distribution.ts";
import { generateProblems, readProblems } from "./generate/problems.ts";
import { settingsPage } from "./generate/settings.ts";
import { generateTypes } from "./generate/types.ts";
import { generateValidators } from "./generate/validators.ts";

const project = join(import.meta.dirname, "..");
const { check: checkOnly = false } = new Command("npm run generate --")
  .description("Writes generated/ from specs/ and console/, and the pages of docs/ that are made of both.")
  .option("--check", "write nothing; fail when something would change")
  .parse()
  .opts<{ check?: boolean }>();
const written = new Map<string, string>();

emit("docs/settings.md", settingsPage());
emit("docs/distribution.md", distributionPage());
const problemsPath = join(project, "specs/common/problems.yaml");
emit("generated/problems.ts", generateProblems(problemsPath));
const served: ServedDocument[] = [];
const config = await createConfig({});
for (const api of readdirSync(join(project, "specs")).sort()) {
  const ref = join(project, "specs", api, "openapi.yaml");
  if (!existsSync(ref)) continue;
  const { bundle: bundled, problems } = await bundle({ ref, config });
  if (problems.length > 0) throw new Error(`${api}: ${problems.map(({ message }) => message).join("; ")}`);
  // A copy through text: what is published, what is typed and what is compiled are the same bytes.
  const text = `${JSON.stringify(bundled.parsed, null, 2)}\n`;
  const document = (): OpenApiDocument => JSON.parse(text) as OpenApiDocument;
  refuseFaults(document());
  // Not what others serve and Accord calls.
  if (existsSync(join(project, "src/apis", api))) served.push({ api, document: document() });
  emit(`generated/${api}/openapi.json`, text);
  emit(`generated/${api}/types.ts`, await generateTypes(text));
  emit(`generated/${api}/contract.ts`, generateContract(document()));
  emit(`generated/${api}/validators.cjs`, generateValidators(document()));
  emit(
    `generated/${api}/validators.d.cts`,
    "// Written by `npm run generate`. Do not edit.\ndeclare const validators: Readonly<Record<string, (value: unknown) => boolean>>;\nexport = validators;\n",
  );
}
for (const [path, text] of await buildConsole(join(project, "console"))) emit(`generated/console/${path}`, text);
emit("docs/error-codes.md", errorCodesPage(readProblems(problemsPath), served));
emit("docs/webhook-events.md", webhookEventsPage(served));

const stale = [...written].filter(([path, text]) => {
  const target = join(project, path);
  return !existsSync(target) || readFileSync(target, "utf8") !== text;
});
// Their names follow from what they hold.
const surplus = globSync("generated/console/**/*.*", { cwd: project }).filter((path) => !written.has(path));
if (checkOnly && stale.length + surplus.length > 0) {
  console.error(
    `Out of date with specs/, console/, src/settings or src/storage/distribution.ts:\n${[...stale.map(([path]) => path), ...surplus].map((path) => `  ${path}`).join("\n")}\nRun npm run generate and commit.`,
  );
  process.exitCode = 1;
} else {
  for (const path of surplus) rmSync(join(project, path));
  for (const [path, text] of stale) write(path, text);
}

function emit(path: string, text: string): void {
  written.set(path, text);
}

function write(path: string, text: string): void {
  const target = join(project, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
  console.log(`wrote ${path}`);
}
