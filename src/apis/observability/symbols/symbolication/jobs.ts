/** The jobs of symbolication: after ingest, when symbols arrive, and on demand. */
import { enqueue } from "#src/jobs/enqueue.ts";
import { declareJob, type Job, withServices } from "#src/jobs/job.ts";
import type { ObjectStore } from "#src/storage/objects/object-store.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import type { Tenant } from "../../records.ts";
import { symbolPool } from "../job-pool.ts";
import type { SymbolReaders } from "../reading/symbol-readers.ts";
import type { OnSymbolsArrived } from "../uploads/available.ts";
import { requeueLacking, requeueUnfinished, waitingTenants } from "./rows.ts";
import { type SymbolName, symbolKey } from "./symbol-key.ts";
import { type SymbolicationWork, symbolicateWaiting } from "./work.ts";

interface SymbolicationServices {
  readonly objects: ObjectStore;
  readonly readers: SymbolReaders;
  readonly onSymbolicated?: NonNullable<SymbolicationWork["onSymbolicated"]>;
}

/** Symbolicates what a tenant has waiting. */
const symbolicate = declareJob<Tenant, SymbolicationServices>({
  name: "symbolicate",
  pool: symbolPool,
  owner: ({ projectId }) => projectId,
  run: async ({ projectId, environment }, { database, services, signal, log }) => {
    const tenant = { projectId, environment };
    const { subjects, isUnfinished } = await symbolicateWaiting({ database, ...services, log, signal }, tenant);
    log.debug({ ...tenant, subjects }, "Symbolicated");
    // Behind what waits of others.
    if (isUnfinished) await queueSymbolication(database.pool, tenant);
  },
});

/** Queues the symbolication of a tenant, once however often it is asked for. */
export async function queueSymbolication(on: Queryable, { projectId, environment }: Tenant): Promise<void> {
  await enqueue(on, symbolicate, { projectId, environment }, { jobKey: `symbolicate ${projectId} ${environment}` });
}

/** Every minute: queues what waits and was not queued by who wrote it. */
const sweepSymbolications = declareJob<unknown>({
  name: "sweep-symbolications",
  pool: symbolPool,
  cron: "* * * * *",
  maxAttempts: 2,
  run: async (_payload, { database: { pool } }) => {
    for (const tenant of await waitingTenants(pool)) await queueSymbolication(pool, tenant);
  },
});

interface Requeue extends Tenant {
  /** Keys of symbols that have arrived; null to take whatever lacks some. */
  readonly keys: readonly string[] | null;
  /** When it was asked for: what is finished later knew those symbols. */
  readonly askedAt: string;
}

/** Symbolicates again what symbols have arrived for. */
const requeue = declareJob<Requeue>({
  name: "requeue-symbolications",
  pool: symbolPool,
  owner: ({ projectId }) => projectId,
  run: async ({ projectId, environment, keys, askedAt }, { database: { pool }, log }) => {
    const tenant = { projectId, environment };
    const requeued =
      keys === null
        ? await requeueUnfinished(pool, tenant, new Date(askedAt))
        : await requeueLacking(pool, tenant, keys);
    if (requeued > 0) await queueSymbolication(pool, tenant);
    log.debug({ ...tenant, requeued }, "Symbolications queued again");
  },
});

/** Queues whatever lacks symbols again, those included that failed. */
export async function queueReprocessing(on: Queryable, { projectId, environment }: Tenant, now: Date): Promise<void> {
  const jobKey = `requeue-symbolications ${projectId} ${environment}`;
  await enqueue(on, requeue, { projectId, environment, keys: null, askedAt: now.toISOString() }, { jobKey });
}

/** Queues the symbolications again that lacked exactly the symbols that have arrived, in the transaction that stores these symbols. */
export const onSymbolsArrived: OnSymbolsArrived = async (client, { projectId, environment }, arrived) => {
  const names: SymbolName[] =
    arrived.kind === "artifact" ? [arrived] : arrived.debugIds.map((debugId) => ({ debugId }));
  const keys = names.map((name) => symbolKey({ projectId, environment }, name));
  await enqueue(client, requeue, { projectId, environment, keys, askedAt: new Date().toISOString() });
};

export function symbolicationJobs(services: SymbolicationServices): Job<never>[] {
  return [withServices(symbolicate, services), sweepSymbolications, requeue];
}
