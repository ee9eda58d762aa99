import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { expect } from "chai";
import Koa, { type Context, type Middleware } from "koa";
import { koaBody } from "koa-body";
import { Application } from "#src/contract/application.ts";
import type { Exchange } from "#src/contract/exchange.ts";
import { accord } from "#src/contract/middleware.ts";
import { serveApi } from "#test/support/http-server.ts";
import { until } from "#test/support/until.ts";
import { aDocument, anything, json, problems } from "./support/document.ts";
import { bindLoosely, echo, type LooseHandler, post, problemOf } from "./support/serve.ts";
import { open } from "./support/wire.ts";

const body = { required: true, content: { "application/json": { schema: { type: "object" } } } };
const file = { description: "A file.", content: { "text/plain": { schema: { type: "string" } } } };

const document = aDocument({
  paths: {
    "/pets": {
      get: { operationId: "listPets", "x-accord-cors": "pages", responses: anything },
      post: { operationId: "addPet", requestBody: body, responses: anything },
    },
    "/pets/file": { get: { operationId: "getFile", responses: { "200": file } } },
    "/fails": { get: { operationId: "fail", responses: { "200": json(), ...problems(500) } } },
    "/waits": { get: { operationId: "wait", responses: anything } },
  },
});

/** Applications that serve one API, as anybody would put them together. */
const applications = { "a plain Koa": Koa, "our own": Application };

