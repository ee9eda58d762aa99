/** What the contract runner sends for a plan that says only who calls and what a good request is. */
import { createServer } from "node:http";
import { expect } from "chai";
import { listening } from "#test/support/listening.ts";
import { opened } from "#test/support/opened.ts";
import { runContract, shortcomings } from "../../scripts/contract-runner/run.ts";
import { type CallersOptions, callers } from "../../scripts/contract-runner/shapes.ts";
import { aDocument } from "./support/document.ts";

const answers = (...statuses: number[]) =>
  Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: "An answer.", content: { "text/plain": { "x-accord-example-base64": "bm8=" } } },
    ]),
  );
const form = "application/x-www-form-urlencoded";
const document = aDocument({
  paths: {
    "/coats/{coatId}": {
      get: {
        operationId: "getCoat",
        parameters: [{ name: "coatId", in: "path", required: true, schema: { maxLength: 3 }, example: "7" }],
        responses: answers(200, 400, 401, 403, 404, 406, 429),
      },
    },
    "/hooks/{hook}": {
      get: {
        operationId: "getHook",
        parameters: [{ name: "hook", in: "path", required: true, schema: {}, example: "7" }],
        responses: answers(400),
      },
    },
    "/racks": {
      get: {
        operationId: "listRacks",
        "x-accord-query": "strict",
        parameters: [{ name: "room", in: "query", schema: {} }],
        responses: answers(400),
      },
    },
    "/coats": {
      get: {
        operationId: "listCoats",
        "x-accord-query": "strict",
        parameters: [
          { name: "limit", in: "query", schema: { type: "integer" } },
          { name: "room", in: "query", schema: {} },
        ],
        responses: answers(400),
      },
      post: {
        operationId: "handIn",
        requestBody: {
          "x-accord-body-limit": 20,
          content: { [form]: { schema: {}, examples: { two: { value: { colour: "red", size: [1, 2] } } } } },
        },
        responses: answers(204, 400, 413, 415),
      },
    },
  },
});

describe("the shapes of a contract plan", () => {
  /** What was sent, by the operation and the status that it is answered with. */
  let sent: Record<string, string> = {};
  let wanted: string[] = [];
  const server = opened(() =>
    listening(
      createServer(async (request, response) => {
        let body = "";
        for await (const chunk of request) body += chunk;
        const { accept, "content-type": type = "", "x-caller": caller = "nobody" } = request.headers;
        const unit = wanted.shift() ?? "surplus 500";
        const text = body.includes("\0") ? `${body.length} bytes` : body;
        sent[unit] = `${caller}: ${request.url} ${accept} ${type} ${text}`.trim();
        const guards = { "x-content-type-options": "nosniff", "cache-control": "no-store" };
        response.writeHead(Number(unit.slice(-3)), { ...guards, "content-type": "text/plain" }).end();
      }),
    ),
  );
  beforeEach(() => {
    sent = {};
  });

  const prove = async (changes: Partial<CallersOptions<string>> = {}) => {
    const { as, operation } = callers<string>({
      server: { baseUrl: server.url },
      make: async () => "Ada",
      sign: (draft, caller) => ({ ...draft, headers: { ...draft.headers, "x-caller": caller } }),
      frugal: { baseUrl: server.url },
      usual: { 403: (draft, sendTo) => sendTo({ ...draft, path: "/forbidden" }) },
      ...changes,
    });
    wanted = [
      ...[200, 400, 401, 403, 404, 406, 200, 429].map((status) => `getCoat ${status}`),
      ...["getHook 400", "listRacks 400", "listCoats 400", "handIn 204", "handIn 400", "handIn 413", "handIn 415"],
    ];
    const bring = {
      getCoat: operation(null, (draft, caller) => ({ ...draft, path: `/coats/${caller}` })),
      getHook: operation(null),
      listRacks: operation(null),
      listCoats: operation(null),
      handIn: { ...operation(null), 204: as((draft) => ({ ...draft, path: "/coats/new" })) },
    };
    return shortcomings(await runContract(document, { baseUrl: server.url, plan: { bring, decode: () => "" } }));
  };

  it("gets to each documented status with the good request, or with one that is wrong in one way", async () => {
    expect(await prove()).to.deep.equal([]);
    expect(sent).to.deep.equal({
      "getCoat 200": "Ada: /coats/Ada */*",
      "getCoat 400": "Ada: /coats/xxxx */*",
      "getCoat 401": "nobody: /coats/7 */*",
      "getCoat 403": "nobody: /forbidden */*",
      "getCoat 404": "Ada: /coats/7 */*",
      "getCoat 406": "Ada: /coats/Ada application/x-nothing",
      "getCoat 429": "Ada: /coats/Ada */*",
      "getHook 400": "Ada: /hooks/%00 */*",
      "listRacks 400": "Ada: /racks?no-such-parameter=1 */*",
      "listCoats 400": "Ada: /coats?limit=nonsense */*",
      "handIn 204": `Ada: /coats/new */* ${form} colour=red&size=1&size=2`,
      "handIn 400": `Ada: /coats */* ${form} []`,
      "handIn 413": `Ada: /coats */* ${form} 21 bytes`,
      "handIn 415": "Ada: /coats */* application/x-nothing colour=red&size=1&size=2",
    });
  });

  it("leaves to the plan what it has no shape for", async () => {
    expect(await prove({ usual: {} })).to.include(
      "getCoat 403 (null → text/plain): the plan does not say how to get there",
    );
  });
});
