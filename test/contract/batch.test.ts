import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import fc from "fast-check";
import Koa from "koa";
import { readJsonBatch } from "#src/contract/batch.ts";
import { accord } from "#src/contract/middleware.ts";
import { mockApi } from "#src/contract/mock.ts";
import type { Batch, ReadBatch } from "#src/contract/types.ts";
import { atOnce } from "#src/http/event-loop.ts";
import { maxFindings } from "#src/http/problem.ts";
import { listening } from "#test/support/listening.ts";
import { opened } from "#test/support/opened.ts";
import { runs } from "#test/support/runs.ts";
import { aDocument, anything } from "./support/document.ts";
import { post, problemOf, serve, validatorsOf } from "./support/serve.ts";

const resultOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch {
    return undefined;
  }
};

const record = {
  type: "object",
  additionalProperties: false,
  required: ["level"],
  properties: { level: { type: "integer", minimum: 0, maximum: 60 }, message: { type: "string", maxLength: 20 } },
};

const mostRecords = 5_000;

const requestBody = {
  required: true,
  "x-accord-batch": true,
  "x-accord-batch-limit": mostRecords,
  "x-accord-body-limit": 4 * 1024 * 1024,
  "x-accord-encodings": ["gzip"],
  content: { "application/json": { schema: { type: "array" } }, "application/x-ndjson": { schema: record } },
};
const document = aDocument({ paths: { "/send": { post: { operationId: "send", requestBody, responses: anything } } } });

