/**
 * Browser session tokens: `base64url(claims).base64url(HMAC-SHA256 of that text)`. The key is derived from the master key, so every
 * process can verify a token and nothing is stored.
 */
import { Problem } from "#src/http/problem.ts";
import type { MasterKey } from "#src/storage/master-key.ts";
import type { Environment } from "./environment.ts";
import { SignedClaims } from "./signed-text.ts";

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

type Claims = readonly [
  projectId: string,
  environment: Environment,
  allowedOriginsVersion: number,
  /** Milliseconds since the epoch. */
  expiresAt: number,
];

/** Issues and verifies session tokens. */
export class SessionTokens {
  readonly #signed: SignedClaims<Claims>;

  constructor(masterKey: MasterKey) {
    this.#signed = new SignedClaims(masterKey, "accord browser session token");
  }

  /** Issues a token that is valid for 15 minutes. `now` is in ms since the epoch. */
  mint({ projectId, environment, allowedOriginsVersion }: BrowserSession, now: number): SessionToken {
    const expiresAt = now + lifetimeMs;
    const token = this.#signed.sign([projectId, environment, allowedOriginsVersion, expiresAt]);
    return { token, expiresAt: new Date(expiresAt) };
  }

  /** Verifies a token. Throws Problem UNAUTHENTICATED, which says whether it is invalid or expired. `now` is in ms since the epoch. */
  verify(token: string, now: number): BrowserSession {
    const claims = this.#signed.read(token);
    if (claims === null) throw new Problem("UNAUTHENTICATED", { detail: "The session token is invalid." });
    const [projectId, environment, allowedOriginsVersion, expiresAt] = claims;
    if (expiresAt <= now) {
      throw new Problem("UNAUTHENTICATED", { detail: "The session token has expired; create a new browser session." });
    }
    return { projectId, environment, allowedOriginsVersion };
  }
}
