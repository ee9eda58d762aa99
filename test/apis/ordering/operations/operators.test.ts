import { expect } from "chai";
import type { Schemas } from "#generated/ordering/contract.ts";
import { anOperatorToken } from "#test/support/personal-tokens.ts";
import { here, orderingServer } from "./server.ts";

describe("vendors and orders, for operators of the installation", () => {
  const server = orderingServer();
  let headers: Readonly<Record<string, string>>;
  before(async () => {
    headers = { "x-api-key": await anOperatorToken(server.database) };
  });

  const all = async <Item>(path: string): Promise<Item[]> => {
    const items: Item[] = [];
    let cursor = "";
    do {
      const answer = await server.get<{ items: Item[]; nextCursor: string | null }>(
        `/api/v1/operators/${path}?limit=1${cursor}`,
        headers,
      );
      expect(answer.status).to.equal(200);
      const page = answer.body as { items: Item[]; nextCursor: string | null };
      items.push(...page.items);
      cursor = page.nextCursor === null ? "" : `&cursor=${page.nextCursor}`;
    } while (cursor !== "");
    return items;
  };

  it("list every vendor with its place, those that are not approved included", async () => {
    const [open, hidden] = [await server.aVendor(), await server.aVendor({ approved: false })];
    const vendors = await all<Schemas["SeenVendor"]>("vendors");
    const ids = vendors.map(({ vendorId }) => vendorId);
    expect(ids).to.deep.equal([...new Set(ids)].sort());
    expect(vendors.find(({ vendorId }) => vendorId === open.vendorId)).to.include({ approved: true, ...here });
    expect(vendors.find(({ vendorId }) => vendorId === hidden.vendorId)).to.include({ approved: false });
  });

  it("list the orders of all customers, the newest first, with their deliveries, and without whose they are", async () => {
    const first = await server.aCheckout();
    const { deliveryId, customerId } = await server.aDelivery("IN_TRANSIT");
    const orders = await all<Schemas["SeenOrder"]>("orders");
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
