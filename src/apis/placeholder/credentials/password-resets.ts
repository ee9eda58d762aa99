/**
 * New passwords: by whoever knows the old one, or has the mail of the account's address. A reset token names its account, so that it is looked up with
 * it; the rest of it is random, and only a hash of the whole is kept. A new password ends every session of the account and every other token.
 */
import { hash, randomBytes } from "node:crypto";
import { type EntityManager, LessThan, MoreThan } from "typeorm";
import { Problem } from "#src/http/problem.ts";
import type { Database } from "#src/storage/database.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { passwordResetEntity, passwordResets, type User, userEntity } from "../entities.ts";
import { tellOfPassword } from "../notifications.ts";
import { hashPassword, refuseCommonPassword } from "./passwords.ts";
import { endSessions } from "./sessions.ts";

/** How long a token is good (seconds). */
export const resetLifetime = 30 * 60;

const idBytes = 16;
const tokenBytes = idBytes + 32;

/**
 * Changes the password and does `then` in the same transaction. Throws Problem VALIDATION_FAILED for a common password, and FORBIDDEN where
 * the password that `user` had is not the account's any more.
 */
export async function changePassword<T>(
  database: Database,
  user: User,
  { password, now }: { readonly password: string; readonly now: number },
  then: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  refuseCommonPassword(password, "newPassword");
  const passwordHash = await hashPassword(password, user.id);
  return await inTransaction(database, async ({ manager }) => {
    const current = await lockedUser(manager, user.id);
    if (current?.passwordHash !== user.passwordHash) throw wrongPassword();
    await setPassword(manager, user.id, passwordHash, now);
    return await then(manager);
  });
}

export function wrongPassword(): Problem {
  return new Problem("FORBIDDEN", { detail: "The current password is wrong." });
}

/**
 * A new token of the account, beside those that it has. Null where the account has another address or password than `user` by now, or is
 * gone: either ends all tokens, and this one would outlive it.
 */
export async function issueReset(database: Database, user: User, now: number): Promise<string | null> {
  const { id: userId, email, passwordHash } = user;
  const bytes = Buffer.concat([Buffer.from(userId.replaceAll("-", ""), "hex"), randomBytes(tokenBytes - idBytes)]);
  const token = bytes.toString("base64url");
  const expiresAt = new Date(now + resetLifetime * 1000);
  return await inTransaction(database, async ({ manager }) => {
    const current = await lockedUser(manager, userId);
    if (current?.email !== email || current.passwordHash !== passwordHash) return null;
    await passwordResets.of(manager, { userId }).insert({ tokenHash: hash("sha256", token), expiresAt });
    return token;
  });
}

/** Sets the password of the token's account, once. Throws Problem VALIDATION_FAILED for a common password, and INVALID_RESET_TOKEN. */
export async function redeemReset(database: Database, token: string, password: string, now: number): Promise<void> {
  refuseCommonPassword(password, "newPassword");
  const userId = userOf(token);
  if (userId === null) throw new Problem("INVALID_RESET_TOKEN");
  const good = { tokenHash: hash("sha256", token), expiresAt: MoreThan(new Date(now)) };
  // Hashing is expensive: what is certain to be refused is refused before it.
  if ((await passwordResets.of(database.dataSource.manager, { userId }).count(good)) === 0)
    throw new Problem("INVALID_RESET_TOKEN");
  const passwordHash = await hashPassword(password, userId);
  await inTransaction(database, async ({ manager }) => {
    await lockedUser(manager, userId);
    if ((await passwordResets.of(manager, { userId }).delete(good)) !== 1) throw new Problem("INVALID_RESET_TOKEN");
    await setPassword(manager, userId, passwordHash, now);
  });
}

async function setPassword(manager: EntityManager, userId: string, passwordHash: string, now: number): Promise<void> {
  await manager.update(userEntity, { id: userId }, { passwordHash });
  await forgetResets(manager, userId);
  await endSessions(manager, userId);
  await tellOfPassword(manager, userId, new Date(now));
}

/** Ends all tokens of an account. */
export async function forgetResets(manager: EntityManager, userId: string): Promise<void> {
  await passwordResets.of(manager, { userId }).delete({});
}

/** Forgets tokens whose time is over. `now` is in ms since the epoch. */
export async function purgeResets({ dataSource }: Database, now: number): Promise<void> {
  // Index placeholder_password_resets_expiry.
  await dataSource.manager.delete(passwordResetEntity, { expiresAt: LessThan(new Date(now)) });
}

function lockedUser(manager: EntityManager, id: string): Promise<User | null> {
  return manager.findOne(userEntity, { where: { id }, lock: { mode: "for_no_key_update" } });
}

/** Null for what is no token. */
function userOf(token: string): string | null {
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length !== tokenBytes || bytes.toString("base64url") !== token) return null;
  return bytes.toString("hex", 0, idBytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
