// SQL: INSERT … ON CONFLICT, which lets one of several processes take a nonce.
/**
 * Mobile tokens: `base64url(claims).base64url(HMAC-SHA256 of the claims bytes)`. The device signs with the project's mobile app secret
 * (its UTF-8 bytes). The claims are a JSON object with pid, env, iat, exp and nonce, in this order and without spaces.
 */

import type { ClientBase, Pool } from "pg";
import { Problem } from "#src/http/problem.ts";
import { equalInConstantTime } from "./constant-time.ts";
import { type Environment, environments } from "./environment.ts";
import { hasMac, macOf, splitToken } from "./signed-text.ts";

export interface MobileClaims {
  readonly projectId: string;
  readonly environment: Environment;
  /** 16 hexadecimal characters. */
  readonly nonce: string;
}

/** A token whose signature and times have been verified. Its nonce has not been consumed yet. */
export interface MobileToken extends MobileClaims {
  readonly expiresAt: Date;
}

export interface MobileTokenOptions {
  /** Returns the secrets that are valid now; none for an unknown project. */
  readonly secretsOf: (projectId: string, environment: Environment) => Promise<readonly string[]>;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

const lifetimeSeconds = 300;
const clockSkewSeconds = 60;
const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const noncePattern = /^[0-9a-f]{16}$/i;

/** Signs a token as a device does. `now` is in ms since the epoch. */
export function signMobileToken({ projectId, environment, nonce }: MobileClaims, secret: string, now: number): string {
  const iat = Math.floor(now / 1000);
  const claims = JSON.stringify({ pid: projectId, env: environment, iat, exp: iat + lifetimeSeconds, nonce });
  return `${Buffer.from(claims).toString("base64url")}.${macOf(secret, claims)}`;
}

/**
 * Verifies a token. Throws Problem UNAUTHENTICATED when it is malformed, signed with none of the project's secrets, issued more than
 * 60 s ahead of our clock, or older than 300 s. The times are checked, and reported, only when the signature is right.
 */
export async function verifyMobileToken(token: string, { secretsOf, now }: MobileTokenOptions): Promise<MobileToken> {
  const signed = splitToken(token);
  if (signed === null) throw refused("The mobile token is malformed.");
  const bytes = Buffer.from(signed.text, "base64url");
  // Another base64url spelling of the same bytes would be a second token with the same signature.
  if (bytes.toString("base64url") !== signed.text) throw refused("The mobile token is malformed.");
  const claims = parseClaims(bytes.toString());

  const secrets = await secretsOf(claims.pid, claims.env);
  if (!secrets.some((secret) => hasMac(signed.mac, secret, bytes))) {
    throw refused("The mobile token's signature is wrong.");
  }
  const nowSeconds = now / 1000;
  if (claims.iat > nowSeconds + clockSkewSeconds) {
    throw refused("The mobile token was issued in the future; check the device's clock.");
  }
  if (claims.exp <= nowSeconds) throw refused("The mobile token has expired.");
  return {
    projectId: claims.pid,
    environment: claims.env,
    nonce: claims.nonce,
    expiresAt: new Date(claims.exp * 1000),
  };
}

interface WireClaims {
  pid: string;
  env: Environment;
  iat: number;
  exp: number;
  nonce: string;
}

function parseClaims(text: string): WireClaims {
  const claims = parseJson(text);
  if (!isWireClaims(claims)) throw refused("The mobile token's claims are not those of a mobile token.");
  const { pid, env, iat, exp, nonce } = claims;
  // Serialised again, the five claims must give the same text: no other property, no other order, no spaces.
  if (JSON.stringify({ pid, env, iat, exp, nonce }) !== text) {
    throw refused("The mobile token's claims must be pid, env, iat, exp and nonce, in this order and without spaces.");
  }
  if (exp !== iat + lifetimeSeconds) throw refused(`The mobile token's exp must be iat + ${lifetimeSeconds}.`);
  return claims;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refused("The mobile token's claims are not JSON.");
  }
}

function isWireClaims(claims: unknown): claims is WireClaims {
  if (typeof claims !== "object" || claims === null) return false;
  const { pid, env, iat, exp, nonce } = claims as Partial<Record<keyof WireClaims, unknown>>;
  return (
    typeof pid === "string" &&
    uuidPattern.test(pid) &&
    environments.some((environment) => environment === env) &&
    Number.isSafeInteger(iat) &&
    Number.isSafeInteger(exp) &&
    typeof nonce === "string" &&
    noncePattern.test(nonce)
  );
}

function refused(detail: string): Problem {
  return new Problem("UNAUTHENTICATED", { detail });
}

/** How long a nonce is kept after its token has expired (milliseconds), so that a process with a slow clock still sees it. */
const purgeMarginMs = 5 * 60_000;

/**
 * A token is good for one body, which its device may send again until it is acknowledged. Binds the token's nonce to the body, for all processes. The same body may be sent again. Throws Problem UNAUTHENTICATED when the
 * nonce was used with another body. In a transaction the nonce is bound with the commit.
 */
export async function consumeNonce(
  client: Pool | ClientBase,
  { projectId, environment, nonce, expiresAt }: MobileToken,
  bodySha256: Uint8Array,
): Promise<void> {
  // Index: mobile_nonces_pkey. On a conflict the existing row is locked and returned, even when it was committed just now.
  const { rows } = await client.query<{ body_sha256: Buffer }>(
    `INSERT INTO mobile_nonces AS used (project_id, environment, nonce, body_sha256, expires_at)
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (project_id, environment, nonce) DO UPDATE SET body_sha256 = used.body_sha256
     RETURNING body_sha256`,
    [projectId, environment, nonce, bodySha256, expiresAt],
  );
  const [row] = rows;
  if (row === undefined || !equalInConstantTime(row.body_sha256, bodySha256)) {
    throw new Problem("UNAUTHENTICATED", { detail: "The mobile token was already used for another body." });
  }
}

/** Deletes nonces whose tokens expired more than five minutes ago, and returns how many. `now` is in ms since the epoch. */
export async function purgeNonces(client: Pool | ClientBase, now: number): Promise<number> {
  const { rowCount } = await client.query("DELETE FROM mobile_nonces WHERE expires_at < $1", [
    new Date(now - purgeMarginMs),
  ]);
  return rowCount ?? 0;
}
