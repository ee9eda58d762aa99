/** What the database holds: every room adds its entities and migrations here. */
import type { EntitySchema } from "typeorm";
import { type Database, type MigrationClass, runMigrations } from "#src/storage/database.ts";

export const entities: readonly EntitySchema[] = [];

export const migrations: readonly MigrationClass[] = [];

/** Brings the whole schema up to date. Safe to run from several processes at once. */
export async function migrate(database: Database, onProgress?: (migration: string) => void): Promise<void> {
  await runMigrations(database, onProgress);
}
