import { expect } from "chai";
import { seedOrdering } from "#src/apis/ordering/demo.ts";
import { orderingServer } from "#test/builders/ordering.ts";

interface Demo {
  readonly customerId: string;
  readonly vendorId: string;
  readonly mealIds: string[];
  readonly deliveredDeliveryId: string;
}

describe("the demo of the ordering API", () => {
  const server = orderingServer();
  let demo: Demo;
  before(async () => {
    demo = (await seedOrdering(server.database)) as unknown as Demo;
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
