import { expect } from "chai";
import type { Schemas } from "#generated/management/contract.ts";
import { aBusiness, anApiKey } from "#test/builders/identity.ts";
import { managementServer } from "#test/builders/management.ts";
import { exchange } from "#test/support/api-server.ts";

describe("the installation, over HTTP", () => {
  const server = managementServer();

  describe("listTenants", () => {
    it("goes through every business in pages, with what belongs to each", async () => {
      const { reads } = await server.theOperator();
      const owner = await server.someone("owner");
      await server.someone("viewer", owner);
      const { keyId } = await anApiKey(server.database, { owner });
      await server.send("POST", `/v1/businesses/${owner.business.id}/keys/${keyId}/revoke`, { headers: owner.writes });
      await anApiKey(server.database, { owner });
      await aBusiness(server.database);
      const seen = await server.all<Schemas["Tenant"]>("/v1/tenants", reads);
      const slugs = seen.map(({ slug }) => slug);
      expect(slugs).to.deep.equal([...new Set(slugs)]);
      expect(seen.length).to.be.greaterThan(1);
      expect(seen.find(({ id }) => id === owner.business.id)).to.include({ projects: 1, people: 2, keys: 1 });
    });
  });

  describe("listJobs", () => {
    it("counts by kind and state, and says since when", async () => {
      const { owner } = server.database;
      const add = (name: string, more: string) =>
        owner.query(`SELECT graphile_worker.add_job('${name}', '{}'::json, max_attempts => 3${more})`);
      await add("test-due", "");
      await add("test-due", "");
      await add("test-later", ", run_at => now() + interval '1 day'");
      await add("test-tried", "");
      await add("test-given-up", "");
      await add("test-running", "");
      const change = (name: string, to: string) =>
        owner.query(
          `UPDATE graphile_worker._private_jobs SET ${to}
           WHERE task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = '${name}')`,
        );
      await change("test-tried", "attempts = 1");
      await change("test-given-up", "attempts = 3");
      await change("test-running", "attempts = 1, locked_at = now(), locked_by = 'somebody'");
      const { reads } = await server.theOperator();
      const { body } = await server.get<Schemas["JobPage"]>("/v1/jobs?limit=200", reads);
      const ours = body.items.filter(({ kind }) => kind.startsWith("test-"));
      expect(ours.map(({ kind, state, jobs }) => `${kind} ${state} ${jobs}`)).to.deep.equal([
        "test-due queued 2",
        "test-given-up failed 1",
        "test-later scheduled 1",
        "test-running running 1",
        "test-tried retrying 1",
      ]);
      expect(Date.parse(ours[2]?.oldest ?? "")).to.be.greaterThan(Date.now());
      expect(await server.all("/v1/jobs", reads)).to.deep.equal(body.items);
    });
  });

  describe("listQuotas", () => {
    it("tells what a project has used, in the environment that is asked for", async () => {
      const owner = await server.someone("viewer");
      const { key } = await anApiKey(server.database, { owner });
      const url = `${server.baseUrl.replace(/management$/, "observability")}/api/v1/monitor/ingest`;
      const { status } = await exchange(url, {
        method: "POST",
        headers: { "x-api-key": key, "content-type": "application/json" },
        body: JSON.stringify([1, 2, 3].map((count) => ({ level: 30, time: Date.now(), message: `${count}` }))),
      });
      expect(status).to.equal(202);
      const quotas = async (query: string) => {
        const path = `/v1/businesses/${owner.business.id}/quotas?${query}`;
        return (await server.get<Schemas["Quotas"]>(path, owner.reads)).body.items;
      };
      const events = (items: Schemas["Quotas"]["items"]) => items.find(({ name }) => name === "events");
      const { id } = owner.project;
      const { used, limit, per } = events(await quotas(`environment=test&projectId=${id}`)) ?? {};
      expect({ limit, per }).to.deep.equal({ limit: server.config.quotaEvents, per: "minute" });
      // A minute may have begun meanwhile.
      expect(used).to.be.oneOf([3, 0]);
      expect(events(await quotas(`environment=live&projectId=${id}`))?.used).to.equal(0);
      expect(events(await quotas("environment=test"))).to.equal(undefined);
    });

    it("knows no project of another business", async () => {
      const [mine, other] = [await server.someone(), await server.someone()];
      const path = `/v1/businesses/${mine.business.id}/quotas?environment=test&projectId=${other.project.id}`;
      expect((await server.get(path, mine.reads)).status).to.equal(404);
    });
  });
});
