import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const made: string[] = [];
process.once("exit", () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** A new empty folder, which is removed when the process ends. Remove one that a database was in when the test is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(roomy(), `accord-test-${process.pid}-`));
  // Root's PostgreSQL runs as another user, who must be able to pass.
  chmodSync(folder, 0o711);
  made.push(folder);
  return folder;
}

/** Removes what runs left behind that were killed: folders and records of statements that are named for a process which is gone. */
export function removeAbandoned(): void {
  for (const parent of new Set([roomy(), tmpdir()]))
    for (const name of readdirSync(parent)) {
      const [, pid] = /^accord-(?:test|statements)-(\d+)[-.]/.exec(name) ?? [];
      if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true });
    }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

/** Memory where there is plenty: a disk may take thirty times as long to clone a database. */
function roomy(): string {
  try {
    const { bavail, bsize } = statfsSync("/dev/shm");
    if (bavail * bsize > 2 * 1024 ** 3) return "/dev/shm";
  } catch {
    // Not on this platform.
  }
  return tmpdir();
}
