import type { IncomingMessage } from "node:http";
import { expect } from "chai";
import type { Context } from "koa";
import { Exchange } from "#src/contract/exchange.ts";
import { freeBytes } from "#src/http/bytes-in-flight.ts";
import { noProxies } from "#src/http/forwarded.ts";
import { Intake } from "#src/http/intake.ts";
import { Problem } from "#src/http/problem.ts";
import { opened } from "#test/support/opened.ts";
import { until } from "#test/support/until.ts";
import { aDocument, anything } from "./support/document.ts";
import { post, problemOf, serve } from "./support/serve.ts";
import { exchange, nextBytes, open } from "./support/wire.ts";

const ours = /^req_[0-9a-f-]{36}$/;

describe("an exchange", () => {
  let gate = Promise.withResolvers<void>();
  let waiting: Exchange | null = null;
  let authenticating: IncomingMessage | null = null;
  const served = opened(async () => {
    const body = { required: true, content: { "application/json": { schema: { type: "object" } } } };
    return serve(
      aDocument({
        securitySchemes: { Slow: { type: "apiKey", in: "header", name: "x-slow" } },
        paths: {
          "/echo": { post: { operationId: "send", requestBody: body, responses: anything } },
          "/wait": { get: { operationId: "wait", responses: anything } },
          "/slow": { post: { operationId: "slow", security: [{ Slow: [] }], requestBody: body, responses: anything } },
        },
      }),
      {
        authenticators: {
          Slow: {
            authenticate: async ({ incoming }) => {
              authenticating = incoming;
              await gate.promise;
              return null;
            },
          },
        },
        handlers: {
          send: (_, call) => ({ status: 200, body: { requestId: call.requestId, remote: call.remoteAddress } }),
          slow: () => ({ status: 200, body: {} }),
          wait: async (_, call) => {
            waiting = call;
            await gate.promise;
            return { status: 200, body: {} };
          },
        },
      },
    );
  });
  beforeEach(() => {
    gate = Promise.withResolvers();
    waiting = null;
  });
  const send = (headers: Record<string, string>, body: unknown = {}) =>
    post(`${served.url}/echo`, body, { "Content-Type": "application/json", ...headers });

  it("without a caller that is known is charged to an IPv4 address, or to the /64 of an IPv6 address", () => {
    const all = new Intake(8 * freeBytes);
    const from = (remoteAddress: string) => {
      const req = { headers: {}, socket: { remoteAddress } };
      return new Exchange({ req, res: {} } as unknown as Context, "/", "", noProxies, all).intake;
    };
    from("2001:db8::1").take(4 * freeBytes);
    expect(() => from("2001:db8::2").take(freeBytes + 1)).to.throw(Problem, "OVERLOADED");
    from("2001:db8:0:1::1").take(2 * freeBytes);
    from("198.51.100.7").take(2 * freeBytes);
  });

  describe("its X-Request-Id", () => {
    for (const id of ["a", "A-z_0.9", "x".repeat(64)])
      it(`is the caller's when it is well formed: ${id.slice(0, 10)}`, async () => {
        const response = await send({ "X-Request-Id": id });
        expect(response.headers.get("x-request-id")).to.equal(id);
        expect(await response.json()).to.include({ requestId: id });
      });

    for (const id of ["", "x".repeat(65), "a b", "a,b", "é", "<script>", "a/b"])
      it(`is ours when the caller's is not: ${JSON.stringify(id.slice(0, 10))}`, async () => {
        expect((await send({ "X-Request-Id": id })).headers.get("x-request-id")).to.match(ours);
      });

    it("is ours when the caller sends two", async () => {
      const answer = await exchange(
        served.port,
        "GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Request-Id: a\r\nX-Request-Id: b\r\n\r\n",
      );
      expect(answer).to.match(/X-Request-Id: req_/);
    });

    it("is new each time", async () => {
      const ids = await Promise.all(
        Array.from({ length: 20 }, async () => (await send({})).headers.get("x-request-id")),
      );
      expect(new Set(ids).size).to.equal(20);
    });

    it("is on errors too, and is their correlationId", async () => {
      for (const response of [
        await send({ "X-Request-Id": "my-id" }, "{"),
        await fetch(`${served.url}/nowhere`, { headers: { "X-Request-Id": "my-id" } }),
        await fetch(`${served.url}/echo`, { method: "PUT", headers: { "X-Request-Id": "my-id" } }),
      ]) {
        expect(response.headers.get("x-request-id")).to.equal("my-id");
        expect((await problemOf(response)).correlationId).to.equal("my-id");
      }
    });
  });

  it("writes problems as RFC 9457 says", async () => {
    const response = await send({}, "{");
    expect(response.headers.get("content-type")).to.equal("application/problem+json");
    expect(await response.json()).to.have.all.keys(
      "type",
      "title",
      "status",
      "detail",
      "code",
      "correlationId",
      "details",
      "fieldErrors",
    );
  });

  it("is told once of each answer, with its operation and what went wrong", async () => {
    const ends = served.answered.length;
    await send({});
    await send({}, "{");
    await fetch(`${served.url}/nowhere`);
    const told = served.answered.slice(ends).map(({ status, exchange: { operationId, failure } }) => ({
      status,
      operationId,
      code: failure instanceof Problem ? failure.code : failure,
    }));
    expect(told).to.deep.equal([
      { status: 200, operationId: "send", code: null },
      { status: 400, operationId: "send", code: "MALFORMED_JSON" },
      { status: 404, operationId: "", code: "NOT_FOUND" },
    ]);
  });

  it("knows the caller's address", async () => {
    expect(await (await send({ "X-Forwarded-For": "1.2.3.4" })).json()).to.include({ remote: "127.0.0.1" });
  });

  describe("whose client goes away", () => {
    const head = "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
    const ended = async (ends: number) => {
      await until(() => served.answered.length > ends);
      return served.answered.at(-1)?.status;
    };

    it("in the middle of its body, is over as 499", async () => {
      for (const lines of ["Content-Length: 100\r\n\r\n{", 'Transfer-Encoding: chunked\r\n\r\n5\r\n{"a"']) {
        const ends = served.answered.length;
        const socket = await open(served.port, head + lines);
        socket.end();
        socket.destroy();
        expect(await ended(ends)).to.equal(499);
      }
    });

    it("before its body is read, is over as 499 and not forgotten", async () => {
      for (const body of ["{", '{"a":1}   ']) {
        gate = Promise.withResolvers();
        authenticating = null;
        const ends = served.answered.length;
        const socket = await open(
          served.port,
          `POST /slow HTTP/1.1\r\nHost: x\r\nX-Slow: 1\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n${body}`,
        );
        await until(() => authenticating !== null);
        socket.destroy();
        await until(() => (authenticating as IncomingMessage | null)?.destroyed === true);
        gate.resolve();
        expect(await ended(ends)).to.equal(499);
      }
    });

    it("while the handler works, aborts the handler's signal", async () => {
      const socket = await open(served.port, "GET /wait HTTP/1.1\r\nHost: x\r\n\r\n");
      await until(() => waiting !== null);
      const { signal } = waiting as unknown as Exchange;
      expect(signal.aborted).to.equal(false);
      socket.destroy();
      await until(() => signal.aborted);
      gate.resolve();
    });

    it("before the handler asks for the signal, finds it aborted", async () => {
      const socket = await open(served.port, "GET /wait HTTP/1.1\r\nHost: x\r\n\r\n");
      await until(() => waiting !== null);
      const call = waiting as unknown as Exchange;
      socket.destroy();
      await until(() => call.outgoing.destroyed);
      expect(call.signal.aborted).to.equal(true);
      gate.resolve();
    });

    it("leaves the signal alone when the answer went out", async () => {
      gate.resolve();
      await fetch(`${served.url}/wait`);
      expect((waiting as unknown as Exchange).signal.aborted).to.equal(false);
    });
  });

  it("after a refusal leaves the connection good for the next request", async () => {
    const refused = "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: text/html\r\nContent-Length: 5\r\n\r\nhello";
    const socket = await open(served.port, refused);
    expect(await nextBytes(socket)).to.match(/^HTTP\/1\.1 415 /);
    socket.write("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}");
    expect(await nextBytes(socket)).to.match(/^HTTP\/1\.1 200 /);
    socket.destroy();
  });
});
