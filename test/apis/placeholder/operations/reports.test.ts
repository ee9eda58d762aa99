import { expect } from "chai";
import type { Schemas } from "#generated/placeholder/contract.ts";
import { seedPlaceholder } from "#src/apis/placeholder/demo.ts";
import { placeholderServer, type Signed } from "#test/builders/placeholder.ts";
import { expectFindings } from "#test/support/refusals.ts";

const dayMs = 24 * 60 * 60_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

describe("the reports", () => {
  const server = placeholderServer();
  let as: Signed;
  beforeEach(async () => {
    await server.database.pool.query("DELETE FROM placeholder_users");
    await server.database.pool.query("DELETE FROM placeholder_products");
    as = await server.anAdmin();
  });
  /** Moves an order to a moment, as if it had been placed then. */
  const placedAt = (id: string, time: string) =>
    server.database.pool.query("UPDATE placeholder_orders SET created_at = $2 WHERE id = $1", [id, time]);

  describe("getDashboard", () => {
    const dashboard = () => server.data<Schemas["Dashboard"]>("GET", "/v1/reports/dashboard", { as });

    describe("200", () => {
      it("counts an empty shop", async () => {
        const { generatedAt, today, ...totals } = await dashboard();
        expect(totals).to.deep.equal({
          users: 1,
          products: 0,
          orders: { pending: 0, paid: 0, cancelled: 0 },
          revenueMinor: 0,
          currency: "NGN",
        });
        expect(Math.abs(Date.parse(generatedAt) - Date.now())).to.be.lessThan(10_000);
        expect(today.orders).to.equal(0);
      });

      it("counts what happens, and only paid orders as revenue", async () => {
        const customer = await server.aUser();
        const [paid, cancelled, old] = [
          await server.anOrder(customer),
          await server.anOrder(customer),
          await server.anOrder(as),
        ];
        await server.anOrder(customer);
        await server.data("PATCH", `/v1/orders/${paid.id}/pay`, { as: customer });
        await server.data("PATCH", `/v1/orders/${cancelled.id}/cancel`, { as: customer });
        await server.data("PATCH", `/v1/orders/${old.id}/pay`, { as });
        await placedAt(old.id, new Date(Date.now() - 2 * dayMs).toISOString());
        const { users, orders, revenueMinor, today } = await dashboard();
        expect({ users, orders, revenueMinor }).to.deep.equal({
          users: 2,
          orders: { pending: 1, paid: 2, cancelled: 1 },
          revenueMinor: paid.totalMinor + old.totalMinor,
        });
        expect(today).to.include({ orders: 3, paidOrders: 1, cancelledOrders: 1, revenueMinor: paid.totalMinor });
      });
    });
  });

  describe("getAnalytics", () => {
    const analytics = (query = "") => server.data<Schemas["Analytics"]>("GET", `/v1/reports/analytics${query}`, { as });

    describe("200", () => {
      it("counts each day from midnight to midnight UTC, days without orders included", async () => {
        const moments = ["2026-03-01T00:00:00.000Z", "2026-03-01T23:59:59.999Z", "2026-03-03T00:00:00.000Z"];
        for (const moment of [...moments, "2026-02-28T23:59:59.999Z", "2026-03-04T00:00:00.000Z"]) {
          const { id } = await server.anOrder(as);
          await server.data("PATCH", `/v1/orders/${id}/pay`, { as });
          await placedAt(id, moment);
        }
        const { from, to, days } = await analytics("?from=2026-03-01&to=2026-03-03");
        expect([from, to]).to.deep.equal(["2026-03-01", "2026-03-03"]);
        expect(
          days.map(({ date, orders, paidOrders, revenueMinor }) => [date, orders, paidOrders, revenueMinor]),
        ).to.deep.equal([
          ["2026-03-01", 2, 2, 5_000_000],
          ["2026-03-02", 0, 0, 0],
          ["2026-03-03", 1, 1, 2_500_000],
        ]);
      });

      it("covers the last 30 days when nothing is asked, and counts new users", async () => {
        const { from, to, days } = await analytics();
        const today = dayOf(Date.now());
        expect([from, to, days.length]).to.deep.equal([dayOf(Date.parse(today) - 29 * dayMs), today, 30]);
        expect(days.at(-1)).to.include({ date: today, newUsers: 1 });
      });

      it("names the products that sold best, by revenue in paid orders", async () => {
        const { id } = await server.anOrder(as);
        const [pen, ink] = [
          await server.aProduct({ name: "Pen", priceMinor: 100 }),
          await server.aProduct({ name: "Ink", priceMinor: 7 }),
        ];
        const items = [
          { productId: ink.id, quantity: 10 },
          { productId: pen.id, quantity: 3 },
        ];
        const paid = await server.data<Schemas["Order"]>("POST", "/v1/orders", { as, body: { items } });
        await server.data("PATCH", `/v1/orders/${paid.id}/pay`, { as });
        expect((await analytics()).topProducts).to.deep.equal([
          { productId: pen.id, name: "Pen", quantity: 3, revenueMinor: 300 },
          { productId: ink.id, name: "Ink", quantity: 10, revenueMinor: 70 },
        ]);
        await server.data("PATCH", `/v1/orders/${id}/cancel`, { as });
      });

      it("shows a demo shop with a month of orders", async () => {
        const { adminEmail, adminPassword } = await seedPlaceholder(await server.database.operator());
        const { days, topProducts } = await analytics();
        expect(days.filter(({ orders }) => orders > 0).length).to.be.greaterThan(15);
        expect(topProducts).to.have.length(10);
        const again = await seedPlaceholder(await server.database.operator());
        expect(Object.keys(again)).to.deep.equal(["adminEmail", "adminPassword"]);
        expect(again.adminPassword).to.not.equal(adminPassword);
        const login = (password: unknown) =>
          server.send("POST", "/v1/auth/login", { body: { email: adminEmail, password } });
        expect([(await login(adminPassword)).status, (await login(again.adminPassword)).status]).to.deep.equal([
          401, 200,
        ]);
        expect((await analytics()).days).to.deep.equal(days);
      });

      it("covers as much as a leap year", async () => {
        expect((await analytics("?from=2024-01-01&to=2024-12-31")).days).to.have.length(366);
      });
    });
    describe("400", () => {
      it("refuses days of years that PostgreSQL or a calendar may not have", async () => {
        for (const query of ["to=0000-01-15", "to=0001-01-15", "from=0000-01-01&to=0000-01-02"])
          expect((await server.send("GET", `/v1/reports/analytics?${query}`, { as })).status, query).to.equal(400);
        const first = await server.send("GET", "/v1/reports/analytics?to=1000-01-01", { as });
        expect(first.status).to.equal(200);
      });

      it("refuses periods that end before they begin or are too long", async () => {
        const ask = (query: string) => server.send("GET", `/v1/reports/analytics?${query}`, { as });
        expectFindings(await ask("from=2026-03-02&to=2026-03-01"), "/query/from");
        expectFindings(await ask("from=2024-01-01&to=2025-01-01"), "/query/from");
      });
    });
  });
});
