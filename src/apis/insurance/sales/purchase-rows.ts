/** What a purchase leaves in our tables, written on the one client of its transaction. */
import type { ClientBase } from "pg";
import type { PolicyRow } from "../entities/policy.ts";
import type { PurchaseRow } from "../entities/purchase.ts";

/** False when there is a purchase with this id of the insurer already. By insurance_purchases_pkey. */
export async function insertPurchase(client: ClientBase, row: PurchaseRow): Promise<boolean> {
  const { rowCount } = await client.query(
    `INSERT INTO insurance_purchases (business_id, environment, provider_id, purchase_id, position, quote_id, product_id,
       policy_id, transaction_id, payment_minor, currency, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     ON CONFLICT (business_id, environment, provider_id, purchase_id) DO NOTHING`,
    [
      row.businessId,
      row.environment,
      row.providerId,
      row.purchaseId,
      row.position,
      row.quoteId,
      row.productId,
      row.policyId,
      row.transactionId,
      row.paymentMinor,
      row.currency,
      row.createdAt,
    ],
  );
  return rowCount === 1;
}

/** False when there is a policy with this id of the insurer already. By insurance_policies_pkey. */
export async function insertPolicy(client: ClientBase, row: PolicyRow): Promise<boolean> {
  const { rowCount } = await client.query(
    `INSERT INTO insurance_policies (business_id, environment, provider_id, policy_id, position, purchase_id, product_id,
       status, end_date, document, created_at, updated_at, read_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     ON CONFLICT (business_id, environment, provider_id, policy_id) DO NOTHING`,
    [
      row.businessId,
      row.environment,
      row.providerId,
      row.policyId,
      row.position,
      row.purchaseId,
      row.productId,
      row.status,
      row.endDate,
      JSON.stringify(row.document),
      row.createdAt,
      row.updatedAt,
      row.readAt,
    ],
  );
  return rowCount === 1;
}
