import { basename } from "node:path";
import { expect } from "chai";
import { generated } from "#src/apis/generated.ts";
import { apiModules } from "#src/apis/index.ts";
import { checkDocuments } from "../../scripts/check-documents.ts";
import { documentsWith } from "./small-document.ts";

async function findingsWith(from: string, to: string): Promise<string[]> {
  const tree = documentsWith(from, to);
  try {
    const findings = await checkDocuments(["museum"], tree.specs);
    return findings.map((finding) => `${basename(finding.file)}:${finding.line} ${finding.rule}`);
  } finally {
    tree.remove();
  }
}

/** Replacements in the small document, and the finding that each leads to. */
const faults: Readonly<Record<string, readonly [from: string, to: string, finding: string]>> = {
  "a file that is no YAML": ["          examples:\n", "          examples: [\n", "tickets.yaml:24 yaml"],
  "a parameter without an example": ["        example: '2026-11-21'\n", "", "tickets.yaml:12 accord/parameter-example"],
  "a parameter whose example breaks its own schema": [
    "'2026-11-21'",
    "tomorrow",
    "tickets.yaml:16 no-invalid-parameter-examples",
  ],
  "a media type without a named example": [
    "          examples:\n            adult: { value: { holder: Ada, age: null } }\n",
    "",
    "tickets.yaml:20 accord/media-type-example",
  ],
  "an example that breaks the schema": ["age: 36", "age: 200", "tickets.yaml:37 no-invalid-media-type-examples"],
  "bytes without an example in base64": ["CgNBZGE=", "not base64!", "tickets.yaml:24 accord/media-type-example"],
  "an example of a problem that the catalogue does not have": [
    "code: VALIDATION_FAILED",
    "code: BAD_MOOD",
    "problem.yaml:24 accord/problem-example",
  ],
  "an example of a problem that says something else than the catalogue": [
    "title: Validation failed",
    "title: Invalid",
    "problem.yaml:24 accord/problem-example",
  ],
  "an example of a problem whose type does not follow from its code": [
    "/docs/error-codes#validation_failed",
    "about:blank",
    "problem.yaml:24 accord/problem-example",
  ],
  "an example of a problem of another status": [
    "'401': { $ref: '../../common/problem.yaml#/Unauthenticated' }",
    "'401': { $ref: '../../common/problem.yaml#/Invalid' }",
    "problem.yaml:24 accord/problem-example",
  ],
  "an example that is passed on, and not marked so": [
    "          x-accord-passed-on: true\n",
    "",
    "problem.yaml:60 accord/problem-example",
  ],
  "an example that is passed on, whose type leads elsewhere than to the refusals of insurers": [
    "/docs/error-codes#insurer_refused",
    "/docs/error-codes#rent_due",
    "problem.yaml:60 accord/problem-example",
  ],
  "an example that is passed on, of a status outside the range": [
    "status: 402",
    "status: 502",
    "problem.yaml:60 accord/problem-example",
  ],
  "an example in a range that says something else than the catalogue": [
    "title: Quote expired",
    "title: Too late",
    "problem.yaml:59 accord/problem-example",
  ],
  "an example in a range of other statuses": ["      4XX:", "      5XX:", "problem.yaml:59 accord/problem-example"],
  "a status that the operation's shape makes possible and only a range covers": [
    "      '415': { $ref: '../../common/problem.yaml#/Plain' }\n",
    "",
    "tickets.yaml:27 accord/operation-statuses",
  ],
  "a range without X-Request-Id": [
    "  description: The museum's landlord refuses.\n  headers:\n    X-Request-Id: { $ref: '#/RequestId' }\n",
    "  description: The museum's landlord refuses.\n",
    "problem.yaml:51 response-contains-header",
  ],
  "a body without the status 413": ["'413'", "'404'", "tickets.yaml:27 accord/operation-statuses"],
  "credentials without the status 401": ["'401'", "'404'", "tickets.yaml:27 accord/operation-statuses"],
  "two kinds of success": [
    "      '400':",
    "      '204': { $ref: '../../common/problem.yaml#/Plain' }\n      '400':",
    "tickets.yaml:27 accord/operation-statuses",
  ],
  "success beside the statement that nobody does it": [
    "'500'",
    "'501': { $ref: '../../common/problem.yaml#/Plain' }\n      '500'",
    "tickets.yaml:27 accord/operation-statuses",
  ],
  "content without the status 406": ["'406'", "'404'", "tickets.yaml:27 accord/operation-statuses"],
  "a quota that is never used up": [
    "'429': { $ref: '../../common/problem.yaml#/RateLimited' }",
    "'422': { $ref: '../../common/problem.yaml#/Plain' }",
    "tickets.yaml:27 accord/quota-status",
  ],
  "a 503 without Retry-After": [
    "'503': { $ref: '../../common/problem.yaml#/Overloaded' }",
    "'503': { $ref: '../../common/problem.yaml#/Plain' }",
    "problem.yaml:36 response-contains-header",
  ],
  "an answer without X-Request-Id": [
    "          X-Request-Id: { $ref: '../../common/problem.yaml#/RequestId' }\n",
    "",
    "tickets.yaml:30 response-contains-header",
  ],
  "an object that leaves additionalProperties open": [
    "  additionalProperties: false\n",
    "",
    "schemas.yaml:2 accord/additional-properties-decided",
  ],
  "a nullable written as a choice": [
    "{ type: [integer, 'null'], format: int32, minimum: 0, maximum: 150, description: In years. }",
    "{ anyOf: [{ type: integer, format: int32, minimum: 0, maximum: 150 }, { type: 'null' }] }",
    "schemas.yaml:7 accord/no-any-of-null",
  ],
  "text without a bound": [
    "holder: { type: string, maxLength: 100,",
    "holder: { type: string,",
    "schemas.yaml:6 accord/bounded",
  ],
  "a number without a bound": ["minimum: 0, maximum: 3600 }", "minimum: 0 }", "problem.yaml:15 accord/bounded"],
  "a required property that is not defined": [
    "required: [holder]",
    "required: [holder, colour]",
    "schemas.yaml:4 accord/required-defined",
  ],
  "an operation beyond the contract that is not marked": [
    "    x-accord-extension: true\n",
    "",
    "tickets.yaml:3 accord/extension-marked",
  ],
  "an agreed operation that is marked as an extension": [
    "[] #",
    "[buyTicket] #",
    "tickets.yaml:3 accord/extension-marked",
  ],
  "an agreed operation that there is not": ["[] #", "[burnTickets] #", "openapi.yaml:11 accord/extension-marked"],
  "what the OpenAPI meta-schema refuses": [
    "identifier: Apache-2.0",
    "identifier: Apache-2.0, url: https://apache.test",
    "openapi.yaml:6 meta-schema",
  ],
  "what the JSON Schema meta-schema refuses": [
    "maxLength: 100, description: Who",
    "maxLength: -1, description: Who",
    "schemas.yaml:6 meta-schema",
  ],
  "a schema that cannot be enforced at run time": [
    "holder: { type: string, maxLength: 100,",
    "holder: { type: string, maxLength: 100, contentSchema: { type: object, maxProperties: 9, additionalProperties: true },",
    "schemas.yaml:6 enforceable",
  ],
  "a definition that nothing refers to": [
    "Ticket:\n",
    "Guide:\n  type: boolean\nTicket:\n",
    "schemas.yaml:2 unused-definition",
  ],
  "a value of an extension that means nothing": [
    "    x-accord-extension: true\n",
    "    x-accord-extension: true\n    x-accord-query: strikt\n",
    "tickets.yaml:6 engine",
  ],
  "an extension that nobody knows": [
    "    requestBody:\n",
    "    requestBody:\n      x-accord-bodylimit: 65536\n",
    "tickets.yaml:18 engine",
  ],
  "a limit that is no number of bytes": [
    "    requestBody:\n",
    "    requestBody:\n      x-accord-body-limit: 64k\n",
    "tickets.yaml:18 engine",
  ],
  "a format that nobody knows": [
    "description: Who visits.",
    "format: fullname, description: Who visits.",
    "schemas.yaml:6 engine",
  ],
  "an integer without a format": [
    "[integer, 'null'], format: int32,",
    "[integer, 'null'],",
    "schemas.yaml:7 accord/number-format",
  ],
  "an integer that is beyond its format": [
    "maximum: 150",
    "maximum: 2147483648",
    "schemas.yaml:7 accord/number-format",
  ],
  "an amount of money that a client may read as int32": [
    "    age: {",
    "    priceMinor: { type: integer, format: int32, minimum: 0, maximum: 100, description: In cents. }\n    age: {",
    "schemas.yaml:7 accord/number-format",
  ],
  "a number without a format": [
    "[integer, 'null'], format: int32,",
    "[number, 'null'],",
    "schemas.yaml:7 accord/number-format",
  ],
  "a boolean that is always the same": [
    "    age: {",
    "    valid: { type: boolean, const: true, description: Always true. }\n    age: {",
    "schemas.yaml:7 accord/no-boolean-constant",
  ],
  "an enumeration of one boolean": [
    "    age: {",
    "    valid: { type: boolean, enum: [false], description: Always false. }\n    age: {",
    "schemas.yaml:7 accord/no-boolean-constant",
  ],
  "a value of several types": [
    "[integer, 'null'], format: int32,",
    "[integer, string], maxLength: 9,",
    "schemas.yaml:7 accord/one-json-type",
  ],
  "a choice between values of several types": [
    "{ type: [integer, 'null'], format: int32, minimum: 0, maximum: 150, description: In years. }",
    "{ description: In years., oneOf: [{ type: boolean }, { type: string, maxLength: 9 }] }",
    "schemas.yaml:7 accord/one-json-type",
  ],
  "a property that is not described": [", description: In years.", "", "schemas.yaml:7 accord/property-described"],
  "a property whose reference leads to what is not described": [
    "{ type: [integer, 'null'], format: int32, minimum: 0, maximum: 150, description: In years. }\n  additionalProperties: false\n",
    "{ $ref: '#/Age' }\n  additionalProperties: false\nAge: { type: boolean }\n",
    "schemas.yaml:7 accord/property-described",
  ],
  "a summary of more than a line": [
    "summary: Buy a ticket",
    "summary: Buy a ticket.",
    "tickets.yaml:3 accord/operation-heading",
  ],
  "an operation of two tags": [
    "tags: [Tickets]",
    "tags: [Tickets, Tickets]",
    "tickets.yaml:3 accord/operation-heading",
  ],
  "a tag that is not described": ["tags: [Tickets]", "tags: [Guides]", "tickets.yaml:8 operation-tag-defined"],
};

