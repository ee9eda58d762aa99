/**
 * How long one request may hold the event loop: the longest turn of the loop, in CPU time of its thread, while a server
 * answers the costliest requests that documents and bounds allow, one after another.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { OpenApiDocument } from "#src/contract/document.ts";
import { withDatabase } from "../observability/database.ts";
import { newKey, serverSettings } from "../observability/server.ts";
import { median } from "../process.ts";
import { table } from "../report.ts";
import { mobileRequests, newMobileApp, vitalRequests } from "./browsers.ts";
import { compactionSteps } from "./compaction.ts";
import { costlyRequests } from "./documents.ts";
import { ingestRequests } from "./ingest.ts";
import { metricQueries } from "./metric-queries.ts";
import { readRequests } from "./reads.ts";
import { RecordedServer, type Sent } from "./recorded-server.ts";
import { remoteWriteRequests } from "./remote-write.ts";
import type { Step } from "./step.ts";

export const apis = ["observability", "insurance", "wallet", "ordering", "placeholder"] as const;
/** Longest that one request may hold the loop (ms of CPU). */
export const budgetMs = 50;
/** What takes longer is sent again, so that a moment's collection or compilation is not taken for it. */
const suspectMs = budgetMs / 2;
const repeats = 2;
const shown = 12;

interface Named extends Sent {
  readonly operationId: string;
  readonly what: string;
}

export async function benchSteps(): Promise<void> {
  for (const api of apis) print(`${api}: decoded and validated`, await stepsOfDocument(api));
  await withDatabase(async (bench) => {
    const server = await RecordedServer.start(["serve", "--api", "observability"], serverSettings(bench));
    const teller = await newKey(bench);
    print("telemetry: taken in", await stepsOf(server, ingestRequests(teller)));
    print("telemetry: read", await stepsOf(server, readRequests(teller)));
    const writer = await newKey(bench);
    print("remote write: taken in", await stepsOf(server, remoteWriteRequests(writer)));
    print("metrics: asked for", await stepsOf(server, metricQueries(writer)));
    print("pages: taken in", await stepsOf(server, vitalRequests(await newKey(bench))));
    print("apps: taken in", await stepsOf(server, mobileRequests(await newMobileApp(bench))));
    await server.stop();
    print("compaction", await compactionSteps(bench));
  });
}

/** Answered from examples, so that what is measured is what every operation has in common. */
export async function stepsOfDocument(api: (typeof apis)[number]): Promise<Step[]> {
  const file = join(import.meta.dirname, "..", "..", "generated", api, "openapi.json");
  const document = JSON.parse(readFileSync(file, "utf8")) as OpenApiDocument;
  const server = await RecordedServer.start(["serve", "--mock", api], {});
  const steps = await stepsOf(server, costlyRequests(document));
  await server.stop();
  return steps;
}

async function stepsOf(server: RecordedServer, requests: Iterable<Named>): Promise<Step[]> {
  const steps: Step[] = [];
  for (const { operationId, what, ...sent } of requests) {
    const first = await server.measured(sent);
    const times = [first.longest];
    while (first.longest > suspectMs && times.length <= repeats) times.push((await server.measured(sent)).longest);
    steps.push({ name: `${operationId}: ${what}`, status: first.status, longestMs: median(times) });
  }
  return steps.sort((a, b) => b.longestMs - a.longestMs);
}

function print(title: string, steps: readonly Step[]): void {
  table(
    [`${title}, ${steps.length} requests`, "answered", "longest ms", `${budgetMs} ms`],
    steps
      .slice(0, shown)
      .map(({ name, status, longestMs }) => [
        name,
        String(status ?? ""),
        longestMs.toFixed(1),
        longestMs <= budgetMs ? "met" : "MISSED",
      ]),
  );
}
