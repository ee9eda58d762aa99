/** Mocha loads this first (.mocharc.json). */
import { stopTestPostgres, testPostgres } from "./postgres.ts";

interface Runner {
  isParallelMode(): boolean;
}

/** Parallel workers need one server that already runs; in one process the first test that needs it starts it. */
export async function mochaGlobalSetup(this: Runner): Promise<void> {
  // A signal must pass by the exit hooks that stop the server and remove its folder.
  for (const [signal, code] of Object.entries({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 })) {
    process.on(signal, () => process.exit(code));
  }
  if (this.isParallelMode()) await testPostgres();
}

export async function mochaGlobalTeardown(): Promise<void> {
  await stopTestPostgres();
}
