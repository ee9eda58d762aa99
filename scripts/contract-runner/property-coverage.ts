/** Which properties of a document's schemas have been seen in requests and in answers. */
import {
  type JsonSchema,
  type MediaTypeObject,
  type OpenApiDocument,
  operationsOf,
  type RequestBodyObject,
  type ResponseObject,
  resolve,
} from "#src/contract/document.ts";
import { isJson } from "#src/contract/media-type.ts";
import { readStatus } from "#src/contract/status.ts";

type Node = Readonly<Record<string, unknown>>;

/** Where a property is defined: the name of a component, or the operation whose body it is, and the path below. */
type Place = string;

/** Which body of an operation: its request's, or that of an answer with this status. */
type Side = "request" | number;

export interface PropertyCoverage {
  readonly seen: readonly Place[];
  readonly unseen: readonly Place[];
}

/** Nothing looks deeper: a schema may contain itself. */
const deepest = 24;
const compositions = ["allOf", "anyOf", "oneOf"] as const;

export class SeenProperties {
  readonly #document: OpenApiDocument;
  readonly #all = new Set<Place>();
  /** References whose components' properties are among all: a component's places are the same wherever it stands. */
  readonly #collected = new Set<unknown>();
  readonly #seen = new Set<Place>();
  readonly #bodies = new Map<string, { readonly schema: JsonSchema; readonly at: Place }>();

  constructor(document: OpenApiDocument) {
    this.#document = document;
    for (const { operation } of operationsOf(document)) {
      const { operationId, requestBody, responses } = operation;
      if (requestBody !== undefined)
        this.#describe(operationId, "request", resolve<RequestBodyObject>(document, requestBody).content);
      for (const [status, reference] of Object.entries(responses))
        this.#describe(operationId, status, resolve<ResponseObject>(document, reference).content ?? {});
    }
  }

  /** Notes the properties of a JSON body. Text that is no JSON, and bodies that are not described, say nothing. */
  see(operationId: string, side: Side, mediaType: string | null, bytes: Uint8Array): void {
    if (mediaType === null || !isJson(mediaType)) return;
    const keys = typeof side === "number" ? [side, readStatus(`${Math.floor(side / 100)}XX`)] : [side];
    const body = keys.map((key) => this.#bodies.get(keyOf(operationId, key, mediaType))).find((each) => each);
    if (body === undefined) return;
    try {
      this.#mark(body.schema, JSON.parse(new TextDecoder().decode(bytes)), body.at, 0);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }

  coverage(): PropertyCoverage {
    const all = [...this.#all].sort();
    return {
      seen: all.filter((place) => this.#seen.has(place)),
      unseen: all.filter((place) => !this.#seen.has(place)),
    };
  }

  #describe(operationId: string, side: string, content: Readonly<Record<string, MediaTypeObject>>): void {
    for (const [mediaType, { schema }] of Object.entries(content)) {
      if (schema === undefined || !isJson(mediaType)) continue;
      const at = `${operationId} ${side}`;
      this.#bodies.set(keyOf(operationId, side, mediaType), { schema, at });
      this.#collect(schema, at);
    }
  }

  #collect(schema: JsonSchema, at: Place): void {
    if (typeof schema === "boolean" || this.#collected.has((schema as Node).$ref)) return;
    if ("$ref" in schema) this.#collected.add(schema.$ref);
    for (const [name, part, place] of this.#parts(schema, at)) {
      if (name !== null) this.#all.add(place);
      this.#collect(part, place);
    }
  }

  #mark(schema: JsonSchema, value: unknown, at: Place, depth: number): void {
    if (typeof schema === "boolean" || depth > deepest) return;
    for (const [name, part, place] of this.#parts(schema, at, value))
      for (const member of membersOf(value, name, schema)) {
        if (name !== null) this.#seen.add(place);
        this.#mark(part, member, place, depth + 1);
      }
  }

  /**
   * What a schema is made of: its properties by name, and under null what the same value is held to besides, or its items.
   *
   * @param value leaves out the alternatives that it is none of; left out, all of them are there.
   */
  *#parts(
    reference: Node,
    at: Place,
    value?: unknown,
  ): Generator<[name: string | null, part: JsonSchema, place: Place]> {
    if (typeof reference.$ref === "string") {
      const name = reference.$ref.split("/").at(-1) ?? "";
      yield [null, resolve<JsonSchema>(this.#document, reference as JsonSchema), name];
      return;
    }
    for (const [name, part] of Object.entries((reference.properties ?? {}) as Record<string, JsonSchema>))
      yield [name, part, `${at}.${name}`];
    for (const keyword of compositions)
      for (const part of (reference[keyword] ?? []) as JsonSchema[])
        if (value === undefined || keyword === "allOf" || this.#mayBe(part, value)) yield [null, part, at];
    for (const keyword of ["items", "additionalProperties"] as const) {
      const part = reference[keyword];
      if (typeof part === "object" && part !== null) yield [null, part as JsonSchema, `${at}[]`];
    }
  }

  /** Whether an alternative is the one that a value is: by its type, the members it must have, and those with one value or a few. */
  #mayBe(alternative: JsonSchema, value: unknown): boolean {
    const schema = resolve<JsonSchema>(this.#document, alternative) as Node;
    const types = ([] as unknown[]).concat(schema.type ?? []);
    if (types.length > 0 && !types.some((type) => (type === "integer" ? "number" : type) === typeOf(value)))
      return false;
    if (Object.hasOwn(schema, "const") && schema.const !== value) return false;
    if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return false;
    if (typeOf(value) !== "object") return true;
    const members = value as Node;
    if (((schema.required ?? []) as string[]).some((name) => !Object.hasOwn(members, name))) return false;
    const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
    return properties.every(([name, part]) => {
      const { const: only, enum: few } = resolve<JsonSchema>(this.#document, part) as Node;
      if (!Object.hasOwn(members, name)) return true;
      return (only === undefined || only === members[name]) && (!Array.isArray(few) || few.includes(members[name]));
    });
  }
}

function typeOf(value: unknown): string {
  if (value === null || Array.isArray(value)) return value === null ? "null" : "array";
  return typeof value;
}

/** The values that a part of the schema is about. */
function membersOf(
  value: unknown,
  name: string | null,
  { items, additionalProperties, properties = {} }: Node,
): unknown[] {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (name !== null) return isObject && Object.hasOwn(value, name) ? [(value as Node)[name]] : [];
  if (items !== undefined && Array.isArray(value)) return value;
  if (typeof additionalProperties !== "object" || !isObject) return [value];
  return [
    value,
    ...Object.entries(value).flatMap(([key, member]) => (Object.hasOwn(properties as object, key) ? [] : [member])),
  ];
}

const keyOf = (operationId: string, side: unknown, mediaType: string) => `${operationId} ${side} ${mediaType}`;
