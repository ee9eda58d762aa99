/**
 * What a browser makes of the references and the page at the root: they need Chromium, so the plain `npm test` leaves this
 * file out by its name.
 *
 *     npm test -- test/browser/pages.browser.ts
 */
import { expect } from "chai";
import { apiModules, apiNames } from "#src/apis/index.ts";
import { anApiKey } from "#test/builders/identity.ts";
import { opened } from "#test/support/opened.ts";
import { startTestServer } from "#test/support/server.ts";
import { phone, TestBrowser, type Visit } from "./support/visits.ts";

describe("in a browser", () => {
  const browser = new TestBrowser();
  const server = opened(() => startTestServer({ apis: apiNames }));

  async function visit(path: string): Promise<Visit> {
    const current = await browser.visit(server.url);
    await current.open(path);
    return current;
  }

  it("the page at the root lists the APIs, and leads to their references", async () => {
    const { page, faults } = await visit("/");
    expect(await page.locator("h2").allTextContents()).to.deep.equal(apiModules.map(({ title }) => title));
    await page.locator("a", { hasText: "Reference" }).first().click();
    await page.waitForURL(`${server.url}/${apiNames[0]}/docs`);
    expect(faults).to.deep.equal([]);
  });

  it("the page at the root can be read by everybody, on a phone and in the dark, too", async () => {
    const root = await visit("/");
    for (const summary of await root.page.locator("article summary").all()) await summary.click();
    expect(await root.barriers()).to.deep.equal([]);
    await root.page.getByRole("button", { name: "Dark mode" }).click();
    await root.page.setViewportSize(phone);
    expect(await root.barriers()).to.deep.equal([]);
    expect(await root.overhang()).to.equal(0);
    expect(root.faults).to.deep.equal([]);
  });

  it("a key that is typed into a reference makes a real request, and its real answer is shown", async () => {
    const { key, business } = await anApiKey(server.database);
    const { page, faults } = await visit("/observability/docs#tag/keys/GET/api/auth/verify");
    await page
      .getByRole("button", { name: /Test Request/ })
      .first()
      .click();
    const client = page.getByRole("dialog");
    await client.locator(".scalar-password-input").fill(key);
    await client.getByRole("button", { name: /^Send/ }).first().click();
    await client.getByText("200 OK").waitFor();
    await client.getByText(business.slug).first().waitFor();
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
    await page.getByText("Read the taxonomy").first().waitFor();
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
    it(`the reference of ${name} shows its operations, to everybody, without a fault or a request to anyone else`, async () => {
      const seen = await visit(`/${name}/docs`);
      const { page, faults } = seen;
      const document = (await (await fetch(`${server.url}/${name}/openapi.json`)).json()) as {
        info: { title: string };
        tags: { name: string }[];
        paths: Record<string, Record<string, { summary?: string; tags?: string[] }>>;
      };
      await page.getByRole("heading", { name: document.info.title }).first().waitFor();
      const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
      const first = operations.find(({ tags }) => tags?.includes(document.tags[0]?.name ?? ""));
      const summary = first?.summary ?? "";
      await page.getByText(summary).first().waitFor();
      for (const dark of [false, true]) {
        if (dark) await page.getByRole("button", { name: "Dark mode" }).click();
        expect(await seen.barriers()).to.deep.equal([]);
      }
      await page.setViewportSize(phone);
      expect(await seen.overhang()).to.equal(0);
      expect(faults).to.deep.equal([]);
    });
  }
});
