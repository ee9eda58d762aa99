/**
 * Browser session tokens: `base64url(claims).base64url(HMAC-SHA256 of that text)`. The key is derived from the master key, so every
 * process can verify a token and nothing is stored.
 */
import { createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import { Problem } from "#src/http/problem.ts";
import { keysOf, type MasterKey } from "#src/storage/master-key.ts";
import { type Environment, environments } from "./environment.ts";
import { hasMac, macOf, splitToken } from "./signed-text.ts";

/** The permission of a browser session: to send telemetry to one project in one environment. */
export interface BrowserSession {
  readonly projectId: string;
  readonly environment: Environment;
  /** The version of the project's allowed origins when the session began. */
  readonly allowedOriginsVersion: number;
}

export interface SessionToken {
  readonly token: string;
  readonly expiresAt: Date;
}

const lifetimeMs = 15 * 60_000;

/** Derives the signing key of session tokens: HKDF-SHA256 (RFC 5869) of the master key, for this purpose only. */
export function deriveSessionKey(masterKey: Uint8Array): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync("sha256", masterKey, "", "accord browser session token", 32)));
}

/** The key that signs, followed by the other keys that tokens are also verified with. */
export function sessionKeys(masterKey: MasterKey): [KeyObject, ...KeyObject[]] {
  const [current, ...others] = keysOf(masterKey);
  return [deriveSessionKey(current), ...others.map(deriveSessionKey)];
}

/** Issues a token that is valid for 15 minutes. `now` is in ms since the epoch. */
export function mintSessionToken(key: KeyObject, session: BrowserSession, now: number): SessionToken {
  const expiresAt = new Date(now + lifetimeMs);
  const claims = [session.projectId, session.environment, session.allowedOriginsVersion, expiresAt.getTime()];
  const text = Buffer.from(JSON.stringify(claims)).toString("base64url");
  return { token: `${text}.${macOf(key, text)}`, expiresAt };
}

/** Verifies a token. Throws Problem UNAUTHENTICATED, which says whether it is invalid or expired. `now` is in ms since the epoch. */
export function verifySessionToken(key: KeyObject, token: string, now: number): BrowserSession {
  const signed = splitToken(token);
  if (signed === null || !hasMac(signed.mac, key, signed.text)) throw invalid();
  const [projectId, environment, allowedOriginsVersion, expiresAt] = claimsOf(signed.text);
  if (expiresAt <= now) {
    throw new Problem("UNAUTHENTICATED", { detail: "The session token has expired; create a new browser session." });
  }
  return { projectId, environment, allowedOriginsVersion };
}

type Claims = [projectId: string, environment: Environment, allowedOriginsVersion: number, expiresAt: number];

/** Parses the claims of a token. Only called when its signature is right. */
function claimsOf(text: string): Claims {
  const claims: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
  if (!isClaims(claims)) throw invalid();
  return claims;
}

function isClaims(claims: unknown): claims is Claims {
  if (!Array.isArray(claims) || claims.length !== 4) return false;
  const [projectId, environment, version, expiresAt] = claims;
  return (
    typeof projectId === "string" &&
    environments.includes(environment) &&
    Number.isSafeInteger(version) &&
    Number.isSafeInteger(expiresAt)
  );
}

function invalid(): Problem {
  return new Problem("UNAUTHENTICATED", { detail: "The session token is invalid." });
}
