import { expect } from "chai";
import type { Schemas } from "#generated/management/contract.ts";
import { removeMember, setRole } from "#src/identity/people.ts";
import { managementServer, type Problem, type Signed } from "#test/builders/management.ts";
import { exchange } from "#test/support/api-server.ts";
import { until } from "#test/support/until.ts";

type Session = Schemas["Session"];
type AccessToken = Schemas["AccessToken"];

describe("sessions of people", () => {
  const clock = { time: Date.now() };
  const server = managementServer({ trustedProxies: ["127.0.0.1"] }, { now: () => clock.time });
  const minutes = (count: number) => count * 60_000;
  afterEach(() => {
    clock.time = Date.now();
  });

  const accessToken = async ({ business, project, writes }: Signed, environment = "test") =>
    server.must(
      server.post<AccessToken | Problem>(
        "/v1/access-tokens",
        { businessId: business.id, projectId: project.id, environment },
        writes,
      ),
    ) as Promise<AccessToken>;
  const events = ({ token }: { token: string }) =>
    exchange<Problem>(`${server.baseUrl.replace(/management$/, "observability")}/api/v1/monitor/events`, {
      headers: { "x-api-key": token },
    });

  describe("createSession", () => {
    it("sets a cookie that neither scripts nor other sites can use, and tells roles", async () => {
      const { person, business, project } = await server.aPerson("operator");
      const { status, body, headers } = await server.post<Session>("/v1/sessions", {
        code: await server.aCode(person),
      });
      expect(status).to.equal(201);
      expect(headers.get("set-cookie")).to.match(/^accord=[^;]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/);
      expect(body.person).to.deep.equal({ id: person.id, name: person.name, everywhere: false });
      expect(body.businesses).to.have.length(1);
      expect(body.businesses[0]).to.include({ id: business.id, slug: business.slug, role: "operator" });
      expect(body.businesses[0]?.projects).to.deep.equal([
        { id: project.id, name: project.name, slug: project.slug, active: true },
      ]);
    });

    it("names the cookie __Host-accord over HTTPS, and takes a plain one there from nobody", async () => {
      const { person } = await server.aPerson("viewer");
      const https = { "x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.1" };
      const { headers } = await server.post("/v1/sessions", { code: await server.aCode(person) }, https);
      const cookie = headers.get("set-cookie") ?? "";
      expect(cookie).to.match(/^__Host-accord=[^;]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200; Secure$/);
      const [, value] = /=([^;]+)/.exec(cookie) ?? [];
      expect((await server.get("/v1/session", { ...https, cookie: `__Host-accord=${value}` })).status).to.equal(200);
      expect((await server.get("/v1/session", { ...https, cookie: `accord=${value}` })).status).to.equal(401);
    });

    it("takes no code without a Content-Type, as pages of other sites can send it", async () => {
      const { person } = await server.aPerson("viewer");
      const code = await server.aCode(person);
      const bare = await fetch(`${server.baseUrl}/v1/sessions`, {
        method: "POST",
        body: Buffer.from(JSON.stringify({ code })),
      });
      expect([bare.status, bare.headers.get("set-cookie")]).to.deep.equal([415, null]);
      expect((await server.post("/v1/sessions", { code })).status).to.equal(201);
    });

    it("takes a code once, also of two who come at once", async () => {
      const { person } = await server.aPerson("viewer");
      const code = await server.aCode(person);
      const answers = await Promise.all([1, 2, 3].map(() => server.post("/v1/sessions", { code })));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 401, 401]);
      expect((await server.post("/v1/sessions", { code })).status).to.equal(401);
    });

    it("refuses a code after an hour", async () => {
      const { person } = await server.aPerson("viewer");
      const code = await server.aCode(person, new Date(clock.time - minutes(61)));
      expect((await server.post("/v1/sessions", { code })).status).to.equal(401);
    });
  });

  describe("getSession", () => {
    it("is refused after twelve hours", async () => {
      const { reads } = await server.someone();
      expect((await server.get("/v1/session", reads)).status).to.equal(200);
      clock.time += minutes(12 * 60 + 1);
      expect((await server.get("/v1/session", reads)).status).to.equal(401);
    });
  });

  describe("endSession", () => {
    it("ends the session, its access tokens, and takes the cookie back", async () => {
      const caller = await server.someone();
      const token = await accessToken(caller);
      expect((await events(token)).status).to.equal(200);
      const { status, headers } = await server.send("DELETE", "/v1/session", { headers: caller.writes });
      expect(status).to.equal(204);
      expect(headers.get("set-cookie")).to.match(/^accord=; .*Max-Age=0$/);
      expect((await server.get("/v1/session", caller.reads)).status).to.equal(401);
      // The system's clock keeps no token alive.
      clock.time -= minutes(60);
      await until(async () => (await events(token)).status === 401);
    });

    it("wants the token that only a page of this server can read", async () => {
      const { reads, writes } = await server.someone();
      const other = await server.someone();
      expect((await server.send("DELETE", "/v1/session", { headers: reads })).status).to.equal(400);
      const wrong = { ...reads, "x-csrf-token": other.session.csrfToken };
      expect((await server.send("DELETE", "/v1/session", { headers: wrong })).status).to.equal(403);
      expect((await server.send("DELETE", "/v1/session", { headers: writes })).status).to.equal(204);
    });
  });

  describe("createAccessToken", () => {
    it("lets a viewer read and nothing else", async () => {
      const { token, role, scopes } = await accessToken(await server.someone("viewer"));
      expect(role).to.equal("viewer");
      expect(scopes.every((scope) => scope.endsWith(":read"))).to.equal(true);
      expect((await events({ token })).status).to.equal(200);
      const url = `${server.baseUrl.replace(/management$/, "observability")}/api/v1/monitor/ingest`;
      const { status } = await exchange(url, {
        method: "POST",
        headers: { "x-api-key": token, "content-type": "application/json" },
        body: JSON.stringify({ level: 30, time: Date.now(), message: "no" }),
      });
      expect(status).to.equal(403);
    });

    it("is over after ten minutes, and cannot be made to last", async () => {
      const { token } = await accessToken(await server.someone());
      const [text = "", mac] = token.slice(3).split(".");
      const claims = JSON.parse(Buffer.from(text, "base64url").toString()) as unknown[];
      claims[4] = Number(claims[4]) + minutes(60);
      const forged = `at_${Buffer.from(JSON.stringify(claims)).toString("base64url")}.${mac}`;
      expect((await events({ token: forged })).status).to.equal(401);
      clock.time += minutes(11);
      expect((await events({ token })).status).to.equal(401);
    });

    it("follows a role that is taken away", async () => {
      const caller = await server.someone("owner");
      const { token } = await accessToken(caller);
      const operator = await server.database.operator();
      await setRole(operator, { business: caller.business, email: caller.person.name, role: "viewer" });
      await removeMember(operator, caller.business, caller.person.name);
      expect((await events({ token })).status).to.equal(401);
      await until(async () => (await server.get<Session>("/v1/session", caller.reads)).body.businesses.length === 0);
    });

    it("is for the installation only where an operator of it asks", async () => {
      const wish = { businessId: null, environment: "live" };
      const [owner, operator] = [await server.someone("owner"), await server.theOperator()];
      expect((await server.post("/v1/access-tokens", wish, owner.writes)).status).to.equal(403);
      const { status, body } = await server.post<AccessToken>("/v1/access-tokens", wish, operator.writes);
      expect(status).to.equal(201);
      // It is nobody's key: no business stands behind it.
      expect((await events(body)).status).to.equal(401);
    });

    it("is good where the ids were sent in capital letters", async () => {
      const caller = await server.someone();
      const [business, project] = [caller.business, caller.project].map(({ id }) => ({ id: id.toUpperCase() }));
      const { token } = await accessToken({ ...caller, business, project } as Signed);
      expect((await events({ token })).status).to.equal(200);
    });

    it("knows no project of another business", async () => {
      const [mine, other] = [await server.someone(), await server.someone()];
      const wish = { businessId: mine.business.id, projectId: other.project.id, environment: "test" };
      expect((await server.post("/v1/access-tokens", wish, mine.writes)).status).to.equal(404);
    });
  });
});
