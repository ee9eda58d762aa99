/** Making and ending accounts: what touches more than one table. */
import { randomUUIDv7 } from "node:crypto";
import { Problem } from "#src/http/problem.ts";
import { type Actor, audit, operator } from "#src/identity/audit.ts";
import { enqueue } from "#src/jobs/enqueue.ts";
import type { Database } from "#src/storage/database.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { onViolation } from "#src/storage/violation.ts";
import { hashPassword, refuseCommonPassword } from "./credentials/passwords.ts";
import { type Role, type User, userEntity } from "./entities/user.ts";
import type { RemoveFiles } from "./files/removal.ts";
import { welcome } from "./notifications.ts";

export interface NewAccount {
  readonly name: string;
  readonly email: string;
  /** Nobody can sign in without one. */
  readonly password?: string | undefined;
  readonly role?: Role;
}

/** Throws Problem VALIDATION_FAILED for a common password and EMAIL_TAKEN. */
export async function createAccount(
  database: Database,
  { name, email, password, role = "user" }: NewAccount,
  now: number,
): Promise<User> {
  if (password !== undefined) refuseCommonPassword(password);
  // Hashing is dear; whoever is certain to be refused is spared it.
  if ((await accountByEmail(database, email)) !== null) throw new Problem("EMAIL_TAKEN");
  const passwordHash = password === undefined ? null : await hashPassword(password);
  const user: User = { id: randomUUIDv7(), name, email, passwordHash, role, createdAt: new Date(now) };
  await inTransaction(database, async ({ manager }) => {
    await manager.insert(userEntity, user).catch(refuseTakenEmail);
    await welcome(manager, user);
  });
  return user;
}

/** Upper and lower case make no difference. */
export function accountByEmail({ dataSource }: Database, email: string): Promise<User | null> {
  // Index placeholder_users_email_taken.
  return dataSource
    .getRepository(userEntity)
    .createQueryBuilder("account")
    .where("lower(account.email) = lower(:email)", { email })
    .getOne();
}

/** Changes what is given. Throws Problem EMAIL_TAKEN. */
export async function updateAccount(
  database: Database,
  user: User,
  changes: Partial<Pick<User, "name" | "email" | "role">>,
  by: Actor = operator(),
): Promise<User> {
  return await inTransaction(database, async ({ manager }) => {
    await manager.update(userEntity, { id: user.id }, changes).catch(refuseTakenEmail);
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
  return await inTransaction(database, async ({ manager }) => {
    const { affected } = await manager.delete(userEntity, { id: userId });
    if (affected !== 1) return false;
    await enqueue(manager, removeFiles, { userId });
    return true;
  });
}

const refuseTakenEmail = onViolation("placeholder_users_email_taken", (cause) => new Problem("EMAIL_TAKEN", { cause }));
