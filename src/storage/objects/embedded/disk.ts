/**
 * Stores objects on disk. An upload is written to a temporary file, synced, and renamed into place. So an object is always complete,
 * either the old or the new one, even after a crash.
 */
import { randomUUID } from "node:crypto";
import { type FileHandle, link, mkdir, open, readdir, rename, rm, rmdir, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { syncFolder } from "../../plain-files.ts";
import { deletionsAreHeld, forgetHeld, heldFolder, temporaryFolder } from "./held.ts";
import { pathOfKey, readName } from "./key-path.ts";
import { encodeTail, type ObjectMetadata, readMetadata } from "./object-file.ts";

/** An upload under way. Ends with `commit`, or with `discard` when it is given up or `commit` fails. */
export interface Upload {
  write(chunk: Buffer): Promise<void>;
  /**
   * Puts the object in place. Resolves to true when the object is durable; to false when an object exists and `mayReplace` is false.
   */
  commit(bucket: string, key: string, metadata: ObjectMetadata, mayReplace: boolean): Promise<boolean>;
  /** Removes the temporary file. */
  discard(): Promise<void>;
}

/** An object that is open for reading. The reader must close `file`. */
export interface OpenObject {
  readonly file: FileHandle;
  readonly metadata: ObjectMetadata;
}

/** The name of an object. Its key is a byte string (see `key-path.ts`). */
export interface ObjectName {
  readonly bucket: string;
  readonly key: string;
}

export interface StoredObject {
  readonly key: string;
  readonly metadata: ObjectMetadata;
}

/** Buckets and objects in one folder. Keys are byte strings (see `key-path.ts`); bucket names are safe file names. */
export class ObjectDisk {
  readonly #directory: string;
  readonly #buckets: string;
  readonly #temporary: string;

  private constructor(directory: string) {
    this.#directory = directory;
    this.#buckets = join(directory, "buckets");
    this.#temporary = temporaryFolder(directory);
  }

  /** Opens the folder, which is created when missing, and removes the files of interrupted uploads. */
  static async open(directory: string): Promise<ObjectDisk> {
    const disk = new ObjectDisk(directory);
    await rm(disk.#temporary, { recursive: true, force: true });
    await mkdir(disk.#temporary, { recursive: true, mode: 0o700 });
    await mkdir(disk.#buckets, { recursive: true, mode: 0o700 });
    await forgetHeld(directory);
    await syncFolder(directory);
    return disk;
  }

  async hasBucket(bucket: string): Promise<boolean> {
    return (await absent(stat(join(this.#buckets, bucket)))) !== undefined;
  }

  /** Creates a bucket. Returns false when it already exists. */
  async createBucket(bucket: string): Promise<boolean> {
    try {
      await mkdir(join(this.#buckets, bucket), { mode: 0o700 });
    } catch (error) {
      if (codeOf(error) === "EEXIST") return false;
      throw error;
    }
    await syncFolder(this.#buckets);
    return true;
  }

  async beginUpload(): Promise<Upload> {
    const path = join(this.#temporary, randomUUID());
    const file = await open(path, "wx", 0o600);
    return {
      write: async (chunk) => {
        await file.writeFile(chunk);
      },
      commit: async (bucket, key, metadata, mayReplace) => {
        await file.writeFile(encodeTail(metadata));
        await file.sync();
        await file.close();
        return await this.#moveIntoPlace(path, bucket, key, mayReplace);
      },
      discard: async () => {
        await file.close();
        await rm(path, { force: true });
      },
    };
  }

  async #moveIntoPlace(temporary: string, bucket: string, key: string, mayReplace: boolean): Promise<boolean> {
    const root = join(this.#buckets, bucket);
    const target = join(root, ...pathOfKey(key));
    // A concurrent delete may remove a folder that was just created. Each iteration means that this has happened once.
    for (let turn = 1; ; turn++) {
      try {
        await mkdir(dirname(target), { recursive: true, mode: 0o700 });
        if (mayReplace) await rename(temporary, target);
        else await link(temporary, target);
        break;
      } catch (error) {
        if (codeOf(error) === "EEXIST") return false;
        if (codeOf(error) !== "ENOENT" || turn === 100) throw error;
      }
    }
    // Every folder on the way may be new, also one of a concurrent upload that has not synced it yet.
    for (let folder = dirname(target); folder.length >= root.length; folder = dirname(folder)) {
      await absent(syncFolder(folder));
    }
    if (!mayReplace) await unlink(temporary);
    return true;
  }

  async hasObject(bucket: string, key: string): Promise<boolean> {
    return (await absent(stat(this.#pathOf({ bucket, key })))) !== undefined;
  }

  /** Opens an object; null when there is none. */
  async openObject(bucket: string, key: string): Promise<OpenObject | null> {
    const file = await absent(open(this.#pathOf({ bucket, key }), "r"));
    if (file === undefined) return null;
    try {
      return { file, metadata: await readMetadata(file) };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /**
   * Copies an object with a hard link. That is a true copy, because the file of an object never changes. Replaces an object at `to`. Null
   * when there is no object at `from`.
   */
  async copyObject(from: ObjectName, to: ObjectName): Promise<ObjectMetadata | null> {
    const object = await this.openObject(from.bucket, from.key);
    if (object === null) return null;
    await object.file.close();
    const temporary = join(this.#temporary, randomUUID());
    const linked = await absent(link(this.#pathOf(from), temporary).then(() => true));
    if (linked === undefined) return null;
    try {
      await this.#moveIntoPlace(temporary, to.bucket, to.key, true);
      return object.metadata;
    } finally {
      // A rename onto another link of the same file keeps both names.
      await rm(temporary, { force: true });
    }
  }

  #pathOf({ bucket, key }: ObjectName): string {
    return join(this.#buckets, bucket, ...pathOfKey(key));
  }

  /** Removes an object, and folders that become empty. Does nothing when there is no such object. */
  async deleteObject(bucket: string, key: string): Promise<void> {
    const root = join(this.#buckets, bucket);
    const target = join(root, ...pathOfKey(key));
    await this.#remove(target, bucket, key);
    await absent(syncFolder(dirname(target)));
    for (let folder = dirname(target); folder.length > root.length; folder = dirname(folder)) {
      try {
        await rmdir(folder);
      } catch (error) {
        if (codeOf(error) === "ENOENT") continue;
        return;
      }
    }
  }

  async #remove(target: string, bucket: string, key: string): Promise<void> {
    if (await deletionsAreHeld(this.#directory)) {
      const aside = join(heldFolder(this.#directory), bucket, ...pathOfKey(key));
      const moved = mkdir(dirname(aside), { recursive: true, mode: 0o700 }).then(() => rename(target, aside));
      if ((await absent(moved.then(() => true))) === true) return;
      // The backup has ended meanwhile, or has not begun to copy yet, or the object does not exist.
    }
    await absent(unlink(target));
  }

  /** Lists the objects whose keys start with `prefix` and come after `after`, in the byte order of their keys. */
  async *list(bucket: string, prefix: string, after: string): AsyncGenerator<StoredObject> {
    for await (const key of keysIn(join(this.#buckets, bucket), "", prefix, after)) {
      const object = await this.openObject(bucket, key);
      if (object === null) continue;
      await object.file.close();
      yield { key, metadata: object.metadata };
    }
  }
}

/** Yields the wanted keys of one folder, whose keys all start with `base`. Skips folders that cannot hold one. */
async function* keysIn(folder: string, base: string, prefix: string, after: string): AsyncGenerator<string> {
  const names = (await absent(readdir(folder))) ?? [];
  const entries = names.flatMap((name) => {
    const entry = readName(name);
    return entry === null ? [] : [{ name, kind: entry.kind, key: base + entry.bytes }];
  });
  entries.sort((a, b) => (a.key < b.key ? -1 : 1));
  for (const { name, kind, key } of entries) {
    if (kind === "object") {
      if (key.startsWith(prefix) && key > after) yield key;
    } else if ((key.startsWith(prefix) || prefix.startsWith(key)) && (key > after || after.startsWith(key))) {
      yield* keysIn(join(folder, name), key, prefix, after);
    }
  }
}

/** Returns the result; undefined when the path does not exist. */
async function absent<T>(result: Promise<T>): Promise<T | undefined> {
  try {
    return await result;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
