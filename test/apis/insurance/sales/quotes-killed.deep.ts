import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { openInstance } from "#test/apis/insurance/exactly-once/instance.ts";
import { planFor, startMerchantProcess } from "#test/apis/insurance/exactly-once/merchant-process.ts";
import { askForQuote, countOf, eventsOf, withKey } from "#test/apis/insurance/operations/selling.ts";
import { accident, aQuoteRequest, insuranceServer, type Merchant } from "#test/builders/insurance/server.ts";
import { until } from "#test/support/until.ts";

type Quote = Schemas["Quote"];

describe("a quote whose process is killed", () => {
  const server = insuranceServer();

  let merchant: Merchant;
  let asked: number;
  const key = randomUUID();
  beforeEach(async () => {
    merchant = await server.aSeller([accident()]);
    asked = server.gateway.seen.length;
  });

  /** Asks a process that dies where it is told to. */
  const askAndKill = async (diesAt: Parameters<typeof startMerchantProcess>[0]["diesAt"]): Promise<void> => {
    const process = await startMerchantProcess({ ...planFor(server), diesAt });
    const headers = { "content-type": "application/json", ...withKey(merchant, key) };
    const request = { method: "POST", headers, body: JSON.stringify(aQuoteRequest()) };
    const answer = await fetch(`${process.baseUrl}/api/v1/quotes`, request).catch(() => null);
    expect(await process.ended).to.equal("SIGKILL");
    expect(answer).to.equal(null);
  };
  const expectOneQuote = async (quote: Quote) => {
    expect(await countOf(server, "insurance_quotes", merchant)).to.equal(1);
    expect(await countOf(server, "insurer_intents", merchant)).to.equal(0);
    const events = await eventsOf(server, merchant);
    expect(events.map(({ type, data }) => ({ type, data }))).to.deep.equal([{ type: "quote.created", data: quote }]);
    // One key is one quote at the insurer.
    const keys = server.gateway.seen.slice(asked).map(({ idempotencyKey }) => idempotencyKey);
    expect(new Set(keys).size).to.equal(1);
  };

  for (const [point, calls, status] of [
    ["looked", 1, 201],
    ["recording", 1, 201],
    ["claimed", 1, 201],
    ["called", 2, 201],
    ["committing", 2, 201],
    ["committed", 1, 200],
  ] as const) {
    it(`is one quote when the request comes again with its key: killed at the point ${point}`, async () => {
      await askAndKill(point);
      const { body, status: answered } = await askForQuote<Quote>(server, merchant, aQuoteRequest(), key);
      expect(answered).to.equal(status);
      expect(server.gateway.seen.slice(asked)).to.have.length(calls);
      await expectOneQuote(body);
    });
  }

  it("is forgotten when nobody asks again, and found by its key when somebody does after all", async () => {
    await askAndKill("called");
    const instance = await openInstance(planFor(server), { now: () => Date.now() + 10_000 });
    // Until the database has noticed the death.
    await until(async () => {
      await instance.settle();
      return (await countOf(server, "insurer_intents", merchant)) === 0;
    });
    await instance.close();
    expect(await countOf(server, "insurance_quotes", merchant)).to.equal(0);
    expect(server.gateway.seen.slice(asked)).to.have.length(1);
    const { body, status } = await askForQuote<Quote>(server, merchant, aQuoteRequest(), key);
    expect(status).to.equal(201);
    await expectOneQuote(body);
  });
});
