/**
 * Deletions that wait for a backup. A backup copies the database before the objects, so its database may refer to objects that are
 * deleted meanwhile. So from before the first copy to after the last one the store moves deleted objects into the folder `held`, where
 * the backup still finds them. No other coordination is needed: a deletion is requested only after the commit that removes the last
 * reference, so objects deleted before the hold are not referred to by the copy.
 */
import { chown, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type DataLock, dataFolderHolder, lockDataFolder } from "../../embedded/lock.ts";

/** Where the deleted objects of a store are while they are held; laid out as its buckets are. */
export function heldFolder(directory: string): string {
  return join(directory, "held");
}

/** Whether a living process holds the deletions of the store in this folder. */
export async function deletionsAreHeld(directory: string): Promise<boolean> {
  return (await dataFolderHolder(heldFolder(directory))) !== undefined;
}

/** Removes what a backup that was killed has left. */
export async function forgetHeld(directory: string): Promise<void> {
  if (!(await deletionsAreHeld(directory))) await rm(heldFolder(directory), { recursive: true, force: true });
}

/**
 * Holds the deletions of the store in this folder, which another process may run. Throws DataFolderInUse while another process
 * does; a process that dies holds them no more.
 */
export async function holdDeletions(directory: string): Promise<DataLock> {
  const held = heldFolder(directory);
  const lock = await lockDataFolder(held);
  // The store's user may be another than root, who makes the backup.
  const { uid, gid } = await stat(directory);
  await chown(held, uid, gid);
  for (const name of await readdir(held))
    if (!name.startsWith("lock")) await rm(join(held, name), { recursive: true, force: true });
  return {
    async release() {
      await lock.release();
      // Files that the store moves here at this moment are removed when the next one begins.
      await rm(held, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
    },
  };
}
