/**
 * Vendors and orders in the console, for those who operate the installation.
 *
 *     npm test -- test/browser/ordering.browser.ts
 */
import { expect } from "chai";
import type { Page } from "playwright-core";
import { advanceDelivery } from "#src/apis/ordering/deliveries/deliveries.ts";
import { issueSignInCode } from "#src/identity/console-sessions.ts";
import { localOperator } from "#src/identity/people.ts";
import { OrderingServer } from "#test/builders/ordering.ts";
import { startTestServer, type TestServer } from "#test/support/server.ts";
import { until } from "#test/support/until.ts";
import { desktop, narrow, TestBrowser, type Visit } from "./support/visits.ts";

describe("ordering in the console", () => {
  const server = new OrderingServer();
  let both: TestServer;
  const browser = new TestBrowser();
  let visit: Visit;

  before(async () => {
    await server.start();
    both = await startTestServer({ apis: ["management", "ordering"], database: server.database });
  });
  after(async () => {
    await both?.stop();
    await server.stop();
  });

  async function signIn(): Promise<Page> {
    visit = await browser.visit(both.url);
    const operator = await server.database.operator();
    await visit.open(`/console/sign-in#${await issueSignInCode(operator, await localOperator(operator))}`);
    await visit.page.getByRole("link", { name: "Ordering" }).waitFor();
    return visit.page;
  }

  it("shows vendors on a map of its own, and deliveries as they move", async () => {
    const { deliveryId } = await server.aDelivery("PICKED_UP");
    await server.aVendor({ approved: false });
    const page = await signIn();
    await page.getByRole("link", { name: "Ordering" }).click();
    await page.getByRole("row", { name: /paid picked up/ }).waitFor();
    await page.getByRole("img", { name: /Vendors and deliveries/ }).waitFor();
    expect(await page.locator(".map circle").count()).to.be.greaterThan(1);
    expect(await page.locator(".map rect").count()).to.equal(1);
    for (const [look, viewport] of Object.entries({ wide: desktop, narrow })) {
      await page.setViewportSize(viewport);
      for (const mode of ["light", "dark"]) {
        await visit.picture(`ordering-${look}-${mode}`);
        expect(await visit.barriers(), `${look}, ${mode}`).to.deep.equal([]);
        expect(await visit.overhang(), `${look}, ${mode}`).to.equal(0);
        await page.getByRole("button", { name: "Dark mode" }).click();
      }
    }
    await advanceDelivery(server.database, deliveryId, "DELIVERED", new Date());
    await page.getByRole("row", { name: /paid delivered/ }).waitFor();
    expect(await page.locator(".map rect").count()).to.equal(0);
    expect(visit.faults).to.deep.equal([]);
  });

  describe("looking again", () => {
    let page: Page;
    let refuses: boolean;
    let asked: number;
    const rows = () => page.getByRole("region", { name: "Orders" }).locator("tbody tr");
    const alert = () => page.getByRole("alert").getByText("Too busy.");
    /** Lets the time of three looks pass in the page. */
    const pass = () => page.clock.runFor(15_000);

    /** Pages of two orders each. */
    beforeEach(async () => {
      for (let orders = 0; orders < 4; orders++) await server.aCheckout();
      refuses = false;
      asked = 0;
      page = await signIn();
      await page.clock.install();
      await page.route("**/operators/orders?*", (route) => {
        asked++;
        if (refuses) return route.fulfill({ status: 503, json: { detail: "Too busy." } });
        return route.continue({ url: route.request().url().replace("limit=50", "limit=2") });
      });
      await page.getByRole("link", { name: "Ordering" }).click();
      await rows().nth(1).waitFor();
    });

    it("waits while older orders are shown, and goes on with the newest", async () => {
      await page.getByRole("button", { name: "Older" }).click();
      await rows().nth(3).waitFor();
      await page.getByText("This waits while older orders are shown").waitFor();
      const before = asked;
      await pass();
      expect(await rows().count()).to.equal(4);
      expect(asked).to.equal(before);
      const { orderId } = await server.aCheckout();
      await page.getByRole("button", { name: "Only the newest" }).click();
      await page.getByRole("row", { name: orderId }).waitFor();
      expect(await rows().count()).to.equal(2);
      const later = await server.aCheckout();
      await pass();
      await page.getByRole("row", { name: later.orderId }).waitFor();
      expect(visit.faults).to.deep.equal([]);
    });

    it("keeps the orders when a look is refused, and says so beside them", async () => {
      refuses = true;
      await pass();
      await alert().waitFor();
      expect(await rows().count()).to.equal(2);
      const before = asked;
      await page.getByRole("button", { name: "Try again" }).click();
      await until(() => asked > before);
      await alert().waitFor();
      expect(await rows().count()).to.equal(2);
      refuses = false;
      await pass();
      await alert().waitFor({ state: "detached" });
      expect(await rows().count()).to.equal(2);
    });

    it("keeps the orders when older ones are refused, and asks for those again", async () => {
      await page.getByRole("checkbox").uncheck();
      refuses = true;
      await page.getByRole("button", { name: "Older" }).click();
      await alert().waitFor();
      expect(await rows().count()).to.equal(2);
      refuses = false;
      await page.getByRole("button", { name: "Try again" }).click();
      await rows().nth(3).waitFor();
      expect(await page.getByRole("alert").count()).to.equal(0);
    });
  });
});
