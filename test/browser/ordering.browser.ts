/**
 * Vendors and orders in the console, for those who operate the installation.
 *
 *     npm test -- test/browser/ordering.browser.ts
 */
import { expect } from "chai";
import { advanceDelivery } from "#src/apis/ordering/deliveries/deliveries.ts";
import { issueSignInCode } from "#src/identity/console-sessions.ts";
import { localOperator } from "#src/identity/people.ts";
import { startTestServer, type TestServer } from "#test/support/server.ts";
import { OrderingServer } from "../apis/ordering/operations/server.ts";
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

  it("shows vendors on a map of its own, and deliveries as they move", async () => {
    const { deliveryId } = await server.aDelivery("PICKED_UP");
    await server.aVendor({ approved: false });
    visit = await browser.visit(both.url);
    const { page } = visit;
    const operator = await server.database.operator();
    await visit.open(`/console/sign-in#${await issueSignInCode(operator, await localOperator(operator))}`);
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
});
