/** What the database holds: the tables that the APIs share, and those of each API. */
import type { EntitySchema } from "typeorm";
import { apiModules } from "#src/apis/index.ts";
import { CreateIdempotencyKeys1790000300000 } from "#src/http/migrations/1790000300000-create-idempotency-keys.ts";
import { CreateRequestBudgets1790000310000 } from "#src/http/migrations/1790000310000-create-request-budgets.ts";
import { identityEntities, identityMigrations } from "#src/identity/schema.ts";
import { type Database, type MigrationClass, runMigrations } from "#src/storage/database.ts";
import type { Log } from "#src/storage/log.ts";
import { webhookEntities, webhookMigrations } from "#src/webhooks/schema.ts";

export const entities: readonly EntitySchema[] = [
  ...identityEntities,
  ...webhookEntities,
  ...apiModules.flatMap(({ entities }) => [...entities]),
];

/** In any order here: they run in the order of their timestamps. */
export const migrations: readonly MigrationClass[] = [
  ...identityMigrations,
  ...webhookMigrations,
  CreateIdempotencyKeys1790000300000,
  CreateRequestBudgets1790000310000,
  ...apiModules.flatMap(({ migrations }) => [...migrations]),
];

/** Brings the whole schema up to date, one log line per step. Safe to run from several processes at once. */
export async function migrate(database: Database, log: Log): Promise<void> {
  await runMigrations(database, (migration) => log.info(`Migrating the database: ${migration}`));
  // Loaded here: a server whose schema is up to date never needs it.
  const { migrateJobs } = await import("#src/jobs/runner.ts");
  await migrateJobs(database, log);
}
