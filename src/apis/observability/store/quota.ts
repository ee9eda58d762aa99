// SQL: counters that are charged under a lock, in one statement.
/** Quotas per tenant and minute, or per project and any 60 seconds, counted in PostgreSQL so that they hold across processes. */
import { escapeLiteral, type Pool, type PoolClient, type QueryResult } from "pg";
import { Problem } from "#src/http/problem.ts";
import { overQuota, type QuotaState, quotaState, startOfWindow } from "#src/http/rate-limit.ts";
import { RequestBudgets, requestsTaken } from "#src/http/request-budget.ts";
import { setLocally } from "#src/storage/set-locally.ts";
import { onConnection } from "#src/storage/sql-transaction.ts";
import { type Tenant, tenantName } from "../records.ts";
import { SlidingWindow } from "./sliding-window.ts";

export interface QuotaCharge {
  /** The unit that is counted: `events`, `mobile-events`, `otlp-requests`, … */
  readonly name: string;
  readonly amount: number;
  readonly limitPerMinute: number;
}

/** A quota of a project over any 60 seconds, both environments together. The other quotas are of a tenant and a calendar minute. */
const slidingQuotas: ReadonlySet<string> = new Set(["mobile-events"]);

/** The environment that stands in the row of a project. */
const bothEnvironments = "";

/** How much of each quota a tenant has used in this minute, or in the last 60 seconds, by name. Locks nothing. */
export async function usedInMinute(pool: Pool, tenant: Tenant): Promise<ReadonlyMap<string, number>> {
  const { projectId, environment } = tenant;
  const [{ rows }, asked] = await Promise.all([
    // Primary key (project_id, environment, name).
    pool.query<LockedQuota & { now: Date }>(
      `SELECT name, window_start, used, recent, clock_timestamp() AS now FROM quota_windows
       WHERE project_id = $1 AND environment = ANY ($2) LIMIT 100`,
      [projectId, [environment, bothEnvironments]],
    ),
    requestsTaken(pool, budgetOfQueries(tenant)),
  ]);
  return new Map([
    [queries, asked.used],
    ...rows.map(({ name, window_start, used, recent, now }) => {
      const at = window_start.getTime();
      if (slidingQuotas.has(name))
        return [name, new SlidingWindow(now.getTime(), { at, recent: recent ?? [] }).used] as const;
      const minute = startOfWindow(now.getTime());
      return [name, at < minute || at > minute + 60_000 ? 0 : Number(used)] as const;
    }),
  ]);
}

/** The quota on queries: a budget of requests of each tenant (`RequestBudgets`). */
export class QueryQuota {
  readonly #limitPerMinute: number;
  readonly #budgets: RequestBudgets;

  constructor(pool: Pool, limitPerMinute: number) {
    this.#limitPerMinute = limitPerMinute;
    this.#budgets = new RequestBudgets(pool);
  }

  /** Charges for one query. Throws Problem RATE_LIMITED when none is left, and then charges nothing. */
  async charge(tenant: Tenant): Promise<QuotaState> {
    const { allowed, ...state } = await this.#budgets.spend(budgetOfQueries(tenant), this.#limitPerMinute);
    if (!allowed) throw overQuota(state, queries);
    return state;
  }
}

const queries = "queries";
const budgetOfQueries = (tenant: Tenant): string => `${queries} ${tenantName(tenant)}`;

/**
 * Charges what was sent and refused, or what is left of the quota where that is less, in a transaction of its own. It does not wait for the
 * disk: a crash of PostgreSQL forgets what was charged in its last moment.
 */
export function chargeRefused(pool: Pool, tenant: Tenant, charge: QuotaCharge): Promise<QuotaState> {
  return onConnection(pool, async (client) => {
    const begin = `BEGIN; ${setLocally({ synchronous_commit: "off" })}`;
    const ledger = await QuotaLedger.lock(client, begin, tenant, [charge.name]);
    const state = ledger.chargeMost(charge);
    await client.query(`${ledger.saving}; COMMIT`);
    return state;
  });
}

/** Problem PAYLOAD_TOO_LARGE, with the limit and its name, for a request that no minute has room for; null for others. */
export function beyondQuota({ name, amount, limitPerMinute }: QuotaCharge): Problem | null {
  if (amount <= limitPerMinute) return null;
  return new Problem("PAYLOAD_TOO_LARGE", {
    detail: `The request counts as ${amount} towards the quota ${name}, of which there are ${limitPerMinute} in a minute.`,
    details: { quota: name, limitPerMinute },
  });
}

/** The quotas of one tenant, locked until the transaction ends. */
export class QuotaLedger {
  readonly #tenant: Tenant;
  readonly #used: Map<string, number>;
  readonly #sliding: ReadonlyMap<string, SlidingWindow>;
  readonly #windowStart: number;
  /** The database's clock when the last lock was granted, in ms. */
  readonly now: number;
  /** The results of the statements of `begin`. */
  readonly begun: readonly QueryResult[];

