import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { JsonSchema } from "#src/contract/document.ts";
import { temporaryFolder } from "#test/support/folder.ts";
import { writeCoverage } from "../../scripts/contract-runner/coverage-report.ts";
import { SeenProperties } from "../../scripts/contract-runner/property-coverage.ts";
import { aDocument } from "./support/document.ts";

const text = { type: "string" };
const circle = {
  type: "object",
  required: ["kind", "radius"],
  properties: { kind: { const: "circle" }, radius: text, note: text },
};
const square = {
  type: "object",
  required: ["kind", "side"],
  properties: { kind: { const: "square" }, side: text, note: text },
};

/** What is left unseen of an answer's schema after one answer. */
function unseen(schema: JsonSchema, answer: unknown, schemas: Record<string, JsonSchema> = {}): readonly string[] {
  const document = aDocument({
    schemas: { Circle: circle, Square: square, ...schemas },
    paths: {
      "/a": {
        get: {
          operationId: "read",
          responses: { "200": { description: "Read.", content: { "application/json": { schema } } } },
        },
      },
    },
  });
  const properties = new SeenProperties(document);
  properties.see("read", 200, "application/json", new TextEncoder().encode(JSON.stringify(answer)));
  return properties.coverage().unseen;
}

describe("the properties that a contract run has seen", () => {
  it("are those that a body has, by the name of their schema", () => {
    const shape = { $ref: "#/components/schemas/Circle" };
    expect(unseen(shape, { kind: "circle", radius: "1" })).to.deep.equal(["Circle.note"]);
    expect(unseen(shape, { kind: "circle", radius: "1", note: "" })).to.deep.equal([]);
  });

  it("are those of lists, of maps and of what is inside of others, too", () => {
    const schema = {
      type: "object",
      properties: {
        list: { type: "array", items: { type: "object", properties: { one: text, two: text } } },
        map: { type: "object", additionalProperties: { type: "object", properties: { three: text } } },
      },
    };
    expect(unseen(schema, { list: [{ one: "" }, { two: "" }], map: {} })).to.deep.equal(["read 200.map[].three"]);
    expect(unseen(schema, { list: [], map: { any: { three: "" } } })).to.deep.equal([
      "read 200.list[].one",
      "read 200.list[].two",
    ]);
  });

  it("of alternatives are those of the one that the body is", () => {
    const oneOf = [{ $ref: "#/components/schemas/Circle" }, { $ref: "#/components/schemas/Square" }];
    expect(unseen({ oneOf }, { kind: "circle", radius: "1", note: "round" })).to.deep.equal([
      "Square.kind",
      "Square.note",
      "Square.side",
    ]);
  });

  it("are none of an answer that is not described, or is no JSON", () => {
    const schema = { type: "object", properties: { one: text } };
    const properties = new SeenProperties(
      aDocument({
        paths: {
          "/a": {
            get: {
              operationId: "read",
              responses: { "200": { description: "Read.", content: { "application/json": { schema } } } },
            },
          },
        },
      }),
    );
    const body = new TextEncoder().encode('{"one":"1"}');
    properties.see("read", 204, "application/json", body);
    properties.see("read", 200, "text/plain", body);
    properties.see("read", 200, "application/json", new TextEncoder().encode("no"));
    expect(properties.coverage()).to.deep.equal({ seen: [], unseen: ["read 200.one"] });
  });
});

describe("the report of a contract run", () => {
  it("counts operations, answers and properties, and marks on its page what is missing", () => {
    const unit = (status: number) => ({
      ...{ operationId: "read", method: "get" as const, path: "/a", parameters: [], examples: [] },
      ...{
        status,
        requestType: null,
        responseType: "application/json",
        isSecured: false,
        isStrict: false,
        isRepeatable: false,
        isReplay: false,
        refused: new Map(),
        bodyLimit: 0,
      },
    });
    const proofs = [
      { unit: unit(200), requests: 1, faults: [] },
      { unit: unit(404), requests: 1, faults: ["<wrong> status"] },
    ];
    const folder = temporaryFolder();
    const properties = { seen: ["Pet.name", "Pet.age"], unseen: ["Pet.note"] };
    const figures = writeCoverage(folder, "pets", { proofs, examples: 2, faults: [], properties });
    expect(figures).to.equal(
      "0 of 1 operations, 1 of 2 answers (operation, status, media types), 2 of 3 schema properties (66.7 %)",
    );
    const read = (name: string) => readFileSync(join(folder, name), "utf8");
    expect(read("pets.txt")).to.include(figures).and.include("200✔").and.include("404✘").and.include("  Pet.note\n");
    expect(read("pets.html"))
      .to.match(/class="open".*<td>404<.*&#60;wrong&#62; status/)
      .and.include("<code>Pet.note<");
  });
});