describe("batches", () => {
  const served = opened(() =>
    serve(document, {
      handlers: {
        send: async ({ body }) => {
          const { kept, skipped, skippedCount } = await (body as Batch<unknown>).read({ keep: (value) => value });
          return { status: 200, body: { kept, skipped, skippedCount } };
        },
      },
    }),
  );

  const send = (body: unknown, type = "application/x-ndjson", more: Record<string, string> = {}) =>
    post(`${served.url}/send`, body, { "Content-Type": type, ...more });
  const read = async (body: unknown, type?: string) => {
    const response = await send(body, type);
    expect(response.status).to.equal(200);
    return (await response.json()) as ReadBatch<unknown>;
  };

  it("take one JSON object, a list of them, and lines", async () => {
    const one = { level: 10 };
    const two = { level: 20, message: "x" };
    expect((await read(one, "application/json")).kept).to.deep.equal([one]);
    expect((await read([one, two], "application/json")).kept).to.deep.equal([one, two]);
    expect((await read(`${JSON.stringify(one)}\n${JSON.stringify(two)}`)).kept).to.deep.equal([one, two]);
  });

  it("pass over blank lines, also between CRLF, and count no position for them", async () => {
    const { kept, skipped } = await read('\n{"level":1}\r\n\r\n  \n{"level":2}\n\n{}');
    expect(kept).to.deep.equal([{ level: 1 }, { level: 2 }]);
    expect(skipped.map(({ index }) => index)).to.deep.equal([2]);
  });

  it("may begin with a byte order mark, as Windows writes it", async () => {
    const marked = (text: string, ...rest: number[]) =>
      Buffer.concat([Buffer.from(`\uFEFF${text}`), Buffer.from(rest)]);
    const first = { level: 1 };
    expect((await read(marked('{"level":1}'), "application/json")).kept).to.deep.equal([first]);
    expect((await read(marked('{"level":1}\n{"level":2}'))).kept).to.have.length(2);
    expect((await read(marked('{"level":1}\n', 0xff))).kept).to.deep.equal([first]);
  });

  it("keep what is good and say what is wrong with the rest", async () => {
    const lines = [
      '{"level":1}',
      "{broken",
      '{"level":"high","extra":1}',
      '{"level":2}',
      String.raw`{"level":3,"message":"\u0000"}`,
    ];
    const { kept, skipped, skippedCount } = await read(lines.join("\n"));
    expect(kept).to.deep.equal([{ level: 1 }, { level: 2 }]);
    expect(skippedCount).to.equal(3);
    expect(
      skipped.map(({ index, findings }) => [index, ...findings.map(({ path, code }) => `${path} ${code}`)]),
    ).to.deep.equal([
      [1, "/body/1 malformed"],
      [2, "/body/2/extra unknown", "/body/2/level type"],
      [4, "/body/4/message nul"],
    ]);
  });

  it("lose only the line that is no UTF-8", async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"level":1}\n{"level":2,"message":"'),
      Buffer.from([0xff]),
      Buffer.from('"}\n{"level":3}'),
    ]);
    const { kept, skipped } = await read(bytes);
    expect(kept).to.deep.equal([{ level: 1 }, { level: 3 }]);
    expect(skipped).to.deep.equal([
      { index: 1, findings: [{ path: "/body/1", code: "malformed", message: "is not valid UTF-8" }] },
    ]);
  });

  it("that are empty are valid and empty", async () => {
    expect(await read("[]", "application/json")).to.deep.equal({ kept: [], skipped: [], skippedCount: 0 });
    expect(await read("\n\n")).to.deep.equal({ kept: [], skipped: [], skippedCount: 0 });
  });

  it("with nothing usable are refused with the findings of all", async () => {
    for (const [body, type, paths] of [
      ['{"level":-1}\n{}', "application/x-ndjson", ["/body/0/level minimum", "/body/1/level required"]],
      ["[{},1]", "application/json", ["/body/0/level required", "/body/1 type"]],
      ["{}", "application/json", ["/body/level required"]],
      ["7", "application/json", ["/body type"]],
      ["{", "application/json", ["/body malformed"]],
      [new Uint8Array([0xff]), "application/json", ["/body malformed"]],
      [`[${"[".repeat(3000)}`, "application/json", ["/body malformed"]],
      ["[}", "application/json", ["/body malformed"]],
      ['[{"level":1}}', "application/json", ["/body malformed"]],
    ] as const) {
      const problem = await problemOf(await send(body, type));
      expect(problem).to.include({ status: 400, code: "VALIDATION_FAILED" });
      expect(problem.fieldErrors.map(({ path, code }) => `${path} ${code}`)).to.deep.equal(paths);
    }
  });

  it("are read by mocks, too", async () => {
    const app = new Koa().use(accord(await mockApi("small", document, validatorsOf(document), {})));
    const server = await listening(createServer(app.callback()));
    const statusOf = async (body: string) =>
      (await post(`${server.url}/send`, body, { "Content-Type": "application/x-ndjson" })).status;
    expect([await statusOf('{"level":1}\n{}'), await statusOf("{}")]).to.deep.equal([200, 400]);
    await server.close();
  });

  it("hold as many records as their document says, good or bad, and with one more are 413, with the limit's name", async () => {
    for (const [line, status] of [
      ['{"level":1}', 200],
      ["{bad", 400],
    ] as const) {
      for (const [type, begin, between, end] of [
        ["application/x-ndjson", "\n", "\n\r\n", ""],
        ["application/json", "[", ",", "]"],
      ] as const) {
        const body = (count: number) => begin + Array(count).fill(line).join(between) + end;
        expect((await send(body(mostRecords), type)).status).to.equal(status);
        if (type === "application/json" && status === 400) continue;
        const problem = await problemOf(await send(body(mostRecords + 1), type));
        expect(problem).to.include({ status: 413, code: "PAYLOAD_TOO_LARGE" });
        expect(problem.details).to.deep.equal({ limitRecords: mostRecords });
      }
    }
  });

  it("say how many records were skipped where none is usable, and what is wrong with the first hundred", async () => {
    const problem = await problemOf(await send("{bad\n".repeat(mostRecords)));
    expect(problem.details).to.deep.equal({ skipped: mostRecords });
    expect(problem.fieldErrors).to.have.length(maxFindings);
  });

  it("that are lists read the same as JSON.parse reads them, or not at all", () =>
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue(), { maxLength: 8 }),
        fc.string({ maxLength: 3 }),
        fc.nat(),
        (list, noise, at) => {
          const text = JSON.stringify(list, null, at % 3);
          const changed = text.slice(0, at % text.length) + noise + text.slice(at % text.length);
          for (const sent of [text, changed, changed.slice(0, -1)]) {
            const known = resultOf(() => JSON.parse(sent));
            if (!/^\s*\[/.test(sent) || JSON.stringify(known ?? "").includes("\\u0000")) continue;
            const rules = { most: 1_000_000, validate: null };
            const read = resultOf(() => [
              ...atOnce(readJsonBatch(Buffer.from(sent), rules, { keep: (value) => value })).kept,
            ]);
            expect(read).to.deep.equal(known);
          }
        },
      ),
      { numRuns: runs(1_000) },
    ));

  it("inflate under their limit", async () => {
    const lines = gzipSync('{"level":1}\n'.repeat(1000));
    const response = await send(lines, "application/x-ndjson", { "Content-Encoding": "gzip" });
    expect(((await response.json()) as ReadBatch<unknown>).kept).to.have.lengthOf(1000);
    const bomb = gzipSync("\n".repeat(5_000_000));
    expect((await send(bomb, "application/x-ndjson", { "Content-Encoding": "gzip" })).status).to.equal(413);
  });

  it(`of thousands of wrong records name the first ${maxFindings} and count the others`, async () => {
    const wrong = `{"level":1}\n${"{}\n".repeat(mostRecords - 1)}`;
    const { kept, skipped, skippedCount } = await read(wrong);
    expect(kept).to.have.lengthOf(1);
    expect(skipped).to.have.lengthOf(maxFindings);
    expect(skippedCount).to.equal(mostRecords - 1);
  });

  it("partition every list of lines into records and skipped ones, in order", async () => {
    const good = fc
      .record({ level: fc.integer({ min: 0, max: 60 }) })
      .map((value) => ({ line: JSON.stringify(value), good: true, value }));
    const bad = fc
      .oneof(fc.constantFrom("{", "7", "null", '"x"', '{"level":61}', "[]", "{}"), fc.string({ maxLength: 9 }))
      .filter((line) => line.trim() !== "" && !/[\n\r]/.test(line) && !/^\s*\{"level":\d\}/.test(line))
      .map((line) => ({ line, good: false, value: undefined }));
    await fc.assert(
      fc.asyncProperty(good, fc.array(fc.oneof(good, bad), { maxLength: 30 }), async (first, others) => {
        const lines = [first, ...others];
        const { kept, skipped } = await read(lines.map(({ line }) => line).join("\n"));
        expect(kept).to.deep.equal(lines.filter((line) => line.good).map(({ value }) => value));
        expect(skipped.map(({ index }) => index)).to.deep.equal(lines.flatMap((line, at) => (line.good ? [] : [at])));
      }),
      { numRuns: runs(60) },
    );
  });
});
