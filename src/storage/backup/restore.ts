/**
 * Restores a backup into a data folder. The parts are staged next to the existing installation, and the database is started on them as a
 * trial. Only a complete copy that works replaces the installation.
 */
import { mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { installedBinaries, postgresVersion } from "../embedded/binaries.ts";
import { originFile, prepareHome } from "../embedded/home.ts";
import { DataFolderInUse, lockDataFolder } from "../embedded/lock.ts";
import { startEmbeddedPostgres } from "../embedded/postgres.ts";
import { isPostgresOf, readPostmaster } from "../embedded/postmaster.ts";
import type { Log } from "../log.ts";
import { replaceFile } from "../plain-files.ts";
import { StartupError } from "../startup-error.ts";
import {
  activate,
  databasePart,
  discardStaged,
  finishRestore,
  type Layout,
  layoutOf,
  partsIn,
  stagedAt,
} from "./activation.ts";
import { type BackupContent, type BackupDescription, type BackupVisitor, unpackArchive } from "./archive.ts";

export interface RestoreOptions {
  readonly dataDir: string;
  /** The decrypted bytes. The iteration throws when the backup is not authentic or not complete. */
  readonly plain: AsyncIterable<Uint8Array>;
  /** Names of the parts that an installation may have. */
  readonly parts: readonly string[];
  /** Whether an existing installation is moved aside. Otherwise it makes the restore fail. */
  readonly replace: boolean;
  /** Throws StartupError when the backup does not suit this installation. */
  readonly accept: (description: BackupDescription) => void;
  /** Makes changes to the restored database before it is used. */
  readonly complete: (ownerUrl: string, description: BackupDescription) => Promise<void>;
  readonly now: Date;
  readonly log: Log;
}

export interface Restored {
  readonly description: BackupDescription;
  readonly content: BackupContent;
  /** The folders that the old installation was moved to. */
  readonly asides: readonly string[];
}

/** Reads a whole backup without writing anything. Throws StartupError when `restoreBackup` would refuse it. */
export async function checkBackup({
  plain,
  accept,
}: Pick<RestoreOptions, "plain" | "accept">): Promise<Omit<Restored, "asides">> {
  const read = new ReadVisitor(accept);
  const content = await unpackArchive(plain, read);
  return { description: read.description, content };
}

/** Restores a backup. When it is not complete or does not suit this installation, throws StartupError and changes nothing. */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { dataDir, parts, replace, log } = options;
  const lock = await lockDataFolder(dataDir);
  try {
    await finishRestore(dataDir);
    const found = await partsIn(await layoutOf(dataDir), parts);
    if (found.length > 0 && !replace)
      throw new StartupError(
        `There is an installation in ${dataDir} (${found.join(", ")}): --replace moves it aside, ACCORD_DATA_DIR names another folder.`,
      );
    // The home that the next start will use: PostgreSQL may not be able to use the data folder.
    const home = await prepareHome({ directory: join(dataDir, databasePart), log });
    const postmaster = await readPostmaster(home.data);
    if (postmaster !== undefined && isPostgresOf(postmaster, home.data))
      throw new DataFolderInUse(dataDir, postmaster.pid);
    const layout = { ...(await layoutOf(dataDir)), database: home.folder };
    const staging = new StagingVisitor(layout, options.accept);
    const content = await stage(staging, options, layout);
    const asides = await activate(layout, parts, options.now);
    return { description: staging.description, content, asides };
  } finally {
    await lock.release();
  }
}

/** Stages all parts and tries the database. Removes the staged parts when the backup is not complete or does not work. */
async function stage(
  staging: StagingVisitor,
  { plain, complete, log }: RestoreOptions,
  layout: Layout,
): Promise<BackupContent> {
  try {
    const content = await unpackArchive(plain, staging);
    await tryDatabase(layout, (url) => complete(url, staging.description), log);
    return content;
  } catch (error) {
    await discardStaged(layout);
    throw error;
  }
}

/** Starts PostgreSQL on the staged files, which replays the log and syncs the files, and stops it again. */
async function tryDatabase(layout: Layout, use: (ownerUrl: string) => Promise<void>, log: Log): Promise<void> {
  const staged = stagedAt(layout, databasePart);
  const wanted = join(layout.dataDir, databasePart);
  if (layout.database !== wanted) await replaceFile(join(staged, originFile), wanted);
  const postgres = await startEmbeddedPostgres({ directory: staged, log });
  try {
    await use(postgres.ownerUrl);
  } finally {
    await postgres.stop();
  }
}

class ReadVisitor implements BackupVisitor {
  readonly #accept: (description: BackupDescription) => void;
  #description: BackupDescription | undefined;

  constructor(accept: (description: BackupDescription) => void) {
    this.#accept = accept;
  }

  get description(): BackupDescription {
    if (this.#description === undefined) throw new Error("The backup has not been read");
    return this.#description;
  }

  async describe(description: BackupDescription): Promise<void> {
    this.#description = description;
    const { architecture, postgres, accord } = description;
    const advice = `Restore it with the Accord that made it (${accord}), or one of its time`;
    const installed = await postgresVersion(await installedBinaries());
    if (majorOf(postgres) !== majorOf(installed))
      throw new StartupError(
        `The backup is of PostgreSQL ${postgres}, and PostgreSQL ${installed} is here. ${advice}.`,
      );
    if (architecture !== process.arch)
      throw new StartupError(
        `The backup is of a machine of architecture ${architecture}; this one is ${process.arch}.`,
      );
    this.#accept(description);
  }

  async folder(_path: string): Promise<void> {}

  async file(_path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const _ of bytes);
  }
}

/** Writes the entries of a backup to the staging folders. */
class StagingVisitor extends ReadVisitor {
  readonly #layout: Layout;

  constructor(layout: Layout, accept: (description: BackupDescription) => void) {
    super(accept);
    this.#layout = layout;
  }

  override async describe(description: BackupDescription): Promise<void> {
    await super.describe(description);
    await discardStaged(this.#layout);
    await mkdir(stagedAt(this.#layout, databasePart), { mode: 0o700 });
    await mkdir(stagedAt(this.#layout, ""), { mode: 0o700 });
  }

  override async folder(path: string): Promise<void> {
    await mkdir(this.#placeOf(path), { recursive: true, mode: 0o700 });
  }

  override async file(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const place = this.#placeOf(path);
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    // An object that was copied twice is overwritten by the same bytes.
    const file = await open(place, "w", 0o600);
    try {
      for await (const chunk of bytes) await file.writeFile(chunk);
      // PostgreSQL syncs its own files during the trial.
      if (!path.startsWith(`${databasePart}/data/`)) await file.sync();
    } finally {
      await file.close();
    }
  }

  #placeOf(path: string): string {
    const [part = "", ...rest] = path.split("/");
    return join(stagedAt(this.#layout, part), ...rest);
  }
}

function majorOf(version: string): string {
  return version.split(".", 1)[0] ?? "";
}
