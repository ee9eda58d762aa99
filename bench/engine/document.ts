/** The one document and handler that every contender of the engine benchmark serves: a 1 KB order, validated. */
import type { OpenApiDocument } from "#src/contract/document.ts";

const line = {
  type: "object",
  additionalProperties: false,
  required: ["sku", "quantity", "unitPriceMinor"],
  properties: {
    sku: { type: "string", minLength: 1, maxLength: 40 },
    name: { type: "string", maxLength: 120 },
    quantity: { type: "integer", minimum: 1, maximum: 1000 },
    unitPriceMinor: { type: "integer", minimum: 0 },
  },
};

const order = {
  type: "object",
  additionalProperties: false,
  required: ["customer", "lines", "currency"],
  properties: {
    customer: {
      type: "object",
      additionalProperties: false,
      required: ["email", "name"],
      properties: {
        email: { type: "string", format: "email", maxLength: 254 },
        name: { type: "string", minLength: 1, maxLength: 200 },
        phone: { type: "string", maxLength: 32 },
      },
    },
    currency: { type: "string", enum: ["EUR", "NGN", "USD"] },
    note: { type: "string", maxLength: 1000 },
    placedAt: { type: "string", format: "date-time" },
    lines: { type: "array", minItems: 1, maxItems: 50, items: line },
  },
};

const receipt = {
  type: "object",
  additionalProperties: false,
  required: ["id", "totalMinor", "currency"],
  properties: {
    id: { type: "string", maxLength: 64 },
    totalMinor: { type: "integer" },
    currency: { type: "string", maxLength: 3 },
  },
};

export const document = {
  openapi: "3.1.0",
  info: { title: "Orders", version: "1.0.0" },
  servers: [{ url: "http://127.0.0.1" }],
  paths: {
    "/orders": {
      post: {
        operationId: "createOrder",
        requestBody: { required: true, content: { "application/json": { schema: order } } },
        responses: {
          "200": { description: "Priced", content: { "application/json": { schema: receipt } } },
          "400": { description: "Refused" },
        },
      },
    },
  },
} as unknown as OpenApiDocument;

export interface Order {
  currency: string;
  lines: { quantity: number; unitPriceMinor: number }[];
}

/** The handler: enough work to be a handler, too little to hide the framework. */
export function priceOrder(placed: Order): { id: string; totalMinor: number; currency: string } {
  let totalMinor = 0;
  for (const { quantity, unitPriceMinor } of placed.lines) totalMinor += quantity * unitPriceMinor;
  return { id: "ord_1", totalMinor, currency: placed.currency };
}

/** About 1 KB. */
export const body = JSON.stringify({
  customer: { email: "ada@example.com", name: "Ada Lovelace", phone: "+2348012345678" },
  currency: "NGN",
  note: "Leave it with the neighbour if nobody answers, and ring twice; the bell is on the left side of the blue door.",
  placedAt: "2026-11-21T07:45:12.000Z",
  lines: Array.from({ length: 8 }, (_, index) => ({
    sku: `SKU-${1000 + index}`,
    name: `A thing of the kind number ${index}`,
    quantity: index + 1,
    unitPriceMinor: 1999 + index,
  })),
});
