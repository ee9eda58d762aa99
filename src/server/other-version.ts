/** The refusal of a database that another version of Accord has migrated. */
import type { Config } from "#src/config.ts";
import { UnknownMigrations } from "#src/storage/database.ts";
import { StartupError } from "#src/storage/startup-error.ts";

/** Does the work. Throws StartupError, which says what an operator can do, where the work throws UnknownMigrations. */
export async function explainOtherVersion(
  { databaseUrl, dataDir }: Pick<Config, "databaseUrl" | "dataDir">,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof UnknownMigrations)) throw error;
    const instead =
      databaseUrl === undefined
        ? `move ${dataDir} away to begin anew, or restore a backup of this version into another ACCORD_DATA_DIR`
        : "give this one an empty database";
    throw new StartupError(`${error.message}. Use the version that has migrated it, or ${instead}.`, error);
  }
}
