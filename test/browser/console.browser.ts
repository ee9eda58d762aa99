/**
 * The console, as somebody uses it who has just run `npm start`: needs Chromium, so the plain `npm test` leaves this file out by its
 * name.
 *
 *     npm test -- test/browser/console.browser.ts
 */
import { randomBytes } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect } from "chai";
import type { Page } from "playwright-core";
import { Accord, accord } from "#test/cli/support/accord.ts";
import { temporaryFolder } from "#test/support/folder.ts";
import { until } from "#test/support/until.ts";
import { desktop, TestBrowser, type Visit } from "./support/visits.ts";

const bundles = new URL("../../packages/debug-info/test/fixtures/javascript/", import.meta.url);
/** A phone of 375 CSS pixels. */
const home = "/console/demo-observability/shop/test";

const hex = (bytes: number) => randomBytes(bytes).toString("hex");
const text = (key: string, value: string) => ({ key, value: { stringValue: value } });

describe("the console", () => {
  const folder = temporaryFolder();
  const env = { ACCORD_DATA_DIR: folder, ACCORD_WEBHOOK_ALLOW_LOOPBACK: "1" };
  const traceId = hex(16);
  const slow = hex(8);
  let server: Accord;
  let origin: string;
  const browser = new TestBrowser();
  let firstLink: string;
  let demo: { readonly projectId: string; readonly apiKey: string };
  let visit: Visit;

  before(async () => {
    server = new Accord(["start"], { env });
    [, firstLink = ""] = await server.said(/Console, signed in[^\n]*: (http:\S+)\n/);
    origin = await server.listening();
    demo = JSON.parse(readFileSync(join(folder, "demo.json"), "utf8")).observability;
    await send();
  });
  after(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function post(path: string, body: unknown): Promise<void> {
    const { status } = await fetch(`${origin}/observability${path}`, {
      method: "POST",
      headers: { "x-api-key": demo.apiKey, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(status, path).to.be.oneOf([200, 202]);
  }

  /** An error of a minified page within a trace, its logs, a histogram and web vitals; then the source map. */
  async function send(): Promise<void> {
    const now = Date.now();
    const nanos = (ms: number) => String(BigInt(now + ms) * 1_000_000n);
    const resource = { attributes: [text("service.name", "cart")] };
    const span = (name: string, spanId: string, from: number, to: number, more: object = {}) => ({
      ...{ traceId, spanId, name, kind: 2, startTimeUnixNano: nanos(from), endTimeUnixNano: nanos(to) },
      ...more,
    });
    const root = hex(8);
    const spans = [
      span("GET /cart", root, -900, -50),
      span("SELECT prices", slow, -800, -100, { parentSpanId: root, status: { code: 2 } }),
      span("render", hex(8), -99, -60, { parentSpanId: root }),
    ];
    await post("/v1/traces", { resourceSpans: [{ resource, scopeSpans: [{ scope: {}, spans }] }] });
    const log = (body: string, severityNumber: number, ms: number) => ({
      ...{ timeUnixNano: nanos(ms), severityNumber, severityText: "", traceId, spanId: slow },
      body: { stringValue: body },
      attributes: [text("db.system", "postgresql")],
    });
    const logRecords = [log("prices are asked for", 9, -790), log("a price is missing", 17, -110)];
    await post("/v1/logs", { resourceLogs: [{ resource, scopeLogs: [{ scope: {}, logRecords }] }] });
    const dataPoints = Array.from({ length: 10 }, (_, minute) => ({
      startTimeUnixNano: nanos(-700_000),
      timeUnixNano: nanos(-(9 - minute) * 60_000),
      ...{ count: String(10 * minute), sum: 3 * minute, explicitBounds: [0.1, 0.5, 1] },
      bucketCounts: [2 * minute, 5 * minute, 2 * minute, minute].map(String),
    }));
    const histogram = { name: "http_request_duration_seconds", histogram: { aggregationTemporality: 2, dataPoints } };
    await post("/v1/metrics", { resourceMetrics: [{ resource, scopeMetrics: [{ scope: {}, metrics: [histogram] }] }] });
    const page = "https://shop.example/cart";
    await post("/api/v1/rum", [
      { name: "LCP", value: 1_800, rating: "good", url: page },
      { name: "LCP", value: 5_200, rating: "poor", url: page },
      { name: "CLS", value: 0.02, rating: "good", url: page },
    ]);
    const stack = readFileSync(new URL("stack.txt", bundles), "utf8");
    const frames = stack.split("\n").flatMap((line) => {
      const [, name = "", filename, lineno, colno] = /^ +at (?:(.+) \()?(.+?):(\d+):(\d+)\)?$/.exec(line) ?? [];
      return filename === undefined ? [] : [{ function: name, filename, lineno: Number(lineno), colno: Number(colno) }];
    });
    await post("/api/v1/monitor/ingest", {
      ...{ eventId: "crash", level: 50, time: now - 100, release: "shop@1.0", traceId, tags: { region: "eu" } },
      exception: { type: "PriceError", value: "no price for pears", stacktrace: { frames } },
      breadcrumbs: [{ timestamp: now - 500, category: "ui", message: "clicked Buy" }],
    });
    const build = join(folder, "build");
    mkdirSync(build);
    for (const name of ["bundle.js", "bundle.js.map"])
      copyFileSync(new URL(name, bundles), join(build, name === "bundle.js" ? name : "bundle.js.map"));
    const { code, output } = await accord(["symbols", "upload", build, "--platform", "web", "--release", "shop@1.0"], {
      env: { ...env, ACCORD_API_URL: `${origin}/observability`, ACCORD_API_KEY: demo.apiKey },
    });
    expect(code, output).to.equal(0);
    await until(async () => {
      const headers = { "x-api-key": demo.apiKey };
      const answer = await fetch(`${origin}/observability/api/v1/monitor/events/crash`, { headers });
      return ((await answer.json()) as { symbolication?: { status: string } }).symbolication?.status === "complete";
    });
  }

  async function link(...args: string[]): Promise<string> {
    const { output, code } = await accord(["console", "--url", origin, ...args], { env });
    expect(code, output).to.equal(0);
    return output.trim().slice(origin.length);
  }

  /** Opens a page of the console, signed in. */
  async function open(path: string, as: readonly string[] = [], viewport = desktop): Promise<Page> {
    visit = await browser.visit(origin, { viewport });
    await visit.open(await link(...as));
    await visit.page.getByRole("heading", { name: "Console" }).waitFor();
    await visit.open(path);
    return visit.page;
  }

  it("opens by the link that the first start shows, once, and is left by signing out", async () => {
    visit = await browser.visit(origin);
    const { page } = visit;
    await visit.open(firstLink.slice(origin.length));
    await page.getByRole("heading", { name: "Demo Observability" }).waitFor();
    expect(new URL(page.url()).pathname).to.equal("/console");
    expect(await page.evaluate("document.cookie")).to.equal("");
    await page.getByRole("link", { name: "PriceError: no price for pears" }).waitFor();
    await page.getByText("2 log records in the last hour, 1 of them errors").waitFor();
    await visit.isForEverybody("home");
    await visit.open("/");
    await page.getByRole("link", { name: "What happened in the last hour" }).click();
    await page.getByRole("heading", { name: "Demo Observability" }).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(visit.faults).to.deep.equal([]);
    await visit.open(`${home}/events`);
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(visit.faults).to.deep.equal([]);
    await visit.end();
    visit = await browser.visit(origin);
    await visit.open(firstLink.slice(origin.length));
    await visit.page.getByRole("alert").getByText("used").waitFor();
  });

  it("shows an error with its source, from it the slow span, and from that its logs", async () => {
    const page = await open(`${home}/events`);
    await page.getByRole("link", { name: "PriceError: no price for pears" }).click();
    await page.getByText("throw new PriceError").waitFor();
    await page.getByText("src/price.ts:10").waitFor();
    await page.getByText("clicked Buy").waitFor();
    await page.getByText("a price is missing").waitFor();
    await visit.isForEverybody("event");
    await page.getByRole("link", { name: "Its trace" }).click();
    await page.getByRole("heading", { name: "GET /cart" }).waitFor();
    const span = page.getByRole("button", { name: /SELECT prices/ });
    expect(await span.textContent()).to.include("700.0 ms");
    await span.click();
    await page.getByRole("link", { name: "Logs of this time" }).waitFor();
    await visit.isForEverybody("trace");
    await page.getByRole("link", { name: "Logs of this time" }).click();
    await page.getByText("prices are asked for").waitFor();
    expect(new URL(page.url()).searchParams.get("traceId")).to.equal(traceId);
    await visit.isForEverybody("logs");
  });

  it("lists an issue, takes it to its events, and lets it be resolved", async () => {
    const page = await open(`${home}/issues`);
    await page.getByRole("link", { name: /PriceError/ }).click();
    await page.getByRole("heading", { name: /PriceError/ }).waitFor();
    await page.getByRole("button", { name: "Resolved" }).click();
    await page.getByRole("button", { name: "Open it again" }).waitFor();
    await page.getByText("resolved", { exact: true }).waitFor();
    await visit.isForEverybody("issue");
    await page.getByRole("link", { name: "Issues" }).first().click();
    await page.getByRole("row", { name: /PriceError.*resolved/ }).waitFor();
    await visit.isForEverybody("issues");
    await page.getByRole("link", { name: /PriceError/ }).click();
    await page
      .getByRole("row", { name: /PriceError/ })
      .getByRole("link")
      .click();
    await page.getByText("throw new PriceError").waitFor();
    expect(visit.faults).to.deep.equal([]);
  });

  it("shows a webhook that failed, and sends it again; and sales, or how one comes about", async () => {
    let refused = 0;
    let works = false;
    const receiver = createServer((_, response) => {
      if (!works) refused++;
      response.writeHead(works ? 204 : 500).end();
    });
    await new Promise<void>((listening) => receiver.listen(0, "127.0.0.1", listening));
    try {
      const { apiKey } = JSON.parse(readFileSync(join(folder, "demo.json"), "utf8")).insurance as { apiKey: string };
      const send = async (path: string, body?: object) => {
        const headers = { "x-api-key": apiKey, "content-type": "application/json" };
        const init = { method: "POST", headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
        const answer = await fetch(`${origin}/insurance/api/v1/${path}`, init);
        expect(answer.status, `${path}: ${await answer.text()}`).to.be.lessThan(300);
      };
      const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
      await send("webhook-endpoints", { url, events: ["quote.created"] });
      const form = "products/aegis/motor-comprehensive/form?context=new_business";
      await fetch(`${origin}/insurance/api/v1/${form}`, { headers: { "x-api-key": apiKey } });
      await send("quotes", {
        ...{ providerId: "aegis", productId: "motor-comprehensive", formVersion: 1 },
        formId: "motor-comprehensive.new_business",
        configuration: {
          ...{ plan: "plus", holderName: "Ada Obi", dateOfBirth: "1990-04-12", vehicleMake: "toyota" },
          ...{ vehicleModel: "corolla", registrationNumber: "LSR-482-KJ", usedForWork: false, sumInsured: 3_500_000 },
        },
      });
      await until(() => refused > 0);
      const page = await open("/console/demo-insurance/-/test/webhooks");
      await page.getByRole("cell", { name: url }).waitFor();
      await page.getByText("failed").first().waitFor();
      await visit.isForEverybody("webhooks");
      await page.getByRole("link", { name: "quote.created" }).click();
      await page.getByText('"type": "quote.created"').waitFor();
      await visit.isForEverybody("delivery");
      works = true;
      const resent = page.waitForResponse(/\/retry$/);
      await page.getByRole("button", { name: "Send it again" }).click();
      await resent;
      await page.locator("[aria-busy]").waitFor({ state: "detached" });
      await until(async () => {
        const looked = page.waitForResponse(/deliveries\/[^/]+$/);
        await page.getByRole("button", { name: "Look again" }).click();
        await looked;
        await page.locator("[aria-busy]").waitFor({ state: "detached" });
        return (await page.getByText("succeeded").count()) > 0;
      }, 15_000);
      await page.getByRole("link", { name: "Insurance sales" }).click();
      await page.getByText("There are none").waitFor();
      await page.getByRole("link", { name: "Quotes" }).click();
      await page.getByRole("cell", { name: "aegis" }).waitFor();
      await visit.isForEverybody("sales");
    } finally {
      receiver.close();
    }
  });

  it("zooms into the histogram by dragging, and by the keyboard", async () => {
    const page = await open(`${home}/logs`);
    await page.getByText("2 records, 1 of them errors.").waitFor();
    const histogram = page.getByRole("group", { name: /records by time/ });
    await histogram.getByRole("button").first().focus();
    // The last half hour: the records came some minutes ago.
    for (let bar = 1; bar < 31; bar++) await page.keyboard.press("ArrowRight");
    for (let bar = 31; bar < 60; bar++) await page.keyboard.press("Shift+ArrowRight");
    await page.getByRole("status").getByText("Taken: 2 records, 1 of them errors").waitFor({ state: "attached" });
    await page.keyboard.press("Enter");
    await page.waitForURL(/since=.*until=/);
    await page.getByText("prices are asked for").waitFor();
    await page.getByText("2 records, 1 of them errors.").waitFor();
    await visit.open(`${home}/logs`);
    const { x, y, width, height } = (await histogram.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(x + width / 4, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.up();
    await page.waitForURL(/since=.*until=/);
    await page.getByText("0 records, 0 of them errors.").waitFor();
    const [since, until] = ["since", "until"].map((name) =>
      Date.parse(new URL(page.url()).searchParams.get(name) ?? ""),
    );
    expect(((until ?? 0) - (since ?? 0)) / 60_000).to.be.within(15, 17);
    expect(visit.faults).to.deep.equal([]);
  });

  it("finds traces, and says what to do where there is none", async () => {
    const page = await open(`${home}/traces?service=cart`);
    await page.getByRole("link", { name: "GET /cart" }).waitFor();
    await page.getByText("1 error").waitFor();
    await visit.isForEverybody("traces");
    await page.getByLabel("Operation").fill("nowhere");
    await page.getByLabel("Operation").press("Enter");
    await page.getByText("No trace meets this.").waitFor();
    expect(visit.faults).to.deep.equal([]);
  });

  it("follows logs as they come, pauses, and goes on", async () => {
    const page = await open(`${home}/logs`);
    const log = (body: string) => {
      const logRecords = [{ timeUnixNano: `${Date.now()}000000`, severityNumber: 9, body: { stringValue: body } }];
      const resource = { attributes: [text("service.name", "tail")] };
      return post("/v1/logs", { resourceLogs: [{ resource, scopeLogs: [{ scope: {}, logRecords }] }] });
    };
    await page.getByText(/records, 1 of them errors/).waitFor();
    await page.getByText("prices are asked for").waitFor();
    await page.getByRole("button", { name: "Follow" }).click();
    await page.getByText("Following.").waitFor();
    expect(new URL(page.url()).searchParams.get("follow")).to.equal("yes");
    await log("the first one");
    await page.getByText("the first one").waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await log("the second one");
    await page.getByText("1 new.").waitFor();
    expect(await page.getByText("the second one").count()).to.equal(0);
    await visit.isForEverybody("follow");
    await page.getByRole("button", { name: "Go on" }).click();
    await page.getByText("the second one").waitFor();
    expect(await page.locator(".logs li").first().textContent()).to.include("the second one");
    expect(visit.faults).to.deep.equal([]);
  });

  it("follows events as they come", async () => {
    const page = await open(`${home}/events?follow=yes&q=just+now`);
    await page.getByText("Following.").waitFor();
    await post("/api/v1/monitor/ingest", { level: 30, time: Date.now(), message: "it happened just now" });
    await page.getByRole("link", { name: "it happened just now" }).waitFor();
    await visit.isForEverybody("follow-events");
  });

  it("draws which service calls which, and goes to the traces of one by the keyboard", async () => {
    const now = BigInt(Date.now()) * 1_000_000n;
    const [mapped, caller] = [hex(16), hex(8)];
    for (const [service, more] of [
      ["front", { spanId: caller }],
      ["basket", { spanId: hex(8), parentSpanId: caller, status: { code: 2 } }],
    ] as const) {
      const times = { startTimeUnixNano: String(now - 20_000_000n), endTimeUnixNano: String(now - 8_000_000n) };
      const spans = [{ traceId: mapped, name: `work of ${service}`, kind: 2, ...times, ...more }];
      const resource = { attributes: [text("service.name", service)] };
      await post("/v1/traces", { resourceSpans: [{ resource, scopeSpans: [{ scope: {}, spans }] }] });
    }
    const page = await open(`${home}/traces`);
    await page.getByRole("link", { name: "work of front" }).waitFor();
    await page.getByRole("link", { name: "Service map" }).click();
    await page.getByRole("row", { name: /front → basket 1 1 12\.0 ms/ }).waitFor();
    const basket = page.getByRole("link", { name: /^basket ?1 span, 100 % errors/ });
    await basket.waitFor();
    await visit.isForEverybody("service-map");
    await basket.focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/traces\?service=basket/);
    await page.getByRole("link", { name: "work of front" }).waitFor();
    expect(visit.faults).to.deep.equal([]);
  });

  it("merges issues that are one problem, and splits one that is two", async () => {
    const error = (type: string) => ({ level: 50, time: Date.now(), exception: { type, value: "no room" } });
    await post("/api/v1/monitor/ingest", [error("StorageFull"), error("DiskFull")]);
    const page = await open(`${home}/issues?q=no+room`);
    await page.getByRole("checkbox", { name: "Mark StorageFull: no room" }).check();
    await page.getByRole("checkbox", { name: "Mark DiskFull: no room" }).check();
    await page.getByLabel("Merge into").selectOption({ label: "StorageFull: no room" });
    await visit.isForEverybody("merge");
    await page.getByRole("button", { name: "Merge 2 issues" }).click();
    await page.getByRole("link", { name: "DiskFull: no room" }).waitFor({ state: "detached" });
    await page.getByRole("link", { name: "StorageFull: no room" }).click();
    await page.getByRole("checkbox", { name: "Mark DiskFull: no room" }).check();
    await visit.isForEverybody("split");
    await page.getByRole("button", { name: "Split off" }).click();
    await page.getByRole("heading", { name: "DiskFull: no room" }).waitFor();
    expect(visit.faults).to.deep.equal([]);
  });

  it("draws the quantile of a histogram, with units, and completes names", async () => {
    const page = await open(`${home}/metrics`);
    const field = page.getByLabel("Expression (PromQL)");
    await field.pressSequentially("histogram_q");
    await page.getByRole("option", { name: "histogram_quantile" }).waitFor();
    await field.press("Tab");
    expect(await field.inputValue()).to.equal("histogram_quantile");
    await field.fill("histogram_quantile(0.95, sum by (le) (rate(http_request_duration_seconds_bucket[5m])))");
    await field.press("Enter");
    await page.locator(".chart canvas").waitFor();
    const row = page.getByRole("row").nth(1);
    expect(await row.textContent()).to.match(/value[\d.]+ m?s/);
    await visit.isForEverybody("metrics");
  });

  it("rates web vitals by page at the 75th percentile", async () => {
    const page = await open(`${home}/vitals`);
    const row = page.getByRole("row", { name: /shop\.example\/cart/ });
    await row.waitFor();
    expect(await row.textContent()).to.match(/5\.20 s poor.*0\.020 good/);
    await visit.isForEverybody("vitals");
  });

  it("lists what was uploaded for symbolication", async () => {
    const page = await open(`${home}/symbols`);
    await page.getByRole("cell", { name: "sourcemap" }).waitFor();
    await visit.isForEverybody("symbols");
  });

  it("lets an owner make a key and revoke it, and the audit log tells", async () => {
    const page = await open("/console/demo-observability/-/test/keys");
    await page.getByText("Make a key for test data").click();
    await page.getByLabel("Label").fill("Made by hand");
    await page.getByRole("button", { name: "Make the key" }).click();
    await page.getByText("not shown again").waitFor();
    const row = page.getByRole("row", { name: /Made by hand/ });
    await visit.isForEverybody("keys");
    await row.getByRole("button", { name: /Revoke/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke it" }).click();
    await row.getByText("revoked").waitFor();
    await page.getByRole("link", { name: "Audit log" }).click();
    await page.getByRole("cell", { name: "api_key.revoked" }).first().waitFor();
    await visit.isForEverybody("audit");
  });

  it("lets a viewer look, and not revoke", async () => {
    await accord(["people", "set", "demo-observability", "viewer@example.org", "--role", "viewer"], { env });
    const as = ["--as", "viewer@example.org"];
    const page = await open("/console/demo-observability/-/test/keys", as);
    await page.getByText("only owners make and revoke keys").waitFor();
    await page
      .getByRole("cell", { name: /^sk_test_/ })
      .first()
      .waitFor();
    expect(await page.getByRole("button", { name: /Revoke|Make/ }).count()).to.equal(0);
    await visit.open(`${home}/events`);
    await page.getByRole("link", { name: /PriceError/ }).waitFor();
    expect(visit.faults).to.deep.equal([]);
  });

  it("has nothing at the address of another tenant", async () => {
    const as = ["--as", "viewer@example.org"];
    await accord(["people", "set", "demo-observability", "viewer@example.org", "--role", "viewer"], { env });
    const page = await open("/console/demo-insurance/-/test/keys", as);
    await page.getByRole("heading", { name: "There is nothing here" }).waitFor();
    expect(visit.faults).to.deep.equal([]);
  });

  it("is used by the keyboard alone", async () => {
    const page = await open(`${home}/events`);
    await page.getByRole("link", { name: /PriceError/ }).waitFor();
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).to.equal("Skip to the content");
    await page.keyboard.press("Enter");
    const reached = () => page.evaluate<boolean>("document.activeElement.textContent.startsWith('PriceError')");
    for (let tabs = 0; tabs < 20 && !(await reached()); tabs++) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("throw new PriceError").waitFor();
    expect(await page.evaluate("document.activeElement.id")).to.equal("content");
    expect(visit.faults).to.deep.equal([]);
  });

  it("marks live data", async () => {
    const page = await open(`${home}/events`);
    await page.getByRole("link", { name: /PriceError/ }).waitFor();
    await page.getByRole("button", { name: "Live" }).click();
    await page.getByText("No event meets this.").waitFor();
    expect(await page.evaluate("document.documentElement.dataset.environment")).to.equal("live");
    await visit.isForEverybody("live");
  });

  it("is small, and kept by browsers for good", async () => {
    visit = await browser.visit(origin);
    const answers: { url: string; caching: string; size: number }[] = [];
    visit.page.on("response", async (response) => {
      const { size } = await response
        .request()
        .sizes()
        .then(({ responseBodySize }) => ({ size: responseBodySize }));
      answers.push({ url: response.url(), caching: response.headers()["cache-control"] ?? "", size });
    });
    await visit.open(await link());
    await visit.page.getByRole("heading", { name: "Demo Observability" }).waitFor();
    await visit.page.waitForLoadState("networkidle");
    const assets = answers.filter(({ url }) => url.includes("/console/assets/"));
    expect(assets.length).to.be.greaterThan(1);
    for (const { caching, url } of assets) expect(caching, url).to.equal("public, max-age=31536000, immutable");
    expect(answers.reduce((sum, { size }) => sum + size, 0)).to.be.lessThan(250 * 1_024);
  });
});
