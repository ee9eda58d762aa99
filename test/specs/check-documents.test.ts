import { relative } from "node:path";
import { expect } from "chai";
import { generated } from "#src/apis/generated.ts";
import { apiModules } from "#src/apis/index.ts";
import { checkDocuments } from "../../scripts/check-documents.ts";
import { documentsWith } from "./small-document.ts";

async function findingsWith(file: string, from: string, to: string): Promise<string[]> {
  const tree = documentsWith(file, from, to);
  try {
    const findings = await checkDocuments(["museum"], tree.specs);
    return findings.map((finding) => `${relative(tree.specs, finding.file)}:${finding.line} ${finding.rule}`);
  } finally {
    tree.remove();
  }
}

const tickets = "museum/paths/tickets.yaml";
const schemas = "museum/schemas.yaml";
const problem = "common/problem.yaml";

const faults: readonly { promise: string; file: string; from: string; to: string; finding: string }[] = [
  {
    promise: "a file that is no YAML",
    file: tickets,
    from: "          examples:\n",
    to: "          examples: [\n",
    finding: `${tickets}:24 yaml`,
  },
  {
    promise: "a parameter without an example",
    file: tickets,
    from: "        example: '2026-11-21'\n",
    to: "",
    finding: `${tickets}:12 accord/parameter-example`,
  },
  {
    promise: "a parameter whose example breaks its own schema",
    file: tickets,
    from: "'2026-11-21'",
    to: "tomorrow",
    finding: `${tickets}:16 no-invalid-parameter-examples`,
  },
  {
    promise: "a media type without a named example",
    file: tickets,
    from: "          examples:\n            adult: { value: { holder: Ada, age: null } }\n",
    to: "",
    finding: `${tickets}:20 accord/media-type-example`,
  },
  {
    promise: "an example that breaks the schema",
    file: tickets,
    from: "age: 36",
    to: "age: 200",
    finding: `${tickets}:37 no-invalid-media-type-examples`,
  },
  {
    promise: "bytes without an example in base64",
    file: tickets,
    from: "CgNBZGE=",
    to: "not base64!",
    finding: `${tickets}:24 accord/media-type-example`,
  },
  {
    promise: "an example of a problem that the catalogue does not have",
    file: problem,
    from: "code: VALIDATION_FAILED",
    to: "code: BAD_MOOD",
    finding: `${problem}:24 accord/problem-example`,
  },
  {
    promise: "an example of a problem that says something else than the catalogue",
    file: problem,
    from: "title: Validation failed",
    to: "title: Invalid",
    finding: `${problem}:24 accord/problem-example`,
  },
  {
    promise: "an example of a problem whose type does not follow from its code",
    file: problem,
    from: "/docs/error-codes#validation_failed",
    to: "about:blank",
    finding: `${problem}:24 accord/problem-example`,
  },
  {
    promise: "an example of a problem of another status",
    file: tickets,
    from: "'401': { $ref: '../../common/problem.yaml#/Unauthenticated' }",
    to: "'401': { $ref: '../../common/problem.yaml#/Invalid' }",
    finding: `${problem}:24 accord/problem-example`,
  },
  {
    promise: "an example that is passed on, and not marked so",
    file: problem,
    from: "          x-accord-passed-on: true\n",
    to: "",
    finding: `${problem}:60 accord/problem-example`,
  },
  {
    promise: "an example that is passed on, whose type leads elsewhere than to the refusals of insurers",
    file: problem,
    from: "/docs/error-codes#insurer_refused",
    to: "/docs/error-codes#rent_due",
    finding: `${problem}:60 accord/problem-example`,
  },
  {
    promise: "an example that is passed on, of a status outside the range",
    file: problem,
    from: "status: 402",
    to: "status: 502",
    finding: `${problem}:60 accord/problem-example`,
  },
  {
    promise: "an example in a range that says something else than the catalogue",
    file: problem,
    from: "title: Quote expired",
    to: "title: Too late",
    finding: `${problem}:59 accord/problem-example`,
  },
  {
    promise: "an example in a range of other statuses",
    file: tickets,
    from: "      4XX:",
    to: "      5XX:",
    finding: `${problem}:59 accord/problem-example`,
  },
  {
    promise: "a status that the operation's shape makes possible and only a range covers",
    file: tickets,
    from: "      '415': { $ref: '../../common/problem.yaml#/Plain' }\n",
    to: "",
    finding: `${tickets}:27 accord/operation-statuses`,
  },
  {
    promise: "a range without X-Request-Id",
    file: problem,
    from: "  description: The museum's landlord refuses.\n  headers:\n    X-Request-Id: { $ref: '#/RequestId' }\n",
    to: "  description: The museum's landlord refuses.\n",
    finding: `${problem}:51 response-contains-header`,
  },
  {
    promise: "a body without the status 413",
    file: tickets,
    from: "'413'",
    to: "'404'",
    finding: `${tickets}:27 accord/operation-statuses`,
  },
  {
    promise: "credentials without the status 401",
    file: tickets,
    from: "'401'",
    to: "'404'",
    finding: `${tickets}:27 accord/operation-statuses`,
  },
  {
    promise: "two kinds of success",
    file: tickets,
    from: "      '400':",
    to: "      '204': { $ref: '../../common/problem.yaml#/Plain' }\n      '400':",
    finding: `${tickets}:27 accord/operation-statuses`,
  },
  {
    promise: "success beside the statement that nobody does it",
    file: tickets,
    from: "'500'",
    to: "'501': { $ref: '../../common/problem.yaml#/Plain' }\n      '500'",
    finding: `${tickets}:27 accord/operation-statuses`,
  },
  {
    promise: "content without the status 406",
    file: tickets,
    from: "'406'",
    to: "'404'",
    finding: `${tickets}:27 accord/operation-statuses`,
  },
  {
    promise: "a quota that is never used up",
    file: tickets,
    from: "'429': { $ref: '../../common/problem.yaml#/RateLimited' }",
    to: "'422': { $ref: '../../common/problem.yaml#/Plain' }",
    finding: `${tickets}:27 accord/quota-status`,
  },
  {
    promise: "a 503 without Retry-After",
    file: tickets,
    from: "'503': { $ref: '../../common/problem.yaml#/Overloaded' }",
    to: "'503': { $ref: '../../common/problem.yaml#/Plain' }",
    finding: `${problem}:36 response-contains-header`,
  },
  {
    promise: "an answer without X-Request-Id",
    file: tickets,
    from: "          X-Request-Id: { $ref: '../../common/problem.yaml#/RequestId' }\n",
    to: "",
    finding: `${tickets}:30 response-contains-header`,
  },
  {
    promise: "an object that leaves additionalProperties open",
    file: schemas,
    from: "  additionalProperties: false\n",
    to: "",
    finding: `${schemas}:2 accord/additional-properties-decided`,
  },
  {
    promise: "a nullable written as a choice",
    file: schemas,
    from: "{ type: [integer, 'null'], format: int32, minimum: 0, maximum: 150, description: In years. }",
    to: "{ anyOf: [{ type: integer, format: int32, minimum: 0, maximum: 150 }, { type: 'null' }] }",
    finding: `${schemas}:7 accord/no-any-of-null`,
  },
  {
    promise: "text without a bound",
    file: schemas,
    from: "{ type: string, maxLength: 100,",
    to: "{ type: string,",
    finding: `${schemas}:6 accord/bounded`,
  },
  {
    promise: "a number without a bound",
    file: problem,
    from: "minimum: 0, maximum: 3600 }",
    to: "minimum: 0 }",
    finding: `${problem}:15 accord/bounded`,
  },
  {
    promise: "a required property that is not defined",
    file: schemas,
    from: "required: [holder]",
    to: "required: [holder, colour]",
    finding: `${schemas}:4 accord/required-defined`,
  },
  {
    promise: "an operation beyond the contract that is not marked",
    file: tickets,
    from: "    x-accord-extension: true\n",
    to: "",
    finding: `${tickets}:3 accord/extension-marked`,
  },
  {
    promise: "an agreed operation that is marked as an extension",
    file: "museum/agreed-operations.yaml",
    from: "[]",
    to: "[buyTicket]",
    finding: `${tickets}:3 accord/extension-marked`,
  },
  {
    promise: "an agreed operation that there is not",
    file: "museum/agreed-operations.yaml",
    from: "[]",
    to: "[burnTickets]",
    finding: "museum/openapi.yaml:11 accord/extension-marked",
  },
  {
    promise: "what the OpenAPI meta-schema refuses",
    file: "museum/openapi.yaml",
    from: "identifier: Apache-2.0",
    to: "identifier: Apache-2.0, url: https://apache.test",
    finding: "museum/openapi.yaml:6 meta-schema",
  },
  {
    promise: "what the JSON Schema meta-schema refuses",
    file: schemas,
    from: "maxLength: 100",
    to: "maxLength: -1",
    finding: `${schemas}:6 meta-schema`,
  },
  {
    promise: "a schema that cannot be enforced at run time",
    file: schemas,
    from: "{ type: string, maxLength: 100,",
    to: "{ type: string, maxLength: 100, contentSchema: { type: object, maxProperties: 9, additionalProperties: true },",
    finding: `${schemas}:6 enforceable`,
  },
  {
    promise: "a definition that nothing refers to",
    file: schemas,
    from: "Ticket:\n",
    to: "Guide:\n  type: boolean\nTicket:\n",
    finding: `${schemas}:2 unused-definition`,
  },
  {
    promise: "a value of an extension that means nothing",
    file: tickets,
    from: "    x-accord-extension: true\n",
    to: "    x-accord-extension: true\n    x-accord-query: strikt\n",
    finding: `${tickets}:6 engine`,
  },
  {
    promise: "an extension that nobody knows",
    file: tickets,
    from: "    requestBody:\n",
    to: "    requestBody:\n      x-accord-bodylimit: 65536\n",
    finding: `${tickets}:18 engine`,
  },
  {
    promise: "a limit that is no number of bytes",
    file: tickets,
    from: "    requestBody:\n",
    to: "    requestBody:\n      x-accord-body-limit: 64k\n",
    finding: `${tickets}:18 engine`,
  },
  {
    promise: "a format that nobody knows",
    file: schemas,
    from: "description: Who visits.",
    to: "format: fullname, description: Who visits.",
    finding: `${schemas}:6 engine`,
  },
  {
    promise: "an integer without a format",
    file: schemas,
    from: "[integer, 'null'], format: int32,",
    to: "[integer, 'null'],",
    finding: `${schemas}:7 accord/number-format`,
  },
  {
    promise: "an integer that is beyond its format",
    file: schemas,
    from: "maximum: 150",
    to: "maximum: 2147483648",
    finding: `${schemas}:7 accord/number-format`,
  },
  {
    promise: "an amount of money that a client may read as int32",
    file: schemas,
    from: "    age: {",
    to: "    priceMinor: { type: integer, format: int32, minimum: 0, maximum: 100, description: In cents. }\n    age: {",
    finding: `${schemas}:7 accord/number-format`,
  },
  {
    promise: "a number without a format",
    file: schemas,
    from: "[integer, 'null'], format: int32,",
    to: "[number, 'null'],",
    finding: `${schemas}:7 accord/number-format`,
  },
  {
    promise: "a boolean that is always the same",
    file: schemas,
    from: "    age: {",
    to: "    valid: { type: boolean, const: true, description: Always true. }\n    age: {",
    finding: `${schemas}:7 accord/no-boolean-constant`,
  },
  {
    promise: "an enumeration of one boolean",
    file: schemas,
    from: "    age: {",
    to: "    valid: { type: boolean, enum: [false], description: Always false. }\n    age: {",
    finding: `${schemas}:7 accord/no-boolean-constant`,
  },
  {
    promise: "a value of several types",
    file: schemas,
    from: "[integer, 'null'], format: int32,",
    to: "[integer, string], maxLength: 9,",
    finding: `${schemas}:7 accord/one-json-type`,
  },
  {
    promise: "a choice between values of several types",
    file: schemas,
    from: "{ type: [integer, 'null'], format: int32, minimum: 0, maximum: 150, description: In years. }",
    to: "{ description: In years., oneOf: [{ type: boolean }, { type: string, maxLength: 9 }] }",
    finding: `${schemas}:7 accord/one-json-type`,
  },
  {
    promise: "a property that is not described",
    file: schemas,
    from: ", description: In years.",
    to: "",
    finding: `${schemas}:7 accord/property-described`,
  },
  {
    promise: "a property whose reference leads to what is not described",
    file: schemas,
    from: "{ type: [integer, 'null'], format: int32, minimum: 0, maximum: 150, description: In years. }\n  additionalProperties: false\n",
    to: "{ $ref: '#/Age' }\n  additionalProperties: false\nAge: { type: boolean }\n",
    finding: `${schemas}:7 accord/property-described`,
  },
  {
    promise: "a summary of more than a line",
    file: tickets,
    from: "summary: Buy a ticket",
    to: "summary: Buy a ticket.",
    finding: `${tickets}:3 accord/operation-heading`,
  },
  {
    promise: "an operation of two tags",
    file: tickets,
    from: "tags: [Tickets]",
    to: "tags: [Tickets, Tickets]",
    finding: `${tickets}:3 accord/operation-heading`,
  },
  {
    promise: "a tag that is not described",
    file: tickets,
    from: "tags: [Tickets]",
    to: "tags: [Guides]",
    finding: `${tickets}:8 operation-tag-defined`,
  },
];

