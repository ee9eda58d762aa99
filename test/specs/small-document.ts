/** A small tree of documents without a fault, for tests to damage in one place. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const files: Readonly<Record<string, string>> = {
  "museum/agreed-operations.yaml": "[] # none yet\n",
  "common/problem.yaml": `
Problem:
  type: object
  required: [title, status, code]
  properties:
    type: { type: string, maxLength: 100, description: The code as a URI. }
    title: { type: string, maxLength: 100, description: The kind of problem. }
    status: { type: integer, format: int32, minimum: 400, maximum: 599, description: The status of the answer. }
    code: { type: string, maxLength: 100, description: The kind of problem for programs. }
  additionalProperties: true
RequestId:
  required: true
  schema: { type: string, pattern: '^[a-z]+$', maxLength: 64 }
Seconds:
  schema: { type: integer, format: int32, minimum: 0, maximum: 3600 }
Invalid:
  description: The request is invalid.
  headers:
    X-Request-Id: { $ref: '#/RequestId' }
  content:
    application/problem+json:
      schema: { $ref: '#/Problem' }
      examples:
        invalid: { value: { type: '/docs/error-codes#validation_failed', title: Validation failed, status: 400, code: VALIDATION_FAILED } }
Unauthenticated:
  description: The credentials are wrong.
  headers:
    X-Request-Id: { $ref: '#/RequestId' }
  content:
    application/problem+json:
      schema: { $ref: '#/Problem' }
      examples:
        unauthenticated: { value: { type: '/docs/error-codes#unauthenticated', title: Authentication required, status: 401, code: UNAUTHENTICATED } }
Plain:
  description: An answer without a body.
  headers:
    X-Request-Id: { $ref: '#/RequestId' }
RateLimited:
  description: The quota is used up.
  headers:
    X-Request-Id: { $ref: '#/RequestId' }
    Retry-After: { $ref: '#/Seconds' }
    X-RateLimit-Limit: { $ref: '#/Seconds' }
    X-RateLimit-Remaining: { $ref: '#/Seconds' }
    X-RateLimit-Reset: { $ref: '#/Seconds' }
Overloaded:
  description: The server is overloaded.
  headers:
    X-Request-Id: { $ref: '#/RequestId' }
    Retry-After: { $ref: '#/Seconds' }
Refused:
  description: The museum's landlord refuses.
  headers:
    X-Request-Id: { $ref: '#/RequestId' }
  content:
    application/problem+json:
      schema: { $ref: '#/Problem' }
      examples:
        known: { value: { type: '/docs/error-codes#quote_expired', title: Quote expired, status: 409, code: QUOTE_EXPIRED } }
        own:
          x-accord-passed-on: true
          value: { type: '/docs/error-codes#insurer_refused', title: Refused, status: 402, code: RENT_DUE }
`,
  "museum/openapi.yaml": `
openapi: 3.1.1
info:
  title: Museum
  version: 1.0.0
  license: { name: Apache-2.0, identifier: Apache-2.0 }
servers:
  - url: https://museum.test
tags:
  - { name: Tickets, description: Buying tickets. }
paths:
  /tickets:
    $ref: 'paths/tickets.yaml#/tickets'
components:
  securitySchemes:
    Key: { type: apiKey, in: header, name: x-key }
`,
  "museum/paths/tickets.yaml": `
tickets:
  post:
    operationId: buyTicket
    x-accord-extension: true
    summary: Buy a ticket
    description: Buys one ticket.
    tags: [Tickets]
    security:
      - Key: []
    parameters:
      - name: day
        in: query
        description: The day of the visit.
        schema: { type: string, format: date }
        example: '2026-11-21'
    requestBody:
      required: true
      content:
        application/json:
          schema: { $ref: '../schemas.yaml#/Ticket' }
          examples:
            adult: { value: { holder: Ada, age: null } }
        application/x-protobuf:
          schema: { type: string, maxLength: 100, contentMediaType: application/x-protobuf }
          x-accord-example-base64: CgNBZGE=
    responses:
      '201':
        description: The ticket.
        headers:
          X-Request-Id: { $ref: '../../common/problem.yaml#/RequestId' }
          X-RateLimit-Limit: { $ref: '../../common/problem.yaml#/Seconds' }
        content:
          application/json:
            schema: { $ref: '../schemas.yaml#/Ticket' }
            examples:
              adult: { value: { holder: Ada, age: 36 } }
      '400': { $ref: '../../common/problem.yaml#/Invalid' }
      '401': { $ref: '../../common/problem.yaml#/Unauthenticated' }
      '406': { $ref: '../../common/problem.yaml#/Plain' }
      '413': { $ref: '../../common/problem.yaml#/Plain' }
      '415': { $ref: '../../common/problem.yaml#/Plain' }
      '429': { $ref: '../../common/problem.yaml#/RateLimited' }
      '500': { $ref: '../../common/problem.yaml#/Plain' }
      '503': { $ref: '../../common/problem.yaml#/Overloaded' }
      4XX: { $ref: '../../common/problem.yaml#/Refused' }
`,
  "museum/schemas.yaml": `
Ticket:
  type: object
  required: [holder]
  properties:
    holder: { type: string, maxLength: 100, description: Who visits. }
    age: { type: [integer, 'null'], format: int32, minimum: 0, maximum: 150, description: In years. }
  additionalProperties: false
`,
};

export interface DamagedTree {
  readonly specs: string;
  remove(): void;
}

/** Writes the tree to a temporary folder with `from` replaced by `to` in the file that contains it, of which there must be one. */
export function documentsWith(from: string, to: string): DamagedTree {
  const holders = Object.values(files).filter((text) => text.includes(from));
  if (holders.length !== 1) throw new Error(`${holders.length} files contain ${from}`);
  const specs = mkdtempSync(join(tmpdir(), "accord-specs-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(specs, name)), { recursive: true });
    writeFileSync(
      join(specs, name),
      text.replace(from, () => to),
    );
  }
  return { specs, remove: () => rmSync(specs, { recursive: true }) };
}
