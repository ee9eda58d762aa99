// SQL: rows ranked within their insurer, and an update that returns its rows.
/** The intents of all tenants that are due. */
import type { Pool } from "pg";
import { dueRecords } from "#src/storage/due-rows.ts";
import { literal } from "#src/storage/literals.ts";
import { insurerIntentEntity } from "../entities/insurer-intent.ts";
import { type OpenIntent, openIntent } from "./store.ts";

const properties = [
  "businessId",
  "environment",
  "operation",
  "subject",
  "providerId",
  "insurerKey",
  "sha256",
  "idempotencyKey",
  "claimId",
  "claimedBy",
  "claimedAt",
  "tries",
  "nextTryAt",
  "createdAt",
] as const;

/**
 * The intents that are due, claimed or not: the longest due first, one of each insurer before a second of any. Older
 * ones than `youngerThan` are given up and left out.
 */
export async function dueIntents(
  pool: Pool,
  { now, youngerThan, limit }: { readonly now: Date; readonly youngerThan: Date; readonly limit: number },
): Promise<OpenIntent[]> {
  // By insurer_intents_due.
  const rows = await dueRecords(pool, {
    entity: insurerIntentEntity,
    properties,
    from: (source) => `(
       SELECT *, row_number() OVER (PARTITION BY provider_id ORDER BY next_try_at) AS place FROM ${source}
       WHERE next_try_at <= ${literal(now)} AND created_at > ${literal(youngerThan)}) AS ranked
     ORDER BY place, next_try_at LIMIT ${limit}`,
  });
  return rows.map(openIntent);
}

/** Most that are spoken of in one round; the others come in the next. */
const mostGivenUp = 1_000;

/** Those that are due and were given up. They are due again, to be spoken of, at `again`. */
export async function givenUpIntents(
  pool: Pool,
  { now, olderThan, again }: { readonly now: Date; readonly olderThan: Date; readonly again: Date },
): Promise<OpenIntent[]> {
  // By insurer_intents_due.
  const rows = await dueRecords(pool, {
    entity: insurerIntentEntity,
    properties,
    from: (source) => `${source}
     WHERE next_try_at <= ${literal(now)} AND created_at <= ${literal(olderThan)} ORDER BY next_try_at LIMIT ${mostGivenUp}`,
  });
  const givenUp: OpenIntent[] = [];
  for (const row of rows) {
    // By insurer_intents_pkey. Another process may have been faster.
    const { rowCount } = await pool.query(
      `UPDATE insurer_intents SET next_try_at = $6
       WHERE business_id = $1 AND environment = $2 AND operation = $3 AND subject = $4 AND next_try_at <= $5`,
      [row.businessId, row.environment, row.operation, row.subject, now, again],
    );
    if (rowCount === 1) givenUp.push(openIntent(row));
  }
  return givenUp;
}
