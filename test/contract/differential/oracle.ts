/** What plain Ajv makes of a request, from the published document alone: nothing of the engine's is used but its types. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { JsonSchema, OpenApiDocument, ParameterObject } from "#src/contract/document.ts";
import { resolve } from "#src/contract/document.ts";

export interface CheckedRequest {
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined where none is sent. */
  readonly body?: unknown;
}

export interface CheckedOperation {
  readonly operationId: string;
  readonly parameters: readonly ParameterObject[];
  /** Query parameters that are not listed are refused. */
  readonly strictQuery: boolean;
  /** What the parameters of the query have to say together. */
  readonly querySchema?: JsonSchema;
  readonly body?: { readonly schema: JsonSchema; readonly required: boolean };
}

export class Oracle {
  readonly #ajv = addFormats.default(new Ajv2020({ strict: false, validateSchema: false, logger: false }));
  readonly #document: OpenApiDocument;
  readonly #compiled = new Map<JsonSchema, ValidateFunction>();

  constructor(document: OpenApiDocument) {
    this.#document = document;
    // References begin at the document's root, so it is the root of every schema.
    this.#ajv.addSchema({ ...document, $id: "document" }, "document");
  }

  /** Why the request is wrong; null where it is right. */
  faultOf(operation: CheckedOperation, request: CheckedRequest): string | null {
    for (const parameter of operation.parameters) {
      const given = this.#given(parameter, request);
      if (given === undefined && parameter.required !== true) continue;
      if (given === undefined) return `${parameter.name} is missing`;
      if (!this.#holds(parameter.schema ?? true, given)) return `${parameter.name} is ${JSON.stringify(given)}`;
    }
    const listed = new Set(operation.parameters.filter((each) => each.in === "query").map(({ name }) => name));
    const stranger = operation.strictQuery && request.query.find(([name]) => !listed.has(name));
    if (stranger) return `${stranger[0]} is not listed`;
    if (operation.querySchema !== undefined) {
      const named = operation.parameters.filter((each) => each.in === "query");
      const query = Object.fromEntries(named.map((each) => [each.name, this.#given(each, request)]));
      // Undefined stands for what is not there, in JSON too.
      if (!this.#holds(operation.querySchema, JSON.parse(JSON.stringify(query)))) return "the query as a whole";
    }
    if (operation.body === undefined) return null;
    if (request.body === undefined) return operation.body.required ? "the body is missing" : null;
    return this.#holds(operation.body.schema, request.body) ? null : `the body: ${this.#reason(operation.body.schema)}`;
  }

  #given({ name, in: where, schema }: ParameterObject, request: CheckedRequest): unknown {
    if (where === "query") {
      const values = request.query.filter(([given]) => given === name).map(([, value]) => value);
      if (values.length === 0) return undefined;
      const { type, items } = this.#resolved(schema);
      if (type === "array") return values.map((value) => this.#read(value, this.#resolved(items as JsonSchema).type));
      return values.length > 1 ? values : this.#read(values[0] ?? "", type);
    }
    const value = where === "path" ? request.path[name] : request.headers[name.toLowerCase()];
    return value === undefined ? undefined : this.#read(value, this.#resolved(schema).type);
  }

  #read(text: string, type: unknown): unknown {
    const types = ([] as unknown[]).concat(type ?? []);
    if (types.includes("boolean") && /^(true|false)$/.test(text)) return text === "true";
    const numeric = types.includes("integer") || types.includes("number");
    // A number as JSON writes it.
    return numeric && /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? Number(text) : text;
  }

  #resolved(schema: JsonSchema | undefined): Readonly<Record<string, unknown>> {
    const resolved = resolve<JsonSchema>(this.#document, schema ?? true);
    return typeof resolved === "boolean" ? {} : resolved;
  }

  #holds(schema: JsonSchema, value: unknown): boolean {
    return this.#validator(schema)(value);
  }

  #reason(schema: JsonSchema): string {
    return this.#ajv.errorsText(this.#validator(schema).errors);
  }

  #validator(schema: JsonSchema): ValidateFunction {
    let compiled = this.#compiled.get(schema);
    if (compiled === undefined) {
      compiled = this.#ajv.compile(inDocument(schema));
      this.#compiled.set(schema, compiled);
    }
    return compiled;
  }
}

/** A part of the document that finds the document's other parts. */
function inDocument(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/')) as JsonSchema;
}
