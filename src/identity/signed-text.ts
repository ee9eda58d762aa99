/** Tokens of the form `base64url(text).base64url(HMAC-SHA256)`. Each kind of token defines what its HMAC covers. */
import { createHmac, type KeyObject } from "node:crypto";
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
export function macOf(key: KeyObject | string, signed: string | Uint8Array): string {
  return createHmac("sha256", key).update(signed).digest("base64url");
}

/** Whether `mac` is the MAC of `signed`. Compares the texts, so that another base64url spelling of the same bytes is refused. */
export function hasMac(mac: string, key: KeyObject | string, signed: string | Uint8Array): boolean {
  return equalInConstantTime(Buffer.from(mac), Buffer.from(macOf(key, signed)));
}
