/** The commands `accord backup` and `accord restore`. Exit code 0: done; 1: refused or failed, and nothing was changed. */
import { createReadStream, createWriteStream } from "node:fs";
import { open, readFile, rename, rm, stat } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { dirname } from "node:path";
import { addAbortSignal, type Readable, type Writable } from "node:stream";
import { Command, InvalidArgumentError } from "commander";
import type { Logger } from "pino";
import type { Config } from "#src/config.ts";
import type { BackupContent } from "#src/storage/backup/archive.ts";
import { type BackupKey, backupKeyForm, parseBackupKey } from "#src/storage/backup/backup-key.ts";
import { exists, syncFolder } from "#src/storage/plain-files.ts";
import { StartupError } from "#src/storage/startup-error.ts";

const mebibyte = 1024 ** 2;
/** Default read rate (MiB per second), which the disk of a small server can spare. */
const standardRate = 64;
/** How often progress is shown: on a terminal, and in a log (milliseconds). */
const progressEveryMs = process.stderr.isTTY ? 1_000 : 10_000;

const keyHelp = `
The key comes from --key-file or ACCORD_BACKUP_KEY: ${backupKeyForm}.
With age1… backups are made that only the AGE-SECRET-KEY-… elsewhere opens. Exit code: 0 done, 1 refused or failed.`;

interface KeyOptions {
  readonly keyFile?: string;
}

/** @param prepare reads the configuration. Its log must not write to standard output, which may carry the backup. */
export function backupCommands(prepare: () => { config: Config; log: Logger }): Command[] {
  const backup = new Command("backup")
    .description("Write an encrypted copy of the embedded database and its files, also while Accord runs.")
    .argument("<file>", "the file to write, which must not be there yet; - is standard output")
    .option("--key-file <file>", "a file with the key; overrides ACCORD_BACKUP_KEY")
    .option("--max-rate <MiB/s>", "read the installation no faster", parseRate, standardRate)
    .addHelpText("after", keyHelp)
    .action(async (file: string, { keyFile, maxRate }: KeyOptions & { maxRate: number }) => {
      const { config, log } = prepare();
      const { backUp, requireEmbedded } = await import("./backup.ts");
      await requireEmbedded(config);
      const key = await readKey(config, keyFile);
      const target = await openTarget(file);
      const interrupted = interruption();
      const progress = progressLine();
      try {
        const content = await backUp(config, log, openQuietly(target), {
          key,
          bytesPerSecond: maxRate * mebibyte,
          onProgress: progress,
          signal: interrupted,
        });
        const written = await target.keep();
        if (process.stderr.isTTY) process.stderr.write("\n");
        const size = written === null ? "" : ` ${file} has ${bytesText(written)}.`;
        console.error(`Backed up ${contentText(content)}.${size}`);
      } catch (error) {
        await target.discard();
        throw explained(error, interrupted, file);
      }
    });

  const restore = new Command("restore")
    .description("Restore a backup into the data folder, where no Accord may run.")
    .argument("<file>", "the file that accord backup has written; - is standard input")
    .option("--key-file <file>", "a file with the key; overrides ACCORD_BACKUP_KEY")
    .option("--replace", "move the installation that is in the data folder aside", false)
    .option("--check", "write nothing: read the whole backup, and say whether it can be restored here", false)
    .addHelpText("after", keyHelp)
    .action(async (file: string, options: KeyOptions & { replace: boolean; check: boolean }) => {
      const { config, log } = prepare();
      const { requireEmbedded, restore: restoreFrom } = await import("./backup.ts");
      await requireEmbedded(config);
      const key = await readKey(config, options.keyFile);
      const { replace, check: checkOnly } = options;
      const interrupted = interruption();
      try {
        const source = await openSource(file, interrupted);
        const { description, content, asides } = await restoreFrom(config, log, source, { key, replace, checkOnly });
        const of = `the backup of ${description.madeAt} (Accord ${description.accord}, PostgreSQL ${description.postgres})`;
        if (checkOnly) console.error(`Whole and good: ${of} with ${contentText(content)}.`);
        else console.error(`Restored ${of} with ${contentText(content)} into ${config.dataDir}.`);
        if (asides.length > 0) console.error(`The previous installation is in ${asides.join(" and ")}.`);
      } catch (error) {
        throw explained(error, interrupted, config.dataDir);
      }
    });
  return [backup, restore];
}

