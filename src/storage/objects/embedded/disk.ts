/**
 * Objects on disk. Uploads go to a temporary file and are renamed into place once the bytes are on the medium, so an
 * object is always whole, either the old or the new one, whatever is killed when.
 */
import { randomUUID } from "node:crypto";
import { type FileHandle, link, mkdir, open, readdir, rename, rm, rmdir, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { syncFolder } from "../../plain-files.ts";
import { deletionsAreHeld, forgetHeld, heldFolder } from "./held.ts";
import { pathOfKey, readName } from "./key-path.ts";
import { encodeTail, type ObjectMetadata, readMetadata } from "./object-file.ts";

/** An upload under way. `commit` ends it; without one, or when it fails, `discard` does. */
export interface Upload {
  write(chunk: Buffer): Promise<void>;
  /**
   * Puts the object in place. When it resolves to true the object survives a power cut; false, where it may replace none and
   * there is one.
   */
  commit(bucket: string, key: string, metadata: ObjectMetadata, mayReplace: boolean): Promise<boolean>;
  /** Removes what was written. */
  discard(): Promise<void>;
}

/** An object opened for reading. The reader closes `file`. */
export interface OpenObject {
  readonly file: FileHandle;
  readonly metadata: ObjectMetadata;
}

/** Where an object is; the key as `key-path.ts` has it. */
export interface ObjectName {
  readonly bucket: string;
  readonly key: string;
}

export interface StoredObject {
  readonly key: string;
  readonly metadata: ObjectMetadata;
}

/** Buckets and objects under one folder. Keys are byte strings (see `key-path.ts`); bucket names are safe file names. */
export class ObjectDisk {
  readonly #directory: string;
  readonly #buckets: string;
  readonly #temporary: string;

  private constructor(directory: string) {
    this.#directory = directory;
    this.#buckets = join(directory, "buckets");
    this.#temporary = join(directory, "tmp");
  }

  /** Opens the folder, creating it where missing, and removes what interrupted uploads left. */
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

  /** False when the bucket exists already. */
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
    // A delete beside us may take away a folder that we just made; every turn means that one such delete went by.
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
    // Any folder on the way may be new, also by a neighbour that has not synced it yet.
    for (let folder = dirname(target); folder.length >= root.length; folder = dirname(folder)) {
      await absent(syncFolder(folder));
    }
    if (!mayReplace) await unlink(temporary);
    return true;
  }

  async hasObject(bucket: string, key: string): Promise<boolean> {
    return (await absent(stat(this.#pathOf({ bucket, key })))) !== undefined;
  }

  /** Null when there is no such object. */
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
   * Gives an object a second key, under which it stays as it is when the first one is replaced or deleted: files never change,
   * so that the two can be one. Replaces what has the key; null when there is nothing to copy.
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
      // A rename onto another link of the same file leaves both.
      await rm(temporary, { force: true });
    }
  }

  #pathOf({ bucket, key }: ObjectName): string {
    return join(this.#buckets, bucket, ...pathOfKey(key));
  }

  /** Removes the object, and the folders that it leaves empty. No object, no complaint. */
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
      await mkdir(dirname(aside), { recursive: true, mode: 0o700 });
      if ((await absent(rename(target, aside).then(() => true))) === true) return;
      // The backup has ended meanwhile, or there is no such object.
    }
    await absent(unlink(target));
  }

  /** The objects whose keys start with `prefix` and come after `after`, in the order of their bytes. */
  async *list(bucket: string, prefix: string, after: string): AsyncGenerator<StoredObject> {
    for await (const key of keysIn(join(this.#buckets, bucket), "", prefix, after)) {
      const object = await this.openObject(bucket, key);
      if (object === null) continue;
      await object.file.close();
      yield { key, metadata: object.metadata };
    }
  }
}

/** Walks one folder, whose keys all start with `base`, and enters only folders that can hold a wanted key. */
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

/** The result, or undefined when the path does not exist. */
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
