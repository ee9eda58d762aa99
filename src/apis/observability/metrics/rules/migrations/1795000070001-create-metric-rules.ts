import { ForwardMigration } from "#src/http/forward-migration.ts";

/**
 * Groups of recording and alerting rules, and groups of alerts that somebody is to be told of. Operators write what a rule group
 * says; workers write what became of it (`src/privileges.ts`).
 */
export class CreateMetricRules1795000070001 extends ForwardMigration {
  protected override readonly statements = statements;
}

const statements = [
  `CREATE TABLE metric_rule_groups (
     project_id uuid NOT NULL,
     environment text COLLATE "C" NOT NULL CHECK (environment IN ('test', 'live')),
     file text COLLATE "C" NOT NULL,
     name text COLLATE "C" NOT NULL,
     position integer NOT NULL,
     definition text NOT NULL,
     loaded_at timestamptz NOT NULL,
     next_at timestamptz NOT NULL,
     evaluated_at timestamptz,
     clock timestamptz NOT NULL,
     series bytea,
     status bytea,
     PRIMARY KEY (project_id, environment, file, name)
   )`,
  `CREATE TABLE metric_alert_groups (
     project_id uuid NOT NULL,
     environment text COLLATE "C" NOT NULL,
     key text COLLATE "C" NOT NULL,
     next_at timestamptz NOT NULL,
     alerts bytea NOT NULL,
     PRIMARY KEY (project_id, environment, key)
   )`,
];
