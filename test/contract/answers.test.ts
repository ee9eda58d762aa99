import { Readable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { expect } from "chai";
import type { ResponseChecks } from "#src/contract/engine.ts";
import { Problem } from "#src/http/problem.ts";
import { opened } from "#test/support/opened.ts";
import { until } from "#test/support/until.ts";
import { aDocument, json, problems } from "./support/document.ts";
import { type LooseHandler, problemOf, type Served, serve } from "./support/serve.ts";
import { exchange, open } from "./support/wire.ts";

const pet = {
  type: "object",
  additionalProperties: false,
  required: ["id", "born"],
  properties: { id: { type: "integer" }, born: { type: "string", format: "date-time" }, note: { type: "string" } },
};
const born = new Date("2026-11-21T10:00:00Z");
const count = { schema: { type: "integer", minimum: 0 }, required: true };

/** What each operation answers is decided by the test. */
function petServer(responseChecks: ResponseChecks, handler: LooseHandler): Promise<Served> {
  const get = (operationId: string, responses: object) => ({ get: { operationId, responses } });
  return serve(
    aDocument({
      paths: {
        "/pet": get("getPet", { "200": json(pet, { "X-Count": count }), ...problems(404) }),
        "/none": { delete: { operationId: "remove", responses: { "204": { description: "Gone." } } } },
        "/file": get("getFile", {
          "200": { description: "Bytes.", content: { "application/octet-stream": {}, "text/plain": {} } },
        }),
      },
    }),
    { handlers: { getPet: handler, remove: handler, getFile: handler }, responseChecks },
  );
}

describe("answers", () => {
  let handler: LooseHandler;
  const served = opened(() => petServer("always", (request, call) => handler(request, call)));
  const get = (path = "/pet") => fetch(served.url + path);
  const headers = { "X-Count": "1" };

  it("are checked as the caller reads them: dates are texts and undefined is nothing", async () => {
    handler = () => ({ status: 200, body: { id: 1, born, note: undefined }, headers });
    const response = await get();
    expect(response.status).to.equal(200);
    expect(response.headers.get("x-count")).to.equal("1");
    expect(await response.json()).to.deep.equal({ id: 1, born: "2026-11-21T10:00:00.000Z" });
  });

  it("may stream JSON that is too large to be held, as its text", async () => {
    handler = () => ({ status: 200, body: Readable.from(['{"id":1,"born":"', '2026-11-21T10:00:00.000Z"}']), headers });
    const response = await get();
    expect(response.headers.get("content-type")).to.equal("application/json");
    expect(await response.json()).to.deep.equal({ id: 1, born: "2026-11-21T10:00:00.000Z" });
  });

  it("in one piece carry their length in bytes", async () => {
    handler = () => ({ status: 200, body: { id: 1, born, note: "é😀" }, headers });
    const response = await get();
    expect(response.headers.get("content-length")).to.equal(String((await response.arrayBuffer()).byteLength));
  });

  const breaches: [what: string, answer: Awaited<ReturnType<LooseHandler>>, found: RegExp][] = [
    [
      "a body against its schema",
      { status: 200, body: { id: "1", born: 2, extra: 1 }, headers },
      /\/body\/extra is not a known field; \/body\/id must be integer; \/body\/born must be string/,
    ],
    ["no body where there is one", { status: 200, headers }, /Unexpected|undefined|JSON/],
    ["a status that is not documented", { status: 201, body: {}, headers }, /answered 201.*\/status is not among/],
    [
      "a media type that is not documented",
      { status: 200, type: "text/html", body: "x", headers },
      /\/type text\/html is not documented/,
    ],
    [
      "a header against its schema",
      { status: 200, body: { id: 1, born }, headers: { "X-Count": "-1" } },
      /\/header\/x-count must be >= 0/,
    ],
    [
      "a header that is no number",
      { status: 200, body: { id: 1, born }, headers: { "X-Count": "many" } },
      /\/header\/x-count must be integer/,
    ],
    ["without a required header", { status: 200, body: { id: 1, born } }, /\/header\/x-count is required/],
  ];
  for (const [what, answer, found] of breaches)
    it(`with ${what} become 500, and only the log learns why`, async () => {
      handler = () => answer;
      const response = await get();
      expect(response.status).to.equal(500);
      const text = await response.text();
      expect(JSON.parse(text)).to.include({ code: "INTERNAL_ERROR" });
      expect(text).not.to.match(found);
      const failure = served.answered.at(-1)?.exchange.failure as Error;
      expect(String(failure.message)).to.match(found);
    });

  it("with a body where none is documented become 500", async () => {
    handler = () => ({ status: 204, body: {} });
    expect((await fetch(`${served.url}/none`, { method: "DELETE" })).status).to.equal(500);
  });

  it("without content have no body and no type", async () => {
    handler = () => ({ status: 204 });
    const answer = await exchange(served.port, "DELETE /none HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    expect(answer).to.match(/^HTTP\/1\.1 204 /);
    expect(answer).not.to.match(/^content-(length|type):/im);
    expect(answer).to.match(/\r\n\r\n$/);
  });

  it("that are documented problems pass, undocumented ones become 500", async () => {
    handler = () => {
      throw new Problem("NOT_FOUND", { detail: "No such pet." });
    };
    expect(await problemOf(await get())).to.include({ status: 404, detail: "No such pet." });
    handler = () => {
      throw new Problem("KEY_INACTIVE");
    };
    expect((await get()).status).to.equal(500);
  });

  for (const [what, thrown] of [
    ["an error", new Error("secret of the house")],
    ["a rejected promise", Promise.reject(new Error("secret of the house"))],
    ["what is no error", "secret of the house"],
    ["null", null],
  ] as const)
    it(`to a handler that ends with ${what} are 500 and tell nothing`, async () => {
      if (thrown instanceof Promise) thrown.catch(() => {});
      handler = () => {
        if (thrown instanceof Promise) return thrown;
        throw thrown;
      };
      const response = await get();
      expect(response.status).to.equal(500);
      const text = await response.text();
      expect(text).not.to.contain("secret");
      const problem = JSON.parse(text) as { correlationId: string };
      expect(problem.correlationId).to.equal(response.headers.get("x-request-id"));
    });

  describe("that stream", () => {
    const file = { status: 200, type: "application/octet-stream" };

    it("arrive whole", async () => {
      handler = () => ({ ...file, body: Readable.from([Buffer.from("ab"), Buffer.from("cd")]) });
      expect(await (await get("/file")).text()).to.equal("abcd");
    });

    it("wait for a slow reader instead of piling up", async () => {
      const chunk = Buffer.alloc(64 * 1024);
      let made = 0;
      const source = new Readable({
        read() {
          made++;
          this.push(made > 2_000 ? null : chunk);
        },
      });
      handler = () => ({ ...file, body: source });
      const socket = await open(served.port, "GET /file HTTP/1.1\r\nHost: x\r\n\r\n");
      socket.pause();
      await until(() => made > 0);
      let last = -1;
      await until(async () => {
        const still = made === last;
        last = made;
        for (let round = 0; round < 20; round++) await turn();
        return still;
      });
      expect(made).to.be.below(1_000);
      socket.destroy();
      await until(() => source.destroyed);
    });

    it("are given up when the reader hangs up, and count as 499", async () => {
      const source = new Readable({ read() {} });
      handler = () => ({ ...file, body: source });
      const socket = await open(served.port, "GET /file HTTP/1.1\r\nHost: x\r\n\r\n");
      await until(() => source.listenerCount("data") > 0);
      const ends = served.answered.length;
      socket.destroy();
      await until(() => source.destroyed);
      await until(() => served.answered.length > ends);
      expect(served.answered.at(-1)?.status).to.equal(499);
    });

    it("and break in the middle end the connection, so that nobody takes half an answer for a whole one", async () => {
      handler = () => ({
        ...file,
        body: Readable.from(
          (async function* () {
            yield Buffer.from("half");
            throw new Error("the disk is gone");
          })(),
        ),
      });
      const response = await get("/file");
      expect(response.status).to.equal(200);
      expect(await response.text().catch(() => "cut")).to.equal("cut");
    });

    it("are closed unread for HEAD", async () => {
      const source = new Readable({ read() {} });
      handler = () => ({ ...file, body: source });
      expect((await fetch(`${served.url}/file`, { method: "HEAD" })).status).to.equal(200);
      expect(source.destroyed).to.equal(true);
    });

    it("are closed when their headers break the document", async () => {
      const source = new Readable({ read() {} });
      handler = () => ({ ...file, type: "image/png", body: source });
      expect((await get("/file")).status).to.equal(500);
      expect(source.destroyed).to.equal(true);
    });
  });

  it("of text and bytes are sent as they are", async () => {
    handler = () => ({ status: 200, type: "text/plain", body: "grüße" });
    expect(await (await get("/file")).text()).to.equal("grüße");
    handler = () => ({ status: 200, type: "application/octet-stream", body: new Uint8Array([1, 2]) });
    expect(Buffer.from(await (await get("/file")).arrayBuffer()).toString("hex")).to.equal("0102");
  });
});

describe("sampled checks", () => {
  it("look at one answer in a hundred, send it all the same and count the breach", async () => {
    const served = await petServer("sampled", () => ({
      status: 200,
      body: { id: "wrong" },
      headers: { "X-Count": "1" },
    }));
    try {
      for (let round = 0; round < 201; round++) {
        const response = await fetch(`${served.url}/pet`);
        expect(response.status).to.equal(200);
        await response.arrayBuffer();
      }
      expect(served.breaches.map(({ operationId }) => operationId)).to.deep.equal(["getPet", "getPet", "getPet"]);
    } finally {
      await served.close();
    }
  });

  for (const checks of ["sampled", "off"] as const)
    it(`${checks}: a status that is not documented is 500 all the same`, async () => {
      const served = await petServer(checks, () => ({ status: 201, body: {} }));
      try {
        for (let round = 0; round < 3; round++) expect((await fetch(`${served.url}/pet`)).status).to.equal(500);
      } finally {
        await served.close();
      }
    });
});

describe("checks that are off", () => {
  it("send whatever the handler says", async () => {
    const served = await petServer("off", () => ({ status: 200, body: "wrong" }));
    try {
      expect(await (await fetch(`${served.url}/pet`)).json()).to.equal("wrong");
      expect(served.breaches).to.deep.equal([]);
    } finally {
      await served.close();
    }
  });
});
