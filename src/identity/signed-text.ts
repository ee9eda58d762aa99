/** Tokens of the form `base64url(text).base64url(HMAC-SHA256)`; what the HMAC covers is each kind of token's own rule. */
import { createHmac, type KeyObject } from "node:crypto";
import { equalInConstantTime } from "./constant-time.ts";

const maxTokenLength = 512;
const tokenPattern = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43})$/;

export interface SignedText {
  /** Still in base64url. */
  readonly text: string;
  readonly mac: string;
}

/** Null when the token is longer than 512 characters or not two base64url parts, the second of 32 bytes. */
export function splitToken(token: string): SignedText | null {
  if (token.length > maxTokenLength) return null;
  const [, text, mac] = tokenPattern.exec(token) ?? [];
  return text === undefined || mac === undefined ? null : { text, mac };
}

export function macOf(key: KeyObject | string, signed: string | Uint8Array): string {
  return createHmac("sha256", key).update(signed).digest("base64url");
}

/** Compares the texts of the MACs, so that a second spelling of the same bytes does not pass. */
export function hasMac(mac: string, key: KeyObject | string, signed: string | Uint8Array): boolean {
  return equalInConstantTime(Buffer.from(mac), Buffer.from(macOf(key, signed)));
}
