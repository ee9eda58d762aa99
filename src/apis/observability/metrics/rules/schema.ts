import { alertGroupEntity } from "./entities/alert-group.ts";
import { ruleGroupEntity } from "./entities/rule-group.ts";
import { CreateMetricRules1795000070001 } from "./migrations/1795000070001-create-metric-rules.ts";

export const ruleEntities = [ruleGroupEntity, alertGroupEntity];

export const ruleMigrations = [CreateMetricRules1795000070001];
