/**
 * Purchases over HTTP, insurer included, against the same writes as bare SQL: the intent in a transaction of its own, then
 * quote, purchase, policy, events and key in another. Both sides take turns, sixteen at a time; the median of the rounds
 * counts.
 */
import { randomUUID, randomUUIDv7 } from "node:crypto";
import { join } from "node:path";
import type { Schemas } from "#generated/insurance/contract.ts";
import { type QuoteRow, quoteEntity } from "#src/apis/insurance/entities.ts";
import { apart } from "../apart.ts";
import { cpuMicros, median } from "../process.ts";
import { budget, table } from "../report.ts";
import type { ClientPlan, ClientResult } from "./client.ts";
import { writePurchase } from "./purchase-writes.ts";
import { type Shop, withShop } from "./shop.ts";

const rounds = 5;
const purchases = 500;
const connections = 16;

export function benchPurchases(): Promise<void> {
  return withShop(async (shop) => {
    const bought: number[] = [];
    const written: number[] = [];
    const cpu: number[] = [];
    const waits: number[] = [];
    // The first round only warms up.
    for (let round = 0; round <= rounds; round++) {
      const sent = await buy(shop, await askForQuotes(shop));
      const seconds = await write(shop, await makeQuotes(shop));
      if (round === 0) {
        // As autovacuum does within a minute; until then PostgreSQL guesses which index is good.
        await shop.bench.owner.pool.query("ANALYZE");
        continue;
      }
      bought.push(purchases / sent.seconds);
      written.push(purchases / seconds);
      cpu.push((sent.after - sent.before) / purchases);
      waits.push(sent.medianMs);
    }
    table(
      [`purchases, ${connections} at a time`, "a second", "server's CPU µs", "median ms"],
      [
        ["over HTTP, insurer included", median(bought).toFixed(0), median(cpu).toFixed(0), median(waits).toFixed(1)],
        ["the same writes as bare SQL", median(written).toFixed(0), "", ""],
      ],
    );
    const ratios = bought.map((rate, round) => rate / (written[round] ?? 0));
    console.log(`  ratios: ${ratios.map((ratio) => ratio.toFixed(2)).join(" ")}`);
    budget("purchases / bare SQL", median(ratios), 0.5);
  });
}

async function buy({ api, headers, pid, bench }: Shop, quotes: readonly Schemas["Quote"][]) {
  const posts = quotes.map((quote) => ({
    headers: { ...headers, "idempotency-key": randomUUID() },
    body: JSON.stringify(purchaseOf(quote)),
  }));
  await bench.owner.pool.query("CHECKPOINT");
  const plan: ClientPlan = { url: `${api}/purchases`, connections, posts };
  return await apart<ClientResult, number>(join(import.meta.dirname, "client.ts"), plan, () => cpuMicros(pid));
}

/** Seconds. */
async function write({ bench }: Shop, quotes: readonly QuoteRow[]): Promise<number> {
  await bench.owner.pool.query("CHECKPOINT");
  const start = performance.now();
  await inParallel(quotes, (quote) => writePurchase(bench.database.pool, quote));
  return (performance.now() - start) / 1000;
}

/** As a merchant gets them. */
async function askForQuotes({ api, headers }: Shop): Promise<Schemas["Quote"][]> {
  const product = { providerId: "aegis", productId: "personal-accident" };
  const form = { formId: "personal-accident.new_business", formVersion: 1 };
  const fetched = await fetch(`${api}/products/aegis/personal-accident/form?context=new_business`, { headers });
  if (!fetched.ok) throw new Error(`the form was answered ${fetched.status}`);
  const configuration = { holderName: "Ada Obi", dateOfBirth: "1990-04-12", sumInsured: 1_000_000 };
  const body = JSON.stringify({ ...product, ...form, configuration });
  const quotes: Schemas["Quote"][] = [];
  await inParallel(Array.from({ length: purchases }), async () => {
    const answer = await fetch(`${api}/quotes`, { method: "POST", headers, body });
    if (!answer.ok) throw new Error(`a quote was answered ${answer.status}`);
    quotes.push((await answer.json()) as Schemas["Quote"]);
  });
  return quotes;
}

/** The same rows, of quotes that nobody gave. */
async function makeQuotes({ tenant, bench }: Shop): Promise<QuoteRow[]> {
  const money = { amountMinor: 210_000, currency: "NGN" };
  const now = new Date();
  const rows = Array.from(
    { length: purchases },
    (): QuoteRow => ({
      businessId: tenant.businessId,
      environment: tenant.environment,
      providerId: "aegis",
      quoteId: `quo_${randomUUID()}`,
      position: randomUUIDv7(),
      productId: "personal-accident",
      formId: "personal-accident.new_business",
      formVersion: 1,
      context: "new_business",
      policyId: null,
      status: "USABLE",
      totalMinor: money.amountMinor,
      currency: money.currency,
      lines: [
        { kind: "PREMIUM", label: "Premium", amount: { ...money, amountMinor: 200_000 } },
        { kind: "TAX", label: "Insurance levy", amount: { ...money, amountMinor: 10_000 } },
      ],
      expiresAt: new Date(now.getTime() + 900_000),
      createdAt: now,
      updatedAt: now,
    }),
  );
  await bench.database.dataSource.getRepository(quoteEntity).insert(rows);
  return rows;
}

function purchaseOf({ providerId, quoteId, total }: Schemas["Quote"]): Schemas["PurchaseRequest"] {
  return {
    providerId,
    quoteId,
    transactionId: `tx-${randomUUID()}`,
    customer: { firstName: "Ada", lastName: "Obi", email: "ada@example.org", phone: "+2348012345678" },
    payment: total,
    beneficiaries: [{ name: "Chidi Obi", relationship: "SPOUSE", sharePercent: 100 }],
    consents: [{ code: "TERMS", accepted: true }],
    startDate: "2099-01-01",
    country: "NG",
    currency: total.currency,
    channel: "MOBILE",
  };
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}
