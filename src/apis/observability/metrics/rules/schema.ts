import { alertGroupEntity } from "./entities/alert-group.ts";
import { ruleGroupEntity } from "./entities/rule-group.ts";
import { CreateMetricRules1790002200000 } from "./migrations/1790002200000-create-metric-rules.ts";

export const ruleEntities = [ruleGroupEntity, alertGroupEntity];

export const ruleMigrations = [CreateMetricRules1790002200000];
