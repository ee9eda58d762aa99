import { expect } from "chai";
import { withdrawCors } from "#src/contract/cors.ts";
import { Problem } from "#src/http/problem.ts";
import { opened } from "#test/support/opened.ts";
import { aDocument, anything, problems } from "./support/document.ts";
import { post, serve } from "./support/serve.ts";

describe("cross-origin requests", () => {
  const Origin = "https://shop.example.org";
  const served = opened(async () => {
    const body = { content: { "application/json": { schema: { type: "object" } } } };
    return serve(
      aDocument({
        securitySchemes: { Key: { type: "apiKey", in: "header", name: "x-key" } },
        paths: {
          "/open": {
            post: {
              operationId: "send",
              "x-accord-cors": "pages",
              security: [{ Key: [] }],
              requestBody: body,
              responses: { ...anything, ...problems(403) },
            },
            get: { operationId: "read", responses: anything },
          },
          "/closed": { post: { operationId: "sendClosed", requestBody: body, responses: anything } },
        },
      }),
      {
        cors: {
          pages: {
            allowHeaders: ["content-type", "x-key"],
            exposeHeaders: ["X-Request-Id", "Retry-After"],
            maxAgeSeconds: 600,
          },
        },
        authenticators: {
          Key: {
            authenticate: ({ value }) => {
              if (value !== "good") throw new Problem("UNAUTHENTICATED");
              return null;
            },
          },
        },
        handlers: {
          send: (_, call) => {
            if (call.incoming.headers.origin === "https://evil.example") {
              withdrawCors(call.answerHeaders);
              throw new Problem("origin_not_allowed");
            }
            return { status: 200, body: {} };
          },
          read: () => ({ status: 200, body: {} }),
          sendClosed: () => ({ status: 200, body: {} }),
        },
      },
    );
  });
  const preflight = (path: string, method: string, headers: Record<string, string> = { Origin }) =>
    fetch(served.url + path, { method: "OPTIONS", headers: { "Access-Control-Request-Method": method, ...headers } });
  const send = (headers: Record<string, string>, body: unknown = {}) =>
    post(`${served.url}/open`, body, { "Content-Type": "application/json", ...headers });

  it("are announced by a preflight, which needs no credentials", async () => {
    const response = await preflight("/open", "POST");
    expect(response.status).to.equal(204);
    const header = (name: string) => response.headers.get(name);
    expect(header("access-control-allow-origin")).to.equal(Origin);
    expect(header("access-control-allow-methods")).to.equal("POST");
    expect(header("access-control-allow-headers")).to.equal("content-type, x-key");
    expect(header("access-control-max-age")).to.equal("600");
    expect(header("vary")).to.equal("Origin, Access-Control-Request-Method, Access-Control-Request-Headers");
    expect(header("access-control-allow-credentials")).to.equal(null);
  });

  it("are not announced for operations, methods or addresses without a policy", async () => {
    for (const [path, method] of [
      ["/open", "GET"],
      ["/open", "DELETE"],
      ["/closed", "POST"],
    ] as const) {
      const response = await preflight(path, method);
      expect(response.status).to.equal(204);
      expect(response.headers.get("access-control-allow-origin"), `${method} ${path}`).to.equal(null);
      expect(response.headers.get("allow")).to.contain("OPTIONS");
    }
    expect((await preflight("/nowhere", "POST")).status).to.equal(404);
    expect((await preflight("/open", "POST", {})).headers.get("access-control-allow-origin")).to.equal(null);
  });

  it("get answers that the page may read, errors included", async () => {
    for (const [headers, body, status] of [
      [{ "x-key": "good" }, {}, 200],
      [{ "x-key": "bad" }, {}, 401],
      [{}, {}, 401],
      [{ "x-key": "good" }, "{", 400],
    ] as const) {
      const response = await send({ Origin, ...headers }, body);
      expect(response.status).to.equal(status);
      expect(response.headers.get("access-control-allow-origin")).to.equal(Origin);
      expect(response.headers.get("access-control-expose-headers")).to.equal("X-Request-Id, Retry-After");
      expect(response.headers.get("vary")).to.equal("Origin");
    }
  });

  it("of a refused origin get an answer that the page may not read", async () => {
    const response = await send({ Origin: "https://evil.example", "x-key": "good" });
    expect(response.status).to.equal(403);
    expect(response.headers.get("access-control-allow-origin")).to.equal(null);
    expect(response.headers.get("vary")).to.equal("Origin");
  });

  it("that come from no page get no such headers, but caches are told that it depends", async () => {
    const response = await send({ "x-key": "good" });
    expect(response.headers.get("access-control-allow-origin")).to.equal(null);
    expect(response.headers.get("vary")).to.equal("Origin");
  });

  it("to operations without a policy get none either", async () => {
    const response = await post(`${served.url}/closed`, {}, { "Content-Type": "application/json", Origin });
    expect(response.status).to.equal(200);
    expect(response.headers.get("access-control-allow-origin")).to.equal(null);
  });
});
