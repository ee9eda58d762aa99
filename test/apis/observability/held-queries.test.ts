import { expect } from "chai";
import pg from "pg";
import { waitingForLocks } from "#test/support/cluster.ts";
import { until } from "#test/support/until.ts";
import { observabilityServer } from "./operations/server.ts";

describe("queries of the observability API that are held up", () => {
  const server = observabilityServer({ quotaQueries: 100_000 });

  /** Nothing reads events until what this returns is called. */
  async function heldEvents(): Promise<() => Promise<void>> {
    const holder = new pg.Client({ connectionString: server.database.url });
    await holder.connect();
    await holder.query("BEGIN; LOCK TABLE event_blocks IN ACCESS EXCLUSIVE MODE");
    return () => holder.end();
  }

  const waiting = () => waitingForLocks(server.database.pool, "%FROM event_blocks%");

  it("leave other tenants, and what writes, all that they need", async () => {
    const { mine, theirs } = await server.tenants();
    const release = await heldEvents();
    // Three run and 32 wait. After a second the tenant counts as slow: its queries move to slots for slow tenants, and up to three more run.
    const [run, moved, wait] = [3, 3, 32];
    const [fewest, most] = [60 - run - moved - wait, 60 - run - wait];
    let answered = 0;
    const searches = Array.from({ length: 60 }, async () => {
      const answer = await server.get("/api/v1/monitor/events?q=anything", mine);
      answered++;
      return answer;
    });
    try {
      await until(async () => (await waiting()) >= run);
      await until(() => answered >= fewest);
      expect(await server.get("/jaeger/api/services", theirs)).to.have.property("status", 200);
      expect(await server.post("/v1/traces", "{}", mine)).to.have.property("status", 200);
      expect(await waiting()).to.be.within(run, run + moved);
    } finally {
      await release();
    }
    const answers = await Promise.all(searches);
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length).to.be.within(fewest, most);
    for (const { headers } of refused) expect(headers.get("retry-after")).to.equal("2");
    expect(answers.filter(({ status }) => status === 200)).to.have.length(60 - refused.length);
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
      await until(async () => (await waiting()) >= 3);
      client.abort();
      await Promise.all(searches);
      await until(async () => (await waiting()) === 0);
    } finally {
      await release();
    }
    expect(await server.get("/api/v1/monitor/events", mine)).to.have.property("status", 200);
  });
});
