// SQL: messages of several statements: a flush is four round trips.
/**
 * One flush: batches of several requests of one tenant, into one table, in one transaction. It charges the quotas too: what is refused or
 * lost is not charged.
 */
import type { PoolClient } from "pg";
import type { Problem } from "#src/http/problem.ts";
import type { QuotaState } from "#src/http/rate-limit.ts";
import type { Requests } from "#src/storage/batches.ts";
import type { Prepared } from "#src/storage/group-commit.ts";
import { tellOfBlock } from "../issues/arrivals.ts";
import type { Tenant } from "../records.ts";
import type { TelemetryTable } from "./blocks/table.ts";
import { type QuotaCharge, QuotaLedger } from "./quota.ts";
import type { SourceRegistry } from "./source-registry.ts";
import type { Batch } from "./table.ts";
import { WaitingStacks } from "./waiting-stacks.ts";

/** Those of one flush have one tenant and table. */
export interface AppendRequest {
  readonly tenant: Tenant;
  readonly table: TelemetryTable;
  readonly batch: Batch;
  /** The quota whose state is answered. */
  readonly quota: QuotaCharge;
  /** Charged together with it: all of them or none. */
  readonly besides: readonly QuotaCharge[];
}

/** The outcome of a batch, valid from the commit on. */
export interface AppendOutcome {
  readonly stored: number;
  /** Rows that were there already, or earlier in the same request. */
  readonly deduped: number;
  readonly quota: QuotaState;
}

export interface FlushDependencies {
  readonly sources: SourceRegistry;
  /** The time of receipt in ms; the database's clock when left out. */
  readonly now?: (() => number) | undefined;
  /** Hears of a flush with stacks that may need symbols, once it is committed. */
  readonly onStacks?: ((tenant: Tenant) => void) | undefined;
  /** Hears of a flush with events that belong to issues, once it is committed. */
  readonly onIssues?: ((tenant: Tenant) => void) | undefined;
}

/** Begins the transaction, and locks the quotas and what keeps others from storing the same rows. */
export function lockFlush(client: PoolClient, requests: Requests<AppendRequest>): Promise<QuotaLedger> {
  const [{ tenant, table }] = requests;
  const names = new Set(requests.flatMap(({ quota, besides }) => [quota.name, ...besides.map(({ name }) => name)]));
  // Everybody locks them in one order.
  return QuotaLedger.lock(client, table.begin(tenant), tenant, [...names].sort());
}

/** Stores what fits its quotas. */
export async function writeFlush(
  client: PoolClient,
  requests: Requests<AppendRequest>,
  ledger: QuotaLedger,
  { sources, now, onStacks, onIssues }: FlushDependencies,
): Promise<Prepared<AppendOutcome, QuotaLedger>> {
  const [{ tenant, table }] = requests;
  const charged = requests.map(({ quota, besides }) => ledger.chargeAll([quota, ...besides]));
  // A refusal tells what is left when all are charged.
  const states = requests.map(({ quota }, index): QuotaState | Problem => {
    const charges = charged[index] ?? quota;
    if (!Array.isArray(charges)) return ledger.refusal(charges as QuotaCharge);
    return charges[0] ?? ledger.state(quota.name, quota.limitPerMinute);
  });
  const batches = requests.filter((_, index) => !(states[index] instanceof Error)).map(({ batch }) => batch);
  if (batches.length === 0) return { results: states as Problem[], saving: null };

  const { begun } = ledger;
  const receivedAt = now?.() ?? ledger.now;
  const found = sources.collect(tenant, receivedAt);
  const stacks = new WaitingStacks(tenant, receivedAt);
  const problems = { count: 0 };
  const flush = { client, tenant, batches, receivedAt, sources: found, stacks, problems, begun };
  const { stored, tookPlace, block, saving = [], committed } = await table.write(flush);
  if (block !== undefined && problems.count > 0) saving.push(tellOfBlock(tenant, block, problems.count, receivedAt));
  const counts = stored.values();
  return {
    results: requests.map(({ batch }, index) => {
      const state = states[index] as QuotaState | Problem;
      if (state instanceof Error) return state;
      const written = counts.next().value ?? 0;
      return { stored: written, deduped: batch.rows.length - written, quota: state };
    }),
    saving: [ledger.saving, ...stacks.saving, ...saving],
    tookPlace: tookPlace && ((next, locked) => tookPlace({ client: next, begun: locked.begun })),
    committed() {
      found.committed();
      committed?.();
      if (!stacks.isEmpty) onStacks?.(tenant);
      if (problems.count > 0) onIssues?.(tenant);
    },
  };
}
