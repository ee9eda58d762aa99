/**
 * Everything that can be checked without running a test: documents, generated code, types, lint, layers, and exports that only tests use.
 *
 *     npm run check
 *     npm run check -- documents types      only these
 *     npm run check -- --against v1.4.0     whether clients of that release still find what they rely on
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { Argument, Command } from "commander";

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
const command = new Command("npm run check --")
  .description(
    "Checks documents, generated code, types, lint, layers, and exports that only tests use, without running a test.",
  )
  .addArgument(new Argument("[names...]", "which checks; all when left out").choices(Object.keys(checks)))
  .option("--against <release>", "a tag: fail on what breaks its clients without a higher major version")
  .parse(process.argv.slice(import.meta.main ? 2 : 3), { from: "user" });
const named = command.args;
const { against } = command.opts<{ against?: string }>();
const all = named.length === 0 && against === undefined;
for (const [name, check] of Object.entries(checks)) if (all || named.includes(name)) run(name, check);
if (against !== undefined) run("breaking changes", [join(project, "scripts/check-breaking.ts"), against]);

function run(name: string, command: readonly string[]): void {
  const started = performance.now();
  const { status } = spawnSync(process.execPath, command, { cwd: project, stdio: "inherit" });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${status === 0 ? "ok    " : "FAILED"}  ${name} (${seconds} s)`);
  if (status !== 0) process.exitCode = 1;
}
