import { expect } from "chai";
import { revokeApiKey } from "#src/identity/api-keys.ts";
import { signMobileToken } from "#src/identity/mobile-token.ts";
import { opened } from "#test/support/opened.ts";
import { deepIt } from "#test/support/runs.ts";
import { until } from "#test/support/until.ts";
import { kinds } from "./support/senders.ts";
import { type ServerProcess, Site } from "./support/site.ts";

describe("two servers on one database", () => {
  let servers: readonly [ServerProcess, ServerProcess];

  const site = opened(() => Site.open());
  before(async () => {
    servers = await Promise.all([site.start(), site.start()]);
  });

  const post = async (server: ServerProcess, path: string, headers: Record<string, string>, body = "") => {
    const answer = await fetch(`${server.url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
    });
    const said = await answer.text();
    return { status: answer.status, body: said === "" ? {} : JSON.parse(said), headers: answer.headers };
  };

  it("let a mobile token carry one body, whichever of them gets it", async () => {
    const { project, mobileSecret } = await site.tenant();
    const claims = { projectId: project.id, environment: "test", nonce: "0123456789abcdef" } as const;
    const token = { "x-monitor-token": signMobileToken(claims, mobileSecret, Date.now()) };
    const crash = (eventId: string) => JSON.stringify({ eventId, time: Date.now(), level: 60 });
    const first = crash("crash-1");
    const send = (server: ServerProcess, body: string) => post(server, "/api/v1/monitor/ingest/mobile", token, body);
    expect((await send(servers[0], first)).body).to.include({ ingested: 1, deduped: 0 });
    expect((await send(servers[1], crash("crash-2"))).status).to.equal(401);
    expect((await send(servers[1], first)).body).to.include({ ingested: 0, deduped: 1 });
  });

  deepIt("leave work to a worker, which has all that both of them took", async () => {
    site.startWorker();
    const { headers, project } = await site.tenant();
    const names = servers.map(() => kinds.events.name());
    const frame = { filename: "https://shop.example/a.js", function: "f", lineno: 1, colno: 2 };
    const crash = (eventId: string) =>
      JSON.stringify({
        eventId,
        time: Date.now(),
        level: 50,
        release: "1.0.0",
        exception: { type: "Error", stacktrace: { frames: [frame] } },
      });
    const answers = await Promise.all(
      servers.map((server, index) => post(server, kinds.events.path, headers, crash(names[index] ?? ""))),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal([202, 202]);
    // What was told by neither server is found by the worker's own look, once a minute.
    await until(async () => {
      const { rows } = await site.database.owner.query<{ subject: string }>(
        "SELECT subject FROM symbolications WHERE project_id = $1 AND status <> 'pending'",
        [project.id],
      );
      return names.every((name) => rows.some(({ subject }) => subject === name));
    });
  });

  it("refuse a key within 5 seconds of its revocation, though both have just seen it", async () => {
    const { headers, keyId } = await site.tenant();
    const verified = async (server: ServerProcess) =>
      (await fetch(`${server.url}/api/auth/verify`, { headers })).status;
    expect(await Promise.all(servers.map(verified))).to.deep.equal([200, 200]);
    await revokeApiKey(await site.database.operator(), keyId);
    const revoked = performance.now();
    let lastAccepted = 0;
    const refused = (server: ServerProcess) =>
      until(async () => {
        const asked = performance.now() - revoked;
        if ((await verified(server)) === 401) return true;
        lastAccepted = Math.max(lastAccepted, asked);
        return false;
      });
    await Promise.all(servers.map(refused));
    expect(lastAccepted, "ms after its revocation").to.be.below(5_000);
  });
});
