/** What purchases have left behind: here, and at their insurers. */
import { expect } from "chai";
import type { QuoteRow } from "#src/apis/insurance/entities.ts";
import type { Tenant } from "#src/apis/insurance/tenant.ts";
import type { InsuranceServer } from "#test/builders/insurance/server.ts";

export interface Records {
  readonly quotes: Readonly<Record<string, number>>;
  readonly purchases: readonly {
    readonly purchaseId: string;
    readonly policyId: string;
    readonly transactionId: string;
  }[];
  readonly policies: readonly { readonly policyId: string; readonly purchaseId: string }[];
  /** How many of each type. */
  readonly events: Readonly<Record<string, number>>;
  /** Requests to insurers that nobody knows the end of. */
  readonly open: number;
}

type Queryable = Pick<InsuranceServer["database"], "pool">;

/** Everything of a tenant that purchases touch. */
export async function recordsOf({ pool }: Queryable, { businessId, environment }: Tenant): Promise<Records> {
  const of = async <T extends object>(columns: string, table: string, owner = "business_id") =>
    (
      await pool.query<T>(`SELECT ${columns} FROM ${table} WHERE ${owner} = $1 AND environment = $2`, [
        businessId,
        environment,
      ])
    ).rows;
  return {
    quotes: tally(await of("status AS value", "insurance_quotes")),
    purchases: await of(
      `purchase_id AS "purchaseId", policy_id AS "policyId", transaction_id AS "transactionId"`,
      "insurance_purchases",
    ),
    policies: await of(`policy_id AS "policyId", purchase_id AS "purchaseId"`, "insurance_policies"),
    events: tally(await of("type AS value", "webhook_events", "owner_id")),
    open: (await of("subject", "insurer_intents")).length,
  };
}

/**
 * The tenant's one quote has become one policy, which its insurer knows, and one of each event. The insurer was asked with
 * one key, however often, beside those under which it had refused: it was never asked to sell twice.
 */
export async function expectOnePolicy(
  server: InsuranceServer,
  tenant: Tenant,
  quote: QuoteRow,
  { refusedKeys = 0 }: { readonly refusedKeys?: number } = {},
): Promise<void> {
  const { purchases, ...records } = await recordsOf(server.database, tenant);
  const [purchase] = purchases;
  expect(purchases).to.have.length(1);
  const { purchaseId = "", policyId = "" } = purchase ?? {};
  expect(records).to.deep.equal({
    quotes: { BOUGHT: 1 },
    policies: [{ policyId, purchaseId }],
    events: { "purchase.created": 1, "policy.issued": 1 },
    open: 0,
  });
  const insurer = server.insurer(quote.providerId);
  const policy = await insurer.call("getPolicy", { path: { policyId } }, { requestId: "req_test" });
  expect(policy.purchaseId).to.equal(purchaseId);
  expect(keysFor(server, quote)).to.have.length(refusedKeys + 1);
}

/** Nothing was bought, here or there, and nothing is open. */
export async function expectNoPolicy(server: InsuranceServer, tenant: Tenant, quote: QuoteRow): Promise<void> {
  expect(await recordsOf(server.database, tenant)).to.deep.equal({
    quotes: { USABLE: 1 },
    purchases: [],
    policies: [],
    events: {},
    open: 0,
  });
  expect(keysFor(server, quote)).to.deep.equal([]);
}

/** The keys with which an insurer was asked to sell the quote. */
export function keysFor({ gateway }: InsuranceServer, { providerId, quoteId }: QuoteRow): string[] {
  const calls = gateway.calls(providerId, /^POST \/purchases$/).filter(({ sent }) => sent.includes(`"${quoteId}"`));
  return [...new Set(calls.map(({ idempotencyKey }) => idempotencyKey ?? ""))];
}

function tally(rows: readonly object[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { value } of rows as readonly { readonly value: string }[]) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
