import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { expect } from "chai";
import { pino } from "pino";
import { parse } from "yaml";
import type { Api } from "#src/contract/api.ts";
import type { OpenApiDocument } from "#src/contract/document.ts";
import { Engine } from "#src/contract/engine.ts";
import { mockApi } from "#src/contract/mock.ts";
import type { Provider } from "#src/contract/publish.ts";
import { createMetrics } from "#src/http/metrics.ts";
import type { RunningServer } from "#src/server/http-server.ts";
import { serveApi } from "#test/support/http-server.ts";
import { opened } from "#test/support/opened.ts";
import { generateContract } from "../../scripts/generate/contract.ts";
import { aDocument, json, problems } from "./support/document.ts";
import { bindLoosely, echo, problemOf, validatorsOf } from "./support/serve.ts";

const html = { "200": { description: "A page.", content: { "text/html": { schema: { type: "string" } } } } };
const published = (operationId: string, kind: string, responses: object) => ({
  get: { operationId, "x-accord-published": kind, security: [], responses },
});

function withServer(document: OpenApiDocument): OpenApiDocument {
  return { ...document, servers: [{ url: "http://nowhere.test" }], externalDocs: { url: "/docs/guides/pets" } };
}

/** Publishes its document and its page, beside one operation that needs a key. */
const document = withServer(
  aDocument({
    paths: {
      "/api/v1/openapi.json": published("getOpenApiDocument", "document", { "200": json(), ...problems(406) }),
      "/api/v1/docs": published("getReference", "page", html),
      "/api/v1/pets": {
        get: {
          operationId: "listPets",
          tags: ["Pets"],
          "x-accord-query": "strict",
          responses: { "200": json(), ...problems(401) },
        },
      },
    },
    securitySchemes: { Key: { type: "apiKey", in: "header", name: "x-key" } },
    security: [{ Key: [] }],
  }),
);

const parts = { handlers: { listPets: echo }, authenticators: { Key: { authenticate: () => ({}) } } };

/** Without `fetch`, which asks for a fresh copy whenever the caller sets If-None-Match. */
async function ask(url: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const [answer] = (await once(get(url, { headers }), "response")) as [IncomingMessage];
  answer.resume();
  return answer;
}

class Zoo {
  readonly lines: Record<string, unknown>[] = [];
  readonly metrics = createMetrics();
  readonly #server: Promise<RunningServer>;
  readonly #mount: string;

