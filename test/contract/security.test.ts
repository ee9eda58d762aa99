import { expect } from "chai";
import type { Authenticator } from "#src/contract/types.ts";
import { Problem } from "#src/http/problem.ts";
import { opened } from "#test/support/opened.ts";
import { aDocument, anything } from "./support/document.ts";
import { post, problemOf, serve } from "./support/serve.ts";

interface Key {
  readonly name: string;
  readonly scopes: readonly string[];
}

/** Takes `good:<scope>,<scope>…`. */
const keys: Authenticator<Key> = {
  async authenticate({ value }) {
    const [word, scopes = ""] = value.split(":");
    if (word === "inactive") throw new Problem("KEY_INACTIVE");
    if (word === "broken") throw new Error("the key store is down");
    if (word !== "good") throw new Problem("UNAUTHENTICATED", { detail: "This key is unknown." });
    return { name: value, scopes: scopes.split(",") };
  },
  authorize({ scopes }, alternatives) {
    if (alternatives.some((wanted) => wanted.every((scope) => scopes.includes(scope)))) return;
    throw new Problem("SCOPE_REQUIRED", {
      detail: `Needs ${alternatives.map((wanted) => wanted.join("+")).join(" or ")}.`,
    });
  },
};

describe("security", () => {
  let asked = 0;
  const served = opened(async () => {
    const operation = (operationId: string, security?: object[]) => ({
      post: {
        operationId,
        ...(security === undefined ? {} : { security }),
        requestBody: { content: { "application/json": { schema: { type: "object" } } } },
        responses: anything,
      },
    });
    const who = (_: unknown, call: { scheme: string | null; identity: unknown }) => ({
      status: 200,
      body: { scheme: call.scheme, identity: call.identity },
    });
    const spent = () => {
      throw new Problem("UNAUTHENTICATED", { detail: "This key is spent.", headers: { "X-Spent": "yes" } });
    };
    return serve(
      aDocument({
        security: [{ Header: [] }],
        securitySchemes: {
          Header: { type: "apiKey", in: "header", name: "X-Key" },
          Query: { type: "apiKey", in: "query", name: "key" },
          Cookie: { type: "apiKey", in: "cookie", name: "session" },
          Bearer: { type: "http", scheme: "bearer" },
          Basic: { type: "http", scheme: "Basic" },
        },
        paths: {
          "/inherited": operation("inherited"),
          "/public": operation("publicly", []),
          "/optional": operation("optional", [{}, { Header: [] }]),
          "/either": operation("either", [{ Header: ["read"] }, { Bearer: ["read"] }, { Query: [] }, { Cookie: [] }]),
          "/scopes": operation("scopes", [{ Header: ["read"] }, { Header: ["write", "admin"] }]),
          "/spent": operation("spent"),
          "/basic": operation("basic", [{ Basic: [] }]),
        },
      }),
      {
        authenticators: {
          Header: {
            ...keys,
            authenticate(credential) {
              asked++;
              return keys.authenticate(credential);
            },
          },
          Query: keys,
          Cookie: keys,
          Bearer: keys,
          Basic: { authenticate: ({ value }) => Buffer.from(value, "base64").toString() },
        } as Record<string, Authenticator<unknown>>,
        handlers: {
          inherited: who,
          publicly: who,
          optional: who,
          either: who,
          scopes: who,
          basic: who,
          spent,
        } as never,
      },
    );
  });
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(served.url + path, { method: "POST", headers });

  it("of the document holds for operations that say nothing", async () => {
    expect((await ask("/inherited")).status).to.equal(401);
    expect((await ask("/inherited", { "X-Key": "good" })).status).to.equal(200);
  });

  it("that an operation empties lets everyone in and asks nobody", async () => {
    const before = asked;
    const response = await ask("/public", { "X-Key": "wrong" });
    expect(await response.json()).to.deep.equal({ scheme: null, identity: null });
    expect(asked).to.equal(before);
  });

  it("that is optional knows who brings a key, and refuses a wrong one", async () => {
    expect(await (await ask("/optional")).json()).to.include({ scheme: null });
    expect(await (await ask("/optional", { "X-Key": "good" })).json()).to.include({ scheme: "Header" });
    expect((await ask("/optional", { "X-Key": "wrong" })).status).to.equal(401);
  });

  const ways: [scheme: string, path: string, headers: Record<string, string>][] = [
    ["Header", "/either", { "x-key": "good:read" }],
    ["Bearer", "/either", { Authorization: "Bearer good:read" }],
    ["Bearer", "/either", { Authorization: "bEARER   good:read " }],
    ["Query", "/either?key=good%3Aread", {}],
    ["Cookie", "/either", { Cookie: "other=1; session=good:read" }],
    ["Header", "/either?key=wrong", { "X-Key": "good:read", Authorization: "Bearer wrong" }],
  ];
  for (const [scheme, path, headers] of ways)
    it(`takes ${JSON.stringify(headers)} at ${path} as ${scheme}`, async () => {
      const response = await ask(path, headers);
      expect(response.status).to.equal(200);
      expect(await response.json()).to.include({ scheme });
    });

  it("without any credentials names every way in", async () => {
    for (const headers of [{}, { "X-Key": "" }, { Authorization: "Basic x" }, { Authorization: "Bearer" }]) {
      const response = await ask("/either", headers);
      expect(response.status).to.equal(401);
      expect(response.headers.get("www-authenticate")).to.equal(
        'ApiKey realm="accord", in="header", name="X-Key", Bearer realm="accord", ApiKey realm="accord", in="query", name="key", ApiKey realm="accord", in="cookie", name="session"',
      );
      expect((await problemOf(response)).detail).to.equal("Send Header or Bearer or Query or Cookie credentials.");
    }
  });

  it("keeps the authenticator's own words and challenge for a wrong credential", async () => {
    const response = await ask("/inherited", { "X-Key": "wrong" });
    expect(response.headers.get("www-authenticate")).to.contain('name="X-Key"');
    expect(await problemOf(response)).to.include({ code: "UNAUTHENTICATED", detail: "This key is unknown." });
  });

  it("names the ways in also where the handler refuses the credential", async () => {
    const response = await ask("/spent", { "X-Key": "good" });
    expect(response.headers.get("www-authenticate")).to.equal('ApiKey realm="accord", in="header", name="X-Key"');
    expect(response.headers.get("x-spent")).to.equal("yes");
    expect(await problemOf(response)).to.include({ status: 401, detail: "This key is spent." });
  });

  it("passes on the other refusals of an authenticator", async () => {
    const response = await ask("/inherited", { "X-Key": "inactive" });
    expect(await problemOf(response)).to.include({ status: 403, code: "KEY_INACTIVE" });
    expect(response.headers.get("www-authenticate")).to.equal(null);
    expect((await ask("/inherited", { "X-Key": "broken" })).status).to.equal(500);
  });

  it("takes several requirements of one scheme as alternative scopes", async () => {
    const status = async (scopes: string) => (await ask("/scopes", { "X-Key": `good:${scopes}` })).status;
    expect(await status("read")).to.equal(200);
    expect(await status("write,admin")).to.equal(200);
    expect(await status("write")).to.equal(403);
    const problem = await problemOf(await ask("/scopes", { "X-Key": "good:other" }));
    expect(problem).to.include({ code: "SCOPE_REQUIRED", detail: "Needs read or write+admin." });
  });

  it("gives HTTP Basic credentials to their authenticator", async () => {
    const headers = { Authorization: `Basic ${Buffer.from("ada:s3cret").toString("base64")}` };
    expect(await (await ask("/basic", headers)).json()).to.deep.equal({ scheme: "Basic", identity: "ada:s3cret" });
  });

  it("comes before the body: a stranger learns nothing about it", async () => {
    const response = await post(`${served.url}/inherited`, "{not json", { "Content-Type": "text/nonsense" });
    expect(response.status).to.equal(401);
  });
});
