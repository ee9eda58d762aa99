import { expect } from "chai";
import type { Schemas } from "#generated/placeholder/contract.ts";
import { seedPlaceholder } from "#src/apis/placeholder/demo.ts";
import { anEmail, aPassword, placeholderServer } from "./operations/server.ts";

type Tokens = Schemas["Tokens"];

/** What a newcomer does, over HTTP alone, one step building on the other. */
describe("a tour of the placeholder API", () => {
  const server = placeholderServer();

  it("leads from registering to the administrator's reports and back out", async () => {
    const demo = await seedPlaceholder(await server.database.operator());
    const data = server.data.bind(server) as typeof server.data;
    const email = anEmail();

    const user = await data<Schemas["User"]>("POST", "/v1/auth/register", {
      body: { name: "Ada", email, password: aPassword },
    });
    const first = await data<Tokens>("POST", "/v1/auth/login", { body: { email, password: aPassword } });
    const tokens = await data<Tokens>("POST", "/v1/auth/refresh", { body: { refreshToken: first.refreshToken } });
    const as = tokens.accessToken;
    expect(await data("PUT", "/v1/users/me", { as, body: { name: "Ada King" } })).to.deep.equal({
      ...user,
      name: "Ada King",
    });

    const { items: shelf } = await data<{ items: Schemas["Product"][] }>("GET", "/v1/products?limit=2", { as });
    const items = shelf.map(({ id: productId }) => ({ productId, quantity: 2 }));
    const order = await data<Schemas["Order"]>("POST", "/v1/orders", { as, body: { items } });
    expect(order.totalMinor).to.equal(2 * shelf.reduce((sum, { priceMinor }) => sum + priceMinor, 0));
    const regretted = await data<Schemas["Order"]>("POST", "/v1/orders", { as, body: { items } });
    await data("PATCH", `/v1/orders/${order.id}/pay`, { as });
    await data("PATCH", `/v1/orders/${regretted.id}/cancel`, { as });
    const { items: orders } = await data<{ items: Schemas["Order"][] }>("GET", "/v1/orders", { as });
    expect(orders.map(({ status }) => status).sort()).to.deep.equal(["CANCELLED", "PAID"]);

    const form = new FormData();
    form.set("file", new Blob(["Remember the milk."]), "note.txt");
    const file = await data<Schemas["UploadedFile"]>("POST", "/v1/upload", { as, body: form });
    expect(file).to.include({ filename: "note.txt", mediaType: "text/plain", size: 18 });

    const { items: told } = await data<{ items: Schemas["Notification"][] }>("GET", "/v1/notifications", { as });
    expect(told.map(({ type }) => type)).to.have.members([
      "welcome",
      "order_created",
      "order_created",
      "order_paid",
      "order_cancelled",
    ]);
    const [newest] = told;
    const read = await data<Schemas["Notification"]>("PATCH", `/v1/notifications/${newest?.id}/read`, { as });
    expect(read.read).to.equal(true);
    const settings = { language: "en", timeZone: "Africa/Lagos", theme: "dark", orderNotifications: false };
    expect(await data("PUT", "/v1/settings", { as, body: settings })).to.deep.equal(settings);

    const admin = await data<Tokens>("POST", "/v1/auth/login", {
      body: { email: demo.adminEmail, password: demo.adminPassword },
    });
    const before = await data<Schemas["Dashboard"]>("GET", "/v1/reports/dashboard", { as: admin.accessToken });
    expect(before.today.revenueMinor).to.be.at.least(order.totalMinor);
    const { days } = await data<Schemas["Analytics"]>("GET", "/v1/reports/analytics", { as: admin.accessToken });
    expect(days.at(-1)).to.deep.equal(before.today);
    await data("DELETE", `/v1/users/${user.id}`, { as: admin.accessToken });
    expect((await server.send("GET", "/v1/users/me", { as })).status).to.equal(401);
    expect((await server.send("POST", "/v1/auth/logout", { as: admin.accessToken })).status).to.equal(204);
  });
});
