import { expect } from "chai";
import type { Schemas } from "#generated/management/contract.ts";
import { anApiKey } from "#test/builders/identity.ts";
import { managementServer, type Problem, type Signed } from "#test/builders/management.ts";
import { exchange } from "#test/support/api-server.ts";

describe("API keys over HTTP", () => {
  const server = managementServer();
  const keysOf = ({ business }: Signed) => `/v1/businesses/${business.id}/keys`;
  const revocation = (caller: Signed, keyId: string) => `${keysOf(caller)}/${keyId}/revoke`;
  const verify = (key: string) =>
    exchange(`${server.baseUrl.replace(/management$/, "observability")}/api/auth/verify`, {
      headers: { "x-api-key": key },
    });

  describe("createApiKey", () => {
    it("makes a key that works, and notes who made it", async () => {
      const owner = await server.someone();
      const wish = { projectId: owner.project.id, environment: "test", label: "Web" };
      const made = await server.must(server.post<Schemas["IssuedApiKey"] | Problem>(keysOf(owner), wish, owner.writes));
      const { id, key } = made as Schemas["IssuedApiKey"];
      expect((await verify(key)).status).to.equal(200);
      const { body } = await server.get<Schemas["AuditEventPage"]>(
        `/v1/businesses/${owner.business.id}/audit-events?limit=1`,
        owner.reads,
      );
      expect(body.items[0]).to.include({ action: "api_key.created", subject: id, actor: owner.person.name });
      expect(body.items[0]?.actorKind).to.equal("user");
    });

    it("is not for operators", async () => {
      const caller = await server.someone("operator");
      expect((await server.post(keysOf(caller), { environment: "test" }, caller.writes)).status).to.equal(403);
    });
  });

  describe("listApiKeys", () => {
    it("goes through every key in pages, the newest first, without secrets", async () => {
      const owner = await server.someone("viewer");
      const made: string[] = [];
      for (let count = 0; count < 5; count++) made.unshift((await anApiKey(server.database, { owner })).keyId);
      const seen = await server.all<Schemas["ApiKey"]>(keysOf(owner), owner.reads);
      expect(JSON.stringify(seen)).not.to.include(":q");
      expect(seen.map(({ id }) => id).sort()).to.deep.equal(made.sort());
    });
  });

  describe("revokeApiKey", () => {
    it("ends a key for good, and repeating it changes nothing", async () => {
      const owner = await server.someone();
      const { key, keyId } = await anApiKey(server.database, { owner });
      for (let count = 0; count < 2; count++) {
        const { status, body } = await server.send<Schemas["ApiKey"]>("POST", revocation(owner, keyId), {
          headers: owner.writes,
        });
        expect(status).to.equal(200);
        expect(body).to.include({ id: keyId, state: "revoked" });
      }
      expect((await verify(key)).status).to.equal(401);
    });

    it("knows the business by its id in capital letters", async () => {
      const owner = await server.someone();
      const { key, keyId } = await anApiKey(server.database, { owner });
      const path = `/v1/businesses/${owner.business.id.toUpperCase()}/keys/${keyId}/revoke`;
      const { status } = await server.send<Schemas["ApiKey"]>("POST", path, { headers: owner.writes });
      expect(status).to.equal(200);
      expect((await verify(key)).status).to.equal(401);
    });
  });
});
