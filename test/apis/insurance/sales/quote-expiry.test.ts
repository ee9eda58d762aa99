import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { type QuoteRow, quoteEntity } from "#src/apis/insurance/entities.ts";
import { lockCreation } from "#src/apis/insurance/intents/rows.ts";
import { presentQuote } from "#src/apis/insurance/presenters/records.ts";
import { expireQuotes } from "#src/apis/insurance/sales/quote-expiry.ts";
import { quoteSubject } from "#src/apis/insurance/sales/quote-state.ts";
import type { Tenant } from "#src/apis/insurance/tenant.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { eventsOf } from "#test/apis/insurance/operations/selling.ts";
import { aQuoteRow, aTenant } from "#test/builders/insurance/catalog.ts";
import { testDatabase } from "#test/support/database.ts";
import { failureOf } from "#test/support/failure-of.ts";

const now = new Date("2026-11-21T10:00:00.000Z");
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
const lasting = new AbortController().signal;

describe("quotes whose time is over", () => {
  const database = testDatabase();
  let tenant: Tenant;
  beforeEach(async () => {
    tenant = await aTenant(database);
    await database.owner.query("TRUNCATE insurance_quotes, insurer_intents, webhook_events, webhook_resources");
  });

  const quotes = () => database.dataSource.getRepository(quoteEntity);
  const aQuote = async (changes: Partial<QuoteRow> = {}): Promise<QuoteRow> => {
    const times = { expiresAt: secondsAgo(1), createdAt: secondsAgo(900), updatedAt: secondsAgo(900) };
    const row = aQuoteRow(tenant, { ...times, ...changes });
    await quotes().insert(row);
    return row;
  };
  const statusOf = async ({ quoteId }: QuoteRow) => (await quotes().findOneByOrFail({ quoteId })).status;
  const expire = (bounds: { readonly batch?: number; readonly most?: number } = {}) =>
    expireQuotes(database, { now, signal: lasting, ...bounds });
  /** An open request to buy a quote, as a crash leaves it behind. */
  const beingBought = ({ businessId, environment, providerId, quoteId }: QuoteRow, operation = "createPurchase") =>
    database.pool.query(
      `INSERT INTO insurer_intents (business_id, environment, operation, subject, provider_id, insurer_key, request,
         request_sha256, tries, next_try_at, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, '{}', sha256(''), 1, now(), now())`,
      [businessId, environment, operation, quoteSubject({ providerId, quoteId }), providerId, randomUUID()],
    );

  it("are marked, and told of in an event that shows them so", async () => {
    const quote = await aQuote({ expiresAt: now });
    await expire();
    const stored = await quotes().findOneByOrFail({ quoteId: quote.quoteId });
    expect(stored).to.deep.equal({ ...quote, status: "EXPIRED", updatedAt: now });
    const events = await eventsOf({ database }, tenant);
    expect(events.map(({ type, resource, data }) => ({ type, resource, data }))).to.deep.equal([
      {
        type: "quote.expired",
        resource: { type: "quote", providerId: "aegis", id: quote.quoteId, version: 1 },
        data: presentQuote(stored, now),
      },
    ]);
  });

  it("are left alone while there is time, when they are bought, and when they have expired before", async () => {
    const left = [
      await aQuote({ expiresAt: secondsAgo(-0.001) }),
      await aQuote({ status: "BOUGHT" }),
      await aQuote({ status: "EXPIRED" }),
    ];
    await expire();
    expect(await Promise.all(left.map(statusOf))).to.deep.equal(["USABLE", "BOUGHT", "EXPIRED"]);
    expect(await eventsOf({ database }, tenant)).to.deep.equal([]);
  });

  it("are left alone while somebody is buying them, until nobody is", async () => {
    const [wanted, ofOther, unwanted] = [await aQuote(), await aQuote(), await aQuote()];
    await beingBought(wanted);
    // Another business may know an insurer's quote of the same id; another operation is no purchase.
    await beingBought({ ...ofOther, businessId: randomUUID() });
    await beingBought(unwanted, "createQuote");
    await expire();
    expect(await Promise.all([wanted, ofOther, unwanted].map(statusOf))).to.deep.equal([
      "USABLE",
      "EXPIRED",
      "EXPIRED",
    ]);
    await database.pool.query("DELETE FROM insurer_intents");
    await expire();
    expect(await statusOf(wanted)).to.equal("EXPIRED");
  });

  it("are left alone while somebody is about to buy them", async () => {
    const [wanted, other] = [await aQuote(), await aQuote()];
    await inTransaction(database, async ({ client }) => {
      expect(
        await lockCreation(client, { ...tenant, operation: "createPurchase" }, quoteSubject(wanted), null),
      ).to.equal(true);
      await expire();
    });
    expect(await Promise.all([wanted, other].map(statusOf))).to.deep.equal(["USABLE", "EXPIRED"]);
  });

  it("do not stand in the way of others, however many are being bought", async () => {
    for (let count = 1; count <= 5; count++) await beingBought(await aQuote({ expiresAt: secondsAgo(60) }));
    const quote = await aQuote();
    await expire({ batch: 2, most: 2 });
    expect(await statusOf(quote)).to.equal("EXPIRED");
  });

  it("are marked once, with one event each, by however many workers at once", async () => {
    const other: Tenant = await aTenant(database, "live");
    for (let count = 1; count <= 40; count++) await aQuote(count % 2 === 0 ? {} : other);
    await Promise.all(Array.from({ length: 5 }, () => expire()));
    // Who came to a quote that another one held left it.
    await expire();
    for (const owner of [tenant, other]) {
      const events = await eventsOf({ database }, owner);
      expect(events).to.have.length(20);
      expect(events.every(({ resource }) => resource.version === 1)).to.equal(true);
      expect(new Set(events.map(({ resource }) => resource.id)).size).to.equal(20);
    }
    expect(await quotes().countBy({ status: "USABLE" })).to.equal(0);
  });

  it("are marked in turns of a bounded number, those that are over for longest first", async () => {
    const [late, early, middle] = [
      await aQuote({ expiresAt: secondsAgo(1) }),
      await aQuote({ expiresAt: secondsAgo(3) }),
      await aQuote({ expiresAt: secondsAgo(2) }),
    ];
    await expire({ batch: 1, most: 2 });
    expect(await Promise.all([early, middle, late].map(statusOf))).to.deep.equal(["EXPIRED", "EXPIRED", "USABLE"]);
    await expire({ batch: 1, most: 2 });
    expect(await statusOf(late)).to.equal("EXPIRED");
  });

  it("are left to the next turn when the process ends", async () => {
    const quote = await aQuote();
    await expireQuotes(database, { now, signal: AbortSignal.abort() });
    expect(await statusOf(quote)).to.equal("USABLE");
  });

  it("stay as they are when their event cannot be written", async () => {
    const quote = await aQuote();
    await database.owner.query("ALTER TABLE webhook_events RENAME TO elsewhere");
    await failureOf(expire());
    await database.owner.query("ALTER TABLE elsewhere RENAME TO webhook_events");
    expect(await statusOf(quote)).to.equal("USABLE");
    await expire();
    expect(await statusOf(quote)).to.equal("EXPIRED");
    expect(await eventsOf({ database }, tenant)).to.have.length(1);
  });
});
