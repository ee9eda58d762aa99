/**
 * Writes the beginning of an API or of an operation: everything that there has to be, in its place and of its form. What
 * only its author knows is marked `To be written`, and fails the check or the tests until it is.
 *
 *     npm run new -- api <name>
 *     npm run new -- operation <api> <operationId> <method> <path>
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { Command } from "commander";
import { newApi } from "./new/api.ts";
import { Changes, Refusal } from "./new/changes.ts";
import { newOperation } from "./new/operation.ts";

const project = join(import.meta.dirname, "..");
const modules = join(project, "node_modules");

const program = new Command("npm run new --")
  .description("Write the beginning of an API or of an operation.")
  .showHelpAfterError("Run npm run new -- --help to see what there is.");

program
  .command("api")
  .description("An API with one operation and a table of its own, served, mocked and tested.")
  .argument("<name>", "its folder and the path that it is mounted at, for example loyalty")
  .option("--title <title>", "its name as people read it, for example Loyalty")
  .action((name: string, { title }: { title?: string }) =>
    write((changes) => newApi(changes, { name, title, timestamp: Date.now() })),
  );

program
  .command("operation")
  .description("An operation of an API: document, handler, test and contract plan.")
  .argument("<api>", "the API's folder in specs/")
  .argument("<operationId>", "verb first, for example listReviews")
  .argument("<method>", "get, put, post, delete or patch")
  .argument("<path>", "for example /v1/products/{id}/reviews")
  .option("--tag <tag>", "the group that it belongs to; by default that of the path beside it")
  .option("--no-body", "a post, put or patch without a body")
  .addHelpText(
    "after",
    '\nExample:\n  npm run new -- operation placeholder listReviews get "/v1/products/{id}/reviews" --tag Reviews',
  )
  .action((api: string, operationId: string, method: string, path: string, options: { tag?: string; body: boolean }) =>
    write((changes) => newOperation(changes, { api, operationId, method: method.toLowerCase(), path, ...options })),
  );

await program.parseAsync();

/** Nothing is written when the description of the change is refused. */
function write(describe: (changes: Changes) => readonly string[]): void {
  const changes = new Changes(project);
  let next: readonly string[];
  try {
    next = describe(changes);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(error.message);
    process.exitCode = 1;
    return;
  }
  const written = changes.write();
  const code = written.filter((file) => file.endsWith(".ts"));
  const done =
    run(join(project, "scripts/generate.ts")) &&
    run(join(modules, "@biomejs/biome/bin/biome"), "check", "--write", "--log-level=error", ...code);
  for (const file of written) console.log(file);
  console.log(`\n${next.join("\n")}`);
  if (!done) process.exitCode = 1;
}

function run(...command: [script: string, ...args: string[]]): boolean {
  return spawnSync(process.execPath, command, { cwd: project, stdio: ["ignore", "ignore", "inherit"] }).status === 0;
}
