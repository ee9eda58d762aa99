/** What holds for every answer of a server, whoever writes it: operations, pages, probes, and refusals before either. */
import { expect } from "chai";
import type { Middleware } from "koa";
import { trustedProxies } from "#src/http/forwarded.ts";
import type { RunningServer } from "#src/server/http-server.ts";
import { aDocument, anything } from "#test/contract/support/document.ts";
import { bindLoosely, echo } from "#test/contract/support/serve.ts";
import { exchange } from "#test/contract/support/wire.ts";
import { serveApi } from "#test/support/http-server.ts";

const document = aDocument({
  paths: {
    "/pets": { get: { operationId: "listPets", responses: anything } },
    "/menu": { get: { operationId: "showMenu", responses: anything } },
  },
});
const api = bindLoosely(document, {
  handlers: {
    listPets: echo,
    showMenu: () => ({ status: 200, body: {}, headers: { "Cache-Control": "public, max-age=60" } }),
  },
});

const fails: Middleware = (context, next) => {
  if (context.path === "/fails") throw new Error("the disk is full");
  if (context.path === "/throws") throw null;
  return next();
};

/** A server of a small API, for one test. */
async function serving(
  options: { readonly allowedHosts?: readonly string[] },
  test: (server: RunningServer) => Promise<void>,
): Promise<void> {
  const proxies = trustedProxies(["127.0.0.1"]);
  const server = await serveApi(api, "/pets-api", { proxies, middleware: [fails], ...options });
  try {
    await test(server);
  } finally {
    await server.close({ patienceMs: 0 });
  }
}

/** Sends `GET` by hand, since fetch writes its own Host. */
function ask({ port }: RunningServer, path: string, ...headers: string[]): Promise<string> {
  return exchange(port, `${[`GET ${path} HTTP/1.1`, "Connection: close", ...headers].join("\r\n")}\r\n\r\n`);
}

describe("every answer of a server", () => {
  it("is taken for no other media type, and is kept by no cache unless it belongs to nobody", () =>
    serving({}, async (server) => {
      const kept: Record<string, string> = {
        "/pets-api/menu": "public, max-age=60",
        "/pets-api/openapi.json": "no-cache",
        "/pets-api/docs": "no-cache",
        "/pets-api/docs/start.js": "no-cache",
        "/": "no-cache",
        "/docs/guides": "no-cache",
        "/docs/assets/search.json": "no-cache",
      };
      const paths = ["/healthz", "/readyz", "/nothing", "/fails", "/throws", "/pets-api", "/pets-api/pets"];
      for (const path of [...paths, "/pets-api/nothing", ...Object.keys(kept)])
        for (const method of ["GET", "HEAD", "DELETE", "OPTIONS"]) {
          const answer = await fetch(server.url + path, { method, redirect: "manual" });
          await answer.arrayBuffer();
          expect(answer.headers.get("x-content-type-options"), `${method} ${path}`).to.equal("nosniff");
          const wanted = answer.ok && (method === "GET" || method === "HEAD") ? (kept[path] ?? "no-store") : /no-/;
          expect(answer.headers.get("cache-control"), `${method} ${path}`).to.match(new RegExp(wanted));
        }
      for (const broken of ["GET / HTTP/1.1\r\n\r\n", "nonsense\r\n\r\n"])
        expect(await exchange(server.port, broken))
          .to.match(/nosniff/)
          .and.match(/no-store/);
    }));
});

describe("a request's target", () => {
  it("may be a whole URL, of operations, pages and probes alike", () =>
    serving({}, async (server) => {
      for (const path of ["/pets-api/pets", "/pets-api/docs", "/docs/guides", "/healthz", ""])
        for (const authority of ["localhost", "[::1]:80"]) {
          const answer = await ask(server, `http://${authority}${path}`, "Host: localhost");
          expect(answer, authority + path).to.match(/^HTTP\/1\.1 200 /);
        }
    }));

  it("is refused where it is neither a path, an asterisk nor a URL", () =>
    serving({}, async (server) => {
      const authorities = ["localhost:99999", "[", "a%zz", "a^b"].map((authority) => `http://${authority}`);
      for (const target of [...authorities, "foo://localhost", "foo:]"])
        for (const path of ["/pets-api/pets", "/docs/guides", "/nothing"]) {
          const answer = await ask(server, target + path, "Host: localhost");
          expect(answer, target + path).to.match(/^HTTP\/1\.1 400 .*"code":"BAD_REQUEST"/s);
        }
      expect(await exchange(server.port, "OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")).to.match(
        /^HTTP\/1\.1 404 /,
      );
    }));
});

describe("allowed hosts", () => {
  const allowedHosts = ["api.example.org", "127.0.0.1:8080", "[::1]"];

  it("are all hosts where none are named", () =>
    serving({}, async (server) => {
      expect(await ask(server, "/pets-api/pets", "Host: anything.example")).to.match(/^HTTP\/1\.1 200 /);
    }));

  it("are those named, at any port or at the one they are named with, in any case", () =>
    serving({ allowedHosts }, async (server) => {
      for (const host of ["api.example.org", "API.example.org:8443", "127.0.0.1:8080", "[::1]:9000"])
        expect(await ask(server, "/pets-api/pets", `Host: ${host}`), host).to.match(/^HTTP\/1\.1 200 /);
      for (const host of ["evil.example", "api.example.org.evil.example", "127.0.0.1", "127.0.0.1:80", "a b", "[::1"])
        for (const path of ["/pets-api/pets", "/pets-api/openapi.json", "/", "/nothing"]) {
          const answer = await ask(server, path, `Host: ${host}`);
          expect(answer, host).to.match(/^HTTP\/1\.1 421 .*"code":"BAD_REQUEST"/s);
        }
    }));

  it("are what a proxy of ours was asked for, where it says so", () =>
    serving({ allowedHosts }, async (server) => {
      const forwarded = (host: string) => ask(server, "/pets-api/pets", "Host: inner", `X-Forwarded-Host: ${host}`);
      expect(await forwarded("api.example.org")).to.match(/^HTTP\/1\.1 200 /);
      expect(await forwarded("evil.example")).to.match(/^HTTP\/1\.1 421 /);
    }));

  it("are not asked of probes, which name an address, and of HTTP/1.0 without a host", () =>
    serving({ allowedHosts }, async (server) => {
      for (const path of ["/healthz", "/readyz"])
        expect(await ask(server, path, "Host: 10.0.0.7:8080")).to.match(/^HTTP\/1\.1 200 /);
      expect(await exchange(server.port, "GET /pets-api/pets HTTP/1.0\r\n\r\n")).to.match(/^HTTP\/1\.1 200 /);
    }));
});
