/**
 * Console sessions of people, who sign in by a link or at an OpenID provider. A link can be used once, within an hour. A session lasts
 * twelve hours. Codes of links and tokens of sessions are `<id>.<secret>`; only the SHA-256 of a secret is stored. The end of a session
 * takes effect in every process within 5 s.
 */
import { createHmac, randomBytes } from "node:crypto";
import { type EntityManager, IsNull, LessThan, MoreThan } from "typeorm";
import { Problem } from "#src/http/problem.ts";
import type { Database } from "#src/storage/database.ts";
import { risingId } from "#src/storage/rising-id.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { type Actor, audit } from "./audit.ts";
import { equalInConstantTime } from "./constant-time.ts";
import { consoleSessionEntity, type Person, personEntity } from "./entities.ts";
import { secretDigest } from "./key-format.ts";
import { createLookupCache } from "./lookup-cache.ts";

const linkLifetimeMs = 60 * 60_000;
/** How long a session lasts (seconds). */
export const sessionLifetime = 12 * 60 * 60;
/** How long a link or session is kept after its end (milliseconds). */
const keptMs = 30 * 24 * 60 * 60_000;
const codePattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([A-Za-z0-9_-]{43})$/;

export interface SignedIn {
  readonly sessionId: string;
  readonly person: Person;
  /** The token that requests which write send in addition to the cookie. */
  readonly csrfToken: string;
  readonly expiresAt: Date;
}

export interface NewSession extends SignedIn {
  /** The cookie's value. */
  readonly token: string;
}

/** The person as the actor of audit events. */
export function actorOf({ name }: Pick<Person, "name">): Actor {
  return { actorKind: "user", actor: name };
}

/** Creates a sign-in link for a person and returns its code. */
export async function issueSignInCode(database: Database, person: Person, now = new Date()): Promise<string> {
  const secret = randomBytes(32).toString("base64url");
  const id = risingId();
  await inTransaction(database, async ({ manager }) => {
    await manager.insert(consoleSessionEntity, {
      id,
      personId: person.id,
      linkSha256: secretDigest(secret),
      linkExpiresAt: new Date(now.getTime() + linkLifetimeMs),
      secretSha256: null,
      expiresAt: null,
      endedAt: null,
      idToken: null,
    });
    const { name } = person;
    await audit(manager, { action: "sign_in_link.made", subject: person.id, details: { name, session: id } }, now);
  });
  return `${id}.${secret}`;
}

/**
 * What is read of a new session in its transaction: where that fails, the session has not begun, and a link is still good. It must use only
 * this manager: a second connection could wait for ever for those that other sign-ins hold.
 */
export type BeforeSession<T> = (manager: EntityManager, session: NewSession) => T | Promise<T>;

/**
 * Exchanges the code of a link for a session, and returns it with the result of `before`. Throws the same Problem UNAUTHENTICATED when the
 * code is unknown, used or too old.
 */
export async function signIn<T>(
  database: Database,
  code: string,
  now: Date,
  before: BeforeSession<T>,
): Promise<readonly [NewSession, T]> {
  const refusal = new Problem("UNAUTHENTICATED", {
    detail: "This link is used, too old or incomplete. Get another with: accord console",
  });
  const [, id, secret] = codePattern.exec(code) ?? [];
  if (id === undefined || secret === undefined) throw refusal;
  const sessionSecret = randomBytes(32).toString("base64url");
  const expiresAt = new Date(now.getTime() + sessionLifetime * 1_000);
  return inTransaction(database, async ({ manager }) => {
    const { affected } = await manager.update(
      consoleSessionEntity,
      { id, linkSha256: secretDigest(secret), secretSha256: IsNull(), linkExpiresAt: MoreThan(now) },
      { secretSha256: secretDigest(sessionSecret), expiresAt },
    );
    if (affected !== 1) throw refusal;
    const { personId } = await manager.findOneByOrFail(consoleSessionEntity, { id });
    const person = await manager.findOneByOrFail(personEntity, { id: personId });
    await audit(
      manager,
      { action: "session.began", subject: personId, details: { session: id }, by: actorOf(person) },
      now,
    );
    const session = newSession(id, person, sessionSecret, expiresAt);
    return [session, await before(manager, session)] as const;
  });
}

