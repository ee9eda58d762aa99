import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { Schemas } from "#generated/management/contract.ts";
import { localOperator, removeMember, setRole } from "#src/identity/people.ts";
import { anEmail } from "#test/builders/identity.ts";
import { ManagementServer, type Problem } from "#test/builders/management.ts";
import { clientId, clientSecret, OpenIdServer } from "#test/support/openid-server.ts";

type Session = Schemas["Session"];
type Begun = Schemas["ProviderSignIn"];
type SignOut = Schemas["ProviderSignOut"];

const origin = "https://accord.example.org";
const https = {
  "x-forwarded-proto": "https",
  "x-forwarded-host": "accord.example.org",
  "x-forwarded-for": "192.0.2.1",
};

describe("signing in at a provider, over HTTP", () => {
  const server = new ManagementServer();
  let provider: OpenIdServer;
  before(async () => {
    provider = await OpenIdServer.start([`${origin}/console/sign-in`]);
    const oidc = { oidcIssuer: provider.issuer, oidcClientId: clientId, oidcClientSecret: clientSecret };
    await server.start({ ...oidc, oidcSignOut: true, trustedProxies: ["127.0.0.1"], quotaSignIns: 50 });
  });
  after(async () => {
    await server.stop();
    await provider.stop();
  });

  const begun = async () => await server.must(server.send<Begun>("POST", "/v1/sign-in/provider", { headers: https }));
  const completed = async (email: string) => {
    const { url, attempt } = (await begun()) as Begun;
    const answer = await provider.walk(url, { email });
    return await server.post<Session & Problem>("/v1/sign-in/provider/session", { attempt, answer }, https);
  };

  describe("getSignInMethods", () => {
    it("names the provider by its host", async () => {
      const { body } = await server.get<Schemas["SignInMethods"]>("/v1/sign-in");
      expect(body).to.deep.equal({ provider: { name: new URL(provider.issuer).host } });
    });
  });

  describe("beginProviderSignIn", () => {
    it("lets the provider send the browser back to where it came from", async () => {
      const { url } = (await begun()) as Begun;
      expect(new URL(url).searchParams.get("redirect_uri")).to.equal(`${origin}/console/sign-in`);
    });

    const ways = {
      "asking for the ways": (from: typeof https) => server.get("/v1/sign-in", from),
      "a link": (from: typeof https) =>
        server.post("/v1/sessions", { code: `${randomUUID()}.${"q".repeat(43)}` }, from),
    };
    for (const [index, [way, ask]] of Object.entries(ways).entries())
      it(`is limited by address: ${way}`, async () => {
        const from = { ...https, "x-forwarded-for": `192.0.2.${77 + index}` };
        for (let count = 0; count < 50; count++) await ask(from);
        // Where a minute began meanwhile, the fifty are used up again.
        let answer = await ask(from);
        for (let count = 0; count < 50 && answer.status !== 429; count++) answer = await ask(from);
        expect(answer.status).to.equal(429);
        expect(Number(answer.headers.get("retry-after"))).to.be.within(1, 60);
      });
  });

  describe("completeProviderSignIn", () => {
    it("begins a session of whoever has a role, notes it, and is left by signing out", async () => {
      const { person, business } = await server.aPerson("owner");
      const { status, body, headers } = await completed(person.name.toUpperCase());
      expect(status).to.equal(201);
      expect(body.person).to.deep.equal({ id: person.id, name: person.name, everywhere: false });
      expect(body.businesses.map(({ id, role }) => ({ id, role }))).to.deep.equal([{ id: business.id, role: "owner" }]);
      const cookie = headers.get("set-cookie") ?? "";
      expect(cookie).to.match(/^__Host-accord=[^;]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200; Secure$/);
      const reads = { ...https, cookie: cookie.slice(0, cookie.indexOf(";")) };
      expect((await server.get("/v1/session", reads)).status).to.equal(200);
      const { rows } = await server.database.owner.query(
        "SELECT actor, details FROM audit_events WHERE action = 'session.began' AND subject = $1",
        [person.id],
      );
      expect(rows[0]).to.deep.include({ actor: person.name });
      expect(rows[0].details.by).to.equal("OpenID provider");
      const writes = { ...reads, "x-csrf-token": body.csrfToken };
      expect((await server.send("DELETE", "/v1/session", { headers: reads })).status).to.equal(400);
      expect((await server.send("DELETE", "/v1/session", { headers: writes })).status).to.equal(204);
      expect((await server.get("/v1/session", reads)).status).to.equal(401);
    });

    it("begins none for whom nobody has given a role, or lost theirs", async () => {
      const { status, body, headers } = await completed(anEmail());
      expect(status).to.equal(403);
      expect(body.detail).to.include("has no role");
      expect(headers.get("set-cookie")).to.equal(null);
      const { person, business } = await server.aPerson("owner");
      await removeMember(await server.database.operator(), business, person.name);
      expect((await completed(person.name)).status).to.equal(403);
    });

    it("never takes anybody for the operator of the machine", async () => {
      const operator = await server.database.operator();
      const person = await localOperator(operator);
      const { business } = await server.aPerson("viewer");
      await setRole(operator, { business, email: person.name, role: "viewer" });
      expect((await completed(person.name)).status).to.equal(403);
    });

    it("is left here and at the provider by signing out, and here alone after a link", async () => {
      const { person } = await server.aPerson("viewer");
      const cookies = new Map<string, string>();
      const { url, attempt } = (await begun()) as Begun;
      const answer = await provider.walk(url, { email: person.name }, cookies);
      const { body, headers } = await server.post<Session>("/v1/sign-in/provider/session", { attempt, answer }, https);
      const [cookie = ""] = (headers.get("set-cookie") ?? "").split(";");
      const writes = { ...https, cookie, "x-csrf-token": body.csrfToken };
      const out = await server.send<SignOut>("POST", "/v1/sign-in/provider/sign-out", { headers: writes });
      expect(out.headers.get("set-cookie")).to.include("Max-Age=0");
      expect((await server.get("/v1/session", { ...https, cookie })).status).to.equal(401);
      const to = new URL(out.body.url ?? "");
      expect(to.origin).to.equal(provider.issuer);
      expect(to.searchParams.get("post_logout_redirect_uri")).to.equal(`${origin}/console`);
      expect(await provider.walk(to.href, { logout: "yes" }, cookies)).to.equal("");
      const { rows } = await server.database.owner.query(
        "SELECT FROM console_sessions WHERE person_id = $1 AND id_token IS NOT NULL",
        [person.id],
      );
      expect(rows, "what the provider gave out is kept no longer").to.deep.equal([]);
      const linked = await server.someone();
      const here = await server.send<SignOut>("POST", "/v1/sign-in/provider/sign-out", { headers: linked.writes });
      expect(here.body).to.deep.equal({ url: null });
      expect((await server.get("/v1/session", linked.reads)).status).to.equal(401);
    });

    it("begins no two sessions with one answer", async () => {
      const { person } = await server.aPerson("viewer");
      const { url, attempt } = (await begun()) as Begun;
      const answer = await provider.walk(url, { email: person.name });
      const send = () => server.post("/v1/sign-in/provider/session", { attempt, answer }, https);
      expect((await send()).status).to.equal(201);
      expect((await send()).status).to.equal(401);
    });
  });
});
