import { expect } from "chai";
import { clientDocument } from "#src/contract/client-document.ts";
import type { JsonSchema, OpenApiDocument } from "#src/contract/document.ts";
import { aDocument, json } from "./support/document.ts";

/** What generators get to see of a schema that is an answer's. */
function shown(schema: JsonSchema, schemas: Record<string, JsonSchema> = {}): unknown {
  const document = aDocument({
    paths: { "/a": { get: { operationId: "read", responses: { "200": json() } } } },
    schemas: { Shown: schema, ...schemas },
  });
  return clientDocument(document).components?.schemas?.Shown;
}

/** The request body that generators get to see. */
function shownBody(content: Record<string, { schema: JsonSchema }>): unknown {
  const document = aDocument({
    paths: { "/a": { post: { operationId: "send", requestBody: { content }, responses: { "200": json() } } } },
  });
  return clientDocument(document).paths["/a"]?.post?.requestBody;
}

describe("the document for generators of clients", () => {
  it("has no webhooks, but the schemas of their bodies", () => {
    const document = { ...aDocument({ paths: {}, schemas: { Sold: { type: "object" } } }), webhooks: { sold: {} } };
    const shown = clientDocument(document as OpenApiDocument);
    expect(shown).to.not.have.property("webhooks");
    expect(shown.components?.schemas).to.have.property("Sold");
    expect(document, "the published one").to.have.property("webhooks");
  });

  it("leaves a second spelling out, of properties and of parameters", () => {
    const text = { type: "string" };
    const spelt = { ...text, "x-accord-spelling-of": "grant-type" };
    expect(shown({ type: "object", properties: { "grant-type": text, grant_type: spelt } })).to.deep.equal({
      type: "object",
      properties: { "grant-type": text },
    });
    const parameters = [
      { name: "grant-type", in: "query", schema: text },
      { name: "grant_type", in: "query", schema: text, "x-accord-spelling-of": "grant-type" },
    ];
    const document = aDocument({ paths: { "/a": { get: { operationId: "read", parameters, responses: {} } } } });
    expect(clientDocument(document).paths["/a"]?.get?.parameters).to.deep.equal([parameters[0]]);
  });

  it("leaves a property out that may not be there", () => {
    const text = { type: "string" };
    expect(shown({ type: "object", properties: { name: text, script: false } })).to.deep.equal({
      type: "object",
      properties: { name: text },
    });
  });

  it("says that what may be sent alone or as a list is the list", () => {
    const one = { type: "object", properties: { name: { type: "string" } } };
    const list = { type: "array", maxItems: 5, items: { $ref: "#/components/schemas/One" }, description: "A list." };
    const oneOf = [{ $ref: "#/components/schemas/One" }, { $ref: "#/components/schemas/List" }];
    expect(shown({ description: "One or many.", oneOf }, { One: one, List: list })).to.deep.equal({
      ...list,
      description: "One or many.",
    });
  });

  it("leaves open what has several JSON types, and keeps what describes it", () => {
    expect(shown({ type: ["string", "number"], maxLength: 3, description: "Either.", examples: [1] })).to.deep.equal({
      description: "Either.",
      examples: [1],
    });
    expect(shown({ anyOf: [{ type: "string" }, { type: "integer" }] })).to.deep.equal({});
    expect(shown({ type: ["string", "null"], maxLength: 3 })).to.deep.equal({ type: ["string", "null"], maxLength: 3 });
    const same = {
      oneOf: [
        { type: "object", title: "a" },
        { type: "object", title: "b" },
      ],
    };
    expect(shown(same)).to.deep.equal(same);
  });

  it("says of bytes what OpenAPI 3.0 said", () => {
    expect(
      shown({ type: "string", contentMediaType: "image/png", maxLength: 9, description: "A code." }),
    ).to.deep.equal({
      type: "string",
      format: "binary",
      description: "A code.",
    });
    const base64 = { type: "string", contentMediaType: "image/png", contentEncoding: "base64" };
    expect(shown(base64)).to.deep.equal(base64);
  });

  it("lets answers grow: objects do not say that they hold no more", () => {
    const properties = { name: { type: "string" } };
    expect(shown({ type: "object", properties, additionalProperties: false })).to.deep.equal({
      type: "object",
      properties,
    });
    const map = { type: "object", additionalProperties: { type: "integer", format: "int32" } };
    expect(shown(map)).to.deep.equal(map);
  });

  it("takes JSON where a form or protobuf would do too, and closes the other forms", () => {
    const schema = { type: "object", properties: {}, additionalProperties: true };
    const form = "application/x-www-form-urlencoded";
    for (const other of [form, "application/x-protobuf"])
      expect(shownBody({ "application/json": { schema }, [other]: { schema } })).to.deep.equal({
        content: { "application/json": { schema: { type: "object", properties: {} } } },
      });
    expect(shownBody({ [form]: { schema } })).to.deep.equal({
      content: { [form]: { schema: { ...schema, additionalProperties: false } } },
    });
  });
});
