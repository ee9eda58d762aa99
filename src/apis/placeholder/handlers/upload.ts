/** Files of the caller: the bytes in the object store, what is known of them in the database. */
import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { type EntityManager, LessThan } from "typeorm";
import { downloadHeaders } from "#src/http/download-headers.ts";
import { Problem } from "#src/http/problem.ts";
import { enqueue } from "#src/jobs/enqueue.ts";
import { isPassing } from "#src/storage/passing.ts";
import { risingId } from "#src/storage/rising-id.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import type { HandlersOf } from "../callers.ts";
import { refuseDeletedAccount } from "../deleted-account.ts";
import { type StoredFile, storedFiles, userEntity } from "../entities.ts";
import { inspectFile, mediaTypes } from "../files/media-type.ts";
import { fileKey } from "../files/removal.ts";
import { counted, success } from "../presenters/envelope.ts";
import { presentFile, presentStoredFile } from "../presenters/records.ts";
import type { HandlerDependencies } from "./dependencies.ts";

const maxFilenameLength = 255;
/** Most files of an account: each takes a block of a disk and a row, however small it is. */
const mostFiles = 10_000;

export function uploadHandlers({
  database,
  objects,
  storageQuota,
  now,
}: HandlerDependencies): Pick<HandlersOf<"Upload">, "uploadFile"> {
  const { manager } = database.dataSource;
  const requireRoom = async (on: EntityManager, { userId, size }: StoredFile) => {
    const files = storedFiles.of(on, { userId });
    const taken = await files.sum("size");
    if (taken + size > storageQuota)
      throw new Problem("STORAGE_QUOTA_EXCEEDED", {
        detail: `Your files may have ${storageQuota} bytes in all; ${taken} are taken.`,
      });
    if ((await files.count({})) >= mostFiles)
      throw new Problem("STORAGE_QUOTA_EXCEEDED", { detail: `You may have ${mostFiles} files; delete some.` });
  };
  /** Uploads of one account take turns from here to the commit, so that no two count on the same room. */
  const lockAccount = async (on: EntityManager, { userId }: StoredFile) => {
    await on.findOne(userEntity, { where: { id: userId }, lock: { mode: "for_no_key_update" } });
  };
  /** Whether the file is on record, asked under the account's lock: a commit that was under way has ended by then. */
  const isStored = (file: StoredFile) =>
    inTransaction(database, async ({ manager }) => {
      await lockAccount(manager, file);
      return (await storedFiles.of(manager, file).findOne({ id: file.id })) !== null;
    });
  return {
    async uploadFile({ body }, { identity: { user } }) {
      const { path, filename, size } = body.file;
      if (size === 0) refuse("minLength", "must not be empty");
      const name = basename(filename.replaceAll("\\", "/"));
      if (name.length === 0 || name.length > maxFilenameLength || /\p{Cc}/u.test(name))
        refuse(
          "filename",
          `must have a name of 1 to ${maxFilenameLength} characters, none of them a control character`,
        );
      const { mediaType, sha256 } = await inspectFile(path, size);
      if (mediaType === null)
        throw new Problem("UNSUPPORTED_MEDIA_TYPE", { detail: `The file is none of ${mediaTypes.join(", ")}.` });

      const id = risingId();
      const key = fileKey(user.id, id);
      const file: StoredFile = {
        userId: user.id,
        id,
        filename: name,
        mediaType,
        size,
        sha256,
        createdAt: new Date(now()),
      };
      // Most files without room are refused here, before they go to the object store. The check that counts comes
      // below.
      await requireRoom(manager, file);
      try {
        await objects.put(key, createReadStream(path), { contentType: mediaType, contentLength: size, sha256 });
        await inTransaction(database, async ({ manager }) => {
          await lockAccount(manager, file);
          await requireRoom(manager, file);
          await storedFiles.of(manager, file).insert(file).catch(refuseDeletedAccount("placeholder_files"));
        });
      } catch (error) {
        // Where the answer to COMMIT was lost, the file may be on record. Nobody knows while the database is away: the object stays then,
        // and goes with the account.
        const stored = isPassing(error) && (await isStored(file).catch(() => null));
        if (stored === false) await objects.delete(key).catch(() => {});
        if (stored !== true) throw error;
      }
      return { status: 201, body: success("The file was stored.", presentFile(file)) };
    },
  };
}

function refuse(code: string, message: string): never {
  throw new Problem("VALIDATION_FAILED", { fieldErrors: [{ path: "/body/file", code, message }] });
}

/** Files that the caller has stored. */
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
