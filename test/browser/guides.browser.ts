/**
 * The guides in a browser: every page that docs/README.md lists, their search and their switch between light and dark. They
 * need Chromium, so the plain `npm test` leaves this file out by its name.
 *
 *     npm test -- test/browser/guides.browser.ts
 */
import { expect } from "chai";
import { pino } from "pino";
import { apiNames } from "#src/apis/index.ts";
import { loadConfig } from "#src/config.ts";
import { readContents } from "#src/server/documentation/contents.ts";
import { serveMock } from "#src/server/serve.ts";
import { opened } from "#test/support/opened.ts";
import { startTestServer } from "#test/support/server.ts";
import { phone, TestBrowser, type Visit } from "./support/visits.ts";

const addresses = readContents().flatMap(({ address, sections }) => [
  `/${address}`,
  ...sections.flatMap(({ entries }) => entries.map((entry) => `/${entry.address}`)),
]);

describe("the guides in a browser", () => {
  const browser = new TestBrowser();
  let seen: Visit;
  const server = opened(() => startTestServer({ apis: apiNames }));
  beforeEach(async () => {
    seen = await browser.visit(server.url);
  });

  describe("can be read by everybody, on a phone, too:", () => {
    for (const address of addresses)
      it(address, async () => {
        await seen.open(address);
        expect(await seen.page.locator("h1").count()).to.equal(1);
        expect(await seen.flaws()).to.deep.equal([]);
        await seen.page.setViewportSize(phone);
        expect(await seen.overhang()).to.equal(0);
        expect(seen.faults).to.deep.equal([]);
      });
  });

  it("can be read in the dark", async () => {
    await seen.page.emulateMedia({ colorScheme: "dark" });
    await seen.open("/docs/guides/webhooks");
    expect(await seen.page.evaluate("getComputedStyle(document.body).backgroundColor")).to.equal("rgb(18, 22, 27)");
    expect(await seen.flaws()).to.deep.equal([]);
  });

  it("stay as light or dark as the reader has chosen, and so does the reference", async () => {
    const { page } = seen;
    await seen.open("/docs/guides/errors");
    const button = page.getByRole("button", { name: "Dark mode" });
    expect(await button.getAttribute("aria-pressed")).to.equal("false");
    await button.click();
    for (const path of ["/docs/guides/webhooks", "/ordering/docs"]) {
      await seen.open(path);
      expect(await button.getAttribute("aria-pressed"), path).to.equal("true");
    }
    await page.locator("body.dark-mode").waitFor();
    expect(seen.faults).to.deep.equal([]);
  });

  it("skip to their content with the first key", async () => {
    const { page } = seen;
    await seen.open("/docs/guides/errors");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).to.equal("Skip to the content");
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.id")).to.equal("content");
  });

  it("show programs in the language that was chosen, on every page", async () => {
    const { page } = seen;
    await seen.open("/docs/guides/insurance");
    const shown = page.getByRole("tabpanel");
    expect(await shown.count()).to.equal(1);
    expect(await shown.textContent()).to.include("curl -s");
    await page.getByRole("tab", { name: "TypeScript" }).click();
    expect(await shown.textContent()).to.include("createClient<paths>");
    await page.keyboard.press("ArrowRight");
    expect(await page.getByRole("tab", { selected: true }).textContent()).to.equal("Python");
    expect(await seen.flaws()).to.deep.equal([]);
    await seen.open("/docs/guides/pagination");
    expect(await shown.textContent()).to.include("import accord_insurance");
    expect(seen.faults).to.deep.equal([]);
  });

  it("have a button that copies code, on a phone, too", async () => {
    const permissions = ["clipboard-read", "clipboard-write"];
    const device = { viewport: phone, hasTouch: true, isMobile: true, permissions };
    const visit = await browser.visit(server.url, device);
    await visit.open("/docs/guides/errors");
    const button = visit.page.getByRole("button", { name: "Copy" }).first();
    expect(await visit.page.evaluate('getComputedStyle(document.querySelector(".copy")).opacity')).to.equal("1");
    await button.tap();
    await visit.page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await visit.page.evaluate("navigator.clipboard.readText()")).to.include("export INSURANCE_URL=");
    expect(visit.faults).to.deep.equal([]);
  });

  it("are found by keyboard, down to the heading", async () => {
    const { page } = seen;
    await seen.open("/docs/guides/errors");
    await page.keyboard.press("/");
    await page.keyboard.type("verification code");
    await page.getByRole("option", { name: /^Verification code/ }).waitFor();
    expect(await seen.flaws()).to.deep.equal([]);
    await page.keyboard.press("ArrowDown");
    expect(await page.getByRole("option", { selected: true }).count()).to.equal(1);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/docs/guides/webhooks#verification-code");
    expect(await page.locator("#verification-code").boundingBox())
      .to.have.property("y")
      .within(40, 300);
    expect(seen.faults).to.deep.equal([]);
  });

  it("and operations are found by what they do, their path or their name", async () => {
    const { page } = seen;
    await seen.open("/docs/guides");
    for (const [question, address] of [
      ["get an access token", "/wallet/docs#tag/access/"],
      ["get /api/v1/products", "/insurance/docs#tag/catalog/GET/api/v1/products"],
      ["createQuote", "/insurance/docs#tag/quotes/POST/api/v1/quotes"],
    ] as const) {
      await page.getByRole("combobox", { name: "Search guides and operations" }).fill(question);
      await page.locator(`#found a:first-child[href^="${server.url}${address}"]`).waitFor();
    }
    await page.keyboard.press("Enter");
    await page.waitForURL("**/insurance/docs#tag/**");
    // The reference shows what its address names.
    await page.locator('[id$="tag/quotes/POST/api/v1/quotes"]').first().waitFor();
    expect(seen.faults).to.deep.equal([]);
  });

  it("say when nothing is found", async () => {
    await seen.open("/docs/guides");
    await seen.page.keyboard.press("/");
    await seen.page.keyboard.type("zebra crossing");
    await seen.page.getByText("Nothing found.").waitFor();
  });

  it("lead to the references, and these back to them", async () => {
    const { page } = seen;
    await seen.open("/docs/guides/wallet");
    await page.getByRole("link", { name: "Wallet reference" }).click();
    await page.waitForURL(`${server.url}/wallet/docs`);
    await page.getByRole("link", { name: "Guides" }).click();
    await page.waitForURL(`${server.url}/docs/guides`);
    expect(seen.faults).to.deep.equal([]);
  });

  describe("of a mock that has the whole server", () => {
    let url: string;
    const mock = opened(async () => {
      const config = { ...loadConfig({}), port: 0 };
      return serveMock(config, pino({ level: "silent" }), "wallet");
    });
    before(async () => {
      url = mock.url ?? "";
    });

    it("are those that concern its API, which has the address /docs", async () => {
      const visit = await browser.visit(url);
      await visit.open("/docs");
      await visit.page.getByRole("heading", { name: "Accord Wallet API" }).first().waitFor();
      await visit.page.getByRole("link", { name: "Guides" }).click();
      await visit.page.getByRole("heading", { name: "Guides" }).waitFor();
      const listed = await visit.page
        .getByRole("navigation", { name: "All pages" })
        .getByRole("link")
        .allTextContents();
      expect(listed).to.include.members(["Wallet", "Errors"]).and.not.include("Insurance");
      await visit.open("/docs/guides/wallet");
      await visit.page.getByRole("link", { name: "Wallet reference" }).click();
      await visit.page.waitForURL(`${url}/docs`);
      expect(visit.faults).to.deep.equal([]);
    });
  });
});
