import { expect } from "chai";
import { createTestDatabase } from "#test/support/database.ts";
import { SilentProxy } from "#test/support/silent-proxy.ts";
import { until } from "#test/support/until.ts";
import { kinds } from "./support/senders.ts";
import { type ServerProcess, Site } from "./support/site.ts";

describe("a server whose database falls silent without closing its connections", () => {
  let proxy: SilentProxy;
  let site: Site;
  let server: ServerProcess;
  let headers: Readonly<Record<string, string>>;

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

  /** What it answers, and how long that took (ms). */
  async function timed(path: string, init: RequestInit = {}) {
    const asked = performance.now();
    const answer = await fetch(`${server.url}${path}`, init);
    await answer.text();
    return { status: answer.status, retryAfter: answer.headers.get("retry-after"), ms: performance.now() - asked };
  }

  const ingest = () => {
    const body = kinds.events.body([kinds.events.name()]);
    const type = { "content-type": "application/json" };
    return timed(kinds.events.path, { method: "POST", headers: { ...headers, ...type }, body });
  };

  it("answers 503 with Retry-After in less than a minute, is unready within seconds, and recovers by itself", async () => {
    expect((await ingest()).status).to.equal(202);
    expect((await timed("/readyz")).status).to.equal(200);
    proxy.silence();
    const asked = Array.from({ length: 40 }, ingest);
    // The checks of one second share one round.
    await until(async () => (await timed("/readyz")).status === 503, 15_000);
    expect((await timed("/healthz")).status).to.equal(200);
    for (const { status, retryAfter, ms } of await Promise.all(asked)) {
      expect([status, Number(retryAfter) > 0]).to.deep.equal([503, true]);
      expect(ms).to.be.below(60_000);
    }
    expect((await timed("/readyz")).status).to.equal(503);
    proxy.speak();
    await until(async () => (await timed("/readyz")).status === 200);
    expect((await ingest()).status).to.equal(202);
  });
});
