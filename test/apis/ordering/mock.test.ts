import { expect } from "chai";
import { pino } from "pino";
import type { Schemas } from "#generated/ordering/contract.ts";
import { loadConfig } from "#src/config.ts";
import { type Running, serveMock } from "#src/server/serve.ts";
import { addresses } from "#test/builders/ordering.ts";

describe("the mock of the ordering API", () => {
  let running: Running;
  before(async () => {
    running = await serveMock({ ...loadConfig({}), port: 0 }, pino({ level: "silent" }), "ordering");
  });
  after(() => running.stop());

  const checkout = async (headers: Record<string, string> = {}) => {
    const body = JSON.stringify({ quoteId: "quo_1", customerId: "cus_1", addressId: "adr_1", paymentMethod: "CARD" });
    const type = { "content-type": "application/json" };
    return fetch(`${running.url}${addresses.checkout}`, { method: "POST", headers: { ...type, ...headers }, body });
  };

  it("makes orders that are new, and replays one where the caller prefers that", async () => {
    const first = await checkout();
    expect([first.status, first.headers.get("idempotency-replayed")]).to.deep.equal([201, null]);
    expect(((await first.json()) as Schemas["Checkout"]).status).to.equal("PENDING");
    const again = await checkout({ prefer: "code=200" });
    expect([again.status, again.headers.get("idempotency-replayed")]).to.deep.equal([200, "true"]);
  });

  it("shows the payment page as a page", async () => {
    const page = await fetch(`${running.url}/pay/pay_1`, { headers: { accept: "text/html" } });
    expect(page.headers.get("content-type")).to.equal("text/html");
    expect(await page.text()).to.match(/^<!doctype html>/);
  });
});
