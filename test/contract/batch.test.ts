import { gzipSync } from "node:zlib";
import { expect } from "chai";
import fc from "fast-check";
import { readJsonBatch } from "#src/contract/batch.ts";
import type { Batch } from "#src/contract/types.ts";
import { atOnce } from "#src/http/event-loop.ts";
import { maxFindings } from "#src/http/problem.ts";
import { runs } from "#test/support/runs.ts";
import { aDocument, anything } from "./support/document.ts";
import { post, problemOf, type Served, serve } from "./support/serve.ts";

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

describe("batches", () => {
  let served: Served;
  before(async () => {
    const requestBody = {
      required: true,
      "x-accord-batch": true,
      "x-accord-batch-limit": mostRecords,
      "x-accord-body-limit": 4 * 1024 * 1024,
      "x-accord-encodings": ["gzip"],
      content: { "application/json": { schema: { type: "array" } }, "application/x-ndjson": { schema: record } },
    };
    served = await serve(
      aDocument({ paths: { "/send": { post: { operationId: "send", requestBody, responses: anything } } } }),
      {
        handlers: {
          send: ({ body }) => {
            const { records, skipped, skippedCount } = body as Batch<unknown>;
            return { status: 200, body: { records, skipped, skippedCount } };
          },
        },
      },
    );
  });
  after(() => served.close());

  const send = (body: unknown, type = "application/x-ndjson", more: Record<string, string> = {}) =>
    post(`${served.url}/send`, body, { "Content-Type": type, ...more });
  const read = async (body: unknown, type?: string) => {
    const response = await send(body, type);
    expect(response.status).to.equal(200);
    return (await response.json()) as Batch<unknown>;
  };

  it("take one JSON object, a list of them, and lines", async () => {
    const one = { level: 10 };
    const two = { level: 20, message: "x" };
    const both = [
      { index: 0, value: one },
      { index: 1, value: two },
    ];
    expect((await read(one, "application/json")).records).to.deep.equal([{ index: 0, value: one }]);
    expect((await read([one, two], "application/json")).records).to.deep.equal(both);
    expect((await read(`${JSON.stringify(one)}\n${JSON.stringify(two)}`)).records).to.deep.equal(both);
  });

  it("pass over blank lines, also between CRLF, and count no position for them", async () => {
    const { records, skippedCount } = await read('\n{"level":1}\r\n\r\n  \n{"level":2}\n\n');
    expect(records).to.deep.equal([
      { index: 0, value: { level: 1 } },
      { index: 1, value: { level: 2 } },
    ]);
    expect(skippedCount).to.equal(0);
  });

  it("may begin with a byte order mark, as Windows writes it", async () => {
    const marked = (text: string, ...rest: number[]) =>
      Buffer.concat([Buffer.from(`\uFEFF${text}`), Buffer.from(rest)]);
    const first = { index: 0, value: { level: 1 } };
    expect((await read(marked('{"level":1}'), "application/json")).records).to.deep.equal([first]);
    expect((await read(marked('{"level":1}\n{"level":2}'))).records).to.have.length(2);
    expect((await read(marked('{"level":1}\n', 0xff))).records).to.deep.equal([first]);
  });

  it("keep what is good and say what is wrong with the rest", async () => {
    const lines = [
      '{"level":1}',
      "{broken",
      '{"level":"high","extra":1}',
      '{"level":2}',
      String.raw`{"level":3,"message":"\u0000"}`,
    ];
    const { records, skipped, skippedCount } = await read(lines.join("\n"));
    expect(records.map(({ index }) => index)).to.deep.equal([0, 3]);
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
    const { records, skipped } = await read(bytes);
    expect(records.map(({ index }) => index)).to.deep.equal([0, 2]);
    expect(skipped).to.deep.equal([
      { index: 1, findings: [{ path: "/body/1", code: "malformed", message: "is not valid UTF-8" }] },
    ]);
  });

  it("that are empty are valid and empty", async () => {
    expect(await read("[]", "application/json")).to.deep.equal({ records: [], skipped: [], skippedCount: 0 });
    expect(await read("\n\n")).to.deep.equal({ records: [], skipped: [], skippedCount: 0 });
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
            const read = resultOf(() =>
              atOnce(readJsonBatch(Buffer.from(sent), rules)).records.map(({ value }) => value),
            );
            expect(read).to.deep.equal(known);
          }
        },
      ),
      { numRuns: runs(1_000) },
    ));

  it("inflate under their limit", async () => {
    const lines = gzipSync('{"level":1}\n'.repeat(1000));
    const response = await send(lines, "application/x-ndjson", { "Content-Encoding": "gzip" });
    expect(((await response.json()) as Batch<unknown>).records).to.have.lengthOf(1000);
    const bomb = gzipSync("\n".repeat(5_000_000));
    expect((await send(bomb, "application/x-ndjson", { "Content-Encoding": "gzip" })).status).to.equal(413);
  });

  it(`of thousands of wrong records name the first ${maxFindings} and count the others`, async () => {
    const wrong = `{"level":1}\n${"{}\n".repeat(mostRecords - 1)}`;
    const { records, skipped, skippedCount } = await read(wrong);
    expect(records).to.have.lengthOf(1);
    expect(skipped).to.have.lengthOf(maxFindings);
    expect(skippedCount).to.equal(mostRecords - 1);
  });

  it("partition every list of lines into records and skipped ones, in order", async () => {
    const good = fc
      .record({ level: fc.integer({ min: 0, max: 60 }) })
      .map((value) => ({ line: JSON.stringify(value), good: true }));
    const bad = fc
      .oneof(fc.constantFrom("{", "7", "null", '"x"', '{"level":61}', "[]", "{}"), fc.string({ maxLength: 9 }))
      .filter((line) => line.trim() !== "" && !/[\n\r]/.test(line) && !/^\s*\{"level":\d\}/.test(line))
      .map((line) => ({ line, good: false }));
    await fc.assert(
      fc.asyncProperty(good, fc.array(fc.oneof(good, bad), { maxLength: 30 }), async (first, others) => {
        const lines = [first, ...others];
        const { records, skipped } = await read(lines.map(({ line }) => line).join("\n"));
        const positions = (wanted: boolean) => lines.flatMap((line, index) => (line.good === wanted ? [index] : []));
        expect(records.map(({ index }) => index)).to.deep.equal(positions(true));
        expect(skipped.map(({ index }) => index)).to.deep.equal(positions(false));
      }),
      { numRuns: runs(60) },
    );
  });
});
