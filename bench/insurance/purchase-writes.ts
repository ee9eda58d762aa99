/** The rows of one purchase, written as bare SQL, statement by statement: no reads, no checks, nobody asked. */
import { randomBytes, randomUUID, randomUUIDv7 } from "node:crypto";
import type { Pool, PoolClient } from "pg";
import type { QuoteRow } from "#src/apis/insurance/entities.ts";

export async function writePurchase(pool: Pool, quote: QuoteRow): Promise<void> {
  const { businessId, environment, providerId, quoteId, productId, totalMinor, currency } = quote;
  const tenant = [businessId, environment];
  const insurerKey = randomUUID();
  const subject = `quote/${providerId}/${quoteId}`;
  const sha256 = randomBytes(32);
  const key = randomUUID();
  const now = new Date();
  const customer = { firstName: "Ada", lastName: "Obi", email: "ada@example.org", phone: "+2348012345678" };
  const request = { productId, body: { quoteId, customer, payment: { amountMinor: totalMinor, currency } } };
  await inTransaction(pool, (client) =>
    client.query(
      `INSERT INTO insurer_intents (business_id, environment, operation, subject, provider_id, insurer_key, request,
         request_sha256, idempotency_key, claim, claimed_by, claimed_at, tries, next_try_at, created_at)
       VALUES ($1, $2, 'createPurchase', $3, $4, $5, $6, $7, $8, $9, 1, $10, 1, $10, $10)`,
      [...tenant, subject, providerId, insurerKey, JSON.stringify(request), sha256, key, randomUUID(), now],
    ),
  );
  const [purchaseId, policyId] = [`pur_${randomUUID()}`, `pol_${randomUUID()}`];
  const policy = {
    policyId,
    policyNumber: "AEG-2026-1",
    purchaseId,
    productId,
    holder: "Ada Obi",
    premium: totalMinor,
  };
  const answer = { ...policy, quoteId, transactionId: `tx-${randomUUID()}`, payment: request.body.payment };
  await inTransaction(pool, async (client) => {
    await client.query(
      `DELETE FROM insurer_intents
       WHERE business_id = $1 AND environment = $2 AND operation = 'createPurchase' AND subject = $3`,
      [...tenant, subject],
    );
    await client.query(
      `UPDATE insurance_quotes SET status = 'BOUGHT', updated_at = $5
       WHERE business_id = $1 AND environment = $2 AND provider_id = $3 AND quote_id = $4`,
      [...tenant, providerId, quoteId, now],
    );
    await client.query(
      `INSERT INTO insurance_purchases (business_id, environment, provider_id, purchase_id, position, quote_id, product_id,
         policy_id, transaction_id, payment_minor, currency, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        ...tenant,
        providerId,
        purchaseId,
        randomUUIDv7(),
        quoteId,
        productId,
        policyId,
        answer.transactionId,
        totalMinor,
        currency,
        now,
      ],
    );
    await client.query(
      `INSERT INTO insurance_policies (business_id, environment, provider_id, policy_id, position, purchase_id, product_id,
         status, end_date, document, created_at, updated_at, read_at, documents_since)
       VALUES ($1, $2, $3, $4, $5, $6, $7, 'PENDING', '2099-12-31', $8, $9, $9, $9, $9)`,
      [...tenant, providerId, policyId, randomUUIDv7(), purchaseId, productId, JSON.stringify(policy), now],
    );
    for (const [type, id] of [
      ["purchase", purchaseId],
      ["policy", policyId],
    ]) {
      await client.query(
        `INSERT INTO webhook_resources (owner_id, environment, type, provider_id, id, version)
         VALUES ($1, $2, $3, $4, $5, 1)`,
        [...tenant, type, providerId, id],
      );
      await client.query(
        `INSERT INTO webhook_events (owner_id, environment, id, type, body, created_at)
         VALUES ($1, $2, $3, $4, $5, $6)`,
        [...tenant, `evt_${randomUUIDv7()}`, `${type}.created`, JSON.stringify({ type, data: answer }), now],
      );
    }
    await client.query(
      `INSERT INTO idempotency_keys (owner, environment, operation, key, request_sha256, answer, created_at)
       VALUES ($1, $2, 'createPurchase', $3, $4, $5, $6)`,
      [...tenant, key, sha256, JSON.stringify(answer), now],
    );
  });
}

async function inTransaction(pool: Pool, work: (client: PoolClient) => Promise<unknown>): Promise<void> {
  const client = await pool.connect();
  await client.query("BEGIN");
  await work(client);
  await client.query("COMMIT");
  client.release();
}
