import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { sharedPlaceholderServer } from "#test/builders/placeholder.ts";
import { expectFailure } from "#test/support/refusals.ts";

describe("the system", () => {
  const server = sharedPlaceholderServer();

  describe("getHealth", () => {
    describe("200", () => {
      it("says that it works, by the database's clock", async () => {
        const before = Date.now();
        const { status, time } = await server.data<{ status: string; time: string }>("GET", "/v1/health");
        expect(status).to.equal("ok");
        const tolerance = 10_000;
        expect(Date.parse(time)).to.be.within(before - tolerance, Date.now() + tolerance);
      });
    });
  });

  describe("getVersion", () => {
    describe("200", () => {
      it("says which server, document and schema run", async () => {
        const file = join(import.meta.dirname, "../../../../package.json");
        const { version } = JSON.parse(readFileSync(file, "utf8")) as { version: string };
        const { rows } = await server.database.pool.query("SELECT name FROM migrations");
        const answer = await server.data<{ schemaVersion: string }>("GET", "/v1/version");
        expect(answer).to.include({ name: "accord", version, apiVersion: "1.0.0" });
        expect(rows.map(({ name }) => name)).to.include(answer.schemaVersion);
      });
    });
  });

  describe("addresses and methods that are not there", () => {
    it("are answered in the envelope", async () => {
      expectFailure(await server.send("GET", "/v1/nothing"), 404, "NOT_FOUND");
      const answer = await server.send("DELETE", "/v1/orders");
      expectFailure(answer, 405, "METHOD_NOT_ALLOWED");
      expect(answer.headers.get("allow")).to.equal("GET, POST, HEAD, OPTIONS");
    });
  });
});
