/** Passwords, kept as argon2id hashes in PHC form. */
import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { FairSlots } from "#src/http/fair-slots.ts";
import { Problem } from "#src/http/problem.ts";
import { commonPasswords } from "./common-passwords.ts";

/** OWASP's Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** Keyboards write the same character in several ways (NIST SP 800-63B, 3.1.1.2). */
const normal = (password: string) => password.normalize("NFKC");

/**
 * What this process hashes. New passwords take turns of their own, one of libuv's four threads, so that signing in never
 * waits behind them. Each network and account waits in a queue of its own.
 */
const hashing = {
  newPasswords: new FairSlots({ slots: 1, maxWaiting: 32, maxWaitingInAll: 256 }),
  signIns: new FairSlots({ perOwner: 3, maxWaiting: 128 }),
} as const;

/** Hashes a new password for `owner`, a network or an account. Throws Problem OVERLOADED when too many of the owner's, or of all, wait. */
export function hashPassword(password: string, owner: string): Promise<string> {
  return hashing.newPasswords.run(owner, () => hash(normal(password), cost));
}

/** Throws Problem VALIDATION_FAILED, naming the field, for a password that everybody tries first. Its length is the document's matter. */
export function refuseCommonPassword(password: string, field = "password"): void {
  if (!commonPasswords.has(normal(password).toLowerCase())) return;
  throw new Problem("VALIDATION_FAILED", {
    fieldErrors: [{ path: `/body/${field}`, code: "commonPassword", message: "is among the most common passwords" }],
  });
}

/** A hash of nothing that anybody knows. */
let nobody: Promise<string> | undefined;

/**
 * Whether the password is the account's. Without an account it takes as long to say no. Throws Problem OVERLOADED when
 * too many wait.
 */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  nobody ??= hash(randomBytes(32), cost);
  const known = passwordHash ?? (await nobody);
  const matches = await hashing.signIns.run("", () => verify(known, normal(password)));
  return matches && passwordHash !== null;
}
