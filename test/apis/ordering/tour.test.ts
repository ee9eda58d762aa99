import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { Command } from "commander";
import type { Schemas } from "#generated/ordering/contract.ts";
import { orderingCommand } from "#src/apis/ordering/commands.ts";
import { seedOrdering } from "#src/apis/ordering/demo.ts";
import { addresses, orderingServer } from "./operations/server.ts";

interface Demo {
  readonly customerId: string;
  readonly vendorId: string;
  readonly mealIds: string[];
  readonly deliveredDeliveryId: string;
}

describe("the tour of the ordering API", () => {
  const server = orderingServer();
  let demo: Demo;
  before(async () => {
    demo = (await seedOrdering(server.database)) as unknown as Demo;
  });

  async function advance(...args: string[]): Promise<Record<string, unknown>> {
    let out = "";
    const { database, masterKey, config } = server;
    const open = async () => ({ database, masterKey, config, close: async () => {} });
    const program = new Command("accord").addCommand(orderingCommand(open, (text) => (out += text)));
    await program.parseAsync(["ordering", "advance", ...args, "--json"], { from: "user" });
    return JSON.parse(out);
  }

  it("leads from vendors nearby to a reviewed rider", async () => {
    const place = { latitude: 6.43, longitude: 3.425 };
    const nearby = await server.must(
      server.get<Schemas["NearbyVendors"]>(
        `${addresses.nearby}?latitude=${place.latitude}&longitude=${place.longitude}`,
      ),
    );
    expect(nearby.items.map(({ vendorId }) => vendorId)).to.include(demo.vendorId);

    const items = demo.mealIds.slice(0, 2).map((mealId) => ({ mealId, quantity: 2 }));
    const wish = { vendorId: demo.vendorId, items, location: place };
    const quote = await server.must(server.post<Schemas["Quote"]>(addresses.quote, wish));
    expect(await server.must(server.get(`${addresses.quote}/${quote.quoteId}`))).to.deep.equal(quote);

    const { customerId } = await server.aCustomer();
    const { addressId } = await server.anAddress(customerId, place);
    const request = { quoteId: quote.quoteId, customerId, addressId, paymentMethod: "CARD" };
    const key = { "idempotency-key": randomUUID() };
    const checkout = await server.must(server.post<Schemas["Checkout"]>(addresses.checkout, request, key));
    expect(checkout).to.include({ amount: quote.total, status: "PENDING" });

    const page = await fetch(checkout.checkoutUrl);
    expect(await page.text()).to.include("Approve the payment");
    const token = await server.pageToken(checkout.reference);
    const settled = await fetch(checkout.checkoutUrl, {
      method: "POST",
      body: new URLSearchParams({ decision: "approve", token }),
    });
    expect(await settled.text()).to.include("Paid");
    const { status, deliveryId } = await server.attempt(checkout.reference);
    expect(status).to.equal("SUCCEEDED");

    const review = () =>
      server.post<Schemas["RiderReview"] | Schemas["Problem"]>(
        `/api/v1/customers/customers/${customerId}/reviews/rider`,
        { deliveryId, rating: 5, indicators: { onTime: true } },
      );
    expect((await review()).status).to.equal(409);
    const steps = ["ASSIGNED", "PICKED_UP", "IN_TRANSIT", "DELIVERED"];
    for (const step of steps) expect((await advance(String(deliveryId))).status).to.equal(step);
    expect((await review()).status).to.equal(201);
  });

  it("begins with a delivery that can be reviewed at once", async () => {
    const body = { deliveryId: demo.deliveredDeliveryId, rating: 4 };
    const { status } = await server.post(`/api/v1/customers/customers/${demo.customerId}/reviews/rider`, body);
    expect(status).to.equal(201);
  });

  it("takes place in a city with at least two hundred vendors, whichever start made it", async () => {
    await seedOrdering(server.database);
    const { rows } = await server.database.pool.query("SELECT count(*)::int AS vendors FROM vendors");
    expect(rows[0].vendors).to.be.within(200, 1000);
  });
});
