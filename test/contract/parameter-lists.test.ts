/** Lists and objects that are written as one text: what separates their parts, and what belongs to them. */
import { request } from "node:http";
import { expect } from "chai";
import { opened } from "#test/support/opened.ts";
import { aDocument, anything, json } from "./support/document.ts";
import { echo, serve } from "./support/serve.ts";

const text = { type: "string", maxLength: 50 };
const list = (items: object) => ({ type: "array", maxItems: 50, items });
const point = { type: "object", properties: { x: { type: "integer" }, label: text } };

describe("lists and objects in one text", () => {
  const served = opened(async () => {
    const inQuery = (name: string, schema: object, more: object) => ({ name, in: "query", schema, ...more });
    const inPath = (name: string, schema: object, more: object = {}) => ({
      name,
      in: "path",
      required: true,
      schema,
      ...more,
    });
    const inHeader = (name: string, schema: object, more: object = {}) => ({ name, in: "header", schema, ...more });
    const tags = { schema: list({ enum: ["a", "b"] }) };
    return serve(
      aDocument({
        paths: {
          "/query": {
            get: {
              operationId: "readQuery",
              parameters: [
                inQuery("v", list(text), { explode: false }),
                inQuery("spaced", list(text), { style: "spaceDelimited", explode: false }),
                inQuery("piped", list(text), { style: "pipeDelimited", explode: false }),
                inQuery("deep", { type: "object", properties: { tags: list(text) } }, { style: "deepObject" }),
              ],
              responses: anything,
            },
          },
          "/a/{list}": {
            get: { operationId: "readList", parameters: [inPath("list", list(text))], responses: anything },
          },
          "/numbers/{list}": {
            get: {
              operationId: "readNumbers",
              parameters: [inPath("list", list({ type: "integer" }))],
              responses: anything,
            },
          },
          "/points/{flat}/{exploded}": {
            get: {
              operationId: "readPoints",
              parameters: [inPath("flat", point), inPath("exploded", point, { explode: true })],
              responses: anything,
            },
          },
          "/header": {
            get: {
              operationId: "readHeader",
              parameters: [
                inHeader("X-L", list({ enum: ["a", "b"] })),
                inHeader("X-N", list({ type: "integer" })),
                inHeader("X-P", point),
                inHeader("X-E", point, { explode: true }),
              ],
              responses: { ...anything, "200": json(true, { "X-Tags": tags }) },
            },
          },
        },
      }),
      {
        handlers: {
          readQuery: echo,
          readList: echo,
          readNumbers: echo,
          readPoints: echo,
          readHeader: async (given, call) => ({ ...(await echo(given, call)), headers: { "X-Tags": "a, b" } }),
        },
      },
    );
  });

  interface Echoed {
    readonly path: Record<string, unknown>;
    readonly query: Record<string, unknown>;
    readonly headers: Record<string, unknown>;
  }
  const asked = async (path: string) => (await (await fetch(served.url + path)).json()) as Echoed;
  const query = async (search: string) => (await asked(`/query?${search}`)).query;
  /** Sends the headers as they are, those with several values as several lines. */
  const withHeaders = (headers: Record<string, string | string[]>) =>
    new Promise<{ status: number; body: Echoed }>((resolve, reject) => {
      const sent = request(`${served.url}/header`, { headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) as Echoed }),
        );
      });
      sent.on("error", reject).end();
    });

  it("in the query are split before they are decoded", async () => {
    expect(await query("v=a%2Cb,c")).to.deep.equal({ v: ["a,b", "c"] });
    expect(await query("v=a+b,%20&v=c")).to.deep.equal({ v: ["a b", " ", "c"] });
    expect(await query("v=")).to.deep.equal({ v: [] });
    expect(await query("deep[tags]=a%2Cb,c")).to.deep.equal({ deep: { tags: ["a,b", "c"] } });
    expect(await query("deep[tags]=a&deep[tags]=b")).to.deep.equal({ deep: { tags: ["a", "b"] } });
  });

  it("in the query have separators that are escaped where a URL demands it", async () => {
    expect(await query("spaced=a%20b+c&piped=a%7Cb|c%7cd")).to.deep.equal({
      spaced: ["a", "b", "c"],
      piped: ["a", "b", "c", "d"],
    });
  });

  it("in the path are split before they are decoded", async () => {
    expect((await asked("/a/1%2C2,3")).path).to.deep.equal({ list: ["1,2", "3"] });
    expect((await fetch(`${served.url}/numbers/1%2C2`)).status).to.equal(400);
    expect((await asked("/points/x,1,label,a%2Cb%3D/x=1,label=a%2Cb%3D")).path).to.deep.equal({
      flat: { x: 1, label: "a,b=" },
      exploded: { x: 1, label: "a,b=" },
    });
    expect((await fetch(`${served.url}/a/b,%ff`)).status).to.equal(404);
  });

  it("in a header have white space around their parts, which does not count, nor do empty items", async () => {
    const { status, body } = await withHeaders({ "X-L": "a,\tb , ,", "X-N": " 1, 2", "X-P": "x, 1, label, a b" });
    expect(status).to.equal(200);
    expect(body.headers).to.deep.equal({ "x-l": ["a", "b"], "x-n": [1, 2], "x-p": { x: 1, label: "a b" } });
    expect((await withHeaders({ "X-E": "x=1, label=a" })).body.headers).to.deep.equal({ "x-e": { x: 1, label: "a" } });
  });

  it("in a header may be sent in several lines", async () => {
    const { status, body } = await withHeaders({ "X-L": ["a", "b"], "X-N": ["1", "2,3"] });
    expect(status).to.equal(200);
    expect(body.headers).to.deep.equal({ "x-l": ["a", "b"], "x-n": [1, 2, 3] });
  });

  it("in a header of an answer are checked in the same way", async () => {
    expect((await withHeaders({})).status).to.equal(200);
    expect(served.breaches).to.deep.equal([]);
  });
});
