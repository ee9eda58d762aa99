import type {
  JsonSchema,
  MediaTypeObject,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  RequestBodyObject,
  SecurityRequirement,
} from "#src/contract/document.ts";
import { type HttpMethod, operationsOf, resolve } from "#src/contract/document.ts";
import { readStatus } from "#src/contract/status.ts";
import { Judge } from "../../../scripts/contract-runner/judge.ts";
import { bytesOf, type Draft, type Received, send } from "../../../scripts/contract-runner/request.ts";
import { examplesOf, type Unit, unitsOf } from "../../../scripts/contract-runner/units.ts";
import { Sampler } from "../support/sampler.ts";

/** What a caller shows to prove who they are, by the names of the security schemes. */
export type Credentials = Readonly<
  Record<string, { readonly headers?: Record<string, string>; readonly query?: Record<string, string> }>
>;

/** An answer that the document does not allow. */
export interface Fault {
  readonly step: number;
  readonly request: string;
  readonly faults: readonly string[];
}

interface Step {
  readonly path: string;
  readonly method: HttpMethod;
  readonly operation: OperationObject;
  readonly parameters: readonly ParameterObject[];
}

/** How many values of one name are remembered; older ones make way. */
const rememberedPerName = 40;
const longestExcerpt = 500;

/**
 * Goes from operation to operation with values that earlier answers have given, with examples, and with values that fit or come
 * close, and holds every answer to the document. The same seed takes the same decisions; what the server answers is its own.
 */
export class Walker {
  readonly faults: Fault[] = [];
  /** How often each operation has answered with each status. */
  readonly seen = new Map<string, Map<number, number>>();
  readonly #document: OpenApiDocument;
  readonly #baseUrl: string;
  readonly #signIn: () => Promise<Credentials>;
  readonly #sampler: Sampler;
  readonly #judge: Judge;
  readonly #units: readonly Unit[];
  readonly #operations: readonly Step[];
  readonly #known = new Map<string, unknown[]>();
  #credentials: Credentials | null = null;
  #steps = 0;

  /** @param signIn asked at the beginning, and whenever the server no longer knows the caller: a walk may sign out. */
  constructor(document: OpenApiDocument, baseUrl: string, signIn: () => Promise<Credentials>, seed: number) {
    this.#document = document;
    this.#baseUrl = baseUrl;
    this.#signIn = signIn;
    this.#sampler = new Sampler(document, seed);
    // What is neither JSON nor text (a picture) is held to its status, type and headers.
    this.#judge = new Judge(document, () => null);
    this.#units = unitsOf(document);
    this.#operations = [...operationsOf(document)].filter(({ operation }) => !operation["x-accord-published"]);
  }

  /** Remembers every text and number in a value by the name that it has there. */
  learn(value: unknown, name = ""): void {
    if (Array.isArray(value)) for (const item of value.slice(0, 20)) this.learn(item, name.replace(/s$/, ""));
    else if (typeof value === "object" && value !== null)
      for (const [key, member] of Object.entries(value)) this.learn(member, key);
    else if ((typeof value === "string" && value !== "") || typeof value === "number") {
      const values = this.#known.get(name) ?? [];
      if (!values.includes(value)) values.push(value);
      if (values.length > rememberedPerName) values.shift();
      this.#known.set(name, values);
    }
  }

