/**
 * Everything that can be checked without running a test: documents, generated code, types, lint, layers.
 *
 *     npm run check
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const project = join(import.meta.dirname, "..");
const modules = join(project, "node_modules");

const checks: readonly [name: string, script: string, ...args: string[]][] = [
  ["documents", join(project, "scripts/check-documents.ts")],
  ["generated code", join(project, "scripts/generate.ts"), "--check"],
  ["types", join(modules, "typescript7/bin/tsc"), "-p", project],
  ["lint and format", join(modules, "@biomejs/biome/bin/biome"), "check", "--error-on-warnings"],
  ["layers", join(modules, "dependency-cruiser/bin/dependency-cruiser.mjs"), "src", "--config", "dependency-rules.cjs"],
];

let failed = 0;
for (const [name, script, ...args] of checks) {
  const started = performance.now();
  const { status } = spawnSync(process.execPath, [script, ...args], { cwd: project, stdio: "inherit" });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${status === 0 ? "ok    " : "FAILED"}  ${name} (${seconds} s)`);
  if (status !== 0) failed++;
}
if (failed > 0) process.exitCode = 1;
