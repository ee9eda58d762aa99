/** How long each page of the console takes in Chromium, from the click on its link until its content is drawn, over a server with some telemetry. */
import { randomBytes } from "node:crypto";
import type { Page } from "playwright-core";
import { desktop, launchChromium, Visit } from "#test/browser/support/visits.ts";
import { startServer } from "../scripts/clients/server.ts";
import { errorDetails } from "./observability/bodies.ts";
import { median } from "./process.ts";
import { budget, table } from "./report.ts";

const clicks = 20;
const wantedMs = 100;
/** Events, log records and traces of each. */
const records = 2_000;
const kinds = 200;

const project = "/console/demo-observability/shop/test";
const business = "/console/demo-observability/-/test";
const installation = "/console/-";

/** Pages by the addresses of their links, those of one menu together. */
const menus: readonly (readonly string[])[] = [
  ["issues", "events", "logs", "traces", "metrics", "vitals", "symbols", "quotas"].map((name) => `${project}/${name}`),
  ["keys", "webhooks", "sales", "quotas", "audit"].map((name) => `${business}/${name}`),
  ["tenants", "jobs", "nodes", "wallet", "ordering"].map((name) => `${installation}/${name}`),
];
/** What is opened from a list: its page, and how the addresses of its links begin. */
const opened = [
  { name: "an issue", list: `${project}/issues`, links: `main a[href*="/issues/iss_"]` },
  { name: "an event", list: `${project}/events`, links: `main a[href*="/events/"]` },
  { name: "a trace", list: `${project}/traces`, links: `main a[href*="/traces/"]` },
];

export async function benchConsole(): Promise<void> {
  const server = await startServer();
  const browser = await launchChromium();
  try {
    const { API_KEY: key = "" } = await server.env("observability");
    await furnish(server.baseUrl("observability"), key);
    const { origin } = new URL(server.baseUrl("management"));
    const visit = await Visit.begin(browser, origin, { viewport: desktop });
    const { SIGN_IN_CODE: code } = await server.env("management");
    await visit.open(`/console/sign-in#${code}`);
    await visit.page.getByRole("heading", { name: "Console" }).waitFor();
    await measurePages(visit);
    await visit.end();
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function measurePages(visit: Visit): Promise<void> {
  const times = new Map<string, number[]>();
  const note = (name: string, ms: number) => times.set(name, [...(times.get(name) ?? []), ms]);
  for (const addresses of menus) {
    await visit.open(addresses.at(-1) ?? "");
    await visit.page.locator("main h1").waitFor();
    for (let round = 0; round <= clicks; round++)
      for (const address of addresses)
        note(address.replace("/console/", ""), await clickToContent(visit.page, `nav a[href="${address}"]`));
  }
  for (const { name, list, links } of opened) {
    await visit.open(list);
    for (let round = 0; round <= clicks; round++) {
      await visit.page.locator(links).first().waitFor();
      note(name, await clickToContent(visit.page, links));
      await visit.page.goBack();
    }
  }
  const rows = [...times].map(([name, [first = 0, ...later]]) => ({
    name,
    figures: [first, median(later), Math.max(...later)],
  }));
  table(
    ["ms from click to content", "first click", "median", `slowest of ${clicks}`],
    rows.map(({ name, figures }) => [name, ...figures.map((ms) => ms.toFixed(0))]),
  );
  const medians = rows.map(({ figures: [, middle = 0] }) => middle);
  const all = [...times.values()].flat();
  console.log(`  all clicks: median ${median(all).toFixed(0)} ms, slowest ${Math.max(...all).toFixed(0)} ms`);
  budget(`${wantedMs} ms / the slowest page's median`, wantedMs / Math.max(...medians), 1);
}

/** Clicks the first such link. The content is there when the heading is another one, nothing is said to be loading, and a frame has been drawn. */
async function clickToContent(page: Page, selector: string): Promise<number> {
  return await page.evaluate((links) => {
    const heading = () => document.querySelector("main h1")?.textContent;
    const isLoading = () =>
      document.querySelector('main [aria-busy="true"]') !== null ||
      (document.querySelector("main")?.textContent ?? "").includes("Loading …");
    const before = heading();
    const link = document.querySelector<HTMLAnchorElement>(links);
    if (link === null) throw new Error(`there is no ${links}`);
    return new Promise<number>((resolve) => {
      const start = performance.now();
      link.click();
      const look = () => {
        const now = heading();
        if (now !== undefined && now !== before && !isLoading()) resolve(performance.now() - start);
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
  }, selector);
}

async function furnish(url: string, key: string): Promise<void> {
  const send = async (path: string, body: unknown) => {
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const answer = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  };
  const hex = (bytes: number) => randomBytes(bytes).toString("hex");
  const now = Date.now();
  const nanos = (ms: number) => `${now - ms}000000`;
  const each = <T>(make: (index: number) => T) => Array.from({ length: records }, (_, index) => make(index));
  const of = (service: string) => ({ attributes: [{ key: "service.name", value: { stringValue: service } }] });
  const { exception, ...details } = errorDetails();
  const errors = each((index) => ({
    ...{ ...details, level: 50, time: now - index * 1_000 },
    exception: { ...exception, type: `Error${index % kinds}` },
  }));
  for (let at = 0; at < records; at += 500) await send("/api/v1/monitor/ingest", errors.slice(at, at + 500));
  const logRecords = each((index) => ({
    ...{ timeUnixNano: nanos(index * 1_000), severityNumber: 9 + 4 * (index % 3) },
    body: { stringValue: `Order ${index} was taken` },
  }));
  await send("/v1/logs", { resourceLogs: [{ resource: of("shop"), scopeLogs: [{ scope: {}, logRecords }] }] });
  const spans = each((index) => ({
    ...{ traceId: hex(16), spanId: hex(8), name: "GET /orders", kind: 2 },
    ...{ startTimeUnixNano: nanos(index * 1_000 + 30), endTimeUnixNano: nanos(index * 1_000) },
  }));
  await send("/v1/traces", { resourceSpans: [{ resource: of("shop"), scopeSpans: [{ scope: {}, spans }] }] });
  const dataPoints = each((index) => ({ timeUnixNano: nanos(index * 15_000), asDouble: Math.random() }));
  const metrics = [{ name: "orders.open", gauge: { dataPoints } }];
  await send("/v1/metrics", { resourceMetrics: [{ resource: of("shop"), scopeMetrics: [{ scope: {}, metrics }] }] });
  const vitals = ["LCP", "INP", "CLS"].map((name) => ({ name, value: 1, url: "https://shop.example/cart" }));
  await send("/api/v1/rum", vitals);
}
