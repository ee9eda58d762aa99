import { expect } from "chai";
import { setAllowedOrigins } from "#src/identity/projects.ts";
import { aProject } from "#test/builders/identity.ts";
import { expectProblem } from "#test/support/refusals.ts";
import { anEvent, type EventPage, type Result } from "./ingest.ts";
import { type Answer, type Headers, type Problem, sharedObservabilityServer } from "./server.ts";

const shop = "https://shop.example";

describe("ingestBrowserEvents", () => {
  const server = sharedObservabilityServer();
  const path = "/api/v1/monitor/ingest/browser";
  const ingest = <T = Result>(headers: Headers, body: unknown = anEvent()) => server.post<T>(path, body, headers);

  const allowedOrigin = ({ headers }: Answer<unknown>) => headers.get("access-control-allow-origin");

  describe("202", () => {
    it("stores events of an allowed page, which may read the answer", async () => {
      const { session, reader } = await server.aSession([shop]);
      const answer = await ingest({ ...session, origin: shop }, [anEvent({ eventId: "b-1" }), { level: 1 }]);
      expect(answer.status).to.equal(202);
      expect(answer.body).to.include({ ingested: 1, skipped: 1, deduped: 0 });
      expect(allowedOrigin(answer)).to.equal(shop);
      expect(answer.headers.get("vary")).to.match(/Origin/);
      expect(answer.headers.get("access-control-expose-headers"))
        .to.match(/Retry-After/)
        .and.match(/X-Request-Id/);
      const { items } = (await server.get<EventPage>("/api/v1/monitor/events", reader)).body;
      expect(items.map(({ eventId, source }) => [eventId, source])).to.deep.equal([["b-1", "browser"]]);
    });

    it("takes any origin, and none, where the project's list is empty", async () => {
      const { session } = await server.aSession();
      for (const origin of [{ origin: "https://anywhere.example" }, { origin: "null" }, {}] as Headers[]) {
        expect((await ingest({ ...session, ...origin })).status).to.equal(202);
      }
    });
  });

  describe("preflight", () => {
    it("is answered 204 without a token, for the method and headers that pages need", async () => {
      const answer = await server.send("OPTIONS", path, {
        headers: {
          origin: shop,
          "access-control-request-method": "POST",
          "access-control-request-headers": "content-type,x-monitor-session",
        },
      });
      expect(answer.status).to.equal(204);
      expect(allowedOrigin(answer)).to.equal(shop);
      expect(answer.headers.get("access-control-allow-methods")).to.match(/POST/);
      expect(answer.headers.get("access-control-allow-headers"))
        .to.match(/x-monitor-session/)
        .and.match(/content-type/);
      expect(answer.headers.get("vary")).to.match(/Origin/);
    });
  });

  describe("400", () => {
    it("names every finding, for the page to read", async () => {
      const { session } = await server.aSession([shop]);
      const answer = await ingest<Problem>({ ...session, origin: shop }, { level: 5 });
      expectProblem(answer, 400, "VALIDATION_FAILED");
      expect(answer.body.fieldErrors.map(({ path: at }) => at)).to.include.members(["/body/level", "/body/time"]);
      expect(allowedOrigin(answer)).to.equal(shop);
    });
  });

  describe("401", () => {
    const refused = async (headers: Headers) => {
      const answer = await ingest({ origin: shop, ...headers });
      expectProblem(answer, 401, "UNAUTHENTICATED");
      expect(allowedOrigin(answer), "the page must see it to mint again").to.equal(shop);
    };

    it("refuses a token after 15 minutes", async () => {
      const { project } = await server.aSession();
      await refused(server.sessionToken(project, Date.now() - 15 * 60_000));
      const almost = await ingest(server.sessionToken(project, Date.now() - 14 * 60_000));
      expect(almost.status).to.equal(202);
    });

    it("refuses a token from before a change of the allowed origins", async () => {
      const { project } = await aProject(server.database, { allowedOrigins: [shop] });
      const token = server.sessionToken(project);
      await setAllowedOrigins(await server.database.operator(), project, [shop, "https://other.example"]);
      await refused(token);
    });
  });

  describe("403", () => {
    it("refuses a page that is not on the list, and does not let it read why", async () => {
      const { session, reader } = await server.aSession([shop]);
      for (const origin of ["https://evil.example", "http://shop.example", `${shop}:8443`, "null"]) {
        const answer = await ingest({ ...session, origin });
        expectProblem(answer, 403, "origin_not_allowed");
        expect(answer.bytes.toString()).to.include("origin_not_allowed");
        expect(allowedOrigin(answer)).to.equal(null);
        expect(answer.headers.get("vary")).to.match(/Origin/);
      }
      expect((await server.get<EventPage>("/api/v1/monitor/events", reader)).body.items).to.deep.equal([]);
    });

    it("refuses a request without an origin where there is a list", async () => {
      const { session } = await server.aSession([shop]);
      expectProblem(await ingest(session), 403, "origin_not_allowed");
    });
  });
});
