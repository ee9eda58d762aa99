/**
 * `accord dev`: everything that `accord start` runs, kept up to date with the files. A change in src/ or specs/ starts a new
 * server beside the old one, which answers until the new one does; a document that cannot be generated from, or code that
 * does not start, changes nothing but what is printed here.
 *
 *     npm run accord -- dev
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, relative } from "node:path";
import { pino } from "pino";
import { apiNames } from "#src/apis/index.ts";
import { loadConfig } from "#src/config.ts";
import { logOutput } from "#src/http/log-output.ts";
import { type Sandbox, seedDemo, startSandbox } from "#src/server/demo.ts";
import { openInfrastructure } from "#src/server/infrastructure.ts";
import { Changes } from "./dev/changes.ts";
import { ServerProcesses } from "./dev/server-processes.ts";

const project = join(import.meta.dirname, "..");
const config = loadConfig(process.env);
const log = pino({ level: config.logLevel }, logOutput(1));
const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stopping.abort());

const infrastructure = await openInfrastructure(config, log, { role: "start" });
const changes = new Changes(["src", "specs"].map((folder) => join(project, folder)));
const servers = new ServerProcesses(join(project, "scripts", "dev", "server.ts"));
try {
  await infrastructure.migrate();
  const sandbox = infrastructure.embedded ? await startSandbox(infrastructure, config, log) : null;
  try {
    await serveUntilStopped(sandbox);
  } finally {
    await servers.stop();
    await sandbox?.close();
  }
} finally {
  changes.close();
  await infrastructure.close();
}
process.exit(0);

async function serveUntilStopped(sandbox: Sandbox | null): Promise<void> {
  const url = await servers.replace();
  if (url !== null) await welcome(url, sandbox);
  else say("The server does not start. Waiting for a change.");
  for await (const files of changes.until(stopping.signal)) await reload(files);
}

async function welcome(url: string, sandbox: Sandbox | null): Promise<void> {
  say(`Accord listens on ${url}`);
  if (sandbox !== null) {
    const { file } = await seedDemo(infrastructure, config, apiNames, url, sandbox.addresses, log);
    say(`Demo tenants and their secrets: ${file}`);
  }
  say("Watching src/ and specs/ …");
}

async function reload(files: ReadonlySet<string>): Promise<void> {
  const started = performance.now();
  say(`Changed: ${[...files].map((file) => relative(project, file)).join(", ")}`);
  const documents = [...files].some((file) => file.startsWith(join(project, "specs")));
  if (documents && !(await generate()))
    return say("The documents cannot be used as they are; the server goes on with the last good ones.");
  const url = await servers.replace();
  if (url === null) return say("That does not start; the server goes on with the last good state.");
  say(`Reloaded in ${Math.round(performance.now() - started)} ms: ${url}`);
  // The compiler says what is missing where a handler no longer fits its operation; nobody has to wait for it.
  if (documents) void run(["node_modules/typescript7/bin/tsc", "-p", project]).then(({ output }) => say(output));
}

/** Writes generated/, or says with file and line why that cannot be done. Returns whether it is done. */
async function generate(): Promise<boolean> {
  const generated = await run(["scripts/generate.ts"]);
  if (generated.succeeded) return true;
  const checked = await run(["scripts/check-documents.ts"]);
  say(checked.succeeded ? generated.output : checked.output);
  return false;
}

/** Runs a script of the project to its end. */
async function run([script = "", ...args]: readonly string[]): Promise<{ succeeded: boolean; output: string }> {
  const child = spawn(process.execPath, [join(project, script), ...args], { cwd: project });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => output.push(text));
  const [code] = (await once(child, "close")) as [number | null];
  return { succeeded: code === 0, output: output.join("").trimEnd() };
}

function say(text: string): void {
  if (text !== "") console.error(text);
}
