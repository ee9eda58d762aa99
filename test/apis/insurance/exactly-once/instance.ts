/** The insurance API over a database that others use too: another process, or what stands in for one in this process. */
import { type InsuranceDependencies, openInsurance } from "#src/apis/insurance/api.ts";
import { loadConfig } from "#src/config.ts";
import { entities, migrations } from "#src/schema.ts";
import { openDatabase } from "#src/storage/database.ts";
import type { ObjectStore } from "#src/storage/objects/object-store.ts";
import { serveApi } from "#test/support/http-server.ts";
import { silent } from "#test/support/postgres.ts";
import { runJob } from "#test/support/run-job.ts";

/** Plain enough for the arguments of a process. */
export interface InstancePlan {
  readonly databaseUrl: string;
  /** In hex. */
  readonly masterKey: string;
  /** No call of an insurer takes longer (ms). */
  readonly insurerDeadlineMs: number;
  /** That of the other processes, too, which take requests from the budget of a key in shares of this size. */
  readonly quotaInsuranceRequests: number;
}

export interface Instance {
  /** Where the API is mounted. */
  readonly baseUrl: string;
  /** Runs the job that settles what was left open. */
  settle(): Promise<void>;
  close(): Promise<void>;
  /** Resolves when other processes see it no more, as after a kill; what it still does ends by and by. */
  leave(): Promise<{ readonly closed: Promise<void> }>;
}

export async function openInstance(
  { databaseUrl, masterKey, insurerDeadlineMs, quotaInsuranceRequests }: InstancePlan,
  options: Pick<InsuranceDependencies, "now" | "intents" | "receiverNames"> = {},
): Promise<Instance> {
  const database = await openDatabase(databaseUrl, { entities, migrations, poolSize: 10 });
  const config = { ...loadConfig({}), insurerDeadlineMs, quotaInsuranceRequests };
  const insurance = await openInsurance({
    database,
    // No purchase keeps files.
    objects: {} as ObjectStore,
    masterKey: Buffer.from(masterKey, "hex"),
    config,
    log: silent,
    loopbackInsurers: true,
    ...options,
  });
  const server = await serveApi(insurance.api, "/insurance");
  return {
    baseUrl: `${server.url}/insurance`,
    async settle() {
      const job = insurance.jobs.find(({ name }) => name === "settle-insurer-intents");
      if (job === undefined) throw new Error("Nothing settles what is open");
      await runJob(job, { database });
    },
    async close() {
      await server.close({ patienceMs: 1_000, idleMs: 0 });
      await insurance.close();
      await database.close();
    },
    async leave() {
      await insurance.close();
      return { closed: server.close({ patienceMs: 0 }).then(() => database.close()) };
    },
  };
}
