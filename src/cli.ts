/** The `accord` command line. Every command has --help. */
import { existsSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { Command, Option } from "commander";
import { type Logger, pino } from "pino";
import { type ApiName, apiModules, apiNames } from "./apis/index.ts";
import { type Config, loadConfig, settingLines } from "./config.ts";
import { logOutput } from "./http/log-output.ts";
import { loggedError } from "./http/logged-error.ts";
import { identityCommands } from "./identity/commands.ts";
import { sandboxCommand, secretVariables } from "./sandbox/command.ts";
import { distributeTables, sealedColumns } from "./schema.ts";
import { backupCommands } from "./server/backup-commands.ts";
import { clusterCommand } from "./server/cluster-commands.ts";
import { listenFailure } from "./server/http-server.ts";
import { type Infrastructure, openInfrastructure } from "./server/infrastructure.ts";
import { type Running, serve, serveMock } from "./server/serve.ts";
import { logUnhandledRejections } from "./server/unhandled-rejections.ts";
import { leftBehind, planDistribution } from "./storage/cluster.ts";
import { StartupError } from "./storage/startup-error.ts";
import { webhookCommands } from "./webhooks/commands.ts";

/** File descriptors. */
const standardOutput = 1;
const standardError = 2;

/** The command line. It is parsed only when this file is the program. */
export const program = new Command("accord")
  .description("A contract-first server: HTTP APIs that do exactly what their OpenAPI documents say.")
  .showHelpAfterError("Run accord --help to see what there is.");

const port = () => new Option("-p, --port <port>", "the port to listen on; overrides ACCORD_PORT");
const host = () => new Option("--host <address>", "the address to listen on; overrides ACCORD_HOST");

program
  .command("start")
  .description("Run everything in one process: all APIs, workers, and the embedded database and object store.")
  .addOption(port())
  .addOption(host())
  .addHelpText("after", settingsHelp)
  .action((options: ListenOptions) =>
    run(options, (config, log) =>
      serve(config, log, { apis: apiNames, listen: true, work: true, migrate: true, seed: true }),
    ),
  );

program
  .command("serve")
  .description("Answer HTTP only. One API named with --api answers at the root; several under their names.")
  .addOption(new Option("-a, --api <name...>", "the APIs to serve").choices(apiNames).default(apiNames, "all"))
  .addOption(new Option("--mock <name>", "answer from one document's examples; needs no database").choices(apiNames))
  .addOption(port())
  .addOption(host())
  .addHelpText("after", settingsHelp)
  .action((options: ListenOptions & { api: ApiName[]; mock?: ApiName }) =>
    run(options, (config, log) =>
      options.mock === undefined
        ? serve(config, log, { apis: options.api, listen: true, work: false, migrate: false, seed: false })
        : serveMock(config, log, options.mock),
    ),
  );

program
  .command("work")
  .description("Run the workers only: queued and scheduled jobs of all APIs.")
  .addHelpText("after", settingsHelp)
  .action(() =>
    run({}, (config, log) =>
      serve(config, log, { apis: apiNames, listen: false, work: true, migrate: false, seed: false }),
    ),
  );

program
  .command("migrate")
  .description("Bring the database's schema up to date. Safe to repeat, and to run from several machines at once.")
  .action(async () => {
    const infrastructure = await openForCommand(prepare({}));
    try {
      await infrastructure.migrate();
      console.error("The schema is up to date.");
    } finally {
      await infrastructure.close();
    }
  });

program
  .command("distribute")
  .description(
    "Put each table where it belongs on a Citus cluster, after migrate. Safe to repeat; moves the rows there are.",
  )
  .option("--check", "change nothing, and say what would be done")
  .action(async ({ check = false }: { check?: boolean }) => {
    const infrastructure = await openForCommand(prepare({}));
    try {
      const owner = await infrastructure.owner();
      await infrastructure.requireMigrated();
      if (check) {
        const steps = await planDistribution(owner.pool);
        for (const { table, action, rows } of steps) console.log(`${table}: ${action}${aboutRows(rows)}`);
        const left = await leftBehind(owner.pool);
        for (const { table, rows, bytes } of left)
          console.log(`${table}: left behind on the coordinator, ${bytes} bytes${aboutRows(rows)}`);
        console.error(steps.length === 0 ? "Every table is in its place." : `${steps.length} tables are to be moved.`);
        if (left.length > 0) console.error(`${left.length} have left rows behind, which distribute removes.`);
        return;
      }
      const moved = await distributeTables(owner, ({ table, action, rows }, { number, of, rows: done, ofRows }) =>
        console.error(
          `${number} of ${of}: ${table}, ${action}${aboutRows(rows)}${ofRows === 0 ? "" : `; ${done} of ${ofRows} are moved`}`,
        ),
      );
      console.error(moved === 0 ? "Every table was in its place." : `${moved} tables were moved to their places.`);
    } finally {
      await infrastructure.close();
    }
  });

function aboutRows(rows: number): string {
  return rows === 0 ? "" : `, about ${rows} rows`;
}

program
  .command("seed")
  .description("Make the demo tenants of an embedded installation and write their secrets to demo.json.")
  .addOption(port())
  .action(async (options: ListenOptions) => {
    const { config, log } = prepare({ port: "0", ...options });
    const running = await serve({ ...config, metricsPort: "off" }, log, {
      apis: apiNames,
      listen: true,
      work: false,
      migrate: true,
      seed: true,
    });
    console.error(running.demoFile === null ? "Only an embedded installation has demo tenants." : running.demoFile);
    await running.stop();
  });

for (const command of [
  ...backupCommands(() => prepareCommand(standardError)),
  clusterCommand(() => openForCommand(prepareCommand(standardError))),
  ...identityCommands(openContext, sealedColumns, serverUrl),
  ...webhookCommands(),
  ...apiModules.flatMap(({ commands }) => commands?.(openContext) ?? []),
])
  program.addCommand(command);

program.addCommand(
  sandboxCommand({
    insurers: ({ port, journal }) =>
      run({}, async () => {
        const { startSandboxInsurers } = await import("./sandbox/insurers/server.ts");
        const sandbox = await startSandboxInsurers({ port, journal }).catch(refusedPort(port));
        for (const { baseUrl, credential, name } of sandbox.insurers) console.log(`${baseUrl}  ${credential}  ${name}`);
        return { url: sandbox.url, demoFile: null, stop: () => sandbox.close() };
      }),
    service: (name, { port }) =>
      run({}, async () => {
        const variable = secretVariables[name];
        const secret = process.env[variable] ?? "";
        if (secret === "") throw new StartupError(`Give the secret of the ${name} in ${variable}.`);
        const { startSandboxService } = await import("./sandbox/services.ts");
        const service = await startSandboxService(name, { port, secret }).catch(refusedPort(port));
        return { url: service.url, demoFile: null, stop: () => service.close() };
      }),
  }),
);

function refusedPort(port: number): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    throw listenFailure(error, { host: "127.0.0.1", port, variable: "--port" });
  };
}

