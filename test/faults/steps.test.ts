import { join } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "#test/support/folder.ts";
import { type IngestRequest, ingestRequests } from "../../bench/steps/ingest.ts";
import { RecordedServer } from "../../bench/steps/recorded-server.ts";
import { masterKey, Site } from "./support/site.ts";

/** Where what is decoded record by record would show that it is not: more than these change nothing. */
const mostRecords = 3_000;

/**
 * The most work that a step of each may take: what it takes now, and a fifth (`npm run bench -- steps` measures time, of
 * these and all others). What is one record is read in one step.
 */
const longest: Readonly<Record<string, number>> = {
  // Of many events, what takes longest is the hash over the characters of their ids, which says in which lane each is stored.
  "ingestEvents: the most lines": 71_000,
  "ingestEvents: the most in a list": 71_000,
  "ingestEvents: an event with an object of the most names": 490_000,
  "exportTraces: the most names, json": 89_000,
  "exportTraces: the most names, protobuf": 32_000,
  "exportTraces: a record of empty attributes, json": 1_300_000,
  "exportTraces: a record of the most attributes, protobuf": 4_700_000,
  "exportTraces: a record with an object of the most names": 550_000,
  "exportLogs: the most records, protobuf": 69_000,
  "exportLogs: the most resources, json": 130_000,
  // The keyed hash goes over the bytes of each new label.
  "exportMetrics: the most names, protobuf": 107_000,
  "exportMetrics: the most resources, json": 120_000,
};

/** Queries that make many series, or many steps, of nothing: what a step of each may take. */
const longestOfQueries: Readonly<Record<string, number>> = {
  'avg_over_time((count_values("n",vector(time())))[1h:1])': 260_000,
  'avg_over_time((sin(label_replace(count_values("n",vector(time())),"m","$1","n","(.*)")) > 2)[20m:1])': 250_000,
  'sum_over_time((topk(3,count_values("n",vector(time()))) or -vector(scalar(vector(time()))))[20m:1])': 70_000,
  "max_over_time((clamp(sin(vector(time())),0,1) > bool timestamp(vector(1)))[200000s:1])": 1_200_000,
};

describe("the longest step of a request", () => {
  let site: Site;
  let server: RecordedServer;
  let key: string;
  let requests: Iterator<IngestRequest, undefined>;

  before(async () => {
    site = await Site.open();
    const env = {
      ACCORD_DATABASE_URL: site.database.url,
      ACCORD_DATA_DIR: join(temporaryFolder(), "accord"),
      ACCORD_MASTER_KEY: masterKey.toString("hex"),
    };
    server = await RecordedServer.start(["serve", "--api", "observability"], env, "work-meter");
    ({ key } = await site.tenant());
    requests = ingestRequests(key, { mostRecords, isWanted: (name) => name in longest });
  });
  after(async () => {
    await server?.stop();
    await site.close();
  });

  it("takes no more work than it did, counted in calls, passes of loops and characters of JSON", async () => {
    const took: Record<string, number> = {};
    for (const { operationId, what, ...sent } of { [Symbol.iterator]: () => requests })
      took[`${operationId}: ${what}`] = (await server.measured(sent)).longest;
    expect(Object.keys(took)).to.have.members(Object.keys(longest));
    for (const [name, work] of Object.entries(took)) expect(work, name).to.be.at.most(longest[name] ?? 0);
  });

  it("takes no more for a query, whatever it makes of a number", async () => {
    for (const [query, most] of Object.entries(longestOfQueries)) {
      const path = `/api/v1/prom/query?${new URLSearchParams({ query })}`;
      const took = await server.measured({ method: "GET", path, headers: { "x-api-key": key }, body: "" });
      expect(took.status, query).to.equal(200);
      expect(took.longest, query).to.be.at.most(most);
    }
  });
});
