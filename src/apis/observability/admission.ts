/**
 * Quotas before the body: a tenant that has used up a quota is refused before the body is read. Requests refused for their content are
 * charged, too. Accepted records are charged exactly, in the transaction that stores them (store/flush.ts).
 */
import { LRUCache } from "lru-cache";
import type { Pool } from "pg";
import type { Admission } from "#src/contract/api.ts";
import type { Exchange } from "#src/contract/exchange.ts";
import { atMost } from "#src/http/at-most.ts";
import type { Problem } from "#src/http/problem.ts";
import { overQuota, type QuotaState, rateLimitHeaders } from "#src/http/rate-limit.ts";
import { type Tenant, tenantName } from "./records.ts";
import { chargeRefused } from "./store/quota.ts";

/** A quota: its name in the database, and its limit per minute. */
export interface Quota {
  readonly name: string;
  readonly limitPerMinute: number;
  /** The unit in which a refused request is charged: bytes (`call.intake.needed`), or records. */
  readonly counts: "bytes" | "records";
}

export interface AdmissionDependencies {
  readonly db: Pool;
  /** The quotas of an operation's requests. The first is the one in the answer's headers. */
  readonly quotas: Readonly<Record<string, readonly Quota[]>>;
  /** The tenant that a caller's requests are charged to; null for callers without a quota. */
  readonly tenantOf: (identity: unknown) => Tenant | null;
}

/** Most used-up quotas that are remembered; others are found out again by asking the database. */
const mostKnown = 10_000;

export function quotaAdmission({ db, quotas, tenantOf }: AdmissionDependencies): Admission {
  /** When each used-up quota is available again, by `performance.now()`. */
  const usedUp = new LRUCache<string, number>(atMost(mostKnown));

  const chargedTo = (call: Exchange): { tenant: Tenant; charged: readonly Quota[] } | null => {
    const charged = Object.hasOwn(quotas, call.operationId) ? quotas[call.operationId] : undefined;
    const tenant = charged === undefined ? null : tenantOf(call.identity);
    return charged === undefined || tenant === null ? null : { tenant, charged };
  };
  const keyOf = (tenant: Tenant, { name }: Quota) => `${name} ${tenantName(tenant)}`;
  /** The last second of the minute is left to the database, whose clock decides. */
  const remember = (key: string, { remaining, resetSeconds }: Pick<QuotaState, "remaining" | "resetSeconds">) => {
    if (remaining === 0 && resetSeconds > 1) usedUp.set(key, performance.now() + (resetSeconds - 1) * 1000);
  };

  return {
    arrive(call) {
      const of = chargedTo(call);
      for (const quota of of?.charged ?? []) {
        const until = of === null ? undefined : usedUp.get(keyOf(of.tenant, quota));
        const leftMs = (until ?? 0) - performance.now();
        if (leftMs <= 0) continue;
        const { name, limitPerMinute: limit } = quota;
        throw overQuota({ limit, remaining: 0, resetSeconds: Math.ceil(leftMs / 1000) + 1 }, name);
      }
    },

    async refused(call, problem) {
      const of = chargedTo(call);
      // A request whose answer has these headers has been charged.
      if (of === null || "X-RateLimit-Limit" in call.answerHeaders) return;
      const { tenant, charged } = of;
      if (problem.code === "RATE_LIMITED") {
        const over = charged.find(({ name }) => name === problem.details.quota);
        if (over === undefined) return;
        remember(keyOf(tenant, over), {
          remaining: Number(problem.headers["X-RateLimit-Remaining"]),
          resetSeconds: secondsLeft(problem),
        });
        return;
      }
      const amounts = { bytes: call.intake.needed, records: recordsIn(problem) };
      for (const [index, quota] of charged.entries()) {
        const state = await chargeRefused(db, tenant, { ...quota, amount: amounts[quota.counts] });
        remember(keyOf(tenant, quota), state);
        if (index === 0) Object.assign(call.answerHeaders, rateLimitHeaders(state));
      }
    },
  };
}

function secondsLeft({ headers }: Problem): number {
  return Number(headers["Retry-After"] ?? 1);
}

/** A batch counts as the records that were read from it, any other request as one. */
function recordsIn({ details }: Problem): number {
  const count = details.skipped ?? details.limitRecords;
  return typeof count === "number" ? Math.max(1, count) : 1;
}
