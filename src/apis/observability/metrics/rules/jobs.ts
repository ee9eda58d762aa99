import { type Job, withServices } from "#src/jobs/job.ts";
import type { Database } from "#src/storage/database.ts";
import { evaluateRules, type RuleWork, sweepRules, tellAlerts } from "./queue.ts";
import { type RuleServices, runGroup } from "./run-group.ts";
import { tellOfAlerts } from "./tell.ts";

export function ruleJobs(database: Database, services: RuleServices): Job<never>[] {
  const work: RuleWork = {
    evaluate: (key, turn) => runGroup(database, services, key, turn),
    tell: (tenant, key) => tellOfAlerts(database, services, tenant, key),
    now: services.now,
  };
  return [withServices(evaluateRules, work), withServices(tellAlerts, work), withServices(sweepRules, work)];
}
