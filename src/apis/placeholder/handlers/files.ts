/** Files that the caller has stored. */
import { LessThan } from "typeorm";
import { downloadHeaders } from "#src/http/download-headers.ts";
import { Problem } from "#src/http/problem.ts";
import { enqueue } from "#src/jobs/enqueue.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import type { HandlersOf } from "../callers.ts";
import { storedFiles } from "../entities.ts";
import { fileKey } from "../files/removal.ts";
import { counted, success } from "../presenters/envelope.ts";
import { presentStoredFile } from "../presenters/records.ts";
import type { HandlerDependencies } from "./dependencies.ts";

export function fileHandlers({
  database,
  objects,
  cursors,
  removeFile,
}: HandlerDependencies): Pick<HandlersOf<"Upload">, "listFiles" | "downloadFile" | "deleteFile"> {
  const { manager } = database.dataSource;
  return {
    async listFiles({ query }, { identity: { user } }) {
      const limit = Number(query.limit);
      const { items, nextCursor } = await cursors.page({
        scope: { list: "placeholder files", userId: user.id },
        limit,
        cursor: query.cursor,
        // Ids rise with time. By placeholder_files_pkey.
        read: (after, take) =>
          storedFiles.of(manager, { userId: user.id }).find({
            ...(after !== null && { where: { id: LessThan(String(after[0])) } }),
            order: { id: "DESC" },
            take,
          }),
        positionOf: ({ id }) => [id],
      });
      const page = { items: items.map(presentStoredFile), limit, nextCursor };
      return { status: 200, body: success(`${counted(items.length, "file")} on this page.`, page) };
    },

    async downloadFile({ path: { id } }, { identity: { user } }) {
      const file = await storedFiles.of(manager, { userId: user.id }).findOne({ id });
      const stored = file === null ? null : await objects.get(fileKey(user.id, file.id));
      // Deleted since.
      if (file === null || stored === null) throw new Problem("NOT_FOUND");
      const headers = { ...downloadHeaders(file.filename, file.id), "Content-Length": String(stored.contentLength) };
      return { status: 200, type: file.mediaType, body: stored.body, headers };
    },

    async deleteFile({ path: { id } }, { identity: { user } }) {
      const fileId = id.toLowerCase();
      await inTransaction(database, async ({ manager, client }) => {
        if ((await storedFiles.of(manager, { userId: user.id }).delete({ id: fileId })) !== 1)
          throw new Problem("NOT_FOUND");
        await enqueue(client, removeFile, { userId: user.id, fileId });
      });
      return { status: 200, body: success("The file was deleted.", { id: fileId }) };
    },
  };
}
