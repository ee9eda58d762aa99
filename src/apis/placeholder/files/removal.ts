/** Removes the files of an account that is gone. */
import { declareJob, type Job } from "#src/jobs/job.ts";
import type { ObjectStore } from "#src/storage/objects/object-store.ts";

export type RemoveFiles = Job<{ readonly userId: string }>;

/** The key of a file: the user first, as everything of a tenant's. */
export function fileKey(userId: string, fileId: string): string {
  return `${folderOf(userId)}${fileId}`;
}

function folderOf(userId: string): string {
  return `${userId}/placeholder/files/`;
}

export function removalOfFiles(objects: ObjectStore): RemoveFiles {
  return declareJob({
    name: "placeholder-remove-files",
    async run({ userId }) {
      for await (const { key } of objects.list(folderOf(userId))) await objects.delete(key);
    },
  });
}