  constructor(mount: string, api: Api = bindLoosely(document, parts), provider: Provider = {}) {
    this.#mount = mount;
    this.#server = serveApi(api, mount, {
      log: pino({ base: null }, { write: (line: string) => this.lines.push(JSON.parse(line)) }),
      metrics: this.metrics,
      provider,
    });
  }

  async url(): Promise<string> {
    return (await this.#server).url + this.#mount;
  }

  async stop(): Promise<void> {
    await (await this.#server).close({ patienceMs: 1_000, idleMs: 0 });
  }
}

/** Every address that a page refers to. */
function linksIn(page: string): string[] {
  return [...page.matchAll(/(?:src|href|data-document)="(?!data:|#)([^"]+)"/g)].map(([, link = ""]) => link);
}

/** Below no mount it is read at the end of this file. */
describe("what a document publishes", () => {
  let url: string;
  const zoo = opened(() => new Zoo("/zoo"));
  before(async () => {
    url = await zoo.url();
  });

  it("is the document that is also at the API's root", async () => {
    const answer = await fetch(`${url}/api/v1/openapi.json`);
    const text = await answer.text();
    expect(answer.headers.get("content-type")).to.equal("application/json");
    expect(answer.headers.get("access-control-allow-origin")).to.equal("*");
    expect(text).to.equal(await (await fetch(`${url}/openapi.json`)).text());
    expect((JSON.parse(text) as OpenApiDocument).servers).to.deep.equal([{ url }]);
  });

  it("is there as YAML, too", async () => {
    const answer = await fetch(`${url}/openapi.yaml`);
    expect(answer.headers.get("content-type")).to.equal("application/yaml");
    expect(parse(await answer.text())).to.deep.equal(await (await fetch(`${url}/openapi.json`)).json());
  });

  it("is there for generators of clients, too", async () => {
    const answer = await fetch(`${url}/openapi.clients.json`);
    expect(answer.headers.get("content-type")).to.match(/^application\/json/);
    const shown = (await answer.json()) as OpenApiDocument;
    expect(shown.servers).to.deep.equal([{ url }]);
    expect(Object.keys(shown.paths)).to.deep.equal(Object.keys(document.paths));
  });

  it("keeps the engine's own extensions to itself, and tells limits", async () => {
    const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApiDocument;
    expect(paths["/api/v1/docs"]?.get).to.not.have.property("x-accord-published");
    expect(paths["/api/v1/pets"]?.get).to.have.property("x-accord-query", "strict");
  });

  it("names the address it was asked at", async () => {
    const other = url.replace("127.0.0.1", "localhost");
    const answer = (await (await fetch(`${other}/api/v1/openapi.json`)).json()) as OpenApiDocument;
    expect(answer.servers).to.deep.equal([{ url: other }]);
    expect(answer.externalDocs).to.deep.equal({ url: `${new URL(other).origin}/docs/guides/pets` });
  });

  it("is 304 for who has it already, unless a fresh copy is asked for", async () => {
    const at = `${url}/api/v1/openapi.json`;
    const { etag = "" } = (await ask(at)).headers;
    expect(etag).to.match(/^"[\w-]{20,}"$/);
    const known = await ask(at, { "if-none-match": `"another", W/${etag}` });
    expect([known.statusCode, known.headers.etag, known.headers["content-type"]]).to.deep.equal([304, etag, undefined]);
    expect((await ask(at, { "if-none-match": "*" })).statusCode).to.equal(304);
    expect((await ask(at, { "if-none-match": '"another"' })).statusCode).to.equal(200);
    expect((await ask(at, { "if-none-match": etag, "cache-control": "no-cache" })).statusCode).to.equal(200);
  });

  it("has no body for HEAD, but its length", async () => {
    for (const path of ["/api/v1/openapi.json", "/api/v1/docs"]) {
      const body = await (await fetch(url + path)).arrayBuffer();
      const head = await fetch(url + path, { method: "HEAD" });
      expect([head.status, await head.text()]).to.deep.equal([200, ""]);
      expect(head.headers.get("content-length")).to.equal(String(body.byteLength));
    }
  });

  it("is a page whose links lead to the document and the scripts, as at the API's root", async () => {
    for (const path of ["/api/v1/docs", "/docs"]) {
      const answer = await fetch(url + path);
      expect(answer.headers.get("content-type")).to.match(/^text\/html/);
      expect(answer.headers.get("content-security-policy")).to.match(/^default-src 'none'; script-src 'self';/);
      const links = linksIn(await answer.text());
      expect(links).to.include.members(["openapi.json", "docs/reference.js", "docs/start.js"]);
      for (const link of links) {
        const target = await fetch(new URL(link, url + path));
        expect(target.status, `${path} ${link}`).to.equal(200);
        const types: Record<string, string> = { js: "text/javascript", json: "application/json", css: "text/css" };
        const extension = /\.(\w+)$/.exec(link)?.[1] ?? "";
        expect(target.headers.get("content-type"), link).to.contain(types[extension] ?? "text/html");
        await target.body?.cancel();
      }
    }
  });

  it("stays below its own address, where a gateway may let nothing else through", async () => {
    expect(linksIn(await (await fetch(`${url}/api/v1/docs`)).text())).to.deep.equal([
      "openapi.json",
      "openapi.json",
      "docs/reference.js",
      "docs/start.js",
    ]);
  });

  it("names the request, is logged and is measured, like any operation", async () => {
    for (const [path, operationId] of [
      ["/api/v1/openapi.json", "getOpenApiDocument"],
      ["/api/v1/docs", "getReference"],
    ] as const) {
      const { headers } = await ask(url + path, { "x-request-id": `mine-${operationId}` });
      expect(headers["x-request-id"]).to.equal(`mine-${operationId}`);
      const line = zoo.lines.find(({ requestId }) => requestId === `mine-${operationId}`);
      expect(line).to.include({ operationId, route: path, method: "GET", status: 200, msg: "answered" });
      expect(await zoo.metrics.registry.metrics()).to.contain(`{operation="${operationId}",status="200"}`);
    }
  });

  it("is refused as any operation is", async () => {
    const wrongMethod = await fetch(`${url}/api/v1/docs`, { method: "DELETE" });
    expect([wrongMethod.status, wrongMethod.headers.get("allow")]).to.deep.equal([405, "GET, HEAD, OPTIONS"]);
    expect((await problemOf(wrongMethod)).code).to.equal("METHOD_NOT_ALLOWED");
    expect((await fetch(`${url}/api/v1/openapi.json`, { headers: { accept: "text/html" } })).status).to.equal(406);
  });

  it("heeds Accept only where 406 is documented", async () => {
    expect((await fetch(`${url}/api/v1/docs`, { headers: { accept: "application/json" } })).status).to.equal(200);
  });

  it("leaves the other operations alone", async () => {
    expect((await fetch(`${url}/api/v1/pets`)).status).to.equal(401);
    expect((await fetch(`${url}/api/v1/pets`, { headers: { "x-key": "k" } })).status).to.equal(200);
    expect((await fetch(`${url}/api/v1/docs/nothing.js`)).status).to.equal(404);
  });
});

describe("x-accord-published", () => {
  const alone = (path: string, kind: string, responses: object, more: object = {}) => {
    const { get } = published("read", kind, responses);
    return withServer(aDocument({ paths: { [path]: { get: { ...get, ...more } } } }));
  };

  it("lets an operation take the place of what is at the API's root", async () => {
    const zoo = new Zoo("", bindLoosely(alone("/docs", "page", html)));
    const url = await zoo.url();
    expect((await ask(`${url}/docs`)).statusCode).to.equal(200);
    expect(zoo.lines.map(({ operationId }) => operationId)).to.deep.equal(["read"]);
    expect(linksIn(await (await fetch(`${url}/docs`)).text())).to.include("openapi.json");
    expect((await ask(`${url}/docs/start.js`)).statusCode).to.equal(200);
    await zoo.stop();
  });

  it("makes a page lead to the document at the API's root where there is none nearer", async () => {
    const zoo = new Zoo("/zoo", bindLoosely(alone("/api/v1/reference", "page", html)));
    const at = `${await zoo.url()}/api/v1/reference`;
    const links = linksIn(await (await fetch(at)).text());
    expect(links).to.deep.equal([
      "../../openapi.json",
      "../../openapi.json",
      "reference/reference.js",
      "reference/start.js",
    ]);
    for (const link of links) expect((await ask(String(new URL(link, at)))).statusCode).to.equal(200);
    await zoo.stop();
  });

  it("names who runs the server, and keeps the document's own words where nothing is said", async () => {
    const contact = { email: "help@zoo.example" };
    const info = { ...document.info, contact: { name: "The keeper" } };
    const provider = { contact, description: "Production", termsOfService: "https://zoo.example/terms" };
    const zoo = new Zoo("", bindLoosely({ ...document, info }, parts), provider);
    const url = await zoo.url();
    for (const path of ["openapi.json", "openapi.yaml", "openapi.clients.json", "api/v1/openapi.json"]) {
      const shown = parse(await (await fetch(`${url}/${path}`)).text()) as OpenApiDocument;
      expect(shown.info.contact).to.deep.equal({ name: "The keeper", ...contact });
      expect(shown.info.termsOfService).to.equal("https://zoo.example/terms");
      expect(shown.servers).to.deep.equal([{ url, description: "Production" }]);
    }
    await zoo.stop();
  });

  it("needs no handler in a mock either", async () => {
    const zoo = new Zoo("", await mockApi("zoo", document, validatorsOf(document), {}));
    const answer = await fetch(`${await zoo.url()}/api/v1/openapi.json`);
    expect(((await answer.json()) as OpenApiDocument).info.title).to.equal("Small");
    await zoo.stop();
  });

  it("leaves the operation out of the contract that handlers are typed by", () => {
    expect(generateContract(document))
      .to.contain("listPets")
      .and.not.to.match(/getReference|getOpenApiDocument/);
  });

  it("has no use for a handler", () => {
    const bind = () => bindLoosely(document, { ...parts, handlers: { ...parts.handlers, getReference: echo } });
    expect(bind).to.throw("the handler getReference belongs to no operation");
  });

  it("stops an engine that has nothing to publish", () => {
    expect(() => new Engine(bindLoosely(document, parts), { responseChecks: "always" })).to.throw(
      "getOpenApiDocument: x-accord-published needs a publisher",
    );
  });

  const asks = "is for a GET that answers 200 with";
  const refused: Readonly<Record<string, readonly [message: string, OpenApiDocument]>> = {
    "another kind": [
      '/paths/~1a/get/x-accord-published: x-accord-published must be document or page, not "poem"',
      alone("/a", "poem", html),
    ],
    "an inherited name for a kind": [
      'x-accord-published must be document or page, not "toString"',
      alone("/a", "toString", html),
    ],
    "a document that is no JSON": [`document ${asks} application/json alone`, alone("/a", "document", html)],
    "a page that is no HTML": [`page ${asks} text/html alone`, alone("/a", "page", { "200": json() })],
    "a body": [
      `page ${asks} text/html alone`,
      alone("/a", "page", html, { requestBody: { content: { "application/json": {} } } }),
    ],
    "another method": [
      `page ${asks} text/html alone`,
      withServer(aDocument({ paths: { "/a": { post: published("read", "page", html).get } } })),
    ],
  };
  for (const [what, [message, sketch]] of Object.entries(refused))
    it(`stops the boot for ${what}`, () => {
      expect(() => bindLoosely(sketch)).to.throw(message);
    });
});
