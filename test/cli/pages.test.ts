import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { expect } from "chai";
import { exchange } from "#test/contract/support/wire.ts";
import { startTestServer } from "#test/support/server.ts";
import { sharedObservabilityServer } from "../apis/observability/operations/server.ts";

interface Document {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, object>>;
}

async function serverUrlIn(url: string, headers: Record<string, string> = {}): Promise<string | undefined> {
  const document = (await (await fetch(`${url}/openapi.json`, { headers })).json()) as Document;
  return document.servers[0]?.url;
}

/** Without `fetch`, which asks for a fresh copy whenever the caller sets If-None-Match. */
async function ask(url: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const [answer] = (await once(get(url, { headers }), "response")) as [IncomingMessage];
  answer.resume();
  return answer;
}

const forwarded = { "x-forwarded-proto": "https", "x-forwarded-host": "api.example.org" };

describe("what a server publishes", () => {
  const server = sharedObservabilityServer();
  let url: string;
  before(() => {
    url = server.baseUrl;
  });

  describe("the document", () => {
    it("is OpenAPI 3.1, for any page to read", async () => {
      const answer = await fetch(`${url}/openapi.json`);
      expect(answer.headers.get("content-type")).to.match(/^application\/json/);
      expect(answer.headers.get("access-control-allow-origin")).to.equal("*");
      expect(((await answer.json()) as Document).openapi).to.match(/^3\.1\./);
    });

    it("names the address it was asked at", async () => {
      const { port } = new URL(url);
      expect(await serverUrlIn(url)).to.equal(url);
      const named = `http://localhost:${port}/observability`;
      expect(await serverUrlIn(named)).to.equal(named);
    });

    it("is 304 for who has it already", async () => {
      const { etag = "" } = (await ask(`${url}/openapi.json`)).headers;
      expect(etag).to.match(/^"[\w-]{20,}"$/);
      expect((await ask(`${url}/openapi.json`, { "if-none-match": etag })).statusCode).to.equal(304);
      expect((await ask(`${url}/openapi.json`, { "if-none-match": '"another"' })).statusCode).to.equal(200);
    });

    it("does not believe X-Forwarded headers of strangers", async () => {
      expect(await serverUrlIn(url, forwarded)).to.equal(url);
    });

    it("believes those of a trusted proxy", async () => {
      const { database } = server;
      const behindProxy = await startTestServer({
        apis: ["observability"],
        database,
        config: { trustedProxies: ["127.0.0.0/8"] },
      });
      expect(await serverUrlIn(behindProxy.baseUrl, forwarded)).to.equal("https://api.example.org/observability");
      await behindProxy.stop();
    });

    it("takes GET and HEAD only", async () => {
      const answer = await fetch(`${url}/openapi.json`, { method: "DELETE" });
      expect([answer.status, answer.headers.get("allow")]).to.deep.equal([405, "HEAD, GET"]);
    });
  });

  describe("the reference", () => {
    it("loads nothing from another host, and may not", async () => {
      const answer = await fetch(`${url}/docs`);
      expect(answer.headers.get("content-security-policy")).to.match(/^default-src 'none'; script-src 'self';/);
      expect(await answer.text()).not.to.match(/(?:src|href)="(?:[a-z]+:)?\/\//);
    });

    for (const encoding of ["br", "gzip"]) {
      it(`comes compressed with ${encoding} to who reads that`, async () => {
        const answer = await fetch(`${url}/docs/reference.js`, { headers: { "accept-encoding": encoding } });
        expect(answer.headers.get("content-encoding")).to.equal(encoding);
        expect(answer.headers.get("vary")).to.equal("Accept-Encoding");
        const sent = Number(answer.headers.get("content-length"));
        expect((await answer.arrayBuffer()).byteLength).to.be.above(3 * sent);
      });
    }

    it("comes as it is to who reads nothing else", async () => {
      const answer = await fetch(`${url}/docs/start.js`, { headers: { "accept-encoding": "identity" } });
      expect(answer.headers.get("content-encoding")).to.equal(null);
      expect(await answer.text()).to.include("Scalar.createApiReference(");
    });
  });
});

describe("the page at the root of several APIs", () => {
  const api = sharedObservabilityServer();
  const server = {
    get baseUrl() {
      return api.baseUrl;
    },
    get url() {
      return new URL(api.baseUrl).origin;
    },
  };

  it("says what each API does, and leads to its reference, its document and the server's health", async () => {
    const answer = await fetch(server.url);
    expect(answer.headers.get("content-type")).to.match(/^text\/html/);
    const html = await answer.text();
    expect(html).to.include("<h2>Observability</h2>").and.include("Takes events, logs, traces and metrics in");
    const links = [...html.matchAll(/(?:href|src)="(?!data:|#)([^"]+)"/g)].map(([, link = ""]) => link);
    expect(links).to.include.members([
      "healthz",
      "readyz",
      "observability/docs",
      "observability/openapi.json",
      "observability/openapi.clients.json",
      "docs/guides",
      "docs/guides/observability",
    ]);
    for (const link of links) expect((await ask(`${server.url}/${link}`)).statusCode, link).to.equal(200);
    expect(html).not.to.match(/https?:\/\//);
  });

  it("lists every operation once, below the tags of its document in their order", async () => {
    const html = await (await fetch(server.url)).text();
    const document = (await (await fetch(`${server.baseUrl}/openapi.json`)).json()) as Document;
    const inDocument = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).flatMap((method) => (method === "parameters" ? [] : [`${method.toUpperCase()} ${path}`])),
    );
    const listed = [...html.matchAll(/<li><code[^>]*>([A-Z]+)<\/code><code>([^<]+)<\/code>/g)];
    expect(listed.map(([, method, path]) => `${method} ${path}`)).to.have.members(inDocument);
    const headings = [...html.matchAll(/<h3>([^<]+)<\/h3>/g)].map(([, tag]) => tag);
    expect(headings).to.deep.equal(document.tags.map(({ name }) => name));
  });

  it("runs no script and takes no style but those of the server's own files", async () => {
    const answer = await fetch(server.url);
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect(policy).to.include("default-src 'none'; script-src 'self'; style-src 'self';").and.not.include("unsafe");
    expect(await answer.text()).not.to.match(/<style|<script>|style=|onclick=/);
  });

  it("leads from an API's address to its reference", async () => {
    const answer = await fetch(server.baseUrl, { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).to.deep.equal([302, "/observability/docs"]);
  });

  it("and all around it name the request", async () => {
    for (const path of [
      "",
      "/observability",
      "/observability/docs",
      "/observability/openapi.json",
      "/healthz",
      "/nothing",
    ]) {
      const { headers } = await ask(server.url + path);
      expect(headers["x-request-id"], path).to.match(/^req_[0-9a-f-]{36}$/);
      expect((await ask(server.url + path, { "x-request-id": "mine" })).headers["x-request-id"], path).to.equal("mine");
    }
  });

  it("and all below it may be asked for by their whole address, as proxies do", async () => {
    const { port } = new URL(server.url);
    const askWhole = async (target: string) => {
      const headers = "Host: 127.0.0.1\r\nConnection: close\r\n";
      return (await exchange(Number(port), `GET ${target} HTTP/1.1\r\n${headers}\r\n`)).split("\r\n")[0];
    };
    expect(await askWhole(`${server.baseUrl}/api/auth/verify`)).to.contain(" 401 ");
    expect(await askWhole(`HTTP://api.example.org/observability/v1/nothing?a=/healthz`)).to.contain(" 404 ");
    expect(await askWhole(`${server.baseUrl}/docs`)).to.contain(" 200 ");
    expect(await askWhole(server.url)).to.contain(" 200 ");
    expect(await askWhole(`${server.url}?a=b`)).to.contain(" 200 ");
  });

  it("is the hint for who asks for something else", async () => {
    const answer = await fetch(`${server.url}/nothing`);
    expect(answer.status).to.equal(404);
    expect(await answer.json()).to.deep.equal({ error: "There is nothing here. GET / lists the APIs of this server." });
  });
});
