/** Makes a one-line message for the operator from PostgreSQL's log when it does not start. */
import { openToAppend, readPlain } from "../plain-files.ts";
import { StartupError } from "../startup-error.ts";
import type { Home } from "./home.ts";

const logLimitBytes = 10 * 1024 * 1024;

/** The size of the log in bytes, so that a failure only quotes later lines. Empties a log of more than 10 MiB. */
export async function logSize(home: Home): Promise<number> {
  const log = await openToAppend(home.logFile, home.runAs);
  try {
    const { size } = await log.stat();
    if (size <= logLimitBytes) return size;
    await log.truncate();
    return 0;
  } finally {
    await log.close();
  }
}

/** Sessions of a killed server write this to the same log when they end. */
const ofKilledServer = /terminating connection due to unexpected postmaster exit/;

/** Makes the message from the lines that PostgreSQL wrote after `offset` bytes. */
export async function explain(home: Home, offset: number, port?: number): Promise<string> {
  const text = Buffer.from((await readPlain(home.logFile)) ?? "")
    .subarray(offset)
    .toString("utf8");
  if (text.includes("No space left on device")) return `The disk is full: no room for the database in ${home.folder}.`;
  if (text.includes("Address already in use"))
    return `Port ${port} on 127.0.0.1 is in use: the embedded PostgreSQL needs it.`;
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !ofKilledServer.test(line));
  const fatal = lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? "it wrote nothing";
  return `The embedded PostgreSQL did not start: ${fatal.replace(/^.*?(FATAL|PANIC|error):\s*/, "")} (${home.logFile})`;
}

/** Turns an error into a StartupError whose message an operator can act on. */
export function asStartupError(error: unknown, home: Home): StartupError {
  if (error instanceof StartupError) return error;
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOSPC")
    return new StartupError(`The disk is full: no room for the database in ${home.folder}.`, error);
  if (code === "EACCES" || code === "EROFS" || code === "EPERM") {
    return new StartupError(`The data folder ${home.folder} cannot be written (${code}).`, error);
  }
  return new StartupError(`The embedded PostgreSQL did not start: ${(error as Error).message}`, error);
}
