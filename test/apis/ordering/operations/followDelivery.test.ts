import { expect } from "chai";
import type { Schemas } from "#generated/ordering/contract.ts";
import { advanceDelivery } from "#src/apis/ordering/deliveries/deliveries.ts";
import { sharedOrderingServer } from "#test/builders/ordering.ts";
import { openingStreams, type ReadStream } from "#test/support/event-stream.ts";
import { until } from "#test/support/until.ts";

describe("deliveries that are followed", () => {
  const server = sharedOrderingServer();
  const pathOf = (customerId: string, deliveryId: string) => `/api/v1/customers/${customerId}/deliveries/${deliveryId}`;
  const get = (customerId: string, deliveryId: string) =>
    server.must(server.get<Schemas["Delivery"]>(pathOf(customerId, deliveryId)));
  const advance = (deliveryId: string, to?: Parameters<typeof advanceDelivery>[2]) =>
    advanceDelivery(server.database, deliveryId, to, new Date());

  const open = openingStreams();
  const follow = (customerId: string, deliveryId: string, last?: number): ReadStream =>
    open(
      `${server.baseUrl}${pathOf(customerId, deliveryId)}/events`,
      { accept: "text/event-stream" },
      last === undefined ? undefined : String(last),
    );
  const told = (stream: ReadStream | undefined) =>
    (stream?.of("step") ?? []) as { readonly status: string; readonly deliveryId: string }[];
  const statuses = (stream: ReadStream | undefined) => told(stream).map(({ status }) => status);

  describe("getDelivery", () => {
    describe("200", () => {
      it("says when each step was made", async () => {
        const { customerId, deliveryId } = await server.aDelivery("PENDING");
        await advance(deliveryId);
        await advance(deliveryId, "IN_TRANSIT");
        const { status, steps, updatedAt, createdAt } = await get(customerId, deliveryId);
        expect(status).to.equal("IN_TRANSIT");
        expect(steps.map((step) => step.status)).to.deep.equal(["PENDING", "ASSIGNED", "IN_TRANSIT"]);
        expect([steps[0]?.at, steps.at(-1)?.at]).to.deep.equal([createdAt, updatedAt]);
      });
    });
  });

  describe("followDelivery", () => {
    describe("200", () => {
      it("tells of the steps there are and of each that follows, and ends with the delivery", async () => {
        const { customerId, deliveryId } = await server.aDelivery("ASSIGNED");
        const stream = follow(customerId, deliveryId);
        const { headers } = await stream.response;
        expect(headers.get("content-type")).to.equal("text/event-stream");
        expect([headers.get("cache-control"), headers.get("x-accel-buffering")]).to.deep.equal(["no-store", "no"]);
        await until(() => statuses(stream).length === 2);
        await advance(deliveryId);
        await until(() => statuses(stream).length === 3);
        expect(stream.isOver).to.equal(false);
        await advance(deliveryId);
        await advance(deliveryId);
        await until(() => stream.isOver);
        expect(statuses(stream)).to.deep.equal(["PENDING", "ASSIGNED", "PICKED_UP", "IN_TRANSIT", "DELIVERED"]);
        expect(stream.events.map(({ id }) => id)).to.deep.equal(["1", "2", "3", "4", "5"]);
        expect(told(stream)[4]?.deliveryId).to.equal(deliveryId);
      });

      it("goes on after the step that was received last, and goes on to RETURNED after FAILED", async () => {
        const { customerId, deliveryId } = await server.aDelivery("PICKED_UP");
        const stream = follow(customerId, deliveryId, 1);
        await until(() => statuses(stream).length === 1);
        await advance(deliveryId, "FAILED");
        await until(() => statuses(stream).length === 2);
        await advance(deliveryId);
        await until(() => stream.isOver);
        expect(statuses(stream)).to.deep.equal(["PICKED_UP", "FAILED", "RETURNED"]);
      });

      it("tells each stream of its own delivery", async () => {
        const [one, other] = [await server.aDelivery("PENDING"), await server.aDelivery("PENDING")];
        const [first, second] = [one, other].map(({ customerId, deliveryId }) => follow(customerId, deliveryId));
        await advance(one.deliveryId, "CANCELLED");
        await until(() => first?.isOver === true);
        expect(statuses(first)).to.deep.equal(["PENDING", "CANCELLED"]);
        expect(statuses(second)).to.deep.equal(["PENDING"]);
        expect(second?.isOver).to.equal(false);
      });
    });

    describe("410", () => {
      it("keeps a browser away that has heard of the last step", async () => {
        const { customerId, deliveryId } = await server.aDelivery("DELIVERED");
        const { length } = (await get(customerId, deliveryId)).steps;
        expect((await follow(customerId, deliveryId, length).response).status).to.equal(410);
        const again = follow(customerId, deliveryId, length - 1);
        await until(() => again.isOver);
        expect(statuses(again)).to.deep.equal(["DELIVERED"]);
      });
    });

    describe("429", () => {
      it("opens five streams for a customer, and another one once one is left", async () => {
        const { customerId, deliveryId } = await server.aDelivery("PENDING");
        const streams = Array.from({ length: 5 }, () => follow(customerId, deliveryId));
        for (const stream of streams) expect((await stream.response).status).to.equal(200);
        const sixth = await follow(customerId, deliveryId).response;
        expect([sixth.status, sixth.headers.get("retry-after")]).to.deep.equal([429, "30"]);
        const other = await server.aDelivery("PENDING");
        expect((await follow(other.customerId, other.deliveryId).response).status).to.equal(200);
        streams[0]?.leave();
        await until(async () => (await follow(customerId, deliveryId).response).status === 200);
      });
    });
  });
});
