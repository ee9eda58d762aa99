import { expect } from "chai";
import { BindingError } from "#src/contract/api.ts";
import type { OpenApiDocument } from "#src/contract/document.ts";
import { aDocument, anything, json, type Sketch } from "./support/document.ts";
import { bindLoosely, echo, type Parts } from "./support/serve.ts";

const ok = { "200": json() };
const get = (operationId: string, more: object = {}) => ({ get: { operationId, responses: ok, ...more } });

function refusal(document: OpenApiDocument | Sketch, parts: Parts = {}): string {
  try {
    bindLoosely("openapi" in document ? document : aDocument(document), parts);
  } catch (error) {
    return (error as Error).message;
  }
  return "";
}

/** One for every operation that the engine would find. */
function handlersFor({ paths }: Sketch): Record<string, typeof echo> {
  const operations = Object.values(paths).flatMap((item) => Object.values(item as object)) as {
    operationId?: string;
  }[];
  return Object.fromEntries(operations.flatMap(({ operationId }) => (operationId ? [[operationId, echo]] : [])));
}

describe("the boot", () => {
  it("names everything that is missing or too much at once", () => {
    const document = aDocument({
      paths: { "/a": get("readA"), "/b": get("readB", { "x-accord-errors": "otlp", "x-accord-cors": "pages" }) },
      securitySchemes: { Key: { type: "apiKey", in: "header", name: "x-key" } },
    });
    const bind = () =>
      bindLoosely(document, {
        handlers: { readB: echo, readC: echo },
        authenticators: { Token: { authenticate: () => 1 } },
      });
    expect(bind).to.throw(BindingError);
    expect(bind).to.throw(
      [
        "the small API cannot start:",
        "  - the operation readA has no handler",
        "  - the handler readC belongs to no operation",
        "  - the security scheme Key has no authenticator",
        "  - the authenticator Token belongs to no security scheme",
        "  - readB: nothing presents errors as otlp",
        "  - readB: there is no CORS policy pages",
      ].join("\n"),
    );
  });

  it("names the files that do not match", () => {
    const sources = ["specs/small/openapi.yaml", "src/apis/small/api.ts"];
    expect(refusal({ paths: { "/a": get("readA") } }, { sources })).to.contain(
      "the small API cannot start (specs/small/openapi.yaml and src/apis/small/api.ts do not match):\n",
    );
  });

  it("does not take inherited names for handlers", () => {
    expect(refusal({ paths: { "/a": get("toString") } })).to.contain("the operation toString has no handler");
  });

  it("succeeds when all is there", () => {
    const api = bindLoosely(aDocument({ paths: { "/a": get("readA") } }), { handlers: { readA: echo } });
    expect(api.operations.map(({ id }) => id)).to.deep.equal(["readA"]);
  });

  const parameter = (more: object) =>
    get("readA", { parameters: [{ name: "p", schema: { type: "string" }, ...more }] });
  const object = { type: "object", properties: { a: { type: "string" } } };
  const body = (more: object) => ({ post: { operationId: "sendA", responses: ok, requestBody: more } });
  const scheme = (value: object) => ({
    paths: { "/a": get("readA", { security: [{ S: [] }] }) },
    securitySchemes: { S: value },
  });
  const refused: Readonly<Record<string, readonly [message: string, sketch: Sketch]>> = {
    "two operations with one operationId": [
      "readA: two operations have this operationId",
      { paths: { "/a": get("readA"), "/b": get("readA") } },
    ],
    "an operation without an operationId": [
      "GET /a: an operation needs an operationId",
      { paths: { "/a": { get: { responses: ok } } } },
    ],
    "two paths of the same shape": [
      "GET /a/{y}: two operations answer the same address",
      {
        paths: {
          "/a/{x}": get("readX", { parameters: [{ name: "x", in: "path", required: true, schema: {} }] }),
          "/a/{y}": get("readY", { parameters: [{ name: "y", in: "path", required: true, schema: {} }] }),
        },
      },
    ],
    "a path parameter that is not declared": [
      "readA: the path parameter x is not declared",
      { paths: { "/{x}": get("readA") } },
    ],
    "a declared path parameter that is not in the path": [
      "readA: a declared path parameter is not part of /a",
      { paths: { "/a": parameter({ in: "path", required: true }) } },
    ],
    "a parameter that is part of a segment": [
      "/v{p}: a parameter must fill its whole path segment",
      { paths: { "/v{p}": parameter({ in: "path", required: true }) } },
    ],
    cookies: ["readA: p: parameters in cookies are not supported", { paths: { "/a": parameter({ in: "cookie" }) } }],
    "label style": [
      "readA: p: the style label is not supported in the path",
      { paths: { "/{p}": parameter({ in: "path", required: true, style: "label" }) } },
    ],
    "an object in the query in form style": [
      "readA: p: an object in the query needs the style deepObject",
      { paths: { "/a": parameter({ in: "query", schema: object }) } },
    ],
    "deepObject for what is no object": [
      "readA: p: an object in the query needs the style deepObject, and nothing else does",
      { paths: { "/a": parameter({ in: "query", style: "deepObject" }) } },
    ],
    "a HEAD operation": [
      "/a: head is not supported in a path",
      { paths: { "/a": { head: { operationId: "headA", responses: ok } } } },
    ],
    "a path that stands elsewhere": [
      "/a: $ref is not supported in a path",
      { paths: { "/a": { $ref: "#/paths/~1b" } } },
    ],
    "a range of successes": [
      "readA: the response 2XX must be one status, 4XX or 5XX",
      { paths: { "/a": get("readA", { responses: { "2XX": json() } }) } },
    ],
    "a default response": [
      "readA: the response default must be one status, 4XX or 5XX",
      { paths: { "/a": get("readA", { responses: { default: json() } }) } },
    ],
    "NDJSON that is no batch": [
      "sendA: x-accord-batch, which says that a body is read line by line, and NDJSON need each other",
      { paths: { "/a": body({ content: { "application/x-ndjson": { schema: {} } } }) } },
    ],
    "a batch whose records have no schema": [
      "sendA: x-accord-batch, which says that a body is read line by line, and NDJSON need each other",
      { paths: { "/a": body({ content: { "application/json": { schema: {} } }, "x-accord-batch": true }) } },
    ],
    "a body of any media type": [
      "sendA: */*: the media types of a body are to be listed one by one",
      { paths: { "/a": body({ content: { "*/*": { schema: { type: "string" } } } }) } },
    ],
    "XML with a structure that nothing reads": [
      "sendA/requestBody/application/xml: a body of this media type is read as text or bytes only",
      { paths: { "/a": body({ content: { "application/xml": { schema: object } } }) } },
    ],
    "a security scheme that is not defined": [
      "readA: the security scheme S is not defined",
      { paths: { "/a": get("readA", { security: [{ S: [] }] }) } },
    ],
    "schemes that must be combined": [
      "readA: a security requirement that combines schemes is not supported",
      { paths: { "/a": get("readA", { security: [{ A: [], B: [] }] }) } },
    ],
    "OAuth flows": ["S: this type of security scheme is not supported", scheme({ type: "oauth2", flows: {} })],
    "HTTP digest": ["S: the HTTP scheme digest is not supported", scheme({ type: "http", scheme: "digest" })],
    "a reference to nothing": [
      "#/components/responses/No: nothing there",
      { paths: { "/a": get("readA", { responses: { "200": { $ref: "#/components/responses/No" } } }) } },
    ],
    "a reference outside the document": [
      "other.yaml: only references inside the bundled document are possible",
      { paths: { "/a": get("readA", { responses: { "200": { $ref: "other.yaml" } } }) } },
    ],
  };
  for (const [what, [message, sketch]] of Object.entries(refused))
    it(`refuses ${what}`, () => {
      expect(refusal(sketch, { handlers: handlersFor(sketch) })).to.contain(message);
    });

  it("refuses a status of invalid requests that nobody expects", () => {
    const document = aDocument({ paths: { "/a": get("readA") } });
    const odd = { ...document, "x-accord-validation-status": 409 as 422 };
    expect(refusal(odd, { handlers: { readA: echo } })).to.equal(
      "the document cannot be served:\n  - /x-accord-validation-status: x-accord-validation-status must be 400 or 422, not 409",
    );
  });

  it("refuses references that go in a circle", () => {
    const circular = aDocument({
      paths: { "/a": get("readA", { responses: { "200": { $ref: "#/components/responses/A" } } }) },
    });
    const responses = { A: { $ref: "#/components/responses/B" }, B: { $ref: "#/components/responses/A" } };
    expect(refusal({ ...circular, components: { responses } })).to.contain("references go in a circle");
  });

  it("merges a path's parameters into its operations, whose own ones win", () => {
    const shared = (maximum: number) => ({ name: "limit", in: "query", schema: { type: "integer", maximum } });
    const document = aDocument({
      paths: {
        "/a": {
          parameters: [shared(5)],
          get: { operationId: "readA", responses: anything },
          put: { operationId: "putA", parameters: [shared(9)], responses: anything },
        },
      },
    });
    const api = bindLoosely(document, { handlers: { readA: echo, putA: echo } });
    const takes = (id: string, limit: number) =>
      api.operations.find((operation) => operation.id === id)?.validate.query?.({ limit });
    expect([takes("readA", 5), takes("readA", 6), takes("putA", 9), takes("putA", 10)]).to.deep.equal([
      true,
      false,
      true,
      false,
    ]);
  });
});
