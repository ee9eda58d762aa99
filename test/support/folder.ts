import { chmodSync, mkdtempSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A new empty folder. The caller removes it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(roomy(), "accord-test-"));
  // Root's PostgreSQL runs as another user, who must be able to pass.
  chmodSync(folder, 0o711);
  return folder;
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
