/** What a document says about the events that its API sends. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { type OpenApiDocument, type ParameterObject, resolve } from "#src/contract/document.ts";
import { documentOf } from "./plans.ts";

interface DescribedEvent {
  readonly parameters: readonly (ParameterObject | { readonly $ref: string })[];
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

export interface Delivered {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

export function sentEvents(api: string) {
  const document = documentOf(api) as OpenApiDocument & {
    readonly webhooks: Readonly<Record<string, DescribedEvent>>;
  };
  const ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes: false });
  addFormats.default(ajv);
  ajv.addSchema(document, "document");

  function described(name: string): DescribedEvent {
    const event = document.webhooks[name];
    if (event === undefined) throw new Error(`${name} is not described`);
    return event;
  }

  return {
    /** The names of the events that are described. */
    describedEvents: Object.keys(document.webhooks),

    eventExample: (name: string): Readonly<Record<string, unknown>> =>
      described(name).post.requestBody.content["application/json"].examples.event.value,

    /** What a delivery of this event has that the document does not allow, or lacks; empty for one as it should be. */
    strayFrom(name: string, { headers, body }: Delivered): string[] {
      const { parameters, post } = described(name);
      const { schema } = post.requestBody.content["application/json"];
      const found = findings(ajv.compile({ $ref: `document${schema.$ref}` }), body);
      for (const [index, reference] of parameters.entries()) {
        const { name: header, schema } = resolve<ParameterObject>(document, reference);
        const place = "$ref" in reference ? reference.$ref : `#/webhooks/${name}/parameters/${index}`;
        const text = headers[header.toLowerCase()];
        const isNumber = (schema as { type?: unknown }).type === "integer";
        const value = isNumber && typeof text === "string" ? Number(text) : text;
        const validate = ajv.compile({ $ref: `document${place}/schema` });
        if (value === undefined) found.push(`${header} is missing`);
        else found.push(...findings(validate, value).map((finding) => `${header} ${finding}`));
      }
      return found;
    },
  };
}

function findings(validate: ValidateFunction, value: unknown): string[] {
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
