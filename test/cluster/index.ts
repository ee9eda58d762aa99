/** `npm run cluster -- <folder>`: a Citus cluster on this machine, made and used by the lines of docs/handbook/scaling.md. */
import { Argument, Command, Option } from "commander";
import { runBackups } from "./backups.ts";
import { Cluster } from "./cluster.ts";
import { runCost } from "./cost.ts";
import { type FaultName, faultNames, runFaults } from "./faults.ts";
import { commandsOf } from "./guide.ts";
import { generous, Installation } from "./installation.ts";
import { programsIn } from "./programs.ts";
import { Report } from "./report.ts";
import { runStandbys } from "./standbys.ts";
import { runSuite, usual } from "./suite.ts";
import { runTours } from "./tours.ts";

const parts = ["tours", "cost", "standbys", "backups", "faults", "suite"] as const;
/** Not to be refused for their rate. */
const underLoad: ReadonlySet<string> = new Set(["standbys", "backups", "faults", "cost"]);

interface Options {
  readonly only: readonly (typeof parts)[number][];
  readonly faults: readonly FaultName[];
  readonly whole: boolean;
  readonly tests: readonly string[];
}

// Servers and folders go with the process, whatever ends it.
for (const [signal, code] of Object.entries({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }))
  process.on(signal, () => process.exit(code));

await new Command("npm run cluster --")
  .description(
    `Starts a coordinator and three workers on this machine, in a temporary folder and durable in nothing, and follows docs/handbook/scaling.md
from empty folders to tables in their places, as owners without a superuser's rights. Then:
  tours     every tour of the README and the guides, over two servers and a worker
  cost      CPU of events, spans, a transfer and a purchase, in turns with one PostgreSQL
  standbys  a standby for each node; under load a worker and the coordinator are lost, and theirs promoted
  backups   base backups and archives of all nodes, and a restore of all to one moment
  faults    under load a worker is killed, silent, added and taken out, and the coordinator killed
  suite     npm test with databases on the cluster
Ends with exit code 1 when anything failed. Nothing is left behind.`,
  )
  .addArgument(
    new Argument("<folder>", "of a PostgreSQL 16 or later with Citus and its contrib modules: it holds bin/initdb"),
  )
  .addOption(new Option("--only <parts...>", "these and no others").choices(parts).default(parts, "all"))
  .addOption(
    new Option("--faults <names...>", "these faults and no others").choices(faultNames).default(faultNames, "all"),
  )
  .option("--whole", "the whole suite rather than what touches the database most", false)
  .option("--tests <paths...>", "these files or folders of the suite", usual)
  .showHelpAfterError("Such a folder is what `make install` of PostgreSQL and of Citus leaves: see CONTRIBUTING.md.")
  .action(async (folder: string, { only, faults, whole, tests }: Options) => {
    const programs = programsIn(folder);
    console.log(`${programs.version} in ${folder}`);
    const report = new Report();
    const cluster = new Cluster(programs);
    const wanted = (part: (typeof parts)[number]): boolean => only.includes(part);
    let installation: Installation | undefined;
    try {
      const isUp =
        (await report.of("a coordinator and three workers, by the guide", async () => {
          await cluster.start(3);
          return null;
        })) &&
        (await report.of("tables in their places, by the guide", async () => {
          const said = await cluster.accord(commandsOf("Put the tables in their places", "accord"));
          return said.trim().split("\n").at(-1) ?? null;
        })) &&
        (await report.of("demo tenants, two servers and a worker", async () => {
          installation = await Installation.open(cluster);
          await installation.start();
          return null;
        }));
      if (isUp && wanted("tours")) await runTours(cluster, report);
      if (isUp && installation !== undefined && parts.some((part) => underLoad.has(part) && wanted(part))) {
        await installation.stop();
        await installation.start(generous);
        // Before moves and failovers have left work behind.
        if (wanted("cost")) await runCost(cluster, installation, programs, report);
        if (wanted("standbys")) await runStandbys(cluster, installation, report);
        if (wanted("backups")) await runBackups(cluster, installation, report);
        if (wanted("faults")) await runFaults(cluster, installation, report, faults);
      }
      await installation?.stop();
      if (isUp && wanted("suite")) await report.of("suite", () => runSuite(cluster, whole ? [] : tests));
    } finally {
      await installation?.close();
      cluster.remove();
    }
    console.log(report.failures === 0 ? "All of it is as it should be." : `${report.failures} failed.`);
    process.exit(report.failures === 0 ? 0 : 1);
  })
  .parseAsync()
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });
