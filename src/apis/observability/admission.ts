/**
 * Quotas at the door: who has used up a quota is refused before the body is read, and what is refused for its content is
 * charged too. What is taken is charged exactly, with its rows (store/flush.ts).
 */
import { LRUCache } from "lru-cache";
import type { Admission } from "#src/contract/api.ts";
import type { Exchange } from "#src/contract/exchange.ts";
import type { Problem } from "#src/http/problem.ts";
import { overQuota, type QuotaState, rateLimitHeaders } from "#src/http/rate-limit.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import type { Tenant } from "./records.ts";
import { chargeRefused } from "./store/quota.ts";

/** A quota by its name in the database, and how much of it there is in a minute. */
interface Quota {
  readonly name: string;
  readonly limitPerMinute: number;
}

export interface AdmissionDependencies {
  readonly db: Queryable;
  /** What requests of an operation are counted against. */
  readonly quotas: Readonly<Record<string, Quota>>;
  /** Whose the requests of a caller are; null where nobody's quota is charged. */
  readonly tenantOf: (identity: unknown) => Tenant | null;
}

/** Tenants with a quota that is known to be used up; others are found out again by asking the database. */
const mostKnown = 10_000;

export function quotaAdmission({ db, quotas, tenantOf }: AdmissionDependencies): Admission {
  /** Until when, by `performance.now()`. */
  const usedUp = new LRUCache<string, number>({ max: mostKnown });

  const chargedTo = (call: Exchange): { tenant: Tenant; quota: Quota; key: string } | null => {
    const quota = Object.hasOwn(quotas, call.operationId) ? quotas[call.operationId] : undefined;
    const tenant = quota === undefined ? null : tenantOf(call.identity);
    if (quota === undefined || tenant === null) return null;
    return { tenant, quota, key: `${quota.name} ${tenant.projectId} ${tenant.environment}` };
  };
  /** The last second of the minute is left to the database, whose clock decides. */
  const remember = (key: string, { remaining, resetSeconds }: Pick<QuotaState, "remaining" | "resetSeconds">) => {
    if (remaining === 0 && resetSeconds > 1) usedUp.set(key, performance.now() + (resetSeconds - 1) * 1000);
  };

  return {
    arrive(call) {
      const charged = chargedTo(call);
      const until = charged === null ? undefined : usedUp.get(charged.key);
      if (charged === null || until === undefined) return;
      const leftMs = until - performance.now();
      if (leftMs <= 0) return;
      const { limitPerMinute: limit } = charged.quota;
      throw overQuota({ limit, remaining: 0, resetSeconds: Math.ceil(leftMs / 1000) + 1 });
    },

    async refused(call, problem) {
      const charged = chargedTo(call);
      // Who has told the caller what is left has charged for the request.
      if (charged === null || "X-RateLimit-Limit" in call.answerHeaders) return;
      const { tenant, quota, key } = charged;
      if (problem.code === "RATE_LIMITED") {
        // It may be another quota that is used up.
        if (problem.headers["X-RateLimit-Limit"] !== String(quota.limitPerMinute)) return;
        remember(key, {
          remaining: Number(problem.headers["X-RateLimit-Remaining"]),
          resetSeconds: secondsLeft(problem),
        });
        return;
      }
      const state = await chargeRefused(db, tenant, { ...quota, amount: recordsIn(problem) });
      Object.assign(call.answerHeaders, rateLimitHeaders(state));
      remember(key, state);
    },
  };
}

function secondsLeft({ headers }: Problem): number {
  return Number(headers["Retry-After"] ?? 1);
}

/** A batch counts as the records that were read of it, everything else as one. */
function recordsIn({ details }: Problem): number {
  const count = details.skipped ?? details.limitRecords;
  return typeof count === "number" ? Math.max(1, count) : 1;
}
