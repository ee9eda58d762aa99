/**
 * Everything that can be checked without running a test: documents, generated code, types, lint, layers, and exports that only tests use.
 *
 *     npm run check
 *     npm run check -- documents types      only these
 *     npm run check -- --against v1.4.0     whether clients of that release still find what they rely on
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";

const project = join(import.meta.dirname, "..");
const modules = join(project, "node_modules");

const checks: Readonly<Record<string, readonly [script: string, ...args: string[]]>> = {
  documents: [join(project, "scripts/check-documents.ts")],
  generated: [join(project, "scripts/generate.ts"), "--check"],
  types: [join(modules, "typescript7/bin/tsc"), "-p", project],
  console: [join(modules, "typescript7/bin/tsc"), "-p", join(project, "console")],
  lint: [join(modules, "@biomejs/biome/bin/biome"), "check", "--error-on-warnings"],
  exports: [join(project, "scripts/check-exports.ts")],
  layers: [
    join(modules, "dependency-cruiser/bin/dependency-cruiser.mjs"),
    "src",
    "packages",
    "scripts",
    "bench",
    "--config",
    "dependency-rules.cjs",
  ],
};

// `accord check` loads this file, and its own name stands before the arguments.
const { values, positionals: named } = parseArgs({
  args: process.argv.slice(import.meta.main ? 2 : 3),
  options: { against: { type: "string" } },
  allowPositionals: true,
});
const { against } = values;
const unknown = named.filter((name) => !Object.hasOwn(checks, name));
if (unknown.length > 0) {
  console.error(`There is no check ${unknown.join(", ")}. One of: ${Object.keys(checks).join(", ")}.`);
  process.exitCode = 1;
} else {
  const all = named.length === 0 && against === undefined;
  for (const [name, command] of Object.entries(checks)) if (all || named.includes(name)) run(name, command);
  if (against !== undefined) run("breaking changes", [join(project, "scripts/check-breaking.ts"), against]);
}

function run(name: string, command: readonly string[]): void {
  const started = performance.now();
  const { status } = spawnSync(process.execPath, command, { cwd: project, stdio: "inherit" });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${status === 0 ? "ok    " : "FAILED"}  ${name} (${seconds} s)`);
  if (status !== 0) process.exitCode = 1;
}
