import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { type Merchant, sharedInsuranceServer, somewhere } from "#test/builders/insurance/server.ts";
import { withKey } from "./selling.ts";

const path = "/webhook-endpoints";
const request: Schemas["EndpointRequest"] = {
  url: somewhere,
  events: ["policy.issued", "policy.cancelled"],
  description: "The shop's backend",
};

describe("createWebhookEndpoint", () => {
  const server = sharedInsuranceServer();

  const create = (merchant: Merchant, body: unknown = request, key?: string) =>
    server.post<Schemas["EndpointAndSecret"]>(path, body, withKey(merchant, key));
  const endpointsOf = async ({ key }: Merchant) =>
    (await server.must(server.get<Schemas["EndpointList"]>(path, key))).items;

  describe("201", () => {
    it("keeps the secret nowhere in plain text", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      const { body } = await create(merchant, request, randomUUID());
      const { rows: tables } = await server.database.pool.query<{ name: string }>(
        "SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables WHERE table_type = 'BASE TABLE' AND table_schema = 'public'",
      );
      const holding: string[] = [];
      for (const { name } of tables) {
        const { rows } = await server.database.pool.query(
          `SELECT FROM ${name} AS entry WHERE strpos(entry::text, $1) > 0 OR strpos(entry::text, $2) > 0`,
          [body.secret.slice(6), Buffer.from(body.secret.slice(6)).toString("hex")],
        );
        if (rows.length > 0) holding.push(name);
      }
      expect(tables.length).to.be.above(20);
      expect(holding).to.deep.equal([]);
    });

    it("takes the wildcard, no description, and texts with white space around them", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      const { status, body } = await create(merchant, { url: ` ${somewhere} `, events: [" * "], description: null });
      expect(status).to.equal(201);
      expect(body.endpoint).to.deep.include({ url: somewhere, events: ["*"], description: null });
      expect((await create(merchant, { url: somewhere, events: ["*"] })).body.endpoint.description).to.equal(null);
    });
  });

  describe("200", () => {
    it("answers a repeated request with the endpoint as it was, without its secret", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      const key = randomUUID();
      const { body: first } = await create(merchant, request, key);
      await server.must(
        server.send("PATCH", `${path}/${first.endpoint.endpointId}`, {
          headers: merchant.key,
          body: { enabled: false },
        }),
      );
      const again = await create(merchant, request, key.toUpperCase());
      expect([again.status, again.headers.get("idempotency-replayed")]).to.deep.equal([200, "true"]);
      expect(again.body).to.deep.equal({ endpoint: first.endpoint });
      const kept = await server.database.pool.query("SELECT * FROM idempotency_keys WHERE owner = $1", [
        merchant.businessId,
      ]);
      expect(kept.rowCount).to.equal(1);
      expect(JSON.stringify(kept.rows)).not.to.include(new URL(first.endpoint.url).host);
      expect(await endpointsOf(merchant)).to.have.length(1);
    });
  });

  describe("422", () => {
    it("lists the first hundred where a refused url and a hundred wrong events are more than an answer holds", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      const events = Array.from({ length: 100 }, (_, at) => `policy.lost_${at}`);
      const answer = await server.post(path, { url: "https://10.1.2.3/", events }, merchant.key);
      expect([answer.status, answer.body.fieldErrors.length]).to.deep.equal([422, 100]);
    });
  });
});
