// SQL: advisory locks.
/** The lock for recording an intent that does not exist yet. */
import type { ClientBase } from "pg";
import { lockSeeds } from "#src/storage/advisory-locks.ts";
import type { IntentScope } from "./store.ts";

/**
 * Keeps others from recording an intent on this subject or with this key until the transaction ends. False when somebody
 * does just that: nobody waits here, where a connection would wait along.
 */
export async function lockCreation(
  client: ClientBase,
  { businessId, environment, operation }: IntentScope,
  subject: string,
  idempotencyKey: string | null,
): Promise<boolean> {
  const names = [subject, ...(idempotencyKey === null ? [] : [`key ${idempotencyKey}`])];
  const { rows } = await client.query<{ locked: boolean }>(
    `SELECT bool_and(pg_try_advisory_xact_lock(hashtextextended(name, ${lockSeeds.creations}))) AS locked
     FROM unnest($1::text[]) AS lock (name)`,
    [names.map((name) => JSON.stringify([businessId, environment, operation, name]))],
  );
  return rows[0]?.locked === true;
}
