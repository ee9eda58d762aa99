/** An insurer that outlives the processes that ask it: what it did is in a table. */
import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import type { IntentDependencies } from "#src/apis/insurance/intents/dependencies.ts";
import type { Intent } from "#src/apis/insurance/intents/operation.ts";
import { perform } from "#src/apis/insurance/intents/perform.ts";
import { operationsAt, prepareSale, soldTable } from "./counting-insurer.ts";

export const insurerTables = `${soldTable};
  CREATE TABLE done_by_insurer (key uuid PRIMARY KEY, id text NOT NULL);`;

export function operationsOver(pool: Pool) {
  return operationsAt({
    async call({ insurerKey }: Intent) {
      const { rows } = await pool.query<{ id: string }>(
        `INSERT INTO done_by_insurer VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET key = excluded.key RETURNING id`,
        [insurerKey, randomUUID()],
      );
      return { id: rows[0]?.id ?? "" };
    },
  });
}

export const businessId = "018f0000-0000-7000-8000-000000000001";

/** Buys one quote. */
export function buy(dependencies: IntentDependencies<ReturnType<typeof operationsOver>>, subject: string, key: string) {
  const sale = { amount: 100 };
  return perform(dependencies, {
    businessId,
    environment: "test",
    operation: "createPurchase",
    providerId: "aegis",
    subject,
    idempotencyKey: key,
    sent: sale,
    requestId: "req_test",
    prepare: ({ client }) => prepareSale(client, subject, sale),
  });
}
