import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { expectProblem } from "#test/support/refusals.ts";
import { type Merchant, sharedInsuranceServer } from "./server.ts";
import { anEndpoint, somewhere, strangersOf } from "./webhooks.ts";

const path = "/webhook-endpoints";
const request: Schemas["EndpointRequest"] = {
  url: somewhere,
  events: ["policy.issued", "policy.cancelled"],
  description: "The shop's backend",
};

describe("createWebhookEndpoint", () => {
  const server = sharedInsuranceServer();

  const create = (merchant: Merchant, body: unknown = request, key?: string) =>
    server.post<Schemas["EndpointAndSecret"]>(path, body, {
      ...merchant.key,
      ...(key !== undefined && { "idempotency-key": key }),
    });
  const refusal = (merchant: Merchant, body: unknown, key?: string) =>
    server.post(path, body, { ...merchant.key, ...(key !== undefined && { "idempotency-key": key }) });
  const endpointsOf = async ({ key }: Merchant) =>
    (await server.must(server.get<Schemas["EndpointList"]>(path, key))).items;

  describe("201", () => {
    it("registers the endpoint and shows its secret", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      const { status, body, headers } = await create(merchant);
      expect(status).to.equal(201);
      expect(headers.has("idempotency-replayed")).to.equal(false);
      expect(body.secret).to.match(/^whsec_[A-Za-z0-9+/]{32}$/);
      expect(body.endpoint).to.include({
        url: request.url,
        description: "The shop's backend",
        environment: "test",
        enabled: true,
        disabledReason: null,
      });
      expect(body.endpoint.endpointId).to.match(/^whe_/);
      expect(body.endpoint.events).to.deep.equal(request.events);
      expect(await endpointsOf(merchant)).to.deep.equal([body.endpoint]);
    });

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

    it("takes the same key for another endpoint from another business and in the other environment", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      const key = randomUUID();
      await create(merchant, request, key);
      for (const stranger of await strangersOf(server, merchant)) {
        expect((await create(stranger, request, key)).status).to.equal(201);
      }
    });

    it("makes one endpoint of equal requests that arrive at once, and shows its secret once", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      const key = randomUUID();
      const answers = await Promise.all(Array.from({ length: 8 }, () => create(merchant, request, key)));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([...Array(7).fill(200), 201]);
      expect(answers.filter(({ body }) => "secret" in body)).to.have.length(1);
      expect(await endpointsOf(merchant)).to.have.length(1);
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
    for (const [body, ...findings] of [
      [{}, "/body/url required", "/body/events required"],
      [{ ...request, url: 5, events: "*" }, "/body/url type", "/body/events type"],
      [{ ...request, url: "  " }, "/body/url blank"],
      [{ ...request, description: " " }, "/body/description blank"],
      [{ ...request, description: "" }, "/body/description minLength"],
      [{ ...request, description: "d".repeat(501) }, "/body/description maxLength"],
      [{ ...request, events: [] }, "/body/events minItems"],
      [{ ...request, enabled: true }, "/body/enabled unknown"],
      [{ ...request, url: `https://hooks.example.com/${"a".repeat(2_048)}` }, "/body/url maxLength"],
      [
        { url: "https://10.1.2.3/", events: ["policy.issued", "policy.lost", "**"] },
        "/body/events/1 unknownEvent",
        "/body/events/2 unknownEvent",
        "/body/url addressNotPublic",
      ],
    ] as const) {
      it(`finds ${findings.join(", ")}`, async () => {
        const merchant = await server.aMerchant({ sells: [] });
        expectProblem(await refusal(merchant, body), 422, "VALIDATION_FAILED", ...findings);
        expect(await endpointsOf(merchant)).to.deep.equal([]);
      });
    }

    it("lists the first hundred where a refused url and a hundred wrong events are more than an answer holds", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      const events = Array.from({ length: 100 }, (_, at) => `policy.lost_${at}`);
      const answer = await refusal(merchant, { url: "https://10.1.2.3/", events });
      expect([answer.status, answer.body.fieldErrors.length]).to.deep.equal([422, 100]);
    });

    it("refuses an eleventh endpoint in the environment, and leaves its key free for when one is gone", async () => {
      const merchant = await server.aMerchant({ sells: [] });
      const ids: string[] = [];
      for (let count = 0; count < 10; count++) ids.push((await anEndpoint(server, merchant)).endpoint.endpointId);
      const key = randomUUID();
      expectProblem(await refusal(merchant, request, key), 422, "VALIDATION_FAILED", "/body tooMany");
      const [, live] = await strangersOf(server, merchant);
      expect((await create(live as Merchant)).status).to.equal(201);

      expect((await server.send("DELETE", `${path}/${ids[3]}`, { headers: merchant.key })).status).to.equal(204);
      expect((await create(merchant, request, key)).status).to.equal(201);
      expect(await endpointsOf(merchant)).to.have.length(10);
    });
  });
});
