/**
 * What a browser makes of the pages: they need Chromium, so the plain `npm test` leaves this file out by its name.
 *
 *     npm test -- test/browser/pages.browser.ts
 */
import { existsSync } from "node:fs";
import { expect } from "chai";
import { type Browser, chromium, type Page } from "playwright-core";
import { apiModules, apiNames } from "#src/apis/index.ts";
import { startTestServer, type TestServer } from "#test/support/server.ts";

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** A page that remembers everything it should not have done. */
class Visit {
  readonly page: Page;
  readonly faults: string[] = [];

  constructor(page: Page, origin: string) {
    this.page = page;
    page.on("console", (message) => {
      // A refused request of a content security policy is such a message too.
      if (message.type() === "error" || message.type() === "warning") this.faults.push(message.text());
    });
    page.on("pageerror", (error) => this.faults.push(String(error)));
    page.on("requestfailed", (request) => this.faults.push(`${request.url()} failed: ${request.failure()?.errorText}`));
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (/^https?:|^wss?:/.test(url.protocol) && url.origin !== origin) this.faults.push(`asked ${url.origin}`);
    });
    page.on("response", (response) => {
      if (response.status() >= 400) this.faults.push(`${response.url()} answered ${response.status()}`);
    });
  }
}

describe("in a browser", function () {
  this.timeout(120_000);
  let server: TestServer;
  let browser: Browser;
  before(async () => {
    if (!existsSync(executablePath)) {
      throw new Error(`Chromium is not at ${executablePath}. On Debian: apt-get install chromium. Or set CHROMIUM.`);
    }
    server = await startTestServer({ apis: apiNames });
    browser = await chromium.launch({
      executablePath,
      args: [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    });
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });

  async function visit(path: string): Promise<Visit> {
    const made = new Visit(await browser.newPage(), server.url);
    await made.page.goto(`${server.url}${path}`, { waitUntil: "networkidle" });
    return made;
  }

  it("the page at the root lists the APIs, and leads to their references", async () => {
    const { page, faults } = await visit("/");
    expect(await page.locator("h2").allTextContents()).to.deep.equal(apiModules.map(({ title }) => title));
    await page.locator("a", { hasText: "Reference" }).first().click();
    await page.waitForURL(`${server.url}/${apiNames[0]}/docs`);
    expect(faults).to.deep.equal([]);
  });

  it("a reference could not ask anyone else, and this test would see it try", async () => {
    const { page, faults } = await visit(`/${apiNames[0]}/docs`);
    await page.evaluate('fetch("https://elsewhere.example/").catch(() => {})');
    expect(faults.join("\n")).to.include("Content Security Policy");
  });

  it("the reference that the insurance document itself describes is the same page", async () => {
    const { page, faults } = await visit("/insurance/api/v1/docs");
    await page.getByRole("heading", { name: "Accord Insurance API" }).first().waitFor();
    await page.getByText("Ask whether the service is up").first().waitFor();
    expect(faults).to.deep.equal([]);
  });

  it("the reference of insurance shows the events that receivers get", async () => {
    const { page, faults } = await visit("/insurance/docs");
    await page
      .getByRole("link", { name: /Events/ })
      .first()
      .click();
    await page
      .getByRole("link", { name: /policy\.issued/ })
      .first()
      .click();
    await page.getByText("A purchase has become a policy.").first().waitFor();
    expect(faults).to.deep.equal([]);
  });

  for (const name of apiNames) {
    it(`the reference of ${name} shows its operations, without a fault or a request to anyone else`, async () => {
      const { page, faults } = await visit(`/${name}/docs`);
      const document = (await (await fetch(`${server.url}/${name}/openapi.json`)).json()) as {
        info: { title: string };
        paths: Record<string, Record<string, { summary?: string }>>;
      };
      await page.getByRole("heading", { name: document.info.title }).first().waitFor();
      const summary = Object.values(Object.values(document.paths)[0] ?? {})[0]?.summary ?? "";
      await page.getByText(summary).first().waitFor();
      expect(faults).to.deep.equal([]);
    });
  }
});
