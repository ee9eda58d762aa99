/** Making and ending accounts: what touches more than one table. */
import type { EntityManager } from "typeorm";
import { Problem } from "#src/http/problem.ts";
import { type Actor, audit, operator } from "#src/identity/audit.ts";
import { enqueue } from "#src/jobs/enqueue.ts";
import type { Database } from "#src/storage/database.ts";
import { risingId } from "#src/storage/rising-id.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { onViolation } from "#src/storage/violation.ts";
import { forgetResets, wrongPassword } from "./credentials/password-resets.ts";
import { hashPassword, refuseCommonPassword } from "./credentials/passwords.ts";
import { emailEntity, type Role, type User, userEntity } from "./entities.ts";
import type { RemoveFiles } from "./files/removal.ts";
import { welcome } from "./notifications.ts";

export interface NewAccount {
  readonly name: string;
  readonly email: string;
  /** Nobody can sign in without one. */
  readonly password?: string | undefined;
  readonly role?: Role;
  /** The network or account that asks for it, among which the hashing of passwords is shared; the server itself when left out. */
  readonly by?: string;
}

/** Throws Problem VALIDATION_FAILED for a common password and EMAIL_TAKEN. */
export async function createAccount(
  database: Database,
  { name, email, password, role = "user", by = "" }: NewAccount,
  now: number,
): Promise<User> {
  if (password !== undefined) refuseCommonPassword(password);
  // Hashing is expensive: what is certain to be refused is refused before it.
  if ((await accountByEmail(database, email)) !== null) throw new Problem("EMAIL_TAKEN");
  const passwordHash = password === undefined ? null : await hashPassword(password, by);
  const user: User = { id: risingId(), name, email, passwordHash, role, createdAt: new Date(now) };
  await inTransaction(database, async ({ manager }) => {
    await takeEmail(manager, user);
    await manager.insert(userEntity, user);
    await welcome(manager, user);
  });
  return user;
}

/** Upper and lower case make no difference. */
export async function accountByEmail({ dataSource }: Database, email: string): Promise<User | null> {
  // By placeholder_emails_taken, then by placeholder_users_pkey: on a cluster they lie on different nodes.
  const known = await dataSource
    .getRepository(emailEntity)
    .createQueryBuilder("known")
    .where("known.email = lower(:email)", { email })
    .getOne();
  return known === null ? null : await dataSource.getRepository(userEntity).findOneBy({ id: known.userId });
}

export interface UpdateOptions {
  readonly by?: Actor;
  /** Whether the password of `user` was confirmed. Problem FORBIDDEN is thrown where the account has another one by now. */
  readonly isConfirmed?: boolean;
}

/** Changes what is given. Throws Problem EMAIL_TAKEN. */
export async function updateAccount(
  database: Database,
  user: User,
  changes: Partial<Pick<User, "name" | "email" | "role">>,
  { by = operator(), isConfirmed = false }: UpdateOptions = {},
): Promise<User> {
  return await inTransaction(database, async ({ manager }) => {
    if (changes.email !== undefined) {
      const current = await giveUpEmail(manager, user.id);
      if (isConfirmed && current?.passwordHash !== user.passwordHash) throw wrongPassword();
      if (current !== null) await takeEmail(manager, { id: user.id, email: changes.email });
    }
    // The owner of the earlier address is no longer asked.
    if (changes.email !== undefined) await forgetResets(manager, user.id);
    await manager.update(userEntity, { id: user.id }, changes);
    const { role = user.role } = changes;
    if (role !== user.role)
      await audit(manager, {
        action: "user.role_changed",
        subject: user.id,
        details: { from: user.role, to: role },
        by,
      });
    return { ...user, ...changes };
  });
}

/** Deletes an account and everything of it; its files follow as a job that is queued in the same transaction. */
export async function deleteAccount(database: Database, removeFiles: RemoveFiles, userId: string): Promise<boolean> {
  return await inTransaction(database, async ({ manager, client }) => {
    if ((await giveUpEmail(manager, userId)) === null) return false;
    await manager.delete(userEntity, { id: userId });
    await enqueue(client, removeFiles, { userId });
    return true;
  });
}

/** Throws Problem EMAIL_TAKEN; the transaction is over then. */
async function takeEmail(manager: EntityManager, { id, email }: Pick<User, "id" | "email">): Promise<void> {
  await manager
    .createQueryBuilder()
    .insert()
    .into(emailEntity)
    .values({ email: () => "lower(:email)", userId: id })
    .setParameter("email", email)
    .execute()
    .catch(onViolation("placeholder_emails_taken", (cause) => new Problem("EMAIL_TAKEN", { cause })));
}

/** Locks the account, so that nobody changes its address meanwhile, frees the address, and returns the account; null for no such account. */
async function giveUpEmail(manager: EntityManager, userId: string): Promise<User | null> {
  const user = await manager.findOne(userEntity, { where: { id: userId }, lock: { mode: "pessimistic_write" } });
  if (user === null) return null;
  await manager
    .createQueryBuilder()
    .delete()
    .from(emailEntity)
    .where("email = lower(:email) AND user_id = :userId", { email: user.email, userId })
    .execute();
  return user;
}
