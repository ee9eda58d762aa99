/** What the document says about the events that are sent. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { OpenApiDocument, ParameterObject } from "#src/contract/document.ts";
import { resolve } from "#src/contract/document.ts";

interface DescribedEvent {
  readonly parameters: readonly { readonly $ref: string }[];
  readonly post: {
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          readonly schema: { readonly $ref: string };
          readonly examples: { readonly event: { readonly value: Readonly<Record<string, unknown>> } };
        };
      };
    };
  };
}

const file = join(import.meta.dirname, "../../../../generated/insurance/openapi.json");
const document = JSON.parse(readFileSync(file, "utf8")) as OpenApiDocument & {
  readonly webhooks: Readonly<Record<string, DescribedEvent>>;
};

const ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes: false });
addFormats.default(ajv);
ajv.addSchema(document, "document");

/** The names of the events that are described. */
export const describedEvents = Object.keys(document.webhooks);

function described(name: string): DescribedEvent {
  const event = document.webhooks[name];
  if (event === undefined) throw new Error(`${name} is not described`);
  return event;
}

export function eventExample(name: string): Readonly<Record<string, unknown>> {
  return described(name).post.requestBody.content["application/json"].examples.event.value;
}

/** What a delivery of this event has that the document does not allow, or lacks; empty for one as it should be. */
export function strayFrom(
  name: string,
  { headers, body }: { readonly headers: Readonly<Record<string, unknown>>; readonly body: unknown },
): string[] {
  const { parameters, post } = described(name);
  const found = findings(
    ajv.compile({ $ref: `document${post.requestBody.content["application/json"].schema.$ref}` }),
    body,
  );
  for (const reference of parameters) {
    const { name: header, schema } = resolve<ParameterObject>(document, reference);
    const pointer = `document${reference.$ref}/schema`;
    const text = headers[header.toLowerCase()];
    const isNumber = (schema as { type?: unknown }).type === "integer";
    const value = isNumber && typeof text === "string" ? Number(text) : text;
    if (value === undefined) found.push(`${header} is missing`);
    else found.push(...findings(ajv.compile({ $ref: pointer }), value).map((finding) => `${header} ${finding}`));
  }
  return found;
}

function findings(validate: ValidateFunction, value: unknown): string[] {
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
