import { hash, randomBytes } from "node:crypto";
import type { Environment } from "./environment.ts";

/** The two halves of a presented key. */
export interface KeyParts {
  readonly keyId: string;
  readonly environment: Environment;
  readonly secret: string;
}

/** A key as it is shown to its owner, once. */
export interface IssuedKey extends KeyParts {
  /** `<keyId>:<secret>`, what a client sends. */
  readonly key: string;
}

const keyIdPattern = /^sk_(?:test|live)_[0-9a-f]{24}$/;
const keyPattern = /^(sk_(test|live)_[0-9a-f]{24}):([A-Za-z0-9_-]{43})$/;

/** A fresh key: 12 random bytes in hex name it, 32 random bytes in base64url are its secret. */
export function issueKey(environment: Environment): IssuedKey {
  const keyId = `sk_${environment}_${randomBytes(12).toString("hex")}`;
  const secret = randomBytes(32).toString("base64url");
  return { keyId, environment, secret, key: `${keyId}:${secret}` };
}

/** Null when the text cannot be a key. */
export function parseKey(presented: string): KeyParts | null {
  const [, keyId, environment, secret] = keyPattern.exec(presented) ?? [];
  if (keyId === undefined || secret === undefined) return null;
  return { keyId, environment: environment === "live" ? "live" : "test", secret };
}

export function isKeyId(text: string): boolean {
  return keyIdPattern.test(text);
}

/** SHA-256 of the secret's text, 32 bytes. A plain hash is enough, for the secret is 256 random bits. */
export function secretDigest(secret: string): Buffer {
  return hash("sha256", secret, "buffer");
}
