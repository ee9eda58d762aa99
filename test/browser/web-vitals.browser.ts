/**
 * The library `web-vitals` on a page of another origin, with a browser session: what a visitor's Chromium measures can be
 * queried. Needs Chromium, so the plain `npm test` leaves it out.
 *
 *     npm test -- test/browser/web-vitals.browser.ts
 */
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { expect } from "chai";
import type { Page } from "playwright-core";
import { MetricQuestions } from "#test/apis/observability/operations/metrics.ts";
import { observabilityServer } from "#test/apis/observability/operations/server.ts";
import { aProject } from "#test/builders/identity.ts";
import { until } from "#test/support/until.ts";
import { TestBrowser } from "./support/visits.ts";

const library = readFileSync(
  join(dirname(createRequire(import.meta.url).resolve("web-vitals")), "web-vitals.iife.js"),
  "utf8",
);

/** A shop whose page reports its vitals, with a token that its backend asks for. */
async function startShop(page: (origin: string) => string, mint: () => Promise<string>): Promise<Server> {
  const shop = createServer(async ({ url = "/" }, response) => {
    const { port } = shop.address() as AddressInfo;
    if (url.startsWith("/session")) response.end(await mint());
    else if (url.startsWith("/web-vitals.js")) response.setHeader("content-type", "text/javascript").end(library);
    else if (url === "/favicon.ico") response.writeHead(204).end();
    else response.setHeader("content-type", "text/html").end(page(`http://127.0.0.1:${port}`));
  });
  await new Promise<void>((listening) => shop.listen(0, "127.0.0.1", listening));
  return shop;
}

describe("web-vitals in Chromium, on a page of another origin", () => {
  const server = observabilityServer();
  const metrics = new MetricQuestions(server);
  const browser = new TestBrowser();

  const html = (mintFirst: boolean) => `<!doctype html><title>Shop</title><h1>Cart</h1>
    <p style="font-size: 40px">Three things that you wanted.</p>
    <button onclick="const end = performance.now() + 60; while (performance.now() < end); this.textContent = 'Bought'">Buy</button>
    <script src="/web-vitals.js"></script>
    <script>
      let token = ${mintFirst ? 'fetch("/session").then((answer) => answer.text())' : 'Promise.resolve("expired")'};
      window.answers = [];
      async function report(vital) {
        const send = async () => fetch("${server.baseUrl}/api/v1/rum", {
          method: "POST",
          keepalive: true,
          headers: { "content-type": "application/json", "x-monitor-session": await token },
          body: JSON.stringify({ ...vital, url: location.href, entries: undefined }),
        });
        let answer = await send();
        // Only a page that may read the refusal knows that it needs another token.
        if (answer.status === 401) {
          token = fetch("/session").then((minted) => minted.text());
          answer = await send();
        }
        window.answers.push([vital.name, answer.status]);
      }
      for (const measure of [webVitals.onLCP, webVitals.onCLS, webVitals.onINP, webVitals.onTTFB, webVitals.onFCP])
        measure(report, { reportAllChanges: true });
    </script>`;

  /** Opens the shop's page, buys, and leaves; the page's answers are there until it is closed. */
  async function visit(allowedOrigin: (origin: string) => string, mintFirst = true) {
    const { project, business } = await aProject(server.database);
    const caller = await server.caller({ owner: { project, business } });
    const mint = async () =>
      (await server.send<{ token: string }>("POST", "/api/v1/monitor/browser-session", { headers: caller })).body.token;
    const shop = await startShop(() => html(mintFirst), mint);
    const origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
    await server.database.owner.query("UPDATE projects SET allowed_origins = $2 WHERE id = $1", [
      project.id,
      [allowedOrigin(origin)],
    ]);
    const page = await browser.page();
    await page.goto(`${origin}/cart?token=secret#top`);
    await page.getByRole("button").click();
    await page.getByText("Bought").waitFor();
    return { page, origin, caller, shop };
  }

  const answersOf = (page: Page) =>
    page.evaluate(() => (globalThis as unknown as { answers: [string, number][] }).answers);

  it("reports what was measured, which can be queried by page", async () => {
    const { page, origin, caller, shop } = await visit((own) => own);
    await until(async () => new Set((await answersOf(page)).map(([name]) => name)).size === 5);
    expect((await answersOf(page)).every(([, status]) => status === 202)).to.equal(true);
    await until(async () => (await metrics.query(caller, '{__name__=~"rum[.].+"}')).length >= 4);
    const series = await metrics.query(caller, '{__name__=~"rum[.].+"}[5m]');
    const names = new Set(series.map(({ metric }) => metric.__name__));
    expect([...names].sort()).to.deep.equal(["rum.cls", "rum.inp", "rum.lcp", "rum.ttfb"]);
    for (const { metric, values = [] } of series) {
      expect(metric.url).to.equal(`${origin}/cart`);
      expect(metric.rating).to.be.oneOf(["good", "needs-improvement", "poor"]);
      expect(values, `${metric.__name__} was replaced, not repeated`).to.have.lengthOf(1);
    }
    await page.close();
    shop.close();
  });

  it("asks for another token when it reads that its own has expired", async () => {
    const { page, caller, shop } = await visit((own) => own, false);
    await until(async () => (await metrics.query(caller, "rum.lcp")).length === 1);
    expect((await answersOf(page)).map(([, status]) => status))
      .to.include(202)
      .and.not.include(401);
    await page.close();
    shop.close();
  });

  it("is refused on a page that the project does not list", async () => {
    const { page, caller, shop } = await visit(() => "https://other.example");
    const refused = await page.evaluate(
      async (url) =>
        fetch(url, {
          method: "POST",
          headers: { "content-type": "application/json", "x-monitor-session": await (await fetch("/session")).text() },
          body: JSON.stringify({ name: "LCP", value: 1 }),
        }).then(
          () => "the page read the answer",
          () => "refused",
        ),
      `${server.baseUrl}/api/v1/rum`,
    );
    expect(refused).to.equal("refused");
    expect(await metrics.query(caller, '{__name__=~"rum[.].+"}')).to.deep.equal([]);
    await page.close();
    shop.close();
  });
});
