/** Callers of this API: keys of a business as a whole, within their budget, and live ones once it is activated. */
import type { Pool } from "pg";
import type { Contract } from "#generated/insurance/contract.ts";
import type { Authenticators, HandlersByTag } from "#src/contract/types.ts";
import { Problem } from "#src/http/problem.ts";
import { overQuota, rateLimitHeaders } from "#src/http/rate-limit.ts";
import { RequestBudgets } from "#src/http/request-budget.ts";
import { activationChecklist } from "#src/identity/activation.ts";
import type { Actor } from "#src/identity/audit.ts";
import { actorOf } from "#src/identity/console-sessions.ts";
import type { KeyVerifier, VerifiedKey } from "#src/identity/key-verifier.ts";
import type { Tenant } from "./tenant.ts";

export interface Callers {
  readonly ApiKey: Caller;
}

export interface Caller extends Tenant {
  readonly keyId: string;
  /** For the audit log. */
  readonly actor: Actor;
}

/** The handlers of a tag of the document. */
export type HandlersOf<Tag extends keyof Contract["tags"]> = HandlersByTag<Contract, Callers, Tag>;

export function callerAuthenticators(
  pool: Pool,
  keys: KeyVerifier,
  requestsPerMinute: number,
): Authenticators<Contract, Callers> {
  const budgets = new RequestBudgets(pool);
  return {
    ApiKey: {
      async authenticate({ value, incoming, answerHeaders, remoteAddress }) {
        const key = await keys.verify(value, remoteAddress);
        const budget = await budgets.spend(key.keyId, requestsPerMinute);
        if (!budget.allowed) throw overQuota(budget);
        Object.assign(answerHeaders, rateLimitHeaders(budget));
        requireWholeBusiness(key);
        requireWriter(key, incoming.method);
        await requireActivation(pool, key);
        const { keyId, person, business, environment } = key;
        const actor: Actor = person === null ? { actorKind: "api-key", actor: keyId } : actorOf(person);
        return { keyId, actor, businessId: business.id, environment };
      },
    },
  };
}

/** A project's key lies where that project's servers are; it must not be able to buy. */
function requireWholeBusiness(key: VerifiedKey): void {
  if (key.project === null) return;
  throw new Problem("FORBIDDEN", {
    detail: "The key belongs to a project. This API takes keys of the whole business.",
  });
}

/** Keys may do everything; a viewer's access token only reads. */
function requireWriter({ person }: VerifiedKey, method = ""): void {
  if (person?.role !== "viewer" || method === "GET" || method === "HEAD") return;
  throw new Problem("FORBIDDEN", { detail: "A viewer of the business only reads." });
}

async function requireActivation(pool: Pool, { environment, business }: VerifiedKey): Promise<void> {
  if (environment === "test" || business.productionActivatedAt !== null) return;
  throw new Problem("PRODUCTION_NOT_ACTIVATED", {
    details: { checklist: await activationChecklist(pool, business.id) },
  });
}
