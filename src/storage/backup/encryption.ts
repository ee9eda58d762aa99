/**
 * The encryption of backups. A backup is an age file (age-encryption.org/v1), which operators can open without Accord. It has 64 KiB
 * chunks of ChaCha20-Poly1305, which are numbered, and the last is marked (STREAM). So a changed, missing, repeated or moved byte is
 * detected before its chunk is used.
 */
import { ReadableStream } from "node:stream/web";
import { Decrypter, Encrypter, identityToRecipient } from "age-encryption";
import { StartupError } from "../startup-error.ts";
import { type BackupKey, backupKeyForm } from "./backup-key.ts";

/** Returns a function that encrypts a stream. Throws StartupError when a key is not valid. */
export function encryptionWith(key: BackupKey): (plain: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array> {
  return async function* encrypt(plain) {
    const encrypter = new Encrypter();
    try {
      if (key.kind === "passphrase") encrypter.setPassphrase(key.passphrase);
      else for (const recipient of await recipientsOf(key)) encrypter.addRecipient(recipient);
    } catch (error) {
      throw new StartupError(`The backup key is not valid: expected ${backupKeyForm}.`, error);
    }
    yield* (await encrypter.encrypt(streamOf(plain))) as ReadableStream<Uint8Array>;
  };
}

async function recipientsOf(key: Exclude<BackupKey, { kind: "passphrase" }>): Promise<readonly string[]> {
  return key.kind === "recipients" ? key.recipients : await Promise.all(key.identities.map(identityToRecipient));
}

/** Returns a function that decrypts a stream. It only yields authenticated bytes. Throws StartupError that says what is wrong. */
export function decryptionWith(key: BackupKey): (encrypted: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array> {
  if (key.kind === "recipients")
    throw new StartupError("The backup key is an age1… key, which only encrypts: give its AGE-SECRET-KEY-….");
  return async function* decrypt(encrypted) {
    const decrypter = new Decrypter();
    try {
      if (key.kind === "passphrase") decrypter.addPassphrase(key.passphrase);
      else for (const identity of key.identities) decrypter.addIdentity(identity);
    } catch (error) {
      throw new StartupError(`The backup key is not valid: expected ${backupKeyForm}.`, error);
    }
    const stream = await decrypter.decrypt(streamOf(encrypted)).catch((error: Error) => {
      if ((error as NodeJS.ErrnoException).code !== undefined) throw error;
      throw new StartupError(
        error.message.startsWith("no identity matched")
          ? "The backup does not open with this key: it was made with another one."
          : `This is no backup of Accord, or its beginning is damaged (${error.message}).`,
        error,
      );
    });
    try {
      yield* stream as ReadableStream<Uint8Array>;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== undefined) throw error;
      throw new StartupError(`The backup is damaged or cut short (${(error as Error).message}).`, error);
    }
  };
}

/** A stream of the type that the library expects, which is that of browsers. */
function streamOf(chunks: AsyncIterable<Uint8Array>) {
  return ReadableStream.from(chunks) as globalThis.ReadableStream<Uint8Array>;
}
