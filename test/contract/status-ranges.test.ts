import { expect } from "chai";
import { Problem, type ProblemOptions } from "#src/http/problem.ts";
import { opened } from "#test/support/opened.ts";
import { aDocument, json, problems } from "./support/document.ts";
import { problemOf, serve } from "./support/serve.ts";

/** A problem that names the insurer who had it. */
const passedOn = {
  description: "A problem of an insurer.",
  headers: { "X-Request-Id": { schema: { type: "string" }, required: true } },
  content: {
    "application/problem+json": {
      schema: {
        type: "object",
        required: ["code", "details"],
        properties: {
          code: { type: "string" },
          details: { type: "object", required: ["providerCorrelationId"], properties: {} },
        },
      },
    },
  },
};

const document = aDocument({
  paths: {
    "/quote": {
      get: { operationId: "getQuote", responses: { "200": json(), ...problems(404, 406, 500), "4XX": passedOn } },
    },
  },
});

describe("ranges of statuses", () => {
  let handler: () => { status: number; body?: unknown };
  const served = opened(() => serve(document, { handlers: { getQuote: () => handler() } }));

  const answerTo = async (status: number, options: ProblemOptions = {}) => {
    handler = () => {
      throw new Problem("INSURER_REFUSED", { status, passedOn: { code: "BOAT" }, ...options });
    };
    const response = await fetch(`${served.url}/quote`);
    return [response.status, (await problemOf(response)).code];
  };
  const correlated = { details: { providerCorrelationId: "ins-7" } };

  it("cover the problems whose status is not listed by itself", async () => {
    for (const status of [402, 418, 499]) expect(await answerTo(status, correlated)).to.deep.equal([status, "BOAT"]);
  });

  it("hold those problems to their schema", async () => {
    expect(await answerTo(418)).to.deep.equal([500, "INTERNAL_ERROR"]);
  });

  it("say nothing about a status that is listed by itself", async () => {
    expect(await answerTo(404)).to.deep.equal([404, "BOAT"]);
  });

  it("do not cover the other class of failures", async () => {
    expect(await answerTo(502, correlated)).to.deep.equal([500, "INTERNAL_ERROR"]);
  });

  it("are for problems: a handler answers only what is listed by itself", async () => {
    handler = () => ({ status: 418, body: { code: "BOAT", ...correlated } });
    expect((await fetch(`${served.url}/quote`)).status).to.equal(500);
    expect(String(served.answered.at(-1)?.exchange.failure)).to.contain("/status is not among the documented statuses");
  });

  it("do not promise that Accept is heeded, as a listed 406 does", async () => {
    const ranged = aDocument({
      paths: { "/quote": { get: { operationId: "getQuote", responses: { "200": json(), "4XX": passedOn } } } },
    });
    const other = await serve(ranged, { handlers: { getQuote: () => ({ status: 200, body: {} }) } });
    const ask = async (url: string) => (await fetch(`${url}/quote`, { headers: { Accept: "text/html" } })).status;
    expect([await ask(other.url), await ask(served.url)]).to.deep.equal([200, 406]);
    await other.close();
  });
});