describe("the check of the documents", () => {
  it("finds in each served document what is answered before there is an operation", () => {
    for (const { name } of apiModules)
      expect(generated(name).document.info.description, name).to.match(/\b431\b.*\b408\b/s);
  });

  it("finds nothing wrong with the small document that the faults below are put into", async () => {
    expect(await findingsWith(schemas, "Ticket", "Ticket")).to.deep.equal([]);
  });

  it("lets an API answer 422 to what is invalid, and then demands it", async () => {
    const without = await findingsWith("museum/openapi.yaml", "servers:", "x-accord-validation-status: 422\nservers:");
    expect(without).to.deep.equal([`${problem}:24 accord/problem-example`, `${tickets}:27 accord/operation-statuses`]);
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
    const openapi = "museum/openapi.yaml";
    const marked = await findingsWith(openapi, "components:\n", page("x-accord-published: page"));
    expect(marked).to.deep.equal([]);
    const unmarked = await findingsWith(openapi, "components:\n", page("x-accord-query: strict"));
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
    const openapi = "museum/openapi.yaml";
    expect(await findingsWith(openapi, "components:\n", sold("2"))).to.deep.equal([]);
    const wrong = await findingsWith(openapi, "components:\n", sold("none"));
    expect(wrong.map((finding) => finding.split(" ")[1])).to.deep.equal(["no-invalid-media-type-examples"]);
  });

  it("demands no 406 where a range leaves the media type open", async () => {
    const body = "              adult: { value: { holder: Ada, age: 36 } }\n";
    const any =
      "          '*/*':\n            schema: { type: string, maxLength: 9, contentMediaType: text/plain }\n            x-accord-example-base64: QQ==\n";
    const without = "      '406': { $ref: '../../common/problem.yaml#/Plain' }\n";
    const between = `${body}      '400': { $ref: '../../common/problem.yaml#/Invalid' }\n      '401': { $ref: '../../common/problem.yaml#/Unauthenticated' }\n`;
    expect(await findingsWith(tickets, between + without, between.replace(body, body + any))).to.deep.equal([]);
  });

  it("takes a 200 that replays beside the success, and as the only success", async () => {
    const created = "      '201':\n        description: The ticket.\n        headers:\n";
    const replayed = "          Idempotency-Replayed: { $ref: '../../common/problem.yaml#/Seconds' }\n";
    const id = "          X-Request-Id: { $ref: '../../common/problem.yaml#/RequestId' }\n";
    const ok = created.replace("201", "200") + replayed;
    expect(await findingsWith(tickets, created, ok)).to.deep.equal([]);
    expect(await findingsWith(tickets, created, ok + id + created)).to.deep.equal([]);
  });

  for (const { promise, file, from, to, finding } of faults)
    it(`finds ${promise}`, async () => {
      const findings = await findingsWith(file, from, to);
      expect(findings, findings.join(", ")).to.include(finding);
    });
});