program
  .command("dev")
  .description(
    "What start does, reloaded when handlers or documents change; what is broken leaves the last good state.",
  )
  .addOption(port())
  .action(async (options: ListenOptions) => {
    if (options.port !== undefined) process.env.ACCORD_PORT = options.port;
    await runTool("scripts/dev.ts");
  });

program
  .command("routes")
  .description("List the operations: path, security, the file of the handler, and the tests.")
  .argument("[apis...]", "which APIs; all when left out")
  .action(() => runTool("scripts/routes.ts"));

program
  .command("check")
  .description("Check the documents, and that what is generated from them is up to date.")
  .argument("[names...]", "documents, generated, types, lint or layers; all when left out")
  .option("--against <release>", "a tag: fail on what breaks its clients without a higher major version")
  .action(() => runTool("scripts/check.ts"));

program
  .command("bench")
  .description("Measure the budgets; see docs/performance.md.")
  .argument("[names...]", "which benchmarks; all when left out")
  .action(() => runTool("bench/index.ts"));

if (import.meta.main) {
  // EPIPE: the reader of the output has closed the pipe, as in `accord ledger statement … | head -1`.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(128 + constants.signals.SIGPIPE);
    // A command that streams a file to standard output has a listener of its own.
    if (process.stdout.listenerCount("error") === 1) throw error;
  });
  try {
    await program.parseAsync();
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

interface ListenOptions {
  readonly port?: string;
  readonly host?: string;
}

/** Runs a development tool, which only a checkout has. Throws StartupError when the file is missing. */
async function runTool(file: string): Promise<void> {
  const path = join(import.meta.dirname, "..", file);
  if (!existsSync(path))
    throw new StartupError(`${file} is not part of this installation. Use a checkout, or the image's target "tools".`);
  await import(path);
}

interface Prepared {
  readonly config: Config;
  readonly log: Logger;
}

/** Reads the configuration. Options of the command line override the environment. */
function prepare(options: ListenOptions, logTo = standardOutput): Prepared {
  const env = { ...process.env };
  if (options.port !== undefined) env.ACCORD_PORT = options.port;
  if (options.host !== undefined) env.ACCORD_HOST = options.host;
  const config = loadConfig(env);
  const log = pino({ level: config.logLevel, serializers: { err: loggedError } }, logOutput(logTo));
  return { config, log };
}

/** Starts the server, prints its address, and stops it on SIGINT or SIGTERM. A second signal ends the process at once. */
async function run(options: ListenOptions, start: (config: Config, log: Logger) => Promise<Running>): Promise<void> {
  const { config, log } = prepare(options);
  logUnhandledRejections(log);
  const stopped = Promise.withResolvers<NodeJS.Signals>();
  let signals = 0;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (++signals > 1) process.exit(130);
      stopped.resolve(signal);
    });
  }
  const starting = start(config, log);
  const running = await Promise.race([starting, stopped.promise.then(() => null)]);
  if (running !== null) {
    if (running.demoFile !== null) console.error(`Demo tenants and their secrets: ${running.demoFile}`);
    if (running.signInLink !== undefined)
      console.error(`Console, signed in (once, within an hour): ${running.signInLink}`);
    // The last line of the start: scripts wait for it.
    if (running.url !== null) console.error(`Accord listens on ${running.url}`);
    const signal = await stopped.promise;
    log.info({ signal }, "stopping");
  }
  await (await starting).stop();
  process.exit(0);
}

