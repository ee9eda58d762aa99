import { hash, randomBytes } from "node:crypto";
import type { Environment } from "./environment.ts";

/** The two parts of an API key. */
export interface KeyParts {
  readonly keyId: string;
  readonly environment: Environment;
  readonly secret: string;
}

/** A new key, which is shown to its owner once. */
export interface IssuedKey extends KeyParts {
  /** `<keyId>:<secret>`, the form that clients send. */
  readonly key: string;
}

const keyIdPattern = /^sk_(?:test|live)_[0-9a-f]{24}$/;
const keyPattern = /^(sk_(test|live)_[0-9a-f]{24}):([A-Za-z0-9_-]{43})$/;

/** Generates a key. Its id has 12 random bytes in hex, its secret 32 random bytes in base64url. */
export function issueKey(environment: Environment): IssuedKey {
  const keyId = `sk_${environment}_${randomBytes(12).toString("hex")}`;
  const secret = randomBytes(32).toString("base64url");
  return { keyId, environment, secret, key: `${keyId}:${secret}` };
}

/** Splits a key into its parts. Null when the text does not have the form of a key. */
export function parseKey(presented: string): KeyParts | null {
  const [, keyId, environment, secret] = keyPattern.exec(presented) ?? [];
  if (keyId === undefined || secret === undefined) return null;
  return { keyId, environment: environment === "live" ? "live" : "test", secret };
}

/** Whether the text has the form of a key's id. */
export function isKeyId(text: string): boolean {
  return keyIdPattern.test(text);
}

/** The SHA-256 of the secret's text (32 bytes). A hash without salt or stretching is enough, because a secret has 256 random bits. */
export function secretDigest(secret: string): Buffer {
  return hash("sha256", secret, "buffer");
}
