import { expect } from "chai";
import { namedSchemas } from "#src/contract/schema/compile.ts";
import { lower, lowerComponents, UnenforceableSchema } from "#src/contract/schema/lower.ts";
import { opened } from "#test/support/opened.ts";
import { type LooseHandler, serve } from "../support/serve.ts";
import { glueDocument, rebillyDocument, sift, singleOperations } from "./documents.ts";

/** These answers are documented without a body, so what the handler was given travels in a header. */
const echoInHeader: LooseHandler = ({ path, query, headers }) => ({
  status: 200,
  headers: { "X-Given": JSON.stringify({ path, query, headers }) },
});
const given = async (url: string) => JSON.parse((await fetch(url)).headers.get("x-given") ?? "null");

const nobody = { authenticate: () => null };

describe("the test documents of fastify-openapi-glue", () => {
  describe("its main document", () => {
    const { served, refused } = sift(glueDocument("test-openapi.v3.json"));

    it("is refused where it leaves things open that must be decided", () => {
      expect(refused).to.deep.equal({
        getQueryParamObject:
          "getQueryParamObject: obj: an object in the query needs the style deepObject, and nothing else does",
        "get /noOperationId/{id}": "GET /noOperationId/{id}: an operation needs an operationId",
        testOperationSecurity: "testOperationSecurity: the security scheme failing is not defined",
        testOperationSecurityUsingAnd:
          "testOperationSecurityUsingAnd: a security requirement that combines schemes is not supported",
        testOperationSecurityWithParameter:
          "testOperationSecurityWithParameter: the security scheme failing is not defined",
      });
    });

    // Two of its paths have the same operationId, which the engine refuses once they are together.
    const { "/bodyParamWithoutContent": _, ...paths } = served.paths;
    const ids = Object.values(paths).flatMap((item) =>
      (item.get ?? item.post) ? [(item.get ?? item.post)?.operationId ?? ""] : [],
    );
    const handlers = Object.fromEntries(ids.map((id) => [id, echoInHeader]));
    const authenticators = { skipped: nobody, api_key: nobody };
    const running = opened(() =>
      serve({ ...served, security: [], paths }, { handlers, authenticators, responseChecks: "off" }),
    );

    it("reads numbers and lists out of paths and queries", async () => {
      const read = (path: string) => given(running.url + path);
      expect(await read("/pathParam/12")).to.deep.include({ path: { id: 12 } });
      expect(await read("/queryParam?int1=1&int2=2")).to.deep.include({ query: { int1: 1, int2: 2 } });
      expect(await read("/queryParamArray?arr=1&arr=2")).to.deep.include({ query: { arr: [1, 2] } });
      expect(await read("/headerParam")).to.deep.include({ headers: {} });
    });
  });

  const tree = (depth: number, leaf: object): object =>
    depth === 0 ? leaf : { id: `n${depth}`, children: [tree(depth - 1, leaf)] };

  for (const name of ["test-openapi-v3-recursive2.yaml", "test-openapi-v3-recursive3.yaml"])
    it(`schemas that contain themselves (${name})`, async () => {
      const document = glueDocument(name);
      let leaf: object = { id: "leaf" };
      const getTree = () => ({ status: 200, body: { metadata: {}, ...tree(30, leaf) } });
      const served = await serve(document, {
        handlers: { getTree, getForest: () => ({ status: 200, body: [tree(30, leaf)] }) },
      });
      try {
        for (const path of ["/tree", "/forest"]) expect((await fetch(served.url + path)).status).to.equal(200);
        leaf = { label: "no id" };
        for (const path of ["/tree", "/forest"]) expect((await fetch(served.url + path)).status).to.equal(500);
        expect(String(served.answered.at(-1)?.exchange.failure)).to.match(
          /\/body\/0(\/children\/0){30}\/id is required/,
        );
      } finally {
        await served.close();
      }
    });

  const refusals: [name: string, operationId: string, reason: string][] = [
    [
      "test-openapi-v3-recursive.json",
      "postRecursive",
      // A JSON pointer does not lead through a reference (RFC 6901), so this one points at nothing.
      "can't resolve reference components#/$defs/bodyObject/properties/arrRef/items/properties/arr/items from id components",
    ],
    [
      "test-openapi-v3-cookie-param.json",
      "getCookieParam",
      "getCookieParam: cookieValue: parameters in cookies are not supported",
    ],
    [
      "test-openapi.v3.multipleMimeTypes.json",
      "postMultipleBodyMimeTypes",
      "postMultipleBodyMimeTypes/requestBody/text/json: a body of this media type is read as text or bytes only",
    ],
    [
      "test-openapi.v3.multipleMimeTypes.json",
      "getMultipleResponseMimeTypes",
      "getMultipleResponseMimeTypes: the security scheme skipped is not defined",
    ],
    [
      "test-openapi.v3.yaml",
      "postBodyParam",
      'unknown format "custom-format" ignored in schema at path "#/properties/str1"',
    ],
  ];
  for (const [name, operationId, reason] of refusals)
    it(`${name} is refused: ${reason.slice(0, 80)}`, () => {
      expect(sift(glueDocument(name)).refused).to.include({ [operationId]: reason });
    });
});

describe("the description of a large payment API", () => {
  /** Operations or schemas by what stops them. */
  const count = (parts: Iterable<[name: string, lowerIt: () => unknown]>): Record<string, number> => {
    const reasons: Record<string, number> = {};
    for (const [, lowerIt] of parts) {
      let reason = "none";
      try {
        lowerIt();
      } catch (error) {
        if (!(error instanceof UnenforceableSchema)) throw error;
        reason = error.message.slice(error.message.lastIndexOf(": ") + 2);
      }
      reasons[reason] = (reasons[reason] ?? 0) + 1;
    }
    return reasons;
  };
  const document = rebillyDocument();

  it("is read to its end: every operation is lowered, or refused for a reason that is named", () => {
    const operations = [...singleOperations(document)].map(
      ({ id, alone }) => [id, () => namedSchemas(alone)] as [string, () => unknown],
    );
    const reasons = count(operations);
    expect(operations).to.have.lengthOf(355);
    expect(Object.keys(reasons)).to.have.members([
      "none",
      "the keyword readOnly cannot be enforced at run time",
      "a pattern needs a maxLength beside it, which bounds the time of a match",
      "the branches cannot be told apart by a discriminator, their types, a constant or a required property",
    ]);
    expect(reasons.none).to.be.above(200);
  });

  it("has schemas that are lowered one by one, and none that is taken silently", () => {
    const schemas = Object.entries(document.components?.schemas ?? {});
    const reasons = count(schemas.map(([name, schema]) => [name, () => lower(document, schema, name)]));
    expect(reasons.none).to.be.above(100);
    expect(reasons["the keyword readOnly cannot be enforced at run time"]).to.be.above(50);
    expect(() => lowerComponents(document)).to.throw(UnenforceableSchema);
  });
});
