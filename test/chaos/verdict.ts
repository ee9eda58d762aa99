/** What the databases say of what was acknowledged. */
import type { Pool } from "pg";
import { until } from "#test/support/until.ts";
import type { Installation } from "./installation.ts";
import type { Comparison } from "./load.ts";
import type { Receiver } from "./receiver.ts";
import { namesBy } from "./records.ts";

/** The second attempt of a delivery comes after 5 s, the third after 5 min (±20 %). */
const deliveryPatienceMs = 6.5 * 60_000;

/** Stored events have to reach the receiver, and what reaches it has to be stored. */
export async function compareWebhooks(pool: Pool, receiver: Receiver): Promise<Comparison> {
  const announced = namesBy("SELECT event_id AS name FROM webhook_deliveries");
  const pending = namesBy("SELECT event_id AS name FROM webhook_deliveries WHERE status <> 'SUCCEEDED'");
  await until(async () => (await pending(pool)).length === 0, deliveryPatienceMs).catch(() => {});
  const stored = await announced(pool);
  const known = new Set(stored);
  return {
    kind: "webhooks",
    acknowledged: receiver.received.size,
    stored: stored.length,
    lost: stored.filter((id) => !receiver.received.has(id)),
    doubled: stored.filter((id, index) => stored.indexOf(id) !== index),
    refusals: [...receiver.received].filter((id) => !known.has(id)).map((id) => `${id} was sent and is not stored`),
    unknown: 0,
  };
}

/** What nobody repeats is settled by a job of each minute. */
const settlementPatienceMs = 3 * 60_000;

/** What the insurers sold is what is on record once that is settled, with one event for each purchase. */
export async function compareWithInsurers(
  pool: Pool,
  installation: Pick<Installation, "quotesSoldByInsurers">,
): Promise<Comparison> {
  const sold = installation.quotesSoldByInsurers();
  const onRecord = namesBy("SELECT quote_id AS name FROM insurance_purchases");
  await until(async () => {
    const known = new Set(await onRecord(pool));
    return sold.every((quote) => known.has(quote));
  }, settlementPatienceMs).catch(() => {});
  const announced = await namesBy(
    `SELECT (body::jsonb) #>> '{data,quoteId}' AS name FROM webhook_events WHERE type = 'purchase.created'`,
  )(pool);
  const bought = new Set(await onRecord(pool));
  return {
    kind: "policies",
    acknowledged: sold.length,
    stored: bought.size,
    lost: sold.filter((quote) => !bought.has(quote)),
    doubled: [sold, announced].flatMap((names) => names.filter((name, index) => names.indexOf(name) !== index)),
    refusals: [...bought].filter((quote) => !announced.includes(quote)).map((quote) => `${quote} was not announced`),
    unknown: 0,
  };
}

const columns = ["acknowledged", "stored", "lost", "doubled", "refused", "unknown"] as const;

export function table(comparisons: readonly Comparison[]): string {
  const rows = comparisons.map(({ kind, acknowledged, stored, lost, doubled, refusals, unknown }) => [
    kind,
    ...[acknowledged, stored, lost.length, doubled.length, refusals.length, unknown].map(String),
  ]);
  const lines = [["kind", ...columns], ...rows];
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  return lines
    .map((line) =>
      line
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join("  "),
    )
    .join("\n");
}

/** What must not be, in sentences. */
export function differences(comparisons: readonly Comparison[]): string[] {
  const some = (names: readonly string[]) => names.slice(0, 5).join(", ");
  return comparisons.flatMap(({ kind, lost, doubled, refusals }) => [
    ...(lost.length > 0 ? [`${kind}: ${lost.length} lost: ${some(lost)}`] : []),
    ...(doubled.length > 0 ? [`${kind}: ${doubled.length} doubled: ${some(doubled)}`] : []),
    ...(refusals.length > 0 ? [`${kind}: ${refusals.length} refused: ${some(refusals)}`] : []),
  ]);
}
