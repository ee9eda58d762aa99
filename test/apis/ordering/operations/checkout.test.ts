import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import { expect } from "chai";
import type { Schemas } from "#generated/ordering/contract.ts";
import { addresses, here, northOf, sharedOrderingServer } from "#test/builders/ordering.ts";
import { expectProblem } from "#test/support/refusals.ts";
import { crowdOf } from "#test/support/runs.ts";

const crowd = crowdOf(100);

describe("checkout", () => {
  const server = sharedOrderingServer();
  const order = (body: unknown, key?: string) =>
    server.post<Schemas["Checkout"]>(addresses.checkout, body, key === undefined ? {} : { "idempotency-key": key });
  const refusal = (body: unknown, key?: string) =>
    server.post(addresses.checkout, body, key === undefined ? {} : { "idempotency-key": key });

  const ordersOf = async (quoteId: string): Promise<number> => {
    const { rows } = await server.database.pool.query<{ orders: number }>(
      `WITH placed AS MATERIALIZED (SELECT * FROM orders WHERE quote_id = $1)
       SELECT count(*)::int AS orders FROM placed JOIN payment_attempts USING (order_id)`,
      [quoteId],
    );
    return rows[0]?.orders ?? 0;
  };

  describe("201", () => {
    it("makes an order of the quote's amount, and a page on which it is paid", async () => {
      const quote = await server.aQuote();
      const request = await server.aCheckoutRequest({ quoteId: quote.quoteId, paymentMethod: "USSD" });
      const { status, body, headers } = await order(request);
      expect(status).to.equal(201);
      expect(headers.has("idempotency-replayed")).to.equal(false);
      expect(body).to.include({ amount: quote.total, currency: "NGN", status: "PENDING" });
      expect(body.checkoutUrl).to.equal(`${server.baseUrl}/pay/${body.reference}`);
      expect(await server.attempt(body.reference)).to.include({
        orderId: body.orderId,
        amount: quote.total,
        paymentMethod: "USSD",
        status: "PENDING",
        deliveryId: null,
        settledAt: null,
      });
    });

    it("names the page also where the request names the whole address, as through a proxy", async () => {
      const { hostname, port } = new URL(server.baseUrl);
      const asking = httpRequest({
        ...{ hostname, port, method: "POST", path: `${server.baseUrl}${addresses.checkout}` },
        headers: { "content-type": "application/json" },
      });
      asking.end(JSON.stringify(await server.aCheckoutRequest()));
      const [answer] = (await once(asking, "response")) as [IncomingMessage];
      const { checkoutUrl, reference } = (await json(answer)) as Schemas["Checkout"];
      expect([answer.statusCode, checkoutUrl]).to.deep.equal([201, `${server.baseUrl}/pay/${reference}`]);
    });

    it("makes one order of a quote, however many ask for it at once", async () => {
      const request = await server.aCheckoutRequest();
      const answers = await Promise.all(Array.from({ length: crowd }, () => refusal(request)));
      const refused = answers.filter(({ status }) => status !== 201);
      expect(refused).to.have.length(crowd - 1);
      for (const answer of refused) expectProblem(answer, 409, "QUOTE_ALREADY_USED");
      expect(await ordersOf(request.quoteId)).to.equal(1);
    });

    it("delivers to any address that costs no more than was quoted", async () => {
      const { quoteId } = await server.aQuote({ location: northOf(here, 2_500) });
      const { customerId } = await server.aCustomer();
      const { addressId } = await server.anAddress(customerId, northOf(here, 200));
      expect((await order({ quoteId, customerId, addressId, paymentMethod: "CARD" })).status).to.equal(201);
    });
  });

  describe("404", () => {
    it("knows no address and no quote of another customer", async () => {
      const request = await server.aCheckoutRequest();
      const theirs = await server.aCheckoutRequest();
      expectProblem(await refusal({ ...request, addressId: theirs.addressId }), 404, "NOT_FOUND");
      const { quoteId } = await server.aQuote({ customerId: theirs.customerId });
      expectProblem(await refusal({ ...request, quoteId }), 404, "NOT_FOUND");
      expect((await order({ ...theirs, quoteId })).status).to.equal(201);
    });
  });

  describe("409", () => {
    it("refuses a quote after fifteen minutes", async () => {
      const request = await server.aCheckoutRequest();
      await server.age("quotes", request.quoteId, 15);
      expectProblem(await refusal(request), 409, "QUOTE_EXPIRED");
    });

    it("refuses an address that is farther away than was quoted", async () => {
      const { customerId } = await server.aCustomer();
      for (const meters of [4_000, 11_000]) {
        const { addressId } = await server.anAddress(customerId, northOf(here, meters));
        const request = await server.aCheckoutRequest({ customerId, addressId });
        expectProblem(await refusal(request), 409, "ADDRESS_NOT_QUOTED");
      }
    });

    it("refuses a key that came with another request", async () => {
      const [first, second] = [await server.aCheckoutRequest(), await server.aCheckoutRequest()];
      const key = randomUUID();
      await order(first, key);
      expectProblem(await refusal({ ...first, paymentMethod: "WALLET" }, key), 409, "IDEMPOTENCY_KEY_CONFLICT");
      // A key belongs to its customer: another one may happen to make the same.
      expect((await order(second, key)).status).to.equal(201);
    });
  });
});
