import { expect } from "chai";
import type { Schemas } from "#generated/observability/contract.ts";
import { aProject } from "#test/builders/identity.ts";
import { type Headers, sharedObservabilityServer } from "./server.ts";

describe("createBrowserSession", () => {
  const server = sharedObservabilityServer();
  const create = (headers: Headers) =>
    server.send<Schemas["SessionToken"]>("POST", "/api/v1/monitor/browser-session", { headers });

  describe("200", () => {
    it("makes a token that lives 15 minutes", async () => {
      const caller = await server.caller();
      const before = Date.now();
      const { status, body } = await create(caller);
      expect(status).to.equal(200);
      expect(Date.parse(body.expiresAt)).to.be.within(before + 15 * 60_000, Date.now() + 15 * 60_000);
    });

    it("makes a token with which a page sends events of the key's project and environment", async () => {
      const owner = await aProject(server.database);
      const live = await server.caller({ owner, environment: "live" });
      const { token } = (await create(live)).body;
      const event = { eventId: "from-the-page", level: 30, time: Date.now(), message: "hello" };
      const sent = await server.post("/api/v1/monitor/ingest/browser", event, { "x-monitor-session": token });
      expect(sent.status).to.equal(202);
      expect((await server.get("/api/v1/monitor/events/from-the-page", live)).status).to.equal(200);
      const test = await server.caller({ owner });
      expect((await server.get("/api/v1/monitor/events/from-the-page", test)).status).to.equal(404);
    });
  });
});
