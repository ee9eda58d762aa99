import { expect } from "chai";
import { orderingCommand } from "#src/apis/ordering/commands.ts";
import { canBecome, type DeliveryStatus, deliveryStatuses } from "#src/apis/ordering/deliveries/delivery-status.ts";
import { orderingServer } from "#test/builders/ordering.ts";
import { accordOn } from "#test/support/command-context.ts";

describe("accord ordering advance", () => {
  const server = orderingServer();

  function advance(...args: string[]) {
    const { database, masterKey, config } = server;
    const context = { database, masterKey, config };
    return accordOn(context, (open, write) => [orderingCommand(open, write)], ["ordering", "advance", ...args]);
  }

  it("moves a delivery step by step to the customer, and no further", async () => {
    const { deliveryId } = await server.aDelivery("PENDING");
    for (const step of ["ASSIGNED", "PICKED_UP", "IN_TRANSIT", "DELIVERED"]) {
      expect((await advance(deliveryId)).out).to.match(new RegExp(`status: +${step}\n`));
    }
    const { exitCode, err, out } = await advance(deliveryId);
    expect({ exitCode, out }).to.deep.equal({ exitCode: 1, out: "" });
    expect(err).to.include("nothing comes after");
  });

  it("goes all the way at once, and tells programs", async () => {
    const { deliveryId, customerId } = await server.aDelivery("PENDING");
    const { out } = await advance(deliveryId, "--to", "DELIVERED", "--json");
    expect(JSON.parse(out)).to.include({ deliveryId, customerId, status: "DELIVERED" });
  });

  it("refuses ways that there are not, and deliveries too", async () => {
    const { deliveryId } = await server.aDelivery("DELIVERED");
    expect((await advance(deliveryId, "--to", "CANCELLED")).err).to.include("cannot become CANCELLED");
    expect((await advance("del_unknown")).err).to.include("no delivery del_unknown");
    expect((await advance(deliveryId, "--to", "LOST")).exitCode).to.equal(1);
  });

  it("explains itself without opening the database", async () => {
    expect((await advance("--help")).out).to.include("Usage: accord ordering advance");
  });

  it("knows exactly these ways", () => {
    const ends = (from: DeliveryStatus) => deliveryStatuses.filter((to) => canBecome(from, to));
    expect(Object.fromEntries(deliveryStatuses.map((from) => [from, ends(from)]))).to.deep.equal({
      PENDING: deliveryStatuses.filter((status) => status !== "PENDING"),
      ASSIGNED: ["PICKED_UP", "IN_TRANSIT", "DELIVERED", "CANCELLED", "FAILED", "RETURNED"],
      PICKED_UP: ["IN_TRANSIT", "DELIVERED", "FAILED", "RETURNED"],
      IN_TRANSIT: ["DELIVERED", "FAILED", "RETURNED"],
      DELIVERED: [],
      CANCELLED: [],
      FAILED: ["RETURNED"],
      RETURNED: [],
    });
  });
});
