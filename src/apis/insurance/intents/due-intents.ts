// SQL: rows ranked within their insurer, and an update that returns its rows.
/** The intents of all tenants that are due. */
import type { Pool } from "pg";
import type { InsurerIntentRow } from "../entities/insurer-intent.ts";
import { type OpenIntent, openIntent } from "./store.ts";

type Row = Omit<InsurerIntentRow, "request">;

/**
 * Those that are due, claimed or not: the longest due first, one of each insurer before a second of any. `youngerThan`
 * leaves those out that are given up.
 */
export async function dueIntents(
  pool: Pool,
  { now, youngerThan, limit }: { readonly now: Date; readonly youngerThan: Date; readonly limit: number },
): Promise<OpenIntent[]> {
  // By insurer_intents_due.
  const { rows } = await pool.query<Row>(
    `SELECT ${columns} FROM (
       SELECT *, row_number() OVER (PARTITION BY provider_id ORDER BY next_try_at) AS place FROM insurer_intents
       WHERE next_try_at <= $1 AND created_at > $2) AS due
     ORDER BY place, next_try_at LIMIT $3`,
    [now, youngerThan, limit],
  );
  return rows.map(openIntent);
}

/** Those that are due and were given up. They are due again, to be spoken of, at `again`. */
export async function givenUpIntents(
  pool: Pool,
  { now, olderThan, again }: { readonly now: Date; readonly olderThan: Date; readonly again: Date },
): Promise<OpenIntent[]> {
  // By insurer_intents_due.
  const { rows } = await pool.query<Row>(
    `UPDATE insurer_intents SET next_try_at = $3 WHERE next_try_at <= $1 AND created_at <= $2 RETURNING ${columns}`,
    [now, olderThan, again],
  );
  return rows.map(openIntent);
}

const columns = `business_id AS "businessId", environment, operation, subject, provider_id AS "providerId",
  insurer_key AS "insurerKey", request_sha256 AS sha256, idempotency_key AS "idempotencyKey", claim AS "claimId",
  claimed_by AS "claimedBy", claimed_at AS "claimedAt", tries, next_try_at AS "nextTryAt", created_at AS "createdAt"`;
