/** Callers of this API: people with a session, in a cookie. */
import type { IncomingMessage } from "node:http";
import type { Contract } from "#generated/management/contract.ts";
import type { Authenticators, Credential, HandlersByTag } from "#src/contract/types.ts";
import { originOf, type TrustedProxies } from "#src/http/forwarded.ts";
import { notFound, Problem } from "#src/http/problem.ts";
import { type SessionVerifier, type SignedIn, sessionLifetime } from "#src/identity/console-sessions.ts";
import { equalInConstantTime } from "#src/identity/constant-time.ts";
import { roleIn } from "#src/identity/people.ts";
import { mayAs, type Role } from "#src/identity/roles.ts";
import type { Database } from "#src/storage/database.ts";

export interface Caller extends SignedIn {
  /** The cookie's value. */
  readonly token: string;
}

export interface Callers {
  readonly Session: Caller;
  readonly LocalSession: Caller;
}

/** The handlers of a tag of the document. */
export type HandlersOf<Tag extends keyof Contract["tags"]> = HandlersByTag<Contract, Callers, Tag>;

const reads = new Set(["GET", "HEAD"]);

export function callerAuthenticators(
  sessions: SessionVerifier,
  proxies: TrustedProxies,
): Authenticators<Contract, Callers> {
  async function authenticate({ value, incoming }: Credential): Promise<Caller> {
    const session = await sessions.verify(value);
    if (!reads.has(incoming.method ?? "")) requireCsrfToken(incoming, session);
    return { ...session, token: value };
  }
  const ownerOf = ({ person }: Caller) => person.id;
  return {
    Session: { authenticate, ownerOf },
    LocalSession: {
      async authenticate(credential) {
        if (isEncrypted(credential.incoming, proxies))
          throw new Problem("UNAUTHENTICATED", {
            detail: "A session of plain HTTP is not taken over HTTPS. Sign in again.",
          });
        return await authenticate(credential);
      },
      ownerOf,
    },
  };
}

/** Every write of the document declares the header; one that does not would be refused all the same. */
function requireCsrfToken({ headers }: IncomingMessage, { csrfToken }: SignedIn): void {
  const sent = headers["x-csrf-token"];
  if (typeof sent !== "string") {
    const missing = { path: "/header/x-csrf-token", code: "required", message: "is required" };
    throw new Problem("VALIDATION_FAILED", { fieldErrors: [missing] });
  }
  if (equalInConstantTime(Buffer.from(sent), Buffer.from(csrfToken))) return;
  throw new Problem("FORBIDDEN", { detail: "X-CSRF-Token is not the csrfToken of getSession." });
}

function isEncrypted(incoming: IncomingMessage, proxies: TrustedProxies): boolean {
  return originOf(incoming, proxies)?.startsWith("https:") === true;
}

/** The header that sets the session's cookie; an empty token takes it back. */
export function sessionCookie(incoming: IncomingMessage, proxies: TrustedProxies, token: string): string {
  const [name, secure] = isEncrypted(incoming, proxies) ? ["__Host-accord", "; Secure"] : ["accord", ""];
  const age = token === "" ? 0 : sessionLifetime;
  return `${name}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${age}${secure}`;
}

/** A person's role in a business, and the business's id as the database writes it: ids may be sent in capital letters. */
export interface RoleIn {
  readonly businessId: string;
  readonly role: Role;
}

/** Throws Problem NOT_FOUND where the person has no role in the business, FORBIDDEN where it is less than `needed`. */
export async function requireRole(
  database: Database,
  { person }: SignedIn,
  businessId: string,
  needed: Role = "viewer",
): Promise<RoleIn> {
  const role = await roleIn(database, person, businessId);
  if (role === null) throw notFound();
  if (mayAs(role, needed)) return { businessId: businessId.toLowerCase(), role };
  throw new Problem("FORBIDDEN", { detail: `Only an ${needed} of the business may do this; you are a ${role}.` });
}

/** Throws Problem FORBIDDEN for everybody but those who can run commands on the machine: tenants never see each other. */
export function requireOperator({ person }: SignedIn): void {
  if (person.everywhere) return;
  throw new Problem("FORBIDDEN", { detail: "Only an operator of the installation may see this." });
}
