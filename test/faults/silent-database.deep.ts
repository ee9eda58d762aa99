import { expect } from "chai";
import pg from "pg";
import { createTestDatabase } from "#test/support/database.ts";
import { MortalPostgres } from "#test/support/mortal-postgres.ts";
import { SilentProxy } from "#test/support/silent-proxy.ts";
import { until } from "#test/support/until.ts";
import { kinds, Senders } from "./support/senders.ts";
import { type ServerProcess, Site } from "./support/site.ts";
import { expectStoredOnce } from "./support/stored.ts";

/** In which every request has its answer, whatever the database does not say (ms). */
const promisedMs = 10_000;

type Headers = Readonly<Record<string, string>>;

/** What a server answers, and how long that took (ms). */
async function timed({ url }: ServerProcess, path: string, init: RequestInit = {}) {
  const asked = performance.now();
  const answer = await fetch(`${url}${path}`, init);
  const text = await answer.text();
  const ms = performance.now() - asked;
  return { status: answer.status, retryAfter: answer.headers.get("retry-after"), text, ms };
}

function send(server: ServerProcess, kind: keyof typeof kinds, headers: Headers) {
  const { path, body, name } = kinds[kind];
  const type = { "content-type": "application/json" };
  return timed(server, path, { method: "POST", headers: { ...headers, ...type }, body: body([name()]) });
}

const list = (server: ServerProcess, headers: Headers) => timed(server, "/api/v1/monitor/events", { headers });

function expectRefusals(answers: readonly Awaited<ReturnType<typeof timed>>[]): void {
  for (const { status, retryAfter, ms } of answers) {
    expect([status, Number(retryAfter) > 0]).to.deep.equal([503, true]);
    expect(ms).to.be.below(promisedMs);
  }
}

describe("a server whose database falls silent without closing its connections", () => {
  let proxy: SilentProxy;
  let site: Site;
  let server: ServerProcess;
  let headers: Headers;

  before(async () => {
    const database = await createTestDatabase();
    const opened = await SilentProxy.open(database.url);
    proxy = opened.proxy;
    site = new Site({ ...database, url: opened.url });
    server = await site.start();
    ({ headers } = await site.tenant());
  });
  after(async () => {
    await site.close();
    await proxy.close();
  });

  it("answers 503 with Retry-After in 10 s, and at once when it is known to be unready, and recovers by itself", async () => {
    expect((await send(server, "events", headers)).status).to.equal(202);
    expect((await list(server, headers)).status).to.equal(200);
    expect((await timed(server, "/readyz")).status).to.equal(200);
    proxy.silence();
    const asked = Array.from({ length: 20 }, () => [
      send(server, "events", headers),
      send(server, "spans", headers),
      list(server, headers),
    ]).flat();
    // The checks of one second share one round.
    await until(async () => (await timed(server, "/readyz")).status === 503, 15_000);
    expect((await timed(server, "/healthz")).status).to.equal(200);
    expectRefusals(await Promise.all(asked));
    const readiness = await timed(server, "/readyz");
    expect(JSON.parse(readiness.text).checks).to.include({ database: "does not answer" });
    // Less than any patience with the database.
    for (const { ms } of await Promise.all([send(server, "events", headers), list(server, headers)]))
      expect(ms).to.be.below(1_000);
    proxy.speak();
    await until(async () => (await timed(server, "/readyz")).status === 200);
    expect((await send(server, "events", headers)).status).to.equal(202);
  });
});

describe("a server whose database does not answer a COMMIT, for want of its standby", () => {
  const postgres = new MortalPostgres();
  let site: Site;
  let server: ServerProcess;

  before(async () => {
    site = new Site(await postgres.open({ poolSize: 4 }));
    server = await site.start();
  });
  after(async () => {
    await site.close();
    await postgres.stop();
  });

  async function setStandby(name: string): Promise<void> {
    const owner = new pg.Client({ connectionString: postgres.ownerUrl });
    await owner.connect();
    await owner.query("SET synchronous_commit = local");
    await owner.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
    await owner.query("SELECT pg_reload_conf()");
    await owner.end();
  }

  it("answers writes with 503 and Retry-After in 10 s, and reads as ever, and loses and doubles nothing", async () => {
    const { headers, project } = await site.tenant();
    const sender = new Senders({ kind: kinds.events, url: () => server.url, headers });
    await sender.progress(40);
    await setStandby("nobody");
    try {
      await until(() => sender.refusals.length >= 1);
      // One behind the other: each of them meets what those before it have left locked.
      for (let times = 0; times < 3; times++)
        expectRefusals(await Promise.all([1, 2, 3].map(() => send(server, "events", headers))));
      // Reads go on: what counts them is unlogged, and waits for no standby.
      const { status, ms } = await list(server, headers);
      expect(status).to.equal(200);
      expect(ms).to.be.below(promisedMs);
    } finally {
      await setStandby("");
    }
    await sender.progress(40);
    await sender.finish();
    for (const { status, retryAfter } of sender.refusals)
      expect([status, Number(retryAfter) > 0]).to.deep.equal([503, true]);
    await expectStoredOnce(site.database, kinds.events, project.id, sender.acknowledged);
  });
});
