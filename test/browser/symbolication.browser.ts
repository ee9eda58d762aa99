/**
 * A bundle of esbuild that throws in a visitor's Chromium: the page sends what it caught, and the event reads like the
 * source once the source map is there. Needs Chromium, so the plain `npm test` leaves it out.
 *
 *     npm test -- test/browser/symbolication.browser.ts
 */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { fixture } from "#debug-info/test/indexes.ts";
import { SymbolReaders } from "#src/apis/observability/symbols/reading/symbol-readers.ts";
import { symbolicationJobs } from "#src/apis/observability/symbols/symbolication/jobs.ts";
import { startJobs } from "#src/jobs/runner.ts";
import { anApp } from "#test/apis/observability/symbols/symbolication/apps.ts";
import { shown } from "#test/apis/observability/symbols/symbolication/crashes.ts";

import { SymbolServer } from "#test/apis/observability/symbols/uploads/symbol-server.ts";
import { whileTested } from "#test/support/api-server.ts";
import { silent } from "#test/support/postgres.ts";
import { TestBrowser } from "./support/visits.ts";

/** What a small error reporter does: the stack of V8, line by line. */
const html = (baseUrl: string, token: string) => `<!doctype html><title>Shop</title>
  <script src="/assets/bundle.js"></script>
  <script>
    async function report(error) {
      const frames = error.stack.split("\\n").flatMap((line) => {
        const found = /^ +at (?:(.+) \\()?(.+?):(\\d+):(\\d+)\\)?$/.exec(line);
        return found === null ? [] : [{ function: found[1] ?? "", filename: found[2], lineno: +found[3], colno: +found[4] }];
      });
      const answer = await fetch("${baseUrl}/api/v1/monitor/ingest/browser", {
        method: "POST",
        headers: { "content-type": "application/json", "x-monitor-session": "${token}" },
        body: JSON.stringify({
          eventId: "caught", level: 50, time: Date.now(), release: "shop@1.0",
          exception: { type: error.name, value: error.message, stacktrace: { frames } },
        }),
      });
      document.title = "Reported " + answer.status;
    }
    try { openShop(); } catch (error) { report(error); }
  </script>`;

describe("an error in Chromium", () => {
  const server = whileTested(new SymbolServer());
  const browser = new TestBrowser();

  it("reads like its source, with the lines around, once the source map of its release is uploaded", async () => {
    const app = await anApp(server);
    const { body } = await server.send<{ token: string }>("POST", "/api/v1/monitor/browser-session", {
      headers: app.headers,
    });
    const shop = createServer(({ url }, response) => {
      if (url === "/assets/bundle.js")
        response.setHeader("content-type", "text/javascript").end(fixture("javascript/bundle.js"));
      else response.setHeader("content-type", "text/html").end(html(server.baseUrl, body.token));
    });
    await new Promise<void>((listening) => shop.listen(0, "127.0.0.1", listening));
    const readers = new SymbolReaders();
    const declared = symbolicationJobs({ objects: server.objects, readers });
    const jobs = await startJobs(server.database, declared, { log: silent, pollInterval: 50 });
    try {
      const page = await browser.page();
      await page.goto(`http://127.0.0.1:${(shop.address() as AddressInfo).port}/`);
      await page.waitForFunction("document.title === 'Reported 202'");
      await app.becomes("caught", "missing");
      const fields = { release: "shop@1.0", platform: "web", artifactType: "sourcemap" };
      await server.artifact(app, fixture("javascript/bundle.js.map"), fields);
      const { frames } = await app.becomes("caught", "complete");
      expect(shown(frames).slice(0, 4)).to.deep.equal([
        "priceOf(src/price.ts:10)",
        "null(src/basket.ts:12)",
        "n.total(src/basket.ts:12)",
        "checkout(src/main.ts:4)",
      ]);
      expect(frames[0]?.context?.line).to.include("throw new PriceError");
    } finally {
      shop.close();
      await jobs.stop();
      await readers.close();
    }
  });
});
