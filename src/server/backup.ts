/** Backs up an embedded installation and restores it: the work of `accord backup` and `accord restore`. */
import type { Readable, Writable } from "node:stream";
import type { Logger } from "pino";
import type { Config } from "#src/config.ts";
import { audit } from "#src/identity/audit.ts";
import { release } from "#src/release.ts";
import { entities, migrations } from "#src/schema.ts";
import { databasePart } from "#src/storage/backup/activation.ts";
import type { BackupContent, BackupDescription } from "#src/storage/backup/archive.ts";
import { writeBackup } from "#src/storage/backup/backup.ts";
import type { BackupKey } from "#src/storage/backup/backup-key.ts";
import { decryptionWith } from "#src/storage/backup/encryption.ts";
import { checkBackup, type Restored, restoreBackup } from "#src/storage/backup/restore.ts";
import { appliedMigrations, openDatabase } from "#src/storage/database.ts";
import { keyIdOf, keysOf } from "#src/storage/master-key.ts";
import { StartupError } from "#src/storage/startup-error.ts";
import { type Infrastructure, openInfrastructure } from "./infrastructure.ts";
import { ownDatabaseAdvice } from "./own-database-backup.ts";

/** The small files of the data folder that are backed up. The lock and `running.json` are not: they belong to running processes. */
const files = ["master-key", "object-store.json", "demo.json", "sandbox-insurers.jsonl"];
const parts = [databasePart, "objects", ...files];

/** Throws StartupError, which says what to do instead, when the database is the operator's own. */
export async function requireEmbedded(config: Config): Promise<void> {
  if (config.databaseUrl !== undefined) throw new StartupError(await ownDatabaseAdvice(config));
}

export interface BackupOptions {
  readonly key: BackupKey;
  readonly bytesPerSecond: number;
  /** Called with the number of bytes read so far, and with about how many there are in all. */
  readonly onProgress: (bytes: number, about: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Writes a backup of an embedded installation to the stream that `open` returns, and ends the stream. Throws StartupError when another
 * backup is under way.
 */
export async function backUp(
  config: Config,
  log: Logger,
  open: () => Promise<Writable>,
  { key, bytesPerSecond, onProgress, signal }: BackupOptions,
): Promise<BackupContent> {
  const infrastructure = await openInfrastructure(config, log, { role: "command", poolSize: 2 });
  try {
    const { database, ownerUrl, objectsFolder } = infrastructure;
    const description = await describe(config, infrastructure);
    if (description.migrations.length === 0)
      throw new StartupError(`There is nothing to back up: nobody has started Accord on ${config.dataDir} yet.`);
    const { rows } = await database.pool.query<{ bytes: string }>(
      "SELECT sum(pg_database_size(oid)) AS bytes FROM pg_database",
    );
    const content = await writeBackup(await open(), {
      description,
      ownerUrl,
      dataDir: config.dataDir,
      files,
      objects: objectsFolder,
      key,
      bytesPerSecond,
      onProgress: (bytes) => onProgress(bytes, Number(rows[0]?.bytes)),
      signal,
    });
    await audit(database.dataSource.manager, {
      action: "backup.made",
      subject: "installation",
      details: { ...content },
    });
    return content;
  } finally {
    await infrastructure.close();
  }
}

async function describe(
  config: Config,
  { database, masterKey, objectsFolder }: Infrastructure,
): Promise<BackupDescription> {
  const { rows } = await database.pool.query<{ version: string }>(
    "SELECT current_setting('server_version') AS version",
  );
  return {
    format: 1,
    madeAt: new Date().toISOString(),
    accord: release,
    postgres: rows[0]?.version ?? "unknown",
    architecture: process.arch,
    migrations: await appliedMigrations(database.pool),
    ownMasterKey: config.masterKey !== undefined,
    masterKeys: keysOf(masterKey).map((one) => keyIdOf(one)),
    objects: objectsFolder !== null,
  };
}

export interface RestoreOptions {
  readonly key: BackupKey;
  readonly replace: boolean;
  /** Whether the backup is only read and checked against this installation. */
  readonly checkOnly: boolean;
}

/** Restores an encrypted backup into the data folder. When that is not possible, throws StartupError and changes nothing. */
export async function restore(
  config: Config,
  log: Logger,
  encrypted: Readable,
  { key, replace, checkOnly }: RestoreOptions,
): Promise<Restored> {
  const plain = decryptionWith(key)(encrypted);
  const accept = (description: BackupDescription) => requireFitting(config, description);
  if (checkOnly) return { ...(await checkBackup({ plain, accept })), asides: [] };
  return await restoreBackup({
    dataDir: config.dataDir,
    plain,
    parts,
    replace,
    accept,
    complete: async (ownerUrl, { madeAt, accord }) => {
      const database = await openDatabase(ownerUrl, { entities, migrations, log, poolSize: 1 });
      try {
        const details = { madeAt, accord };
        await audit(database.dataSource.manager, { action: "backup.restored", subject: "installation", details });
      } finally {
        await database.close();
      }
    },
    now: new Date(),
    log,
  });
}

/** Throws StartupError when this version of Accord, with these settings, could not serve the backup. */
function requireFitting(config: Config, description: BackupDescription): void {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = description.migrations.find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new StartupError(
      `The backup is of another Accord (${description.accord}): this one does not know the migration ${unknown}. Restore it with that one.`,
    );
  if (description.objects === (config.s3Bucket !== undefined))
    throw new StartupError(
      description.objects
        ? "The backup holds files, and ACCORD_S3_BUCKET names a bucket for them: restore without it."
        : "The backup holds no files, as they were in a bucket: set ACCORD_S3_BUCKET to the one that has them.",
    );
  requireMasterKeys(config, description);
}

/** Checks the master keys. Without ACCORD_MASTER_KEY, a restored installation encrypts with the key that is in the backup. */
function requireMasterKeys({ masterKey, masterKeyPrevious }: Config, description: BackupDescription): void {
  const { masterKeys, ownMasterKey } = description;
  const given = [masterKey, masterKeyPrevious].flatMap((key) => (key === undefined ? [] : [keyIdOf(key)]));
  const [own = ""] = masterKeys;
  if (masterKey === undefined && !ownMasterKey) given.push(own);
  const missing = masterKeys.filter((id) => !given.includes(id));
  if (missing.length === 0) return;
  throw new StartupError(
    masterKey === undefined
      ? `The backup was made with an ACCORD_MASTER_KEY, which is not in it (${missing.join(", ")}): set the same.`
      : `ACCORD_MASTER_KEY is not the one that the backup was made with (${missing.join(", ")}).`,
  );
}
