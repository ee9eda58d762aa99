/**
 * The master key. Secrets that must be read back (signing secrets of webhooks, mobile app secrets) are stored encrypted under it, so that
 * a copy of the database alone does not reveal them.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, open, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readPlain } from "./plain-files.ts";
import { StartupError } from "./startup-error.ts";

/**
 * A key of 32 bytes. While the master key is rotated, `previous` is the old key, which only decrypts
 * (docs/handbook/running-in-production.md).
 */
export type MasterKey = Buffer & { readonly previous?: Buffer };

/** Adds the previous key. */
export function withPrevious(key: Buffer, previous: Buffer | undefined): MasterKey {
  return previous === undefined ? key : Object.assign(Buffer.from(key), { previous });
}

/** The key that encrypts, then the previous key, which only decrypts. */
export function keysOf(key: MasterKey): readonly [Buffer, ...Buffer[]] {
  return key.previous === undefined ? [key] : [key, key.previous];
}

/** Keys for one purpose, derived from the master keys in their order by HKDF-SHA256 (RFC 5869). The first one signs; each verifies. */
export function derivedKeys(masterKey: MasterKey, purpose: string): readonly [Buffer, ...Buffer[]] {
  const [current, ...others] = keysOf(masterKey).map((key) => Buffer.from(hkdfSync("sha256", key, "", purpose, 32)));
  return [current as Buffer, ...others];
}

/** The result of `attempt` with the first key for which it succeeds. When none does, throws the error of the first key. */
export async function withAnyKey<Key, T>(
  [first, ...others]: readonly [Key, ...Key[]],
  attempt: (key: Key) => T | Promise<T>,
): Promise<T> {
  try {
    return await attempt(first);
  } catch (error) {
    for (const key of others) {
      try {
        return await attempt(key);
      } catch {
        // Try the next key.
      }
    }
    throw error;
  }
}

const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;
/**
 * The first byte of the stored form. It is followed by the id of the key (5 bytes), and the IV (12 bytes), tag (16 bytes) and ciphertext
 * of AES-256-GCM.
 */
const version = 2;
const keyIdBytes = 5;

/**
 * The key of an installation with an embedded database, from the file `master-key` in the data folder. The file is created on first use,
 * readable only by its owner. Throws `StartupError` when the file is damaged.
 */
export async function masterKeyIn(dataDir: string): Promise<MasterKey> {
  const file = join(dataDir, "master-key");
  const found = await readPlain(file).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof StartupError) throw error;
    throw new StartupError(`The master key ${file} cannot be read (${error.code}).`, error);
  });
  if (found === undefined) return makeKey(file);
  const key = Buffer.from(found.trim(), "base64");
  if (key.length !== keyBytes) {
    throw new StartupError(`The master key ${file} is damaged: expected 32 bytes in base64. Restore it from a backup.`);
  }
  return key;
}

/** Creates the file. It is complete and synced before it gets its name, because without the key all secrets under it are lost. */
async function makeKey(file: string): Promise<MasterKey> {
  const key = randomBytes(keyBytes);
  const unfinished = `${file}.${randomUUID()}`;
  await mkdir(dirname(file), { recursive: true });
  const handle = await open(unfinished, "wx", 0o600);
  try {
    await handle.writeFile(`${key.toString("base64")}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await link(unfinished, file);
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return await masterKeyIn(dirname(file));
  } finally {
    await rm(unfinished, { force: true });
  }
}

/**
 * Encrypts a secret for one place. `belongsTo` names its row and column, for example `webhook_endpoint/123/secret`; the secret can only
 * be decrypted with the same name.
 */
export function encryptSecret(key: MasterKey, secret: string, belongsTo: string): Buffer {
  const head = headOf(key);
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", key, iv, { authTagLength: tagBytes });
  cipher.setAAD(additionalData(head, belongsTo));
  const ciphertext = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([head, iv, cipher.getAuthTag(), ciphertext]);
}

/** The first six bytes of all secrets under this key, which are exactly eight characters of base64. */
export function headOf(key: MasterKey): Buffer {
  const keyId = createHmac("sha256", key).update("accord master key id").digest().subarray(0, keyIdBytes);
  return Buffer.concat([Buffer.of(version), keyId]);
}

/** The id of a key, in hex. It does not reveal the key. */
export function keyIdOf(key: MasterKey): string {
  return headOf(key).subarray(1).toString("hex");
}

/** Decrypts a secret. Throws an error when the key is wrong, the bytes were changed, or `belongsTo` differs. */
export function decryptSecret(key: MasterKey, stored: Uint8Array, belongsTo: string): string {
  const bytes = Buffer.from(stored);
  const headBytes = 1 + keyIdBytes;
  if (bytes[0] !== version || bytes.length < headBytes + ivBytes + tagBytes)
    throw new Error(`The stored secret ${belongsTo} has an unknown form.`);
  const head = bytes.subarray(0, headBytes);
  const fitting = keysOf(key).find((one) => headOf(one).equals(head));
  if (fitting === undefined) throw undecipherable(belongsTo);
  const decipher = createDecipheriv("aes-256-gcm", fitting, bytes.subarray(headBytes, headBytes + ivBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(additionalData(head, belongsTo));
  decipher.setAuthTag(bytes.subarray(headBytes + ivBytes, headBytes + ivBytes + tagBytes));
  try {
    const secret = decipher.update(bytes.subarray(headBytes + ivBytes + tagBytes));
    return Buffer.concat([secret, decipher.final()]).toString("utf8");
  } catch (error) {
    throw undecipherable(belongsTo, error);
  }
}

function undecipherable(belongsTo: string, cause?: unknown): Error {
  return new Error(
    `The stored secret ${belongsTo} cannot be decrypted: is ACCORD_MASTER_KEY the one it was stored under?`,
    { cause },
  );
}

function additionalData(head: Buffer, belongsTo: string): Buffer {
  return Buffer.concat([head, Buffer.from(belongsTo, "utf8")]);
}
