/** The database schema: the tables that the APIs share, and the tables of each API. */
import type { EntitySchema } from "typeorm";
import { apiModules } from "#src/apis/index.ts";
import { CreateIdempotencyAndBudgets1795000030000 } from "#src/http/migrations/1795000030000-create-idempotency-and-budgets.ts";
import { audit } from "#src/identity/audit.ts";
import * as identityTables from "#src/identity/entities.ts";
import { CreateIdentity1795000010000 } from "#src/identity/migrations/1795000010000-create-identity.ts";
import { sealedMobileSecrets } from "#src/identity/mobile-secrets.ts";
import { CreateJobFunctions1795000020000 } from "#src/jobs/migrations/1795000020000-create-job-functions.ts";
import { privileges } from "#src/privileges.ts";
import { distribute, isCluster } from "#src/storage/cluster.ts";
import {
  type Database,
  type MigrationClass,
  pendingMigrations,
  refuseUnknownMigrations,
  runMigrations,
} from "#src/storage/database.ts";
import { entitiesIn } from "#src/storage/entity.ts";
import type { Log } from "#src/storage/log.ts";
import { CreateSetLocally1795000000000 } from "#src/storage/migrations/1795000000000-create-set-locally.ts";
import { applyRights, type Login } from "#src/storage/rights.ts";
import type { SealedColumn } from "#src/storage/sealed-columns.ts";
import { StartupError } from "#src/storage/startup-error.ts";
import * as webhookTables from "#src/webhooks/entities.ts";
import { CreateWebhooks1795000040000 } from "#src/webhooks/migrations/1795000040000-create-webhooks.ts";
import { sealedSigningSecrets, sealedUrls } from "#src/webhooks/secrets.ts";

export const entities: readonly EntitySchema[] = [
  ...entitiesIn(identityTables),
  ...entitiesIn(webhookTables),
  ...apiModules.flatMap(({ entities }) => [...entities]),
];

/** The migrations, in any order: they run in the order of their timestamps. */
export const migrations: readonly MigrationClass[] = [
  CreateSetLocally1795000000000,
  CreateIdentity1795000010000,
  CreateJobFunctions1795000020000,
  CreateIdempotencyAndBudgets1795000030000,
  CreateWebhooks1795000040000,
  ...apiModules.flatMap(({ migrations }) => [...migrations]),
];

/** All columns that are encrypted under the master key. */
export const sealedColumns: readonly SealedColumn[] = [
  sealedMobileSecrets,
  sealedSigningSecrets,
  sealedUrls,
  ...apiModules.flatMap(({ sealed = [] }) => [...sealed]),
];

/**
 * Distributes every table on a cluster. Creates the partitions of the coming days first, so that they are moved with their tables and
 * the first server does not have to create them on many nodes. `onStep` and errors are those of `distribute`.
 */
export async function distributeTables(owner: Database, onStep: Parameters<typeof distribute>[1]): Promise<number> {
  if (await isCluster(owner.pool)) for (const { ensureDays } of apiModules) await ensureDays?.(owner.pool);
  return await distribute(owner, onStep);
}

/**
 * Brings the schema and the rights in it up to date, and gives `logins` their rights. Logs a line per step. Safe to run from several
 * processes at once. `owner` must be connected as the owner of the tables. Throws UnknownMigrations, and changes nothing, when another
 * version has migrated the database.
 */
export async function migrate(owner: Database, log: Log, logins: readonly Login[] = []): Promise<void> {
  await runMigrations(owner, (migration) => log.info(`Migrating the database: ${migration}`));
  // Imported here, because a server whose schema is up to date does not need it.
  const { migrateJobs } = await import("#src/jobs/runner.ts");
  await migrateJobs(owner, log);
  const { changed, refused } = await applyRights(owner, privileges, logins, (manager, statements) =>
    audit(manager, { action: "database.rights_changed", subject: "roles", details: { statements } }),
  );
  if (changed.length > 0) log.info({ statements: changed.length }, "Rights in the database are as they should be");
  if (refused.length > 0)
    log.warn({ refused }, "The database's roles are incomplete: let a role that may create roles run these statements");
}

/** Throws StartupError when migrations are pending, and UnknownMigrations when another version has migrated the database. */
export async function requireMigrated(database: Database): Promise<void> {
  await refuseUnknownMigrations(database);
  const pending = await pendingMigrations(database);
  if (pending.length === 0) return;
  throw new StartupError(
    `The database is behind by ${pending.length} of ${migrations.length} migrations. Run "accord migrate" first.`,
  );
}
