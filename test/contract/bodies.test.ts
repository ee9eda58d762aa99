import { expect } from "chai";
import { maxDepth, maxNames, maxNumberLength, maxValues } from "#src/contract/json-shape.ts";
import { maxNameLength } from "#src/http/long-text.ts";
import { opened } from "#test/support/opened.ts";
import { aDocument, anything, taking } from "./support/document.ts";
import { echo, post, problemOf, serve } from "./support/serve.ts";

const anObject = { type: "object", additionalProperties: true };

describe("JSON bodies", () => {
  const served = opened(() => serve(aDocument(taking(anObject)), { handlers: { send: echo } }));
  const send = (body: unknown) => post(`${served.url}/send`, body);

  it("reach the handler as they were sent, byte order mark aside", async () => {
    const value = { "": [1.5, -0, 1e21, null, true, "é😀\u2028"], nested: { a: { b: [] } } };
    const response = await send(`\ufeff${JSON.stringify(value)}`);
    expect(await response.json()).to.deep.include({ body: JSON.parse(JSON.stringify(value)) });
  });

  const malformed: [what: string, body: string | Uint8Array, detail: RegExp][] = [
    ["a truncated object", '{"a": 1', /not valid JSON/],
    ["two values", "{} {}", /not valid JSON/],
    ["a trailing comma", '{"a":1,}', /character 7/],
    ["a bare word", "nope", /not valid JSON/],
    ["NaN", '{"a":NaN}', /not valid JSON/],
    ["only spaces", "  ", /it is empty/],
    ["invalid UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), /not valid UTF-8/],
    ["an overlong encoding", new Uint8Array([0x22, 0xc0, 0x80, 0x22]), /not valid UTF-8/],
    ["a raw control character", '{"a":"\u0001"}', /not valid JSON/],
  ];
  for (const [what, body, detail] of malformed)
    it(`refuses ${what} as MALFORMED_JSON`, async () => {
      const response = await send(body);
      const problem = await problemOf(response);
      expect(problem).to.include({ status: 400, code: "MALFORMED_JSON" });
      expect(problem.detail).to.match(detail);
    });

  it("never repeats in an answer more of a malformed body than a few characters", async () => {
    const problem = await problemOf(await send(`{"password": "${"s3cret".repeat(100)}`));
    expect(problem.detail).not.to.contain("s3cret");
  });

  it("refuses NUL in texts and names and says where", async () => {
    const problem = await problemOf(await send(String.raw`{"a":["x","y\u0000"],"n\u0000/~":1,"fine":"\\u0000"}`));
    expect(problem).to.include({ status: 400, code: "MALFORMED_JSON" });
    expect(problem.fieldErrors.map(({ path, code }) => [path, code])).to.deep.equal([
      ["/body/a/1", "nul"],
      ["/body/n\\u0000~1~0", "nul"],
    ]);
  });

  it("refuses halves of surrogate pairs, which would be stored as something else", async () => {
    const problem = await problemOf(await send(String.raw`{"a":["\ud83d\ude00","x\ud83d"],"\udc00":1,"b":"\u0000"}`));
    expect(problem).to.include({ status: 400, code: "MALFORMED_JSON" });
    expect(problem.fieldErrors.map(({ path, code }) => [path, code])).to.deep.equal([
      ["/body/a/1", "unicode"],
      ["/body/\uFFFD", "unicode"],
      ["/body/b", "nul"],
    ]);
  });

  it("takes surrogate pairs, escaped and not", async () => {
    const response = await send(String.raw`{"a":"\ud83d\ude00 😀","b":"\\ud83d"}`);
    expect(await response.json()).to.deep.include({ body: { a: "😀 😀", b: "\\ud83d" } });
  });

  it("takes the six characters \\u0000 where they are text and no escape", async () => {
    expect((await send(String.raw`{"a":"\\u0000"}`)).status).to.equal(200);
  });

  const nested = (depth: number) => `{"a":${"[".repeat(depth - 1)}"${"]".repeat(3000)}"${"]".repeat(depth - 1)}}`;

  it(`takes ${maxDepth} levels of nesting and refuses one more, brackets in texts not counted`, async () => {
    expect((await send(nested(maxDepth))).status).to.equal(200);
    const problem = await problemOf(await send(nested(maxDepth + 1)));
    expect(problem).to.include({ status: 400, code: "MALFORMED_JSON" });
    expect(problem.detail).to.contain(`${maxDepth} levels`);
  });

  it(`takes ${maxValues} values and refuses more, whatever they are`, async () => {
    for (const value of ["0", '"x"', "null"]) {
      const list = (length: number) => `{"a":[${`${value},`.repeat(length - 1)}${value}]}`;
      expect((await send(list(maxValues - 10))).status).to.equal(200);
      const problem = await problemOf(await send(list(maxValues + 1)));
      expect(problem).to.include({ status: 400, code: "MALFORMED_JSON" });
      expect(problem.detail).to.contain(`${maxValues} values`);
    }
    expect((await send(`[${"[],".repeat(maxValues / 2)}[]]`)).status).to.equal(400);
  });

  it(`takes ${maxNames} names and refuses more, in one object or in many`, async () => {
    const members = (length: number) => Array.from({ length }, (_, index) => `"${index}:":0`);
    const one = (length: number) => `{"a":{${members(length - 1).join(",")}}}`;
    const many = (length: number) => `{"a":[{${members(length - 1).join("},{")}}]}`;
    for (const make of [one, many]) {
      expect((await send(make(maxNames))).status).to.equal(200);
      const problem = await problemOf(await send(make(maxNames + 1)));
      expect(problem).to.include({ status: 400, code: "MALFORMED_JSON" });
      expect(problem.detail).to.contain(`${maxNames} names`);
    }
  });

  it(`takes numbers of ${maxNumberLength} characters and refuses longer ones`, async () => {
    const number = (length: number) => `{"a":"${"x".repeat(3_000)}","b":-1.${"1".repeat(length - 3)}}`;
    expect((await send(number(maxNumberLength))).status).to.equal(200);
    for (const length of [maxNumberLength + 1, 900_000]) {
      const problem = await problemOf(await send(number(length)));
      expect(problem).to.include({ status: 400, code: "MALFORMED_JSON" });
      expect(problem.detail).to.contain(`${maxNumberLength} characters`);
    }
  });

  it(`takes names of ${maxNameLength} characters and refuses longer ones, saying where; texts may be longer`, async () => {
    const long = "x".repeat(2 * maxNameLength);
    const named = (length: number) => `{"text:":"${long}","${"n".repeat(length)}" : "${long}"}`;
    expect((await send(named(maxNameLength))).status).to.equal(200);
    for (const length of [maxNameLength + 1, 900_000]) {
      const problem = await problemOf(await send(named(length)));
      expect(problem).to.include({ status: 400, code: "MALFORMED_JSON" });
      expect(problem.detail).to.contain(`a name of more than ${maxNameLength} characters, at character 16396.`);
      expect(problem.detail).not.to.contain("nnn");
    }
  });

  it("survives nesting as deep as the body is long", async () => {
    const half = 500_000;
    expect((await send("[".repeat(half) + "]".repeat(half))).status).to.equal(400);
    expect((await send(`${'{"a":'.repeat(150_000)}1${"}".repeat(150_000)}`)).status).to.equal(400);
    expect((await send('{"a":['.repeat(330))).status).to.equal(400);
  });

  it("takes __proto__, constructor and toString as names like any others, and pollutes nothing", async () => {
    const text = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1}';
    const response = await send(text);
    expect(response.status).to.equal(200);
    expect(await response.text()).to.contain(`"body":${text}`);
    expect(({} as Record<string, unknown>).polluted).to.equal(undefined);
  });
});

