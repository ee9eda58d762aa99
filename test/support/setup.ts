/** Mocha loads this first (.mocharc.cjs). */
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { config } from "chai";
import { shareEntityMetadata } from "./entity-metadata.ts";
import { removeAbandoned } from "./folder.ts";
import { doLastly } from "./lastly.ts";
import { stopTestPostgres, testOwner, testPostgres } from "./postgres.ts";
import { leaveOutWhatIsTheSame } from "./runs.ts";
import { recordDuring, recordStatements, recordVariable } from "./statements/recorder.ts";
import { judgeRecorded, summaryOf } from "./statements/verdict.ts";

interface Runner {
  isParallelMode(): boolean;
}

/** A run that a test starts records for the run which it is part of, and leaves the judging to it. */
const isOutermost = process.env[recordVariable] === undefined;
if (isOutermost) removeAbandoned();
// Parallel workers inherit it.
process.env[recordVariable] ??= join(tmpdir(), `accord-statements-${process.pid}.ndjson`);
const statements = process.env[recordVariable];
recordStatements(statements);
// Whole values: a message that is cut hides the cause.
config.truncateThreshold = 2_000;
shareEntityMetadata();

export const mochaHooks = {
  beforeAll(this: Mocha.Context) {
    const root = this.test?.parent;
    recordDuring(root?.suites[0]?.file ?? "");
    const isOfAllDeep = [process.pid, process.ppid].map(String).includes(process.env.TEST_ALL_DEEP_OF ?? "");
    if (isOfAllDeep && root !== undefined) leaveOutWhatIsTheSame(root);
  },
};

/** Parallel workers need one server that already runs; in one process the first test that needs it starts it. */
export async function mochaGlobalSetup(this: Runner): Promise<void> {
  // A signal must pass by the exit hooks that stop the server and remove its folder.
  for (const [signal, code] of Object.entries({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 })) {
    process.on(signal, () => process.exit(code));
  }
  if (this.isParallelMode()) await testPostgres();
}

/** Fails the run for a statement that would not do on a cluster, or that reaches another tenant's rows. */
export async function mochaGlobalTeardown(): Promise<void> {
  try {
    await doLastly();
    const owner = isOutermost ? await testOwner() : null;
    if (owner === null) return;
    const judged = await judgeRecorded(statements, owner).finally(() => owner.end());
    if (judged === null) return;
    process.stdout.write(`\n  ${summaryOf(judged)}\n`);
    if (judged.faults.length > 0) throw new Error(`Statements that cannot stand:\n\n  ${judged.faults.join("\n\n  ")}`);
  } finally {
    if (isOutermost) rmSync(statements, { force: true });
    await stopTestPostgres();
  }
}
