/** `npm run bench [-- names…]`: prints the figures behind docs/performance.md. */
import { Argument, Command } from "commander";

const benches: Readonly<Record<string, () => Promise<void>>> = {
  engine: async () => (await import("./engine/index.ts")).benchEngine(),
  "document-sizes": async () => (await import("./engine/document-sizes.ts")).benchDocumentSizes(),
  boot: async () => (await import("./observability/boot.ts")).benchBoot(),
  events: async () => (await import("./observability/events.ts")).benchEvents(),
  issues: async () => (await import("./observability/issues.ts")).benchIssues(),
  growth: async () => (await import("./observability/growth.ts")).benchGrowth(),
  "two-servers": async () => (await import("./observability/two-servers.ts")).benchTwoServers(),
  console: async () => (await import("./console.ts")).benchConsole(),
  tail: async () => (await import("./observability/tail.ts")).benchTail(),
  spans: async () => (await import("./observability/spans.ts")).benchSpans(),
  searches: async () => (await import("./observability/searches.ts")).benchSearches(),
  query: async () => (await import("./observability/query.ts")).benchQuery(),
  promql: async () => (await import("./observability/promql.ts")).benchPromql(),
  "metric-growth": async () => (await import("./observability/metric-growth.ts")).benchMetricGrowth(),
  attacks: async () => (await import("./observability/attacks.ts")).benchAttacks(),
  steps: async () => (await import("./steps/index.ts")).benchSteps(),
  "remote-write": async () => (await import("./observability/remote-write.ts")).benchRemoteWrite(),
  append: async () => (await import("./observability/append.ts")).benchAppend(),
  symbols: async () => (await import("./observability/symbols.ts")).benchSymbols(),
  nearby: async () => (await import("./ordering/nearby.ts")).benchNearby(),
  merchant: async () => {
    await (await import("./insurance/traffic.ts")).benchTraffic();
    await (await import("./insurance/purchases.ts")).benchPurchases();
  },
  transfers: async () => (await import("./wallet/transfers.ts")).benchTransfers(),
  webhooks: async () => (await import("./webhooks.ts")).benchWebhooks(),
};

// `accord bench` loads this file, and its own name stands before the arguments.
const { args } = new Command("npm run bench --")
  .description(
    "Measures the budgets, each against what it is compared with, and prints both; see docs/performance.md. Nothing else should run meanwhile.",
  )
  .addArgument(new Argument("[names...]", "which benchmarks; all when left out").choices(Object.keys(benches)))
  .parse(process.argv.slice(import.meta.main ? 2 : 3), { from: "user" });
for (const name of args.length > 0 ? args : Object.keys(benches)) await benches[name]?.();