function openForCommand({ config, log }: Prepared): Promise<Infrastructure> {
  return openInfrastructure(config, log, { role: "command", poolSize: 2 });
}

async function openContext() {
  const prepared = prepareCommand(standardOutput);
  const infrastructure = await openForCommand(prepared);
  try {
    await infrastructure.migrate();
  } catch (error) {
    await infrastructure.close();
    throw error;
  }
  return { ...infrastructure, config: prepared.config };
}

/** The URL in demo.json, which is that of the last start of an embedded installation; without demo.json, the configured port on 127.0.0.1. */
function serverUrl(): string {
  const { dataDir, port: chosen } = prepareCommand(standardError).config;
  const demo = join(dataDir, "demo.json");
  if (!existsSync(demo)) return `http://127.0.0.1:${chosen}`;
  return (JSON.parse(readFileSync(demo, "utf8")) as { baseUrl: string }).baseUrl;
}

/** For commands whose output is for people: the log level `info` becomes `warn`; any other level is kept. */
function prepareCommand(logTo: number): Prepared {
  const { config, log } = prepare({}, logTo);
  log.level = config.logLevel === "info" ? "warn" : config.logLevel;
  return { config, log };
}

function settingsHelp(): string {
  const width = Math.max(...settingLines.map(({ variable }) => variable.length));
  const lines = settingLines.map(
    (line) => `  ${line.variable.padEnd(width)}  ${line.meaning} (default: ${line.default})`,
  );
  return `\nSettings, from the environment:\n${lines.join("\n")}`;
}
