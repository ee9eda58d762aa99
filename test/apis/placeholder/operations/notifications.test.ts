import { expect } from "chai";
import type { Schemas } from "#generated/placeholder/contract.ts";
import { type Signed, sharedPlaceholderServer } from "#test/builders/placeholder.ts";

type Notification = Schemas["Notification"];

describe("the notifications", () => {
  const server = sharedPlaceholderServer();
  const list = async (as: Signed, query = "") =>
    await server.data<Schemas["NotificationPage"]>("GET", `/v1/notifications${query}`, { as });
  const welcomeOf = async (as: Signed) => {
    const notification = (await list(as)).items.find(({ type }) => type === "welcome");
    if (notification === undefined) throw new Error("no welcome");
    return notification;
  };

  describe("listNotifications", () => {
    describe("200", () => {
      it("welcomes a new account", async () => {
        const as = await server.aUser();
        const { items, total } = await list(as);
        expect(total).to.equal(1);
        expect(items[0]).to.include({ type: "welcome", orderId: null, read: false, readAt: null });
      });

      it("tells each step of an order, the newest first, to its customer alone", async () => {
        const [as, other] = [await server.aUser(), await server.aUser()];
        const { id } = await server.anOrder(as);
        await server.data("PATCH", `/v1/orders/${id}/cancel`, { as });
        const { items } = await list(as);
        expect(items.map(({ type, orderId }) => [type, orderId])).to.deep.equal([
          ["order_cancelled", id],
          ["order_created", id],
          ["welcome", null],
        ]);
        expect(items[1]?.body).to.include("NGN 25000.00");
        expect((await list(other)).total).to.equal(1);
        expect((await list(as, "?page=2&limit=2")).items.map(({ type }) => type)).to.deep.equal(["welcome"]);
      });
    });
  });

  describe("markNotificationRead", () => {
    describe("200", () => {
      it("marks it once; repeating it keeps the first time", async () => {
        const as = await server.aUser();
        const notification = await welcomeOf(as);
        const path = `/v1/notifications/${notification.id}/read`;
        const marked = await server.data<Notification>("PATCH", path, { as });
        expect(marked).to.deep.equal({ ...notification, read: true, readAt: marked.readAt });
        expect(Date.parse(marked.readAt ?? "")).to.be.at.most(Date.now());
        expect(await server.data("PATCH", path, { as })).to.deep.equal(marked);
        expect(await welcomeOf(as)).to.deep.equal(marked);
      });
    });
  });
});
