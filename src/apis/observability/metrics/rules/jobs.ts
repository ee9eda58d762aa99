/** The jobs of rules: evaluating groups at their moments, and telling receivers of alerts. */
import { declareJob, type Job, withServices } from "#src/jobs/job.ts";
import { overdueAlerts, overdueGroups } from "./group-rows.ts";
import { evaluateRules, queueEvaluation, type RuleServices } from "./run-group.ts";
import { queueTelling, rulePool, tellAlerts } from "./tell.ts";

/** Work that is so late has lost its job, in ms. */
const overdueMs = 60_000;

/** Every minute: queues what is long overdue. */
const sweepRules = declareJob<unknown, RuleServices>({
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

export function ruleJobs(services: RuleServices): Job<never>[] {
  return [
    withServices(evaluateRules, services),
    withServices(tellAlerts, services),
    withServices(sweepRules, services),
  ];
}
