/**
 * Keeps deleted objects for a running backup. A backup copies the database before the objects, so its database may refer to objects that
 * are deleted meanwhile. During a backup, the store therefore moves deleted objects to the folder `held`, where the backup finds them. No
 * other coordination is needed: an object is deleted only after the commit that removes the last reference to it, so the copied database
 * does not refer to objects that were deleted before the backup.
 */
import { randomUUID } from "node:crypto";
import { chown, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type DataLock, dataFolderHolder, lockDataFolder } from "../../embedded/lock.ts";

/** The folder of a store's held objects. It has the same structure as the folder of buckets. */
export function heldFolder(directory: string): string {
  return join(directory, "held");
}

/** The folder of what is unfinished. The store empties it when it opens. */
export function temporaryFolder(directory: string): string {
  return join(directory, "tmp");
}

/** Whether a living process makes a backup of the store in this folder. */
export async function deletionsAreHeld(directory: string): Promise<boolean> {
  return (await dataFolderHolder(heldFolder(directory))) !== undefined;
}

/** Removes the held objects that a killed backup has left behind. */
export async function forgetHeld(directory: string): Promise<void> {
  if (!(await deletionsAreHeld(directory))) await rm(heldFolder(directory), { recursive: true, force: true });
}

/**
 * Makes the store in this folder hold deleted objects, until the lock is released or this process dies. The store may run in another
 * process. Throws DataFolderInUse while another process holds the lock.
 */
export async function holdDeletions(directory: string): Promise<DataLock> {
  const held = heldFolder(directory);
  const lock = await lockDataFolder(held);
  // When root makes the backup, the store may run as another user.
  const { uid, gid } = await stat(directory);
  await chown(held, uid, gid);
  // Leftovers of a killed backup.
  await removeHeld(directory);
  return {
    async release() {
      // While the lock is held, so that nothing of the next backup is removed. What the store moves here from now on is removed by that one.
      await removeHeld(directory).catch(() => {});
      await lock.release();
    },
  };
}

/** Removes the held objects. They are moved away first, because the store may be moving an object into the same folders. */
async function removeHeld(directory: string): Promise<void> {
  const held = heldFolder(directory);
  const away = join(temporaryFolder(directory), randomUUID());
  await mkdir(away, { recursive: true, mode: 0o700 });
  for (const name of await readdir(held))
    if (!name.startsWith("lock")) await rename(join(held, name), join(away, name));
  await rm(away, { recursive: true, force: true, maxRetries: 3 });
}
