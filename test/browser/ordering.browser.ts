/**
 * Vendors and orders in the console, for those who operate the installation.
 *
 *     npm test -- test/browser/ordering.browser.ts
 */
import { join } from "node:path";
import { expect } from "chai";
import type { Browser } from "playwright-core";
import { advanceDelivery } from "#src/apis/ordering/deliveries/deliveries.ts";
import { issueSignInCode } from "#src/identity/console-sessions.ts";
import { localOperator } from "#src/identity/people.ts";
import { startTestServer, type TestServer } from "#test/support/server.ts";
import { OrderingServer } from "../apis/ordering/operations/server.ts";
import { desktop, launchChromium, Visit } from "./support/visits.ts";

const narrow = { width: 375, height: 740 };

describe("ordering in the console", () => {
  const server = new OrderingServer();
  let both: TestServer;
  let browser: Browser;
  let visit: Visit;

  before(async () => {
    await server.start();
    both = await startTestServer({ apis: ["management", "ordering"], database: server.database });
    browser = await launchChromium();
  });
  afterEach(async function () {
    if (this.currentTest?.state === "failed" && process.env.SCREENSHOTS !== undefined)
      await visit?.page.screenshot({ path: join(process.env.SCREENSHOTS, "failed.png") });
    await visit?.end();
  });
  after(async () => {
    await browser?.close();
    await both?.stop();
    await server.stop();
  });

  it("shows vendors on a map of its own, and deliveries as they move", async () => {
    const { deliveryId } = await server.aDelivery("PICKED_UP");
    await server.aVendor({ approved: false });
    visit = await Visit.begin(browser, both.url, { viewport: desktop });
    const { page } = visit;
    page.setDefaultTimeout(15_000);
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
        if (process.env.SCREENSHOTS !== undefined)
          await page.screenshot({ path: join(process.env.SCREENSHOTS, `ordering-${look}-${mode}.png`) });
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
