import { expect } from "chai";
import type { Schemas } from "#generated/observability/contract.ts";
import { setProjectActive } from "#src/identity/projects.ts";
import { aBusiness } from "#test/builders/identity.ts";
import { type Headers, sharedObservabilityServer, withKey } from "./server.ts";

describe("verifyKey", () => {
  const server = sharedObservabilityServer();
  const verify = (headers: Headers) => server.get<Schemas["KeyMetadata"]>("/api/auth/verify", headers);

  describe("200", () => {
    it("says whose key it is and which environment it reaches", async () => {
      const { key, keyId, business } = await server.key({ environment: "live" });
      const before = Date.now();
      const { status, body } = await verify(withKey(key));
      expect(status).to.equal(200);
      const { timestamp, message, ...rest } = body;
      expect(rest).to.deep.equal({
        success: true,
        business: { id: business.id, name: business.name, slug: business.slug },
        key: { id: keyId, environment: "live" },
      });
      expect(message).to.match(/valid/);
      expect(Date.parse(timestamp)).to.be.within(before, Date.now());
      expect(JSON.stringify(body)).to.not.include(key.split(":")[1]);
    });

    it("takes the key as a bearer too, and needs no scope", async () => {
      const { key } = await server.key({ scopes: ["symbols:read"] });
      expect((await verify({ authorization: `Bearer ${key}` })).status).to.equal(200);
    });

    it("verifies a key of the business as a whole", async () => {
      const business = await aBusiness(server.database);
      const { status, body } = await verify(await server.caller({ owner: { business, project: null } }));
      expect([status, body.business.slug]).to.deep.equal([200, business.slug]);
    });

    it("verifies the key of a project that is switched off", async () => {
      const { key, project } = await server.key();
      if (project === null) throw new Error("no project");
      await setProjectActive(await server.database.operator(), project, false);
      expect((await verify(withKey(key))).status).to.equal(200);
    });
  });
});