function newSession(sessionId: string, person: Person, secret: string, expiresAt: Date): NewSession {
  return { sessionId, person, csrfToken: csrfTokenOf(secret), expiresAt, token: `${sessionId}.${secret}` };
}

/**
 * Begins a session of a person whom the OpenID provider has identified, and returns it with the result of `before`. Its row has a link that
 * has expired and whose code nobody knows. `idToken` is sealed.
 */
export async function beginSession<T>(
  database: Database,
  { person, idToken, now }: { readonly person: Person; readonly idToken: Buffer | null; readonly now: Date },
  before: BeforeSession<T>,
): Promise<readonly [NewSession, T]> {
  const id = risingId();
  const sessionSecret = randomBytes(32).toString("base64url");
  const expiresAt = new Date(now.getTime() + sessionLifetime * 1_000);
  return await inTransaction(database, async ({ manager }) => {
    await manager.insert(consoleSessionEntity, {
      id,
      personId: person.id,
      linkSha256: randomBytes(32),
      linkExpiresAt: now,
      secretSha256: secretDigest(sessionSecret),
      expiresAt,
      endedAt: null,
      idToken,
    });
    const details = { session: id, by: "OpenID provider" };
    await audit(manager, { action: "session.began", subject: person.id, details, by: actorOf(person) }, now);
    const session = newSession(id, person, sessionSecret, expiresAt);
    return [session, await before(manager, session)] as const;
  });
}

/** Deletes links and sessions that ended more than 30 days ago. */
export async function forgetSignIns({ dataSource }: Database, now = new Date()): Promise<void> {
  // Index: console_sessions_link_expiry.
  await dataSource.manager.delete(consoleSessionEntity, { linkExpiresAt: LessThan(new Date(now.getTime() - keptMs)) });
}

/** Ends a session and its access tokens. Repeating it changes nothing. Returns the session's ID token, sealed. */
export async function endSession(
  database: Database,
  { sessionId, person }: SignedIn,
  now: Date,
): Promise<Buffer | null> {
  return inTransaction(database, async ({ manager }) => {
    const session = await manager.findOneBy(consoleSessionEntity, { id: sessionId });
    const { affected } = await manager.update(
      consoleSessionEntity,
      { id: sessionId, endedAt: IsNull() },
      { endedAt: now, idToken: null },
    );
    if (affected !== 1) return null;
    const details = { session: sessionId };
    await audit(manager, { action: "session.ended", subject: person.id, details, by: actorOf(person) }, now);
    return session?.idToken ?? null;
  });
}

export type SessionVerifier = ReturnType<typeof createSessionVerifier>;

/** Verifies sessions against the database, through a small cache: the end of a session takes effect within 5 s. `now` returns ms since the epoch. */
export function createSessionVerifier(database: Database, now: () => number) {
  const cache = createLookupCache<SignedIn>({ max: 1_000 });
  async function lookUp(token: string): Promise<SignedIn | null> {
    const [, id, secret] = codePattern.exec(token) ?? [];
    if (id === undefined || secret === undefined) return null;
    const { manager } = database.dataSource;
    const session = await manager.findOneBy(consoleSessionEntity, { id, endedAt: IsNull() });
    if (session === null || session.secretSha256 === null || session.expiresAt === null) return null;
    if (!equalInConstantTime(secretDigest(secret), session.secretSha256)) return null;
    const person = await manager.findOneBy(personEntity, { id: session.personId });
    if (person === null) return null;
    return { sessionId: id, person, csrfToken: csrfTokenOf(secret), expiresAt: session.expiresAt };
  }
  // The cache is keyed by a hash of the token, as with API keys.
  const nameOf = (token: string) => secretDigest(token).toString("base64");
  return {
    /** Throws Problem UNAUTHENTICATED when the session is unknown, has expired or was ended. */
    async verify(token: string): Promise<SignedIn> {
      const session = await cache.get(nameOf(token), () => lookUp(token));
      if (session !== null && session.expiresAt.getTime() > now()) return session;
      throw new Problem("UNAUTHENTICATED", { detail: "There is no session, or it has ended. Sign in again." });
    },
    /** Removes a session from the cache of this process. Other processes learn of its end from the database. */
    forget: (token: string) => cache.delete(nameOf(token)),
  };
}

/** Derived from the session's secret, so that nothing more has to be stored. */
function csrfTokenOf(secret: string): string {
  return createHmac("sha256", secret).update("accord csrf token").digest("base64url");
}