  private constructor(tenant: Tenant, rows: readonly LockedQuota[], now: Date, begun: readonly QueryResult[]) {
    this.#tenant = tenant;
    this.begun = begun;
    this.now = now.getTime();
    const fixed = rows.filter(({ name }) => !slidingQuotas.has(name));
    const thisMinute = startOfWindow(this.now);
    // A window that is further ahead was written before the clock was set back.
    const windows = fixed.map((row) => row.window_start.getTime()).filter((at) => at <= thisMinute + 60_000);
    this.#windowStart = Math.max(thisMinute, ...windows);
    this.#used = new Map(
      fixed.map((row) => [row.name, row.window_start.getTime() === this.#windowStart ? Number(row.used) : 0]),
    );
    this.#sliding = new Map(
      rows.flatMap(({ name, window_start, recent }) =>
        slidingQuotas.has(name)
          ? [[name, new SlidingWindow(this.now, { at: window_start.getTime(), recent: recent ?? [] })]]
          : [],
      ),
    );
  }

  /**
   * Runs `begin`, which starts the transaction, and locks the rows `names`, in that order, creating those that are
   * missing; all in one message. Everybody who locks several must take them in one order.
   */
  static async lock(client: PoolClient, begin: string, tenant: Tenant, names: readonly string[]): Promise<QuotaLedger> {
    // Primary key (project_id, environment, name). The clock is read when the rows are locked, and in a statement of its own:
    // on a cluster RETURNING would read another node's.
    const answer: unknown = await client.query(
      `${begin};
       INSERT INTO quota_windows AS quota (project_id, environment, name, window_start, used)
       VALUES ${names.map((name) => `(${ownerLiterals(tenant, name)}, ${escapeLiteral(name)}, 'epoch', 0)`)}
       ON CONFLICT (project_id, environment, name) DO UPDATE SET used = quota.used
       RETURNING name, window_start, used, recent;
       SELECT clock_timestamp() AS now`,
    );
    // One result for each statement.
    const results = answer as QueryResult[];
    const [quotas, clock] = results.slice(-2);
    const now = (clock?.rows as { now: Date }[] | undefined)?.[0]?.now;
    if (now === undefined) throw new Error("The quota statements returned no time");
    return new QuotaLedger(tenant, (quotas?.rows ?? []) as LockedQuota[], now, results.slice(0, -2));
  }

  /** Takes the charge when it fits; null when it does not, and then nothing is taken. */
  charge({ name, amount, limitPerMinute }: QuotaCharge): QuotaState | null {
    if (this.#usedOf(name) + amount > limitPerMinute) return null;
    this.#take(name, amount);
    return this.state(name, limitPerMinute);
  }

  /** Takes the charge, or what is left where that is less. */
  chargeMost({ name, amount, limitPerMinute }: QuotaCharge): QuotaState {
    this.#take(name, Math.max(0, Math.min(amount, limitPerMinute - this.#usedOf(name))));
    return this.state(name, limitPerMinute);
  }

  /** Takes all charges when all fit; else the one that does not, and then nothing is taken. */
  chargeAll(charges: readonly QuotaCharge[]): QuotaState[] | QuotaCharge {
    const over = charges.find(({ name, amount, limitPerMinute }) => this.#usedOf(name) + amount > limitPerMinute);
    if (over !== undefined) return over;
    return charges.map((charge) => this.charge(charge) ?? this.state(charge.name, charge.limitPerMinute));
  }

  /** The answer to what did not fit, with what is left when all charges are taken. */
  refusal({ name, limitPerMinute }: QuotaCharge): Problem {
    return overQuota(this.state(name, limitPerMinute), name);
  }

  state(name: string, limit: number): QuotaState {
    return this.#sliding.get(name)?.state(limit) ?? quotaState(limit, this.#usedOf(name), this.now);
  }

  #usedOf(name: string): number {
    return this.#sliding.get(name)?.used ?? this.#used.get(name) ?? 0;
  }

  #take(name: string, amount: number): void {
    const sliding = this.#sliding.get(name);
    if (sliding === undefined) this.#used.set(name, this.#usedOf(name) + amount);
    else if (amount > 0) sliding.take(amount);
  }

  /** The statements that write what was charged. */
  get saving(): string {
    const statements = [...this.#sliding].map(([name, window]) => this.#savingOf(name, window));
    if (this.#used.size > 0) {
      const charged = [...this.#used].map(([name, used]) => `(${escapeLiteral(name)}, ${used}::bigint)`);
      statements.push(`UPDATE quota_windows AS quota
        SET window_start = ${momentLiteral(this.#windowStart)}, used = charged.used
        FROM (VALUES ${charged}) AS charged (name, used)
        WHERE (project_id, environment) = (${tenantLiterals(this.#tenant)}) AND quota.name = charged.name`);
    }
    return statements.join("; ");
  }

  #savingOf(name: string, window: SlidingWindow): string {
    const { at, used, recent } = window.stored;
    return `UPDATE quota_windows SET window_start = ${momentLiteral(at)}, used = ${used}, recent = '{${recent}}'
      WHERE (project_id, environment, name) = (${ownerLiterals(this.#tenant, name)}, ${escapeLiteral(name)})`;
  }
}

interface LockedQuota {
  readonly name: string;
  readonly window_start: Date;
  readonly used: string;
  readonly recent: number[] | null;
}

function momentLiteral(ms: number): string {
  return escapeLiteral(new Date(ms).toISOString());
}

/** The key of a quota's row. */
function ownerLiterals(tenant: Tenant, name: string): string {
  return tenantLiterals(slidingQuotas.has(name) ? { ...tenant, environment: bothEnvironments } : tenant);
}

function tenantLiterals({
  projectId,
  environment,
}: {
  readonly projectId: string;
  readonly environment: string;
}): string {
  return `${escapeLiteral(projectId)}::uuid, ${escapeLiteral(environment)}`;
}