for (const [name, Kind] of Object.entries(applications))
  describe(`an API in ${name} application`, () => {
    let app: Koa;
    let server: Server;
    let url: string;
    let errors: unknown[];
    let failures: unknown[];
    let gate: PromiseWithResolvers<void>;
    let waiting: Exchange | null;
    beforeEach(() => {
      app = new Kind();
      errors = [];
      failures = [];
      waiting = null;
      gate = Promise.withResolvers();
      app.on("error", (error) => errors.push(error));
    });
    afterEach(() => {
      gate.resolve();
      server.close();
      server.closeAllConnections();
    });

    const handlers: Record<string, LooseHandler> = {
      listPets: echo,
      addPet: echo,
      getFile: () => ({ status: 200, body: Readable.from(["a ", "long ", "file"]) }),
      fail: () => {
        throw new Error("the disk is full");
      },
      wait: async (_, call) => {
        waiting = call;
        await gate.promise;
        return { status: 200, body: {} };
      },
    };
    const cors = { pages: { allowHeaders: [], exposeHeaders: [], maxAgeSeconds: 60 } };
    const pets = (mount: string, except: string[] = []): Middleware =>
      accord(bindLoosely(document, { handlers, cors }), {
        mount,
        except,
        onFailure: (error) => failures.push(error),
      });
    const listen = async (...middleware: Middleware[]) => {
      for (const layer of middleware) app.use(layer);
      server = app.listen(0, "127.0.0.1");
      await once(server, "listening");
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    };
    const text = async (path: string, init?: RequestInit) => {
      const answer = await fetch(url + path, init);
      return `${answer.status} ${await answer.text()}`;
    };

    describe("middleware before it", () => {
      it("sees the request, may set headers, and learns the status and the time", async () => {
        const seen: string[] = [];
        await listen(async (context, next) => {
          seen.push(`${context.method} ${context.path} ${context.get("user-agent")}`);
          context.set("X-Served-By", "one of three");
          context.cookies.set("visit", "1");
          await next();
          seen.push(String(context.status), String(context.headerSent));
        }, pets(""));
        const answer = await fetch(`${url}/pets?a=b`, { method: "POST", body: "x", headers: { "user-agent": "me" } });
        expect(answer.status).to.equal(415);
        expect(answer.headers.get("x-served-by")).to.equal("one of three");
        expect(answer.headers.get("set-cookie")).to.match(/^visit=1/);
        expect(seen).to.deep.equal(["POST /pets me", "415", "true"]);
      });

      it("has its headers on every answer: values, refusals, faults, streams, HEAD", async () => {
        await listen((context, next) => {
          context.set("X-Served-By", "me");
          return next();
        }, pets("/shop"));
        const asked: [number, string, RequestInit?][] = [
          [200, "/pets"],
          [200, "/pets", { method: "HEAD" }],
          [204, "/pets", { method: "OPTIONS" }],
          [200, "/pets/file"],
          [404, "/nothing"],
          [405, "/pets", { method: "DELETE" }],
          [415, "/pets", { method: "POST", body: "x" }],
          [500, "/fails"],
          [200, "/openapi.json"],
        ];
        for (const [status, path, init] of asked) {
          const answer = await fetch(`${url}/shop${path}`, init);
          await answer.arrayBuffer();
          expect([answer.status, answer.headers.get("x-served-by")], path).to.deep.equal([status, "me"]);
          expect(answer.headers.get("x-request-id"), path).to.match(/^req_/);
        }
      });

      it("may say that answers vary, as the operation does", async () => {
        await listen((context, next) => {
          context.vary("Accept-Language");
          return next();
        }, pets(""));
        expect((await fetch(`${url}/pets`)).headers.get("vary")).to.equal("Accept-Language, Origin");
      });

      it("may answer in its place", async () => {
        await listen((context, next) => {
          if (context.get("x-key") === "") context.throw(401, "who are you?");
          return next();
        }, pets(""));
        expect(await text("/pets")).to.equal("401 who are you?");
        expect((await fetch(`${url}/pets`, { headers: { "x-key": "k" } })).status).to.equal(200);
      });

      it("may not read the body, which is said where it has", async () => {
        await listen(koaBody(), pets(""));
        expect((await post(`${url}/pets`, {})).status).to.equal(500);
        expect(String(failures[0])).to.include("the body was read before");
      });
    });

    describe("other middleware", () => {
      const home: Middleware = (context) => {
        context.body = `home of ${context.path}`;
      };

      it("gets all requests that are not below the mount", async () => {
        await listen(pets("/shop/v1"), home);
        for (const path of ["/", "/shop", "/shop/v10", "/shop/v1x/pets", "/other?/shop/v1/pets"])
          expect(await text(path)).to.equal(`200 home of ${path.split("?")[0]}`);
        expect((await problemOf(await fetch(`${url}/shop/v1/other`))).code).to.equal("NOT_FOUND");
      });

      it("gets those below the mount that are excepted", async () => {
        await listen(pets("", ["/metrics"]), home);
        expect(await text("/metrics?a=b")).to.equal("200 home of /metrics");
        expect((await fetch(`${url}/metrics/`)).status).to.equal(404);
      });

      it("gets none of another API's", async () => {
        await listen(pets("/a"), pets("/b"), home);
        for (const path of ["/a", "/b"]) expect((await fetch(`${url + path}/pets`)).status, path).to.equal(200);
      });
    });

    it("publishes its document and its reference below the mount", async () => {
      await listen(pets("/shop"));
      const answer = await fetch(`${url}/shop`);
      expect([answer.url, answer.headers.get("content-type")]).to.deep.equal([
        `${url}/shop/docs`,
        "text/html; charset=utf-8",
      ]);
      const { servers } = (await (await fetch(`${url}/shop/openapi.json`)).json()) as { servers: unknown };
      expect(servers).to.deep.equal([{ url: `${url}/shop` }]);
    });

    it("refuses a mount that could not be one", () => {
      for (const mount of ["shop", "/", "/shop/", "/sh op", "/shop?"]) expect(() => pets(mount), mount).to.throw(mount);
    });

    it("is told the cause of a 500", async () => {
      await listen(pets(""));
      await fetch(`${url}/fails`);
      await fetch(`${url}/nothing`);
      expect(failures.map(String)).to.deep.equal(["Error: the disk is full"]);
      expect(errors).to.deep.equal([]);
    });

    describe("Koa's own ways", () => {
      const answers: [what: string, status: number, text: string, (context: Context) => unknown][] = [
        ["a text", 200, "text", (context) => Object.assign(context, { body: "text" })],
        ["JSON", 200, '{"a":1}', (context) => Object.assign(context, { body: { a: 1 } })],
        ["a stream", 200, "ab", (context) => Object.assign(context, { body: Readable.from(["a", "b"]) })],
        ["a status", 202, "Accepted", (context) => Object.assign(context, { status: 202 })],
        ["nothing", 404, "Not Found", () => undefined],
        ["an error", 500, "Internal Server Error", () => Promise.reject(new Error("secret"))],
        ["an exposed error", 409, "taken", (context) => context.throw(409, "taken")],
        [
          "an answer written by hand",
          203,
          "by hand",
          (context) => {
            context.respond = false;
            context.res.writeHead(203).end("by hand");
          },
        ],
        [
          "an answer that is still written when the middleware is done",
          200,
          "late",
          (context) => {
            context.respond = false;
            context.res.statusCode = 200;
            setImmediate(() => context.res.end("late"));
          },
        ],
      ];
      for (const [what, status, expected, respond] of answers)
        it(`stay as they are: ${what}`, async () => {
          await listen(pets("/shop"), async (context) => void (await respond(context)));
          expect(await text("/x")).to.equal(`${status} ${expected}`);
        });

      it("stay as they are: errors are emitted, with their context", async () => {
        const told: string[] = [];
        app.on("error", (error: Error, context: Context) => told.push(`${context.path}: ${error.message}`));
        await listen(() => Promise.reject(new Error("secret")), pets(""));
        expect(await text("/pets")).to.equal("500 Internal Server Error");
        expect(told).to.deep.equal(["/pets: secret"]);
      });

      it("stay as they are: a stream whose client goes away is closed", async () => {
        const endless = new Readable({
          read() {
            this.push("x".repeat(1_000));
          },
        });
        await listen((context) => {
          context.body = endless;
        });
        const socket = await open(Number(new URL(url).port), "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
        await once(socket, "data");
        socket.destroy();
        await until(() => endless.destroyed);
      });
    });

    it("aborts the signal of a handler whose client goes away, and goes on", async () => {
      await listen(pets(""));
      const socket = await open(Number(new URL(url).port), "GET /waits HTTP/1.1\r\nHost: x\r\n\r\n");
      await until(() => waiting !== null);
      socket.destroy();
      await until(() => (waiting as unknown as Exchange).signal.aborted);
      gate.resolve();
      expect((await fetch(`${url}/pets`)).status).to.equal(200);
    });
  });

describe("middleware of the server", () => {
  it("runs before operations, their pages, and the server's own", async () => {
    const api = bindLoosely(
      aDocument({ paths: { "/pets": { get: { operationId: "listPets", responses: anything } } } }),
      {
        handlers: { listPets: echo },
      },
    );
    const server = await serveApi(api, "/shop", {
      middleware: [
        (context, next) => {
          context.set("X-Served-By", "me");
          return context.get("x-key") === "" ? context.throw(401) : next();
        },
      ],
    });
    try {
      for (const [path, status] of Object.entries({
        "/shop/pets": 200,
        "/shop/nothing": 404,
        "/shop/docs": 200,
        "/": 200,
        "/healthz": 200,
        "/nothing": 404,
      })) {
        const answer = await fetch(server.url + path, { headers: { "x-key": "k" } });
        expect([answer.status, answer.headers.get("x-served-by")], path).to.deep.equal([status, "me"]);
        expect((await fetch(server.url + path)).status, path).to.equal(401);
      }
    } finally {
      await server.close({ patienceMs: 1_000, idleMs: 0 });
    }
  });
});
