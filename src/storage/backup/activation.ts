/**
 * A restore replaces an installation by several renames. To make them atomic, they are written to a journal first; after a crash, the
 * next process that opens the data folder does the remaining ones.
 */
import { mkdir, readdir, realpath, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { homeFolder, originFile, standardFallback } from "../embedded/home.ts";
import { stopLeftPostgres } from "../embedded/postgres.ts";
import { exists, readPlain, replaceFile, syncFolder } from "../plain-files.ts";
import { StartupError } from "../startup-error.ts";

/** The part of a data folder that belongs to PostgreSQL. It may be elsewhere (embedded/home.ts). */
export const databasePart = "postgres";

/** Where the parts of an installation are, and where their replacements are staged. */
export interface Layout {
  readonly dataDir: string;
  /** The home of PostgreSQL. */
  readonly database: string;
}

interface Journal {
  /** The suffix of the folders that old parts are moved to. */
  readonly stamp: string;
  readonly database: string;
  /** The parts that are moved aside, and the parts that replace them. */
  readonly old: readonly string[];
  readonly restored: readonly string[];
}

const journalFile = (dataDir: string) => join(dataDir, "restore.json");

/** The layout of an existing data folder. */
export async function layoutOf(dataDir: string, fallback = standardFallback): Promise<Layout> {
  const real = await realpath(dataDir);
  return { dataDir: real, database: await homeFolder(join(real, databasePart), fallback) };
}

/** Where a part is staged until it is complete: on the disk of the part that it replaces, in a folder that only we can write. */
export function stagedAt({ dataDir, database }: Layout, part: string): string {
  return part === databasePart ? `${database}.restoring` : join(dataDir, "restoring", part);
}

/** The parts that exist in an installation. A data folder without any is free. */
export async function partsIn(layout: Layout, parts: readonly string[]): Promise<string[]> {
  const found = [];
  for (const part of parts) {
    const names = await readdir(placeOf(layout, part)).catch((error: NodeJS.ErrnoException) =>
      error.code === "ENOTDIR" ? [part] : [],
    );
    if (names.some((name) => name !== originFile)) found.push(part);
  }
  return found;
}

/**
 * Replaces the installed parts with the staged ones. Returns the folders that the old parts were moved to. Throws StartupError when it
 * stops half-way; `finishRestore` then continues.
 *
 * @param parts the names of all parts that an installation may have.
 */
export async function activate(layout: Layout, parts: readonly string[], now: Date): Promise<string[]> {
  const restored = [];
  for (const part of parts) if (await exists(stagedAt(layout, part))) restored.push(part);
  for (const folder of [stagedAt(layout, ""), stagedAt(layout, databasePart)]) await syncFolders(folder);
  const stamp = now.toISOString().replaceAll(/[-:.]/g, "");
  const journal: Journal = { stamp, database: layout.database, old: await partsIn(layout, parts), restored };
  await replaceFile(journalFile(layout.dataDir), JSON.stringify(journal), { sync: true });
  await syncFolder(layout.dataDir);
  return await carryOut(layout, journal).catch((error: Error) => {
    throw new StartupError(
      `The restored parts could not all be put in their places: ${error.message}. The next start or restore goes on with it.`,
      error,
    );
  });
}

/**
 * Finishes a restore that was interrupted, or removes the parts that it had staged. The caller holds the folder's lock.
 */
export async function finishRestore(dataDir: string, fallback = standardFallback): Promise<void> {
  const text = await readPlain(journalFile(dataDir));
  if (text === undefined) return await discardStaged(await layoutOf(dataDir, fallback));
  const journal = JSON.parse(text) as Journal;
  const layout = { dataDir: await realpath(dataDir), database: journal.database };
  if (!(await isOurs(layout, journal, fallback))) throw new StartupError(`${journalFile(dataDir)} is damaged.`);
  await carryOut(layout, journal);
}

/** Removes the staged parts, and first stops a PostgreSQL that was started on them as a trial. */
export async function discardStaged(layout: Layout): Promise<void> {
  const database = stagedAt(layout, databasePart);
  await stopLeftPostgres({ data: join(database, "data") });
  await rm(database, { recursive: true, force: true });
  await rm(stagedAt(layout, ""), { recursive: true, force: true });
}

/** Whether a journal only names folders of this installation. Root may read a journal in another user's folder. */
async function isOurs(layout: Layout, { stamp, old, restored }: Journal, fallback: string): Promise<boolean> {
  if (![stamp, ...old, ...restored].every((name) => /^[A-Za-z0-9][A-Za-z0-9.-]*$/.test(name))) return false;
  const { dataDir, database } = layout;
  const wanted = join(dataDir, databasePart);
  if (database === wanted) return true;
  const homes = [database, stagedAt(layout, databasePart), asideOf(database, stamp)];
  const origins = await Promise.all(homes.map((home) => readPlain(join(home, originFile))));
  return dirname(database) === fallback && origins.some((origin) => origin?.trim() === wanted);
}

/** Does the renames of a journal. Every step can be repeated. */
async function carryOut(layout: Layout, { stamp, old, restored }: Journal): Promise<string[]> {
  const asides = new Set<string>();
  for (const part of old) {
    const place = placeOf(layout, part);
    const aside = asideOf(place, stamp);
    asides.add(dirname(aside));
    await mkdir(dirname(aside), { recursive: true, mode: 0o700 });
    if (!(await exists(aside))) await rename(place, aside);
  }
  for (const part of restored) {
    const staged = stagedAt(layout, part);
    if (!(await exists(staged))) continue;
    // Needed when the home has just been created.
    if (part === databasePart) await rm(join(placeOf(layout, part), originFile), { force: true });
    await rename(staged, placeOf(layout, part));
  }
  for (const folder of new Set([...asides, layout.dataDir, dirname(layout.database)])) await syncFolder(folder);
  await rm(journalFile(layout.dataDir));
  await discardStaged(layout);
  return [...asides];
}

/** The folder that an old part is moved to: next to its place, and so on the same disk. */
function asideOf(place: string, stamp: string): string {
  return join(dirname(place), `replaced-${stamp}`, basename(place));
}

function placeOf({ dataDir, database }: Layout, part: string): string {
  return part === databasePart ? database : join(dataDir, part);
}

/** Syncs a folder and all folders below it, so that the names of their files are durable. */
async function syncFolders(path: string): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true }))
    if (entry.isDirectory()) await syncFolders(join(path, entry.name));
  await syncFolder(path);
}
