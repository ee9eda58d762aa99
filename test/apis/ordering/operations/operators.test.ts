import { expect } from "chai";
import type { Schemas } from "#generated/ordering/contract.ts";
import { here, orderingServer } from "#test/builders/ordering.ts";
import { anOperatorToken } from "#test/support/personal-tokens.ts";

describe("vendors and orders, for operators of the installation", () => {
  const server = orderingServer();
  let headers: Readonly<Record<string, string>>;
  before(async () => {
    headers = { "x-api-key": await anOperatorToken(server.database) };
  });

  it("list every vendor with its place, those that are not approved included", async () => {
    const [open, hidden] = [await server.aVendor(), await server.aVendor({ approved: false })];
    const vendors = await server.all<Schemas["SeenVendor"]>("/api/v1/operators/vendors", headers);
    const ids = vendors.map(({ vendorId }) => vendorId);
    expect(ids).to.deep.equal([...new Set(ids)].sort());
    expect(vendors.find(({ vendorId }) => vendorId === open.vendorId)).to.include({ approved: true, ...here });
    expect(vendors.find(({ vendorId }) => vendorId === hidden.vendorId)).to.include({ approved: false });
  });

  it("list the orders of all customers, the newest first, with their deliveries, and without whose they are", async () => {
    const first = await server.aCheckout();
    const { deliveryId, customerId } = await server.aDelivery("IN_TRANSIT");
    const orders = await server.all<Schemas["SeenOrder"]>("/api/v1/operators/orders", headers);
    const ids = orders.map(({ orderId }) => orderId);
    expect(ids).to.deep.equal([...new Set(ids)].sort().reverse());
    expect(orders[0]).to.include({ status: "PAID" });
    expect(orders[0]?.delivery).to.include({ deliveryId, status: "IN_TRANSIT" });
    expect(orders.find(({ orderId }) => orderId === first.orderId)).to.include({
      status: "AWAITING_PAYMENT",
      delivery: null,
    });
    expect(JSON.stringify(orders)).not.to.include(customerId);
  });
});
