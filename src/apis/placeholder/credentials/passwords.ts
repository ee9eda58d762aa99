/** Passwords, kept as argon2id hashes in PHC form. */
import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { Problem } from "#src/http/problem.ts";
import { commonPasswords } from "./common-passwords.ts";

/** OWASP's Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** Keyboards write the same character in several ways (NIST SP 800-63B, 3.1.1.2). */
const normal = (password: string) => password.normalize("NFKC");

/** Hashes that may wait for one another in this process; a crowd beyond that is asked to come back. */
export const mostPending = 128;
let pending = 0;

/** Throws Problem OVERLOADED when too many hashes are pending. */
export function hashPassword(password: string): Promise<string> {
  return admitted(() => hash(normal(password), cost));
}

async function admitted<T>(work: () => Promise<T>): Promise<T> {
  if (pending >= mostPending) throw new Problem("OVERLOADED", { headers: { "Retry-After": "5" } });
  pending++;
  try {
    return await work();
  } finally {
    pending--;
  }
}

/** Throws Problem VALIDATION_FAILED for a password that everybody tries first. Its length is the document's matter. */
export function refuseCommonPassword(password: string): void {
  if (!commonPasswords.has(normal(password).toLowerCase())) return;
  throw new Problem("VALIDATION_FAILED", {
    fieldErrors: [{ path: "/body/password", code: "commonPassword", message: "is among the most common passwords" }],
  });
}

/** A hash of nothing that anybody knows. */
let nobody: Promise<string> | undefined;

/**
 * Whether the password is the account's. Without an account it takes as long to say no. Throws Problem OVERLOADED when
 * too many hashes are pending.
 */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  nobody ??= hash(randomBytes(32), cost);
  const known = passwordHash ?? (await nobody);
  const matches = await admitted(() => verify(known, normal(password)));
  return matches && passwordHash !== null;
}
