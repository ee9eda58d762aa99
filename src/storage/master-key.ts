/**
 * Secrets that must be read back (signing secrets of webhooks, mobile app secrets) are stored encrypted, so that a copy
 * of the database alone gives nothing away.
 */
import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, open, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readPlain } from "./plain-files.ts";
import { StartupError } from "./startup-error.ts";

/** 32 bytes. */
export type MasterKey = Buffer;

const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;
/** First byte of what is stored: AES-256-GCM, then 12 bytes IV, 16 bytes tag, ciphertext. */
const version = 1;

/**
 * The key of an installation with an embedded database: read from `master-key` in the data folder, made there on first
 * use and readable by its owner only. Throws `StartupError` when the file is damaged.
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

/** Written whole and synced before it gets its name: losing the key would lose every secret under it. */
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
 * Encrypts a secret for one place: `belongsTo` names the row and column it will live in (for example
 * `webhook_endpoint/123/secret`), and it can be decrypted only under the same name.
 */
export function encryptSecret(key: MasterKey, secret: string, belongsTo: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", key, iv, { authTagLength: tagBytes });
  cipher.setAAD(additionalData(belongsTo));
  const ciphertext = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), ciphertext]);
}

/** Throws when the key is another, the bytes were changed, or the secret was moved from another row. */
export function decryptSecret(key: MasterKey, stored: Uint8Array, belongsTo: string): string {
  const bytes = Buffer.from(stored);
  if (bytes[0] !== version || bytes.length < 1 + ivBytes + tagBytes) {
    throw new Error(`The stored secret ${belongsTo} has an unknown form.`);
  }
  const iv = bytes.subarray(1, 1 + ivBytes);
  const tag = bytes.subarray(1 + ivBytes, 1 + ivBytes + tagBytes);
  const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: tagBytes });
  decipher.setAAD(additionalData(belongsTo));
  decipher.setAuthTag(tag);
  try {
    const secret = decipher.update(bytes.subarray(1 + ivBytes + tagBytes));
    return Buffer.concat([secret, decipher.final()]).toString("utf8");
  } catch (error) {
    throw new Error(
      `The stored secret ${belongsTo} cannot be decrypted: is ACCORD_MASTER_KEY the one it was stored under?`,
      {
        cause: error,
      },
    );
  }
}

function additionalData(belongsTo: string): Buffer {
  return Buffer.concat([Buffer.of(version), Buffer.from(belongsTo, "utf8")]);
}