describe("names that JavaScript objects inherit", () => {
  const served = opened(async () => {
    const schema = { type: "object", additionalProperties: false, properties: { a: true } };
    return serve(aDocument(taking(schema)), { handlers: { send: echo } });
  });

  it("are refused like other unknown fields", async () => {
    const problem = await problemOf(await post(`${served.url}/send`, '{"__proto__":{},"valueOf":1}'));
    expect(problem.fieldErrors.map(({ path, code }) => [path, code])).to.deep.equal([
      ["/body/__proto__", "unknown"],
      ["/body/valueOf", "unknown"],
    ]);
  });
});

describe("bodies of other kinds", () => {
  const text = { type: "string", maxLength: 20 };
  const operation = (operationId: string, content: object, required = true) => ({
    post: { operationId, requestBody: { required, content }, responses: anything },
  });
  const served = opened(() =>
    serve(
      aDocument({
        paths: {
          "/text": operation("sendText", { "text/plain": { schema: text } }),
          "/bytes": operation("sendBytes", {
            "application/octet-stream": { schema: { type: "string", format: "binary" } },
          }),
          "/raw": operation("sendRaw", { "application/json": { schema: anObject, "x-accord-body": "raw" } }),
          "/optional": operation("sendOptional", { "application/json": { schema: anObject } }, false),
        },
      }),
      {
        handlers: {
          sendText: echo,
          sendOptional: echo,
          sendBytes: ({ body }) => ({ status: 200, body: { hex: (body as Buffer).toString("hex") } }),
          sendRaw: ({ body }) => ({ status: 200, body: { text: (body as { bytes: Buffer }).bytes.toString() } }),
        },
      },
    ),
  );
  const send = (path: string, body: string | Uint8Array, type: string) =>
    post(served.url + path, body, { "Content-Type": type });

  it("text is validated as one string", async () => {
    expect(await (await send("/text", "grüße", "text/plain")).json()).to.include({ body: "grüße" });
    const problem = await problemOf(await send("/text", "x".repeat(21), "text/plain"));
    expect(problem.fieldErrors).to.deep.equal([
      { path: "/body", code: "maxLength", message: "must NOT have more than 20 characters" },
    ]);
  });

  it("text that is no UTF-8 or holds NUL is refused, not repaired", async () => {
    expect(await problemOf(await send("/text", new Uint8Array([0xff]), "text/plain"))).to.include({
      status: 400,
      code: "MALFORMED_BODY",
    });
    const problem = await problemOf(await send("/text", "a\0b", "text/plain"));
    expect(problem.fieldErrors.map(({ path, code }) => [path, code])).to.deep.equal([["/body", "nul"]]);
  });

  it("bytes arrive untouched", async () => {
    const response = await send("/bytes", new Uint8Array([0, 255, 128]), "application/octet-stream");
    expect(await response.json()).to.deep.equal({ hex: "00ff80" });
  });

  it("raw bodies are the handler's to decode, however wrong they are", async () => {
    const response = await send("/raw", "{wrong", "application/json");
    expect(await response.json()).to.deep.equal({ text: "{wrong" });
  });

  it("a body that must be there and is not is a finding", async () => {
    const response = await fetch(`${served.url}/text`, { method: "POST" });
    expect((await problemOf(response)).fieldErrors).to.deep.equal([
      { path: "/body", code: "required", message: "is required" },
    ]);
  });

  it("a body that may be missing is undefined to the handler", async () => {
    const response = await fetch(`${served.url}/optional`, { method: "POST" });
    expect(await response.json()).to.include({ body: null, mediaType: null });
  });
});
