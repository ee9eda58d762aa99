import { expect } from "chai";
import { whileReadOnly } from "#test/support/faults.ts";
import { opened } from "#test/support/opened.ts";
import { until } from "#test/support/until.ts";
import { kinds } from "./support/senders.ts";
import { Site } from "./support/site.ts";

describe("a server whose database takes no writes for a while", () => {
  const site = opened(() => Site.open());
  const server = opened(() => site.start());

  const ready = async () => {
    const answer = await fetch(`${server.url}/readyz`);
    return { status: answer.status, checks: ((await answer.json()) as { checks: Record<string, string> }).checks };
  };

  it("is unready and names the database, reads, refuses writes with Retry-After, and writes again by itself", async () => {
    const { headers } = await site.tenant();
    const read = async () => (await fetch(`${server.url}/api/auth/verify`, { headers })).status;
    const write = () =>
      fetch(`${server.url}${kinds.events.path}`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: kinds.events.body([kinds.events.name()]),
      });
    expect((await ready()).status).to.equal(200);
    await whileReadOnly(site.database, async () => {
      // The checks of one second share one round.
      await until(async () => (await ready()).status === 503);
      expect((await ready()).checks).to.include({ database: "takes no writes", migrations: "ok" });
      expect(await read()).to.equal(200);
      const refused = await write();
      expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).to.deep.equal([503, true]);
    });
    await until(async () => (await ready()).status === 200);
    expect((await write()).status).to.equal(202);
  });
});