  /** Takes one step: a request, and the judgement of its answer. */
  async step(): Promise<void> {
    this.#steps++;
    const step = this.#sampler.pick(this.#operations);
    this.#credentials ??= await this.#signIn();
    const { draft, type } = this.#draft(step);
    const received = await send(this.#baseUrl, draft);
    if (received.status === 401) this.#credentials = null;
    const { operationId } = step.operation;
    const statuses = this.seen.get(operationId) ?? new Map<number, number>();
    this.seen.set(operationId, statuses.set(received.status, (statuses.get(received.status) ?? 0) + 1));
    const faults = this.#judged(operationId, type, received);
    if (faults.length > 0) {
      const body = draft.body === null ? "" : new TextDecoder().decode(draft.body);
      const request = `${operationId} ${draft.method} ${draft.path} ${JSON.stringify(draft.query)} ${body}`;
      this.faults.push({ step: this.#steps, request: request.slice(0, longestExcerpt), faults });
    }
    if (/json$/.test(received.headers.get("content-type") ?? "") && received.status < 300)
      this.learn(JSON.parse(new TextDecoder().decode(received.bytes)));
  }

  #judged(operationId: string, requestType: string | null, received: Received): string[] {
    const { status } = received;
    // Documented or not: nothing that a client sends is a reason for it.
    if (status === 500) return [`500: ${new TextDecoder().decode(received.bytes).slice(0, longestExcerpt)}`];
    const type = received.headers.get("content-type");
    const documented = this.#units.filter(
      (unit) => unit.operationId === operationId && (requestType === null || unit.requestType === requestType),
    );
    const exact = documented.filter((unit) => unit.status === status);
    const candidates = exact.length > 0 ? exact : documented.filter((unit) => unit.status === rangeFor(status));
    if (candidates.length === 0) return [`${status} is not documented`];
    const unit = candidates.find((each) => each.responseType === type) ?? candidates[0];
    return unit === undefined ? [] : this.#judge.answer(unit, received);
  }

  #draft({ path, method, operation, parameters }: Step): { draft: Draft; type: string | null } {
    const inPath: Record<string, string> = {};
    const query: Record<string, string> = {};
    const headers: Record<string, string> = {};
    for (const parameter of parameters) {
      const { name, in: where } = parameter;
      if (where !== "path" && !this.#sampler.chance(parameter.required === true ? 0.97 : 0.3)) continue;
      const value = this.#parameter(parameter);
      const text = typeof value === "string" ? value : JSON.stringify(value);
      if (where === "path") inPath[name] = text || "x";
      else if (where === "query") query[name] = text.slice(0, 1_000);
      else if (/^[\x21-\x7e]{1,500}$/.test(text)) headers[name] = text;
    }
    const shown = this.#shown(operation.security ?? this.#document.security);
    const body = operation.requestBody && resolve<RequestBodyObject>(this.#document, operation.requestBody);
    // The binary sibling of a JSON body says the same.
    const readable = Object.entries(body?.content ?? {}).filter(([name]) => !name.endsWith("protobuf"));
    const [type, media] = this.#sampler.pick(readable) ?? [null, undefined];
    const draft: Draft = {
      method: method.toUpperCase(),
      path: path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(inPath[name] ?? "x")),
      query: { ...query, ...shown.query },
      headers: { ...headers, ...(type === null ? {} : { "content-type": type }), ...shown.headers },
      body: type === null || media === undefined ? null : this.#body(type, media),
    };
    return { draft, type };
  }

  #shown(security: readonly SecurityRequirement[] = []): { headers?: object; query?: object } {
    const [scheme] = Object.keys(security[0] ?? {});
    // Now and then nobody in particular.
    return scheme === undefined || this.#sampler.chance(0.01) ? {} : (this.#credentials?.[scheme] ?? {});
  }

  #parameter({ name, schema, example }: ParameterObject): unknown {
    const known = this.#known.get(name);
    if (known !== undefined && this.#sampler.chance(0.75)) return this.#sampler.pick(known);
    return example !== undefined && this.#sampler.chance(0.5) ? example : this.#sampler.value(schema);
  }

  #body(type: string, media: MediaTypeObject): Draft["body"] {
    const example = this.#sampler.pick(examplesOf(this.#document, type, media));
    if (!/json$/.test(type) || example === undefined) return example?.bytes ?? null;
    const given = this.#sampler.chance(0.6)
      ? (JSON.parse(new TextDecoder().decode(example.bytes)) as unknown)
      : this.#sampler.value(media.schema as JsonSchema);
    return bytesOf(JSON.stringify(this.#withKnown(given)));
  }

  /** Members get values that the server has given under the same name. */
  #withKnown(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#withKnown(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        const known = this.#known.get(name)?.filter((each) => typeof each === typeof member) ?? [];
        const replaced = known.length > 0 && this.#sampler.chance(0.6);
        return [name, replaced ? this.#sampler.pick(known) : this.#withKnown(member)];
      }),
    );
  }
}

function rangeFor(status: number): ReturnType<typeof readStatus> {
  return readStatus(`${Math.floor(status / 100)}XX`);
}
