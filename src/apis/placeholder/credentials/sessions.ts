/**
 * Sessions: what begins with a login and goes on with each refresh. A refresh token names its session and generation
 * under a MAC, so that one row tells for all tokens of a session which is the newest, which was used a moment ago, and
 * which must be in the wrong hands (RFC 9700, 4.14.2).
 */
import { type EntityManager, LessThan, MoreThan, MoreThanOrEqual } from "typeorm";
import { Problem } from "#src/http/problem.ts";
import { hasMac, macOf, splitToken } from "#src/identity/signed-text.ts";
import type { Database } from "#src/storage/database.ts";
import { derivedKeys, type MasterKey } from "#src/storage/master-key.ts";
import { risingId } from "#src/storage/rising-id.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { refuseDeletedAccount } from "../deleted-account.ts";
import { knownNetworks, sessionEntity, sessions, type User, userEntity } from "../entities.ts";

/** After its last refresh. */
const idleMs = 30 * 24 * 60 * 60_000;
/** After its beginning, however often it was refreshed. */
export const lifetimeMs = 90 * 24 * 60 * 60_000;
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
  readonly #database: Database;
  readonly #keys: readonly [Buffer, ...Buffer[]];
  readonly #now: () => number;

  /** @param now milliseconds since the epoch. */
  constructor(database: Database, masterKey: MasterKey, now: () => number) {
    this.#database = database;
    this.#keys = derivedKeys(masterKey, "accord placeholder refresh token");
    this.#now = now;
  }

  /**
   * Begins a session of an account whose password was right a moment ago. Null where it has another one by now: a new password leaves no session behind.
   * Throws Problem UNAUTHENTICATED for an account that is gone.
   */
  async begin({ id: userId, passwordHash }: Pick<User, "id" | "passwordHash">): Promise<SessionState | null> {
    return await inTransaction(this.#database, async ({ manager }) => {
      const lock = { mode: "pessimistic_read" } as const;
      const account = await manager.findOne(userEntity, { where: { id: userId }, lock });
      if (account !== null && account.passwordHash !== passwordHash) return null;
      return await this.beginIn(manager, userId);
    });
  }

  /** Begins a session in the transaction of `manager`. Throws Problem UNAUTHENTICATED for an account that is gone. */
  async beginIn(manager: EntityManager, userId: string): Promise<SessionState> {
    const sessionId = risingId();
    const now = new Date(this.#now());
    await sessions
      .of(manager, { userId })
      .insert({ id: sessionId, generation: 0, rotatedAt: now, beganAt: now })
      .catch(refuseDeletedAccount("placeholder_sessions"));
    return this.#state({ userId, sessionId, generation: 0 });
  }

  /** The session with its next token. Throws Problem UNAUTHENTICATED, and ends the session when a token is reused. */
  async refresh(refreshToken: string): Promise<SessionState> {
    const claims = this.#read(refreshToken);
    const { userId, sessionId, generation } = claims;
    const now = this.#now();
    const next = { ...claims, generation: generation + 1 };
    const known = this.#sessionsOf(userId);
    const beganAt = MoreThan(new Date(now - lifetimeMs));
    const rotated = await known.update(
      { id: sessionId, generation, rotatedAt: MoreThan(new Date(now - idleMs)), beganAt },
      { generation: next.generation, rotatedAt: new Date(now) },
    );
    if (rotated === 1) return this.#state(next);
    const justNow = MoreThanOrEqual(new Date(now - graceMs));
    const repeated = await known.count({ id: sessionId, generation: next.generation, rotatedAt: justNow, beganAt });
    if (repeated === 1) return this.#state(next);
    await this.end(userId, sessionId);
    throw ended();
  }

  async end(userId: string, sessionId: string): Promise<void> {
    await this.#sessionsOf(userId).delete({ id: sessionId });
  }

  async endAll(userId: string): Promise<void> {
    await inTransaction(this.#database, ({ manager }) => endSessions(manager, userId));
  }

  #sessionsOf(userId: string) {
    return sessions.of(this.#database.dataSource.manager, { userId });
  }

  #state(claims: TokenClaims): SessionState {
    const bytes = Buffer.alloc(36);
    bytes.write(claims.userId.replaceAll("-", ""), 0, "hex");
    bytes.write(claims.sessionId.replaceAll("-", ""), 16, "hex");
    bytes.writeUInt32BE(claims.generation, 32);
    const text = bytes.toString("base64url");
    const { userId, sessionId } = claims;
    return { userId, sessionId, refreshToken: `${text}.${macOf(this.#keys[0], text)}` };
  }

  #read(refreshToken: string): TokenClaims {
    const signed = splitToken(refreshToken);
    if (signed === null || !this.#keys.some((key) => hasMac(signed.mac, key, signed.text))) throw ended();
    const bytes = Buffer.from(signed.text, "base64url");
    const uuidAt = (start: number) =>
      bytes.toString("hex", start, start + 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
    return { userId: uuidAt(0), sessionId: uuidAt(16), generation: bytes.readUInt32BE(32) };
  }
}

/** Ends all sessions of the account, and forgets where from it was signed in to: some of that may have been somebody else. */
export async function endSessions(manager: EntityManager, userId: string): Promise<void> {
  await sessions.of(manager, { userId }).delete({});
  await knownNetworks.of(manager, { userId }).delete({});
}

/** Forgets sessions that nobody can refresh any more. `now` is in ms since the epoch. */
export async function purgeSessions({ dataSource }: Database, now: number): Promise<void> {
  // Index placeholder_sessions_expiry.
  await dataSource.manager.delete(sessionEntity, { rotatedAt: LessThan(new Date(now - idleMs)) });
  // Index placeholder_sessions_end.
  await dataSource.manager.delete(sessionEntity, { beganAt: LessThan(new Date(now - lifetimeMs)) });
}

function ended(): Problem {
  return new Problem("UNAUTHENTICATED", {
    detail: "The session has ended; sign in again.",
    headers: { "WWW-Authenticate": 'Bearer realm="accord"' },
  });
}
