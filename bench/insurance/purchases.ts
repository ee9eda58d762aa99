/**
 * Purchases over HTTP, insurer included, against the same writes as bare SQL: the intent in a transaction of its own, then
 * quote, purchase, policy, events and key in another. Both sides take turns, sixteen at a time; the median of the rounds
 * counts.
 */
import { randomUUID, randomUUIDv7 } from "node:crypto";
import type { QuoteRow } from "#src/apis/insurance/entities/quote.ts";
import { quoteEntity } from "#src/apis/insurance/entities/quote.ts";
import { cpuMicros, median } from "../process.ts";
import { budget, table } from "../report.ts";
import { sendApart } from "./client.ts";
import type { Market } from "./market.ts";
import { writePurchase } from "./purchase-writes.ts";

const rounds = 5;
const purchases = 500;
const connections = 16;

export async function benchPurchases(market: Market): Promise<void> {
  const { bench, server, key } = market;
  const bought: number[] = [];
  const written: number[] = [];
  const cpu: number[] = [];
  const waits: number[] = [];
  // The first round only warms up.
  for (let round = 0; round <= rounds; round++) {
    const offered = await makeQuotes(market, purchases);
    await bench.database.pool.query("CHECKPOINT");
    const posts = offered.map((quote) => ({ idempotencyKey: randomUUID(), body: JSON.stringify(purchaseOf(quote)) }));
    const plan = { url: `${server.baseUrl}/api/v1/purchases`, key, connections, posts };
    const sent = await sendApart(plan, () => cpuMicros(server.pid));

    const others = await makeQuotes(market, purchases);
    await bench.database.pool.query("CHECKPOINT");
    const queue = others.values();
    const start = performance.now();
    await Promise.all(
      Array.from({ length: connections }, async () => {
        for (const quote of queue) await writePurchase(bench.database.pool, quote);
      }),
    );
    const seconds = (performance.now() - start) / 1000;
    if (round === 0) continue;
    bought.push(purchases / sent.seconds);
    written.push(purchases / seconds);
    cpu.push((sent.after - sent.before) / purchases);
    waits.push(sent.medianMs);
  }
  table(
    ["purchases", "a second", "server's CPU µs", "median ms"],
    [
      [`HTTP, ${connections} connections`, median(bought).toFixed(0), median(cpu).toFixed(0), median(waits).toFixed(1)],
      ["the same writes as bare SQL", median(written).toFixed(0), "", ""],
    ],
  );
  const ratios = bought.map((rate, round) => rate / (written[round] ?? 0));
  console.log(`  ratios: ${ratios.map((ratio) => ratio.toFixed(2)).join(" ")}`);
  budget("purchases / bare SQL", median(ratios), 0.25);
}

/** Quotes that the insurer has given, and that stand in the merchant's records. */
async function makeQuotes({ insurer, merchant, bench }: Market, count: number): Promise<QuoteRow[]> {
  const productId = "personal-accident";
  const body = {
    productId,
    formId: `${productId}.new_business`,
    formVersion: 1,
    context: "new_business",
    configuration: {},
    inputs: { holderName: "Ada Obi", dateOfBirth: "1990-04-12", sumInsured: 1_000_000 },
    sale: {},
    indicative: false,
  } as const;
  const rows: QuoteRow[] = [];
  for (let index = 0; index < count; index++) {
    const asked = { body, idempotencyKey: randomUUID() };
    const { quoteId, formId, formVersion, total, lines, expiresAt } = await insurer.call("createQuote", asked, {
      requestId: "req_bench",
    });
    const now = new Date();
    rows.push({
      ...merchant,
      providerId: insurer.insurer.id,
      quoteId,
      position: randomUUIDv7(),
      productId,
      formId,
      formVersion,
      status: "USABLE",
      totalMinor: total.amountMinor,
      currency: total.currency,
      lines,
      expiresAt: new Date(expiresAt),
      createdAt: now,
      updatedAt: now,
    });
  }
  await bench.database.dataSource.getRepository(quoteEntity).insert(rows);
  return rows;
}

function purchaseOf({ providerId, quoteId, totalMinor, currency }: QuoteRow): object {
  return {
    providerId,
    quoteId,
    transactionId: `tx-${randomUUID()}`,
    customer: { firstName: "Ada", lastName: "Obi", email: "ada@example.org", phone: "+2348012345678" },
    payment: { amountMinor: totalMinor, currency },
    beneficiaries: [{ name: "Chidi Obi", relationship: "SPOUSE", sharePercent: 100 }],
    consents: [{ code: "TERMS", accepted: true }],
    startDate: "2099-01-01",
    country: "NG",
    currency,
    channel: "MOBILE",
  };
}