describe("the check of the documents", () => {
  it("finds in each served document what is answered before there is an operation", () => {
    for (const { name } of apiModules)
      expect(generated(name).document.info.description, name).to.match(/\b431\b.*\b408\b/s);
  });

  it("finds nothing wrong with the small document that the faults below are put into", async () => {
    expect(await findingsWith("Ticket:", "Ticket:")).to.deep.equal([]);
  });

  it("lets an API answer 422 to what is invalid, and then demands it", async () => {
    const without = await findingsWith("servers:", "x-accord-validation-status: 422\nservers:");
    expect(without).to.deep.equal([
      "problem.yaml:24 accord/problem-example",
      "tickets.yaml:27 accord/operation-statuses",
    ]);
  });

  it("demands neither 500 nor 503 of what is published, which is answered from memory", async () => {
    const page = (mark: string) => `  /docs:
    get:
      operationId: getReference
      ${mark}
      x-accord-extension: true
      summary: Read this document as a page
      description: The document, for people.
      tags: [Tickets]
      security: []
      responses:
        '200':
          description: The page.
          headers: { X-Request-Id: { $ref: '../common/problem.yaml#/RequestId' } }
          content:
            text/html: { schema: { type: string, maxLength: 9999 }, examples: { short: { value: '<!doctype html>' } } }
        '406': { $ref: '../common/problem.yaml#/Plain' }
components:
`;
    const marked = await findingsWith("components:\n", page("x-accord-published: page"));
    expect(marked).to.deep.equal([]);
    const unmarked = await findingsWith("components:\n", page("x-accord-query: strict"));
    expect(unmarked.map((finding) => finding.split(" ")[1])).to.deep.equal([
      "accord/operation-statuses",
      "accord/operation-statuses",
    ]);
  });

  it("leaves the answers to webhooks to their receivers, and holds their examples to the schema", async () => {
    const sold = (seats: string) => `webhooks:
  ticket.sold:
    post:
      operationId: receiveTicketSold
      summary: ticket.sold
      description: Somebody has bought a ticket.
      tags: [Tickets]
      security: []
      requestBody:
        content:
          application/json:
            schema: { type: integer, format: int32, minimum: 1, maximum: 9 }
            examples: { seats: { value: ${seats} } }
      responses:
        '2XX': { description: It has arrived. }
components:
`;
    expect(await findingsWith("components:\n", sold("2"))).to.deep.equal([]);
    const wrong = await findingsWith("components:\n", sold("none"));
    expect(wrong.map((finding) => finding.split(" ")[1])).to.deep.equal(["no-invalid-media-type-examples"]);
  });

  it("demands no 406 where a range leaves the media type open", async () => {
    const body = "              adult: { value: { holder: Ada, age: 36 } }\n";
    const any =
      "          '*/*':\n            schema: { type: string, maxLength: 9, contentMediaType: text/plain }\n            x-accord-example-base64: QQ==\n";
    const without = "      '406': { $ref: '../../common/problem.yaml#/Plain' }\n";
    const between = `${body}      '400': { $ref: '../../common/problem.yaml#/Invalid' }\n      '401': { $ref: '../../common/problem.yaml#/Unauthenticated' }\n`;
    expect(await findingsWith(between + without, between.replace(body, body + any))).to.deep.equal([]);
  });

  it("takes a 200 that replays beside the success, and as the only success", async () => {
    const created = "      '201':\n        description: The ticket.\n        headers:\n";
    const replayed = "          Idempotency-Replayed: { $ref: '../../common/problem.yaml#/Seconds' }\n";
    const id = "          X-Request-Id: { $ref: '../../common/problem.yaml#/RequestId' }\n";
    const ok = created.replace("201", "200") + replayed;
    expect(await findingsWith(created, ok)).to.deep.equal([]);
    expect(await findingsWith(created, ok + id + created)).to.deep.equal([]);
  });

  for (const [promise, [from, to, finding]] of Object.entries(faults))
    it(`finds ${promise}`, async () => {
      const findings = await findingsWith(from, to);
      expect(findings, findings.join(", ")).to.include(finding);
    });
});
