import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { documentFaults, refuseFaults } from "#src/contract/document-faults.ts";
import { extensions } from "#src/contract/extensions.ts";

const schema = { type: "string", maxLength: 10 };

/** A document in which every extension stands in its place. `put` replaces one value or adds one. */
function documentWith(extension: string, value: unknown) {
  const put = (name: string, usual: unknown) => ({ [name]: name === extension ? value : usual });
  return {
    openapi: "3.1.1",
    ...put("x-accord-errors", "problem"),
    ...put("x-accord-validation-status", 422),
    ...put("x-accord-text", "trimmed"),
    ...put("x-accord-path-alias", { prefix: "/v1", alias: "/v1/old" }),
    paths: {
      "/a": {
        post: {
          operationId: "send",
          ...put("x-accord-query", "strict"),
          ...put("x-accord-query-schema", { anyOf: [{ required: ["a"] }] }),
          ...put("x-accord-cors", "project-origins"),
          ...put("x-accord-published", "page"),
          ...put("x-accord-extension", true),
          parameters: [{ name: "a", in: "query", ...put("x-accord-spelling-of", "b"), schema }],
          requestBody: {
            ...put("x-accord-batch", true),
            ...put("x-accord-batch-limit", 1_000),
            ...put("x-accord-body-limit", 65_536),
            ...put("x-accord-decoded-limit", 65_536),
            ...put("x-accord-encodings", ["gzip", "snappy"]),
            content: {
              "application/json": {
                ...put("x-accord-body", "raw"),
                ...put("x-accord-example-base64", "QQ=="),
                schema,
                examples: { one: { ...put("x-accord-passed-on", true), value: { "x-accord-query": "of the caller" } } },
              },
            },
          },
          responses: {},
        },
      },
    },
  };
}

const senseless: readonly (readonly [extension: string, value: unknown])[] = [
  ["x-accord-errors", "OTLP errors"],
  ["x-accord-errors", true],
  ["x-accord-validation-status", 409],
  ["x-accord-validation-status", "422"],
  ["x-accord-text", "trim"],
  ["x-accord-query", "strikt"],
  ["x-accord-query", true],
  ["x-accord-query-schema", "anyOf"],
  ["x-accord-query-schema", []],
  ["x-accord-cors", ["project-origins"]],
  ["x-accord-published", "poem"],
  ["x-accord-spelling-of", ""],
  ["x-accord-spelling-of", true],
  ["x-accord-extension", "true"],
  ["x-accord-extension", false],
  ["x-accord-path-alias", "/v1"],
  ["x-accord-path-alias", { prefix: "/v1", alias: "/v1" }],
  ["x-accord-path-alias", { prefix: "/v1/", alias: "/v2" }],
  ["x-accord-batch", "yes"],
  ["x-accord-batch-limit", 0],
  ["x-accord-body-limit", "64k"],
  ["x-accord-body-limit", 0],
  ["x-accord-body-limit", 1.5],
  ["x-accord-body-limit", 2 ** 31],
  ["x-accord-decoded-limit", "20971520"],
  ["x-accord-encodings", "gzip"],
  ["x-accord-encodings", []],
  ["x-accord-encodings", ["gzip", "gzip"]],
  ["x-accord-encodings", ["brotli"]],
  ["x-accord-body", "bytes"],
  ["x-accord-example-base64", "not base64!"],
  ["x-accord-passed-on", "yes"],
];

describe("the extensions", () => {
  it("are described in docs/extensions.md with the places and the values that are enforced", () => {
    const text = readFileSync(join(import.meta.dirname, "../../docs/extensions.md"), "utf8");
    const rows = [...text.matchAll(/^\| `(x-accord-[a-z0-9-]+)` \| ([^|]+) \| ([^|]+) \| [^|]+ \|$/gm)];
    expect(rows.map(([, name, standsAt, value]) => ({ name, standsAt, value }))).to.deep.equal(
      [...extensions].map(([name, { standsAt, expects }]) => ({ name, standsAt: standsAt.join(", "), value: expects })),
    );
  });

  it("are taken where they stand in their places", () => {
    expect(documentFaults(documentWith("", null))).to.deep.equal([]);
  });

  it("are each refused a value that means nothing", () => {
    expect(new Set(senseless.map(([name]) => name))).to.deep.equal(new Set(extensions.keys()));
  });

  for (const [extension, value] of senseless)
    it(`refuse ${extension}: ${JSON.stringify(value)}`, () => {
      const faults = documentFaults(documentWith(extension, value));
      expect(faults).to.have.length(1);
      expect(faults[0]?.pointer).to.match(new RegExp(`/${extension}$`));
      expect(faults[0]?.message).to.match(new RegExp(`^${extension} must be .*, not `));
    });

  it("are refused elsewhere, in schemas and wherever nobody would look", () => {
    const strays = {
      openapi: "3.1.1",
      info: { title: "A", "x-accord-text": "trimmed" },
      "x-accord-query": "strict",
      paths: {
        "x-accord-query": "strict",
        "/a": { "x-accord-query": "strict", get: { operationId: "read", responses: { "x-accord-batch": true } } },
      },
      components: { schemas: { A: { type: "object", properties: { b: { ...schema, "x-accord-body": "raw" } } } } },
    };
    expect(documentFaults(strays).map(({ pointer }) => pointer)).to.deep.equal([
      "/x-accord-query",
      "/info/x-accord-text",
      "/paths/x-accord-query",
      "/paths/~1a/x-accord-query",
      "/paths/~1a/get/responses/x-accord-batch",
      "/components/schemas/A/properties/b/x-accord-body",
    ]);
  });

  it("that nobody knows are refused, and names in data and of properties are left alone", () => {
    const document = {
      openapi: "3.1.1",
      "x-accord-querry": "strict",
      "x-logo": "of another tool",
      paths: {},
      components: {
        schemas: {
          A: { properties: { "x-accord-b": schema }, examples: [{ "x-accord-c": 1 }], default: { "x-accord-d": 1 } },
        },
        headers: { "x-accord-e": { schema } },
      },
    };
    expect(documentFaults(document)).to.deep.equal([
      { pointer: "/x-accord-querry", message: "x-accord-querry is not an extension that the engine knows" },
    ]);
  });
});

describe("the formats", () => {
  const withFormat = (format: unknown) => ({
    components: { schemas: { A: { properties: { b: { type: "string", format } } } } },
  });

  it("that the engine knows are taken", () => {
    for (const format of ["int32", "int64", "float", "double", "uuid", "date-time", "json-pointer", "binary"])
      expect(documentFaults(withFormat(format))).to.deep.equal([]);
  });

  it("that nobody knows are refused", () => {
    for (const format of ["date_time", "int46", "toString", 64])
      expect(documentFaults(withFormat(format))).to.deep.equal([
        {
          pointer: "/components/schemas/A/properties/b/format",
          message: `the format ${JSON.stringify(format)} is unknown`,
        },
      ]);
  });

  it("stop a boot, all at once and with their places", () => {
    const document = { ...withFormat("int46"), "x-accord-text": "trim" };
    expect(() => refuseFaults(document)).to.throw(
      'the document cannot be served:\n  - /x-accord-text: x-accord-text must be trimmed, not "trim"\n  - /components/schemas/A/properties/b/format: the format "int46" is unknown',
    );
  });
});