async function readKey({ backupKey }: Config, keyFile: string | undefined): Promise<BackupKey> {
  if (keyFile !== undefined) {
    const text = await readFile(keyFile, "utf8").catch((error: NodeJS.ErrnoException) => {
      throw new StartupError(`The key file ${keyFile} cannot be read (${error.code}).`, error);
    });
    const key = parseBackupKey(text);
    if (key === undefined) throw new StartupError(`The key file ${keyFile} is not valid: expected ${backupKeyForm}.`);
    return key;
  }
  if (backupKey === undefined)
    throw new StartupError(
      `There is no backup key: set ACCORD_BACKUP_KEY, or give --key-file. Expected ${backupKeyForm}.`,
    );
  return backupKey;
}

/** The destination of a backup. A file gets its name only when the backup is complete. */
interface Target {
  open(): Promise<Writable>;
  /** Gives the complete file its name. Returns its size in bytes, or null when it is not known. */
  keep(): Promise<number | null>;
  discard(): Promise<void>;
}

/**
 * Opens the destination and lowers the priority of this process, so that the server goes before its backup. Not called before the
 * database has started, because the database would inherit the priority.
 */
function openQuietly(target: Target): () => Promise<Writable> {
  return () => {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    return target.open();
  };
}

async function openTarget(file: string): Promise<Target> {
  if (file === "-") return standardOutput();
  if (await exists(file)) throw new StartupError(`${file} is there already: choose another name.`);
  const unfinished = `${file}.unfinished`;
  return {
    async open() {
      await rm(unfinished, { force: true });
      return createWriteStream(unfinished, { flags: "wx", mode: 0o600, flush: true });
    },
    async keep() {
      const { size } = await stat(unfinished);
      await rename(unfinished, file);
      await syncFolder(dirname(file));
      return size;
    },
    discard: () => rm(unfinished, { force: true }),
  };
}

function standardOutput(): Target {
  if (process.stdout.isTTY)
    throw new StartupError("A backup cannot be written to a terminal: redirect standard output, or give a file name.");
  return { open: async () => process.stdout, keep: async () => null, discard: async () => {} };
}

async function openSource(file: string, signal: AbortSignal): Promise<Readable> {
  if (file === "-") return addAbortSignal(signal, process.stdin);
  const handle = await open(file, "r").catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(`${file} cannot be read (${error.code}).`, error);
  });
  return createReadStream(file, { fd: handle, signal });
}

function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => controller.abort());
  return controller.signal;
}

/** Turns an error into a message that an operator can act on. */
function explained(error: unknown, interrupted: AbortSignal, place: string): unknown {
  if (interrupted.aborted) return new StartupError("Interrupted: nothing was changed.", error);
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOSPC" || code === "EDQUOT") return new StartupError(`The disk is full: no room for ${place}.`, error);
  if (error instanceof StartupError || code === undefined) return error;
  return new StartupError(`The command failed, and nothing was changed: ${message}`, error);
}

/** Shows progress on standard error; a terminal shows one line that changes. */
function progressLine(): (bytes: number, about: number) => void {
  let next = performance.now() + progressEveryMs;
  return (bytes, about) => {
    if (performance.now() < next) return;
    next = performance.now() + progressEveryMs;
    const line = `Read ${bytesText(bytes)}; the database has about ${bytesText(about)}`;
    process.stderr.write(process.stderr.isTTY ? `\r${line}` : `${line}\n`);
  };
}

function contentText({ databaseBytes, objects, objectBytes }: BackupContent): string {
  return `a database of ${bytesText(databaseBytes)} and ${objects} files of ${bytesText(objectBytes)}`;
}

function bytesText(bytes: number): string {
  return `${(bytes / mebibyte).toFixed(1)} MiB`;
}

function parseRate(text: string): number {
  const rate = Number(text);
  if (Number.isFinite(rate) && rate >= 1 && rate <= 10_000) return rate;
  throw new InvalidArgumentError("Expected MiB a second, from 1 to 10000.");
}
