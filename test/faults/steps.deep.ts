import { join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "#test/support/folder.ts";
import { opened } from "#test/support/opened.ts";
import { mobileRequests, vitalRequests } from "../../bench/steps/browsers.ts";
import { ingestRequests } from "../../bench/steps/ingest.ts";
import { metricQueries } from "../../bench/steps/metric-queries.ts";
import { readRequests } from "../../bench/steps/reads.ts";
import { RecordedServer, type Sent } from "../../bench/steps/recorded-server.ts";
import { remoteWriteRequests } from "../../bench/steps/remote-write.ts";
import { masterKey, Site } from "./support/site.ts";

/** Where what is decoded record by record would show that it is not: more than these change nothing. */
const mostRecords = 3_000;
/** The same of series and samples. */
const mostSeries = 1_500;

/**
 * The most work that a step of each may take: what it takes now, and a fifth (`npm run bench -- steps` measures time, of
 * these and all others). What is one record is read in one step.
 */
const longest: Readonly<Record<string, number>> = {
  "ingestEvents: the most lines": 165_000,
  "ingestEvents: the most in a list": 100_000,
  "ingestEvents: an event with an object of the most names": 720_000,
  "exportTraces: the most names, json": 293_000,
  "exportTraces: the most names, protobuf": 100_000,
  "exportTraces: the most resources, json": 124_000,
  "exportTraces: a record of empty attributes, json": 1_200_000,
  "exportTraces: a record of the most attributes, protobuf": 4_700_000,
  "exportTraces: a record with an object of the most names": 525_000,
  "exportLogs: the most records, protobuf": 69_000,
  "exportLogs: the most resources, json": 150_000,
  // The keyed hash goes over the bytes of each new label.
  "exportMetrics: the most names, protobuf": 107_000,
  "exportMetrics: the most resources, json": 120_000,
  "exportTraces: the most of one trace, protobuf": 100_000,
  "listEvents: the latest": 1_300_000,
  "getEvent: an event with a list of objects": 800_000,
  "listLogs: the latest": 410_000,
  "getTrace: the longest": 520_000,
  "findTraces: the most": 310_000,
  "getServiceMap: the most": 21_000,
  "listServiceOperations: the most": 150_000,
  "ingestEvents: an event with a list of objects to be read": 630_000,
  "writeMetrics: new series, 1.0": 41_000,
  "writeMetrics: new metrics, 1.0": 45_000,
  "writeMetrics: series of 128 labels, 1.0": 170_000,
  "writeMetrics: samples of one series, the latest first, 1.0": 35_000,
  "writeMetrics: stale markers of one series, 1.0": 35_000,
  "writeMetrics: exemplars of one series, 1.0": 74_000,
  "writeMetrics: histograms of one series, 1.0": 94_000,
  // Of it, 4,000 are elements of a block of Snappy, whose reader pauses.
  "writeMetrics: metadata, 1.0": 22_000,
  "writeMetrics: new series, 2.0": 49_000,
  // As with metadata: a block of Snappy.
  "writeMetrics: symbols, 2.0": 22_000,
  "queryMetrics: 40,000 metrics": 25_000,
  "queryMetrics: the same, written with the latest first": 5_300,
  "queryMetrics: a function of the same": 5_300,
  "queryMetrics: 250,000 histograms": 5_300,
  "listLabelValues: 40,000 metrics": 42_000,
  "listLabels: the labels": 4_600,
  "ingestWebVitals: a list of the most pages": 130_000,
  "ingestWebVitals: one with an object of the most names": 470_000,
  "ingestMobileEvent: an event with an object of the most names": 720_000,
};

/** They make many series, or many steps, of nothing. */
const queries = [
  'avg_over_time((count_values("n",vector(time())))[1h:1])',
  "max_over_time((clamp(sin(vector(time())),0,1) > bool timestamp(vector(1)))[200000s:1])",
];
/** Queries are evaluated in threads: what is left are the messages. */
const longestOfQuery = 50_000;

describe("the longest step of a request", () => {
  const site = opened(() => Site.open());
  const server = opened(() => {
    const env = {
      ACCORD_DATABASE_URL: site.database.url,
      ACCORD_DATA_DIR: join(temporaryFolder(), "accord"),
      ACCORD_MASTER_KEY: masterKey.toString("hex"),
    };
    return RecordedServer.start(["serve", "--api", "observability"], env, "work-meter");
  });
  let key: string;
  let requests: readonly Iterable<Sent & { readonly operationId: string; readonly what: string }>[];

  before(async () => {
    const { project, mobileSecret: secret, ...tenant } = await site.tenant();
    key = tenant.key;
    const chosen = { mostRecords, isWanted: (name: string) => name in longest };
    requests = [
      ingestRequests(key, chosen),
      readRequests(key, chosen),
      remoteWriteRequests(key, { ...chosen, mostRecords: mostSeries }),
      metricQueries(key, chosen),
      vitalRequests(key, chosen),
      mobileRequests({ projectId: project.id, environment: "test", secret }, chosen),
    ];
  });

  it("takes no more work than it did, counted in calls, passes of loops and characters of JSON", async () => {
    const took: Record<string, number> = {};
    for (const some of requests)
      for (const { operationId, what, ...sent } of some) {
        const name = `${operationId}: ${what}`;
        const { status, longest: work } = await server.measured(sent);
        expect(status, name).to.be.within(200, 299);
        took[name] = work;
      }
    expect(Object.keys(took)).to.have.members(Object.keys(longest));
    for (const [name, work] of Object.entries(took)) expect(work, name).to.be.at.most(longest[name] ?? 0);
  });

  it("has no part in evaluating a query", async () => {
    for (const query of queries) {
      const path = `/api/v1/prom/query?${new URLSearchParams({ query })}`;
      const took = await server.measured({ method: "GET", path, headers: { "x-api-key": key }, body: "" });
      expect(took.status, query).to.equal(200);
      expect(took.longest, query).to.be.at.most(longestOfQuery);
    }
  });
});
