/** Tokens of the form `base64url(text).base64url(HMAC-SHA256)`. Each kind of token defines what its HMAC covers. */
import { createHmac } from "node:crypto";
import { derivedKeys, type MasterKey } from "#src/storage/master-key.ts";
import { equalInConstantTime } from "./constant-time.ts";

const maxTokenLength = 512;
const tokenPattern = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43})$/;

export interface SignedText {
  /** In base64url. */
  readonly text: string;
  readonly mac: string;
}

/** Splits a token. Null when it is longer than 512 characters, or not two base64url parts of which the second has 32 bytes. */
export function splitToken(token: string): SignedText | null {
  if (token.length > maxTokenLength) return null;
  const [, text, mac] = tokenPattern.exec(token) ?? [];
  return text === undefined || mac === undefined ? null : { text, mac };
}

/** The HMAC-SHA256 of a text, in base64url. */
export function macOf(key: Uint8Array | string, signed: string | Uint8Array): string {
  return createHmac("sha256", key).update(signed).digest("base64url");
}

/** Whether `mac` is the MAC of `signed`. Compares the texts, so that another base64url spelling of the same bytes is refused. */
export function hasMac(mac: string, key: Uint8Array | string, signed: string | Uint8Array): boolean {
  return equalInConstantTime(Buffer.from(mac), Buffer.from(macOf(key, signed)));
}

/** Tokens whose text is JSON in base64url, and whose MAC covers that text under a key derived from the master key for one purpose. */
export class SignedClaims<Claims extends readonly unknown[]> {
  readonly #keys: readonly [Buffer, ...Buffer[]];

  constructor(masterKey: MasterKey, purpose: string) {
    this.#keys = derivedKeys(masterKey, purpose);
  }

  sign(claims: Claims): string {
    const text = Buffer.from(JSON.stringify(claims)).toString("base64url");
    return `${text}.${macOf(this.#keys[0], text)}`;
  }

  /** The claims of a token; null when it is not one that `sign` has made. */
  read(token: string): Claims | null {
    const signed = splitToken(token);
    if (signed === null || !this.#keys.some((key) => hasMac(signed.mac, key, signed.text))) return null;
    return JSON.parse(Buffer.from(signed.text, "base64url").toString()) as Claims;
  }
}
