/** The jobs of rules: evaluating groups at their moments, and telling receivers of alerts. */
import { hash } from "node:crypto";
import { enqueue } from "#src/jobs/enqueue.ts";
import { declareJob, type JobPool } from "#src/jobs/job.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import type { Tenant } from "../../records.ts";
import { type GroupKey, overdueAlerts, overdueGroups } from "./group-rows.ts";

/** The work of the jobs. */
export interface RuleWork {
  /** Evaluates a group, and says when it is to be evaluated next; null where there is none any more. */
  evaluate(key: GroupKey, turn: { readonly at: number; readonly signal: AbortSignal }): Promise<Date | null>;
  /** Looks whether there is something to tell of a group of alerts. */
  tell(tenant: Tenant, key: string): Promise<void>;
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

/** Rules are to be on time: they do not wait for other work, nor it for them. */
const rulePool: JobPool = { name: "rules", concurrency: 4 };
/** Work that is so late has lost its job, in ms. */
const overdueMs = 60_000;

interface Evaluation extends GroupKey {
  /** The moment of the evaluation; a later one where that has been missed. Milliseconds since the Unix epoch. */
  readonly at: number;
}

export const evaluateRules = declareJob<Evaluation, RuleWork>({
  name: "evaluate-rules",
  pool: rulePool,
  owner: ({ projectId, environment }) => `${projectId} ${environment}`,
  maxAttempts: 5,
  run: async ({ at, ...key }, { database, services, signal }) => {
    const next = await services.evaluate(key, { at, signal });
    if (next !== null) await queueEvaluation(database.pool, key, next);
  },
});

/** Queues an evaluation of a group, once however often it is asked for. */
export async function queueEvaluation(on: Queryable, key: GroupKey, at: Date): Promise<void> {
  const { projectId, environment, file, group } = key;
  const name = hash("sha256", JSON.stringify([projectId, environment, file, group]));
  const payload = { projectId, environment, file, group, at: at.getTime() };
  await enqueue(on, evaluateRules, payload, { runAt: at, jobKey: `evaluate-rules ${name}` });
}

interface Telling extends Tenant {
  readonly key: string;
}

export const tellAlerts = declareJob<Telling, RuleWork>({
  name: "tell-alerts",
  pool: rulePool,
  maxAttempts: 5,
  run: async ({ key, ...tenant }, { services }) => {
    await services.tell(tenant, key);
  },
});

/** Queues a look at a group of alerts, once however often it is asked for. */
export async function queueTelling(
  on: Queryable,
  { projectId, environment }: Tenant,
  key: string,
  at: Date,
): Promise<void> {
  const jobKey = `tell-alerts ${projectId} ${environment} ${key}`;
  await enqueue(on, tellAlerts, { projectId, environment, key }, { runAt: at, jobKey });
}

/** Every minute: queues what is long overdue. */
export const sweepRules = declareJob<unknown, RuleWork>({
  name: "sweep-rules",
  pool: rulePool,
  cron: "* * * * *",
  maxAttempts: 2,
  run: async (_payload, { database: { pool }, services }) => {
    const before = new Date(services.now() - overdueMs);
    for (const { nextAt, ...key } of await overdueGroups(pool, before)) await queueEvaluation(pool, key, nextAt);
    for (const { key, ...tenant } of await overdueAlerts(pool, before))
      await queueTelling(pool, tenant, key, new Date(services.now()));
  },
});
