// SQL: rows ranked within their insurer, and an update that returns its rows.
/** The intents of all tenants that are due. */
import type { Pool } from "pg";
import { dueRows } from "#src/storage/due-rows.ts";
import { literal } from "#src/storage/literals.ts";
import type { InsurerIntentRow } from "../entities/insurer-intent.ts";
import { type OpenIntent, openIntent } from "./store.ts";

/** As its columns are called. */
interface Row {
  readonly business_id: string;
  readonly environment: InsurerIntentRow["environment"];
  readonly operation: string;
  readonly subject: string;
  readonly provider_id: string;
  readonly insurer_key: string;
  readonly request_sha256: Buffer;
  readonly idempotency_key: string | null;
  readonly claim: string | null;
  readonly claimed_by: string | null;
  readonly claimed_at: Date | null;
  readonly tries: number;
  readonly next_try_at: Date;
  readonly created_at: Date;
}

const columns = [
  "business_id",
  "environment",
  "operation",
  "subject",
  "provider_id",
  "insurer_key",
  "request_sha256",
  "idempotency_key",
  "claim",
  "claimed_by",
  "claimed_at",
  "tries",
  "next_try_at",
  "created_at",
] as const satisfies readonly (keyof Row)[];

/**
 * The intents that are due, claimed or not: the longest due first, one of each insurer before a second of any. Older
 * ones than `youngerThan` are given up and left out.
 */
export async function dueIntents(
  pool: Pool,
  { now, youngerThan, limit }: { readonly now: Date; readonly youngerThan: Date; readonly limit: number },
): Promise<OpenIntent[]> {
  // By insurer_intents_due.
  const rows = await dueRows<Row>(pool, {
    table: "insurer_intents",
    columns,
    from: (source) => `(
       SELECT *, row_number() OVER (PARTITION BY provider_id ORDER BY next_try_at) AS place FROM ${source}
       WHERE next_try_at <= ${literal(now)} AND created_at > ${literal(youngerThan)}) AS ranked
     ORDER BY place, next_try_at LIMIT ${limit}`,
  });
  return rows.map(intentOf);
}

/** Most that are spoken of in one round; the others come in the next. */
const mostGivenUp = 1_000;

/** Those that are due and were given up. They are due again, to be spoken of, at `again`. */
export async function givenUpIntents(
  pool: Pool,
  { now, olderThan, again }: { readonly now: Date; readonly olderThan: Date; readonly again: Date },
): Promise<OpenIntent[]> {
  // By insurer_intents_due.
  const rows = await dueRows<Row>(pool, {
    table: "insurer_intents",
    columns,
    from: (source) => `${source}
     WHERE next_try_at <= ${literal(now)} AND created_at <= ${literal(olderThan)} ORDER BY next_try_at LIMIT ${mostGivenUp}`,
  });
  const givenUp: OpenIntent[] = [];
  for (const row of rows) {
    // By insurer_intents_pkey. Another process may have been faster.
    const { rowCount } = await pool.query(
      `UPDATE insurer_intents SET next_try_at = $6
       WHERE business_id = $1 AND environment = $2 AND operation = $3 AND subject = $4 AND next_try_at <= $5`,
      [row.business_id, row.environment, row.operation, row.subject, now, again],
    );
    if (rowCount === 1) givenUp.push(intentOf(row));
  }
  return givenUp;
}

function intentOf(row: Row): OpenIntent {
  return openIntent({
    businessId: row.business_id,
    environment: row.environment,
    operation: row.operation,
    subject: row.subject,
    providerId: row.provider_id,
    insurerKey: row.insurer_key,
    sha256: row.request_sha256,
    idempotencyKey: row.idempotency_key,
    claimId: row.claim,
    claimedBy: row.claimed_by,
    claimedAt: row.claimed_at,
    tries: row.tries,
    nextTryAt: row.next_try_at,
    createdAt: row.created_at,
  });
}
