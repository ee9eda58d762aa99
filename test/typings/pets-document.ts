/** A document with one operation for each thing that the types must say. */
import type { OpenApiDocument } from "#src/contract/document.ts";

const problem = {
  description: "A problem.",
  content: {
    "application/problem+json": {
      schema: { type: "object", required: ["code"], properties: { code: { type: "string", maxLength: 50 } } },
    },
  },
};
const pet = { $ref: "#/components/schemas/Pet" };
const json = (schema: object) => ({ "application/json": { schema } });

export const petsDocument = {
  openapi: "3.1.1",
  info: { title: "Pets", version: "1.0.0" },
  security: [{ Key: ["read"] }],
  paths: {
    "/pets": {
      get: {
        operationId: "listPets",
        tags: ["Pets"],
        parameters: [
          { name: "limit", in: "query", schema: { type: "integer", default: 20 } },
          { name: "tag", in: "query", schema: { type: "string", maxLength: 20 } },
          { name: "X-Trace-Id", in: "header", schema: { type: "string", maxLength: 32 } },
        ],
        responses: { "200": { description: "Pets.", content: json({ type: "array", items: pet }) }, "400": problem },
      },
      post: {
        operationId: "addPet",
        tags: ["Pets"],
        security: [{ Key: ["write"] }, { Session: [] }],
        requestBody: { required: true, content: json(pet) },
        responses: { "201": { description: "Added.", content: json(pet) }, "409": problem },
      },
    },
    "/pets/{petId}": {
      parameters: [{ name: "petId", in: "path", required: true, schema: { type: "integer" } }],
      get: {
        operationId: "getPet",
        tags: ["Pets"],
        security: [{}, { Session: [] }],
        responses: { "200": { description: "A pet.", content: json(pet) }, "404": problem, "4XX": problem },
      },
      delete: { operationId: "removePet", tags: ["Pets"], responses: { "204": { description: "Gone." } } },
    },
    "/photos": {
      post: {
        operationId: "uploadPhoto",
        tags: ["Photos"],
        requestBody: {
          required: true,
          content: {
            "multipart/form-data": {
              schema: {
                type: "object",
                required: ["photo"],
                properties: {
                  photo: { type: "string", format: "binary" },
                  thumbnail: { type: "string", format: "binary" },
                  caption: { type: "string", maxLength: 50 },
                },
              },
            },
          },
        },
        responses: { "204": { description: "Taken." } },
      },
    },
    "/photos/{photoId}": {
      get: {
        operationId: "getPhoto",
        tags: ["Photos"],
        parameters: [{ name: "photoId", in: "path", required: true, schema: { type: "integer" } }],
        responses: { "200": { description: "A photo.", content: { "image/*": { schema: { type: "string" } } } } },
      },
    },
    "/events": {
      post: {
        operationId: "sendEvents",
        tags: ["Events"],
        requestBody: {
          required: true,
          "x-accord-batch": true,
          content: {
            "application/json": { schema: { type: "array" } },
            "application/x-ndjson": {
              schema: { type: "object", required: ["level"], properties: { level: { type: "integer" } } },
            },
          },
        },
        responses: { "202": { description: "Taken." } },
      },
    },
    "/traces": {
      post: {
        operationId: "exportTraces",
        tags: ["Events"],
        requestBody: {
          required: true,
          content: {
            "application/x-protobuf": { "x-accord-body": "raw" },
            "application/json": { "x-accord-body": "raw" },
          },
        },
        responses: {
          "200": {
            description: "Taken.",
            content: { "application/x-protobuf": {}, ...json({ type: "object", additionalProperties: true }) },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Pet: {
        type: "object",
        required: ["name"],
        properties: {
          name: { type: "string", maxLength: 50 },
          age: { type: "integer" },
          born: { type: "string", format: "date-time" },
          fed: { type: ["string", "null"], format: "date-time" },
        },
      },
    },
    securitySchemes: {
      Key: { type: "apiKey", in: "header", name: "x-key" },
      Session: { type: "http", scheme: "bearer" },
    },
  },
} as unknown as OpenApiDocument;
