/** Removes the bytes of files that are gone: one that was deleted, or all of an account. */
import { declareJob, type Job } from "#src/jobs/job.ts";
import type { ObjectStore } from "#src/storage/objects/object-store.ts";

export type RemoveFiles = Job<{ readonly userId: string }>;

export type RemoveFile = Job<{ readonly userId: string; readonly fileId: string }>;

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
      for await (const key of objects.list(folderOf(userId))) await objects.delete(key);
    },
  });
}

export function removalOfFile(objects: ObjectStore): RemoveFile {
  return declareJob({
    name: "placeholder-remove-file",
    run: ({ userId, fileId }) => objects.delete(fileKey(userId, fileId)),
  });
}
