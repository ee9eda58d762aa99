import { expect } from "chai";
import pg from "pg";
import { waitingForLocks } from "#test/support/cluster.ts";
import { until } from "#test/support/until.ts";
import { type Headers, observabilityServer } from "./operations/server.ts";

describe("queries of the observability API that are held up", () => {
  const server = observabilityServer({ quotaQueries: 100_000 });

  /** Nothing reads the table until what this returns is called. */
  async function held(table: string): Promise<() => Promise<void>> {
    const holder = new pg.Client({ connectionString: server.database.url });
    await holder.connect();
    await holder.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    return () => holder.end();
  }
  const heldEvents = () => held("events");

  const waitingFor = (table: string) => waitingForLocks(server.database.pool, `%FROM %${table}%`);
  const waiting = () => waitingFor("events");

  it("leave other tenants, and what writes, all that they need", async () => {
    const { mine, theirs } = await server.tenants();
    const release = await heldEvents();
    const searches = Array.from({ length: 60 }, () => server.get("/api/v1/monitor/events?q=anything", mine));
    try {
      await until(async () => (await waiting()) === 3);
      expect(await server.get("/jaeger/api/services", theirs)).to.have.property("status", 200);
      expect(await server.post("/v1/traces", mine, "{}")).to.have.property("status", 200);
      expect(await waiting()).to.equal(3);
    } finally {
      await release();
    }
    const answers = await Promise.all(searches);
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused).to.have.length(60 - 3 - 32);
    for (const { headers } of refused) expect(headers.get("retry-after")).to.equal("2");
    expect(answers.filter(({ status }) => status === 200)).to.have.length(3 + 32);
  });

  it("end in the database when their clients leave", async () => {
    const { mine } = await server.tenants();
    const release = await heldEvents();
    try {
      const client = new AbortController();
      const url = `${server.baseUrl}/api/v1/monitor/events?q=anything`;
      const searches = Array.from({ length: 5 }, () =>
        fetch(url, { headers: mine, signal: client.signal }).catch((error: unknown) => error),
      );
      await until(async () => (await waiting()) === 3);
      client.abort();
      await Promise.all(searches);
      await until(async () => (await waiting()) === 0);
    } finally {
      await release();
    }
    expect(await server.get("/api/v1/monitor/events", mine)).to.have.property("status", 200);
  });

  it("are one list of labels of a project at a time, and two of all, however many are asked for", async () => {
    const callers = [
      await server.caller(),
      await server.caller(),
      await server.caller(),
      await server.caller(),
    ] as const;
    const [one, other, third, bystander] = callers;
    const release = await held("metric_registries");
    const paths = ["labels", "label/job/values", "series?match[]=up"];
    const lists: Promise<{ readonly status: number }>[] = [];
    const ask = (caller: Headers) => lists.push(...paths.map((path) => server.get(`/api/v1/prom/${path}`, caller)));
    const areWaiting = async (count: number) => {
      await until(async () => (await waitingFor("metric_registries")) === count);
      // Whoever came since then has got as far as it gets.
      expect(await server.get("/jaeger/api/services", bystander)).to.have.property("status", 200);
      expect(await waitingFor("metric_registries")).to.equal(count);
    };
    try {
      ask(one);
      await areWaiting(1);
      ask(other);
      await areWaiting(2);
      ask(third);
      await areWaiting(2);
    } finally {
      await release();
    }
    expect((await Promise.all(lists)).map(({ status }) => status)).to.deep.equal(Array(9).fill(200));
  });
});
