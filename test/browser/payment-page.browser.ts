/**
 * The payment page on a phone, with scripts switched off. Needs Chromium, so the plain `npm test` leaves it out.
 *
 *     npm test -- test/browser/payment-page.browser.ts
 */
import { expect } from "chai";
import type { Page } from "playwright-core";
import { orderingServer } from "#test/builders/ordering.ts";
import { TestBrowser } from "./support/visits.ts";

describe("the payment page on a phone", () => {
  const server = orderingServer();
  const browser = new TestBrowser();
  let page: Page;
  let complaints: string[];
  beforeEach(async () => {
    const phone = { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true, javaScriptEnabled: false };
    page = await browser.page(phone);
    complaints = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("requestfailed", (request) => complaints.push(request.url()));
  });
  afterEach(() => page.context().close());

  for (const [button, outcome, status] of [
    ["Approve the payment", "Payment received", "SUCCEEDED"],
    ["Decline", "Payment not made", "FAILED"],
  ] as const) {
    it(`settles the payment with a tap on "${button}"`, async () => {
      const { reference, checkoutUrl } = await server.aCheckout();
      await page.goto(checkoutUrl);
      await page.getByRole("button", { name: button }).tap();
      await page.getByRole("heading", { name: outcome }).waitFor();
      expect((await server.attempt(reference)).status).to.equal(status);
      expect(await page.getByRole("button").count()).to.equal(0);
      expect(complaints).to.deep.equal([]);
    });
  }

  it("shows the same outcome when it is loaded again", async () => {
    const { checkoutUrl } = await server.aCheckout();
    await page.goto(checkoutUrl);
    await page.getByRole("button", { name: "Approve the payment" }).tap();
    const paid = page.getByRole("heading", { name: "Payment received" });
    await paid.waitFor();
    await page.goto(checkoutUrl);
    await paid.waitFor();
  });

  it("fits a narrow screen, with buttons that a thumb can hit", async () => {
    await page.goto((await server.aCheckout()).checkoutUrl);
    for (const button of await page.getByRole("button").all()) {
      const box = await button.boundingBox();
      expect(box?.height).to.be.at.least(44);
      expect((box?.x ?? 0) + (box?.width ?? 0)).to.be.at.most(320);
    }
    for (const part of await page.locator("dd").all()) {
      const box = await part.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).to.be.at.most(320);
    }
    expect(complaints).to.deep.equal([]);
  });
});
