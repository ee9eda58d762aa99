/**
 * Sessions: what begins with a login and goes on with each refresh. A refresh token names its session and generation
 * under a MAC, so that one row tells for all tokens of a session which is the newest, which was used a moment ago, and
 * which must be in the wrong hands (RFC 9700, 4.14.2).
 */
import { createSecretKey, hkdfSync, type KeyObject, randomUUIDv7 } from "node:crypto";
import type { Pool } from "pg";
import { Problem } from "#src/http/problem.ts";
import { hasMac, macOf, splitToken } from "#src/identity/signed-text.ts";
import type { MasterKey } from "#src/storage/master-key.ts";

const lifetimeMs = 30 * 24 * 60 * 60_000;
/** How long a used token may be sent again, for an answer that was lost. */
const graceMs = 30_000;

export interface SessionState {
  readonly userId: string;
  readonly sessionId: string;
  readonly refreshToken: string;
}

interface TokenClaims {
  readonly userId: string;
  readonly sessionId: string;
  readonly generation: number;
}

export class Sessions {
  readonly #pool: Pool;
  readonly #key: KeyObject;
  readonly #now: () => number;

  /** @param now milliseconds since the epoch. */
  constructor(pool: Pool, masterKey: MasterKey, now: () => number) {
    this.#pool = pool;
    this.#key = createSecretKey(Buffer.from(hkdfSync("sha256", masterKey, "", "accord placeholder refresh token", 32)));
    this.#now = now;
  }

  async begin(userId: string): Promise<SessionState> {
    const sessionId = randomUUIDv7();
    await this.#pool.query(
      "INSERT INTO placeholder_sessions (user_id, id, generation, rotated_at) VALUES ($1, $2, 0, $3)",
      [userId, sessionId, new Date(this.#now())],
    );
    return this.#state({ userId, sessionId, generation: 0 });
  }

  /** The session with its next token. Throws Problem UNAUTHENTICATED, and ends the session when a token is reused. */
  async refresh(refreshToken: string): Promise<SessionState> {
    const claims = this.#read(refreshToken);
    const { userId, sessionId, generation } = claims;
    const now = this.#now();
    const rotated = await this.#pool.query(
      `UPDATE placeholder_sessions SET generation = generation + 1, rotated_at = $4
       WHERE user_id = $1 AND id = $2 AND generation = $3 AND rotated_at > $5`,
      [userId, sessionId, generation, new Date(now), new Date(now - lifetimeMs)],
    );
    const next = { ...claims, generation: generation + 1 };
    if (rotated.rowCount === 1) return this.#state(next);
    const repeated = await this.#pool.query(
      "SELECT FROM placeholder_sessions WHERE user_id = $1 AND id = $2 AND generation = $3 AND rotated_at >= $4",
      [userId, sessionId, next.generation, new Date(now - graceMs)],
    );
    if (repeated.rowCount === 1) return this.#state(next);
    await this.end(userId, sessionId);
    throw ended();
  }

  async end(userId: string, sessionId: string): Promise<void> {
    await this.#pool.query("DELETE FROM placeholder_sessions WHERE user_id = $1 AND id = $2", [userId, sessionId]);
  }

  #state(claims: TokenClaims): SessionState {
    const bytes = Buffer.alloc(36);
    bytes.write(claims.userId.replaceAll("-", ""), 0, "hex");
    bytes.write(claims.sessionId.replaceAll("-", ""), 16, "hex");
    bytes.writeUInt32BE(claims.generation, 32);
    const text = bytes.toString("base64url");
    const { userId, sessionId } = claims;
    return { userId, sessionId, refreshToken: `${text}.${macOf(this.#key, text)}` };
  }

  #read(refreshToken: string): TokenClaims {
    const signed = splitToken(refreshToken);
    if (signed === null || !hasMac(signed.mac, this.#key, signed.text)) throw ended();
    const bytes = Buffer.from(signed.text, "base64url");
    const uuidAt = (start: number) =>
      bytes.toString("hex", start, start + 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
    return { userId: uuidAt(0), sessionId: uuidAt(16), generation: bytes.readUInt32BE(32) };
  }
}

/** Forgets sessions that nobody can refresh any more. `now` is in ms since the epoch. */
export async function sweepSessions(pool: Pool, now: number): Promise<void> {
  // Index placeholder_sessions_expiry.
  await pool.query("DELETE FROM placeholder_sessions WHERE rotated_at < $1", [new Date(now - lifetimeMs)]);
}

function ended(): Problem {
  return new Problem("UNAUTHENTICATED", {
    detail: "The session has ended; sign in again.",
    headers: { "WWW-Authenticate": 'Bearer realm="accord"' },
  });
}
