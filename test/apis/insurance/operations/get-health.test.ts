import { expect } from "chai";
import { sharedInsuranceServer } from "#test/builders/insurance/server.ts";

describe("getHealth", () => {
  const server = sharedInsuranceServer();

  describe("200", () => {
    it("says that the service is up, in which version and which build, without a key", async () => {
      const answer = await server.get<unknown>("/health");
      expect(answer).to.deep.include({
        status: 200,
        body: { status: "ok", version: "1.0.0", build: server.config.build },
      });
      expect(answer.headers.get("x-request-id")).to.match(/^req_/);
      expect(answer.headers.has("x-ratelimit-limit")).to.equal(false);
    });
  });
});
