import { randomUUID } from "node:crypto";
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
import { linksOf } from "./links.ts";

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

type Known = Readonly<Record<string, unknown>>;

/** How many steps that links lead to are remembered; older ones make way. */
const rememberedLinks = 20;
/** How many answers are remembered with all that they said; older ones make way. */
const rememberedAnswers = 40;
/** How many values of one name are remembered; older ones make way. */
const rememberedPerName = 40;
const longestExcerpt = 500;

/**
 * Goes from operation to operation, by the links of answers or anywhere, with values that earlier answers have given, with
 * examples, and with values that fit or come close, and holds every answer to the document. The same seed takes the same decisions; what the server answers is its own.
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
  readonly #answers: Known[] = [];
  readonly #following: { readonly operationId: string; readonly given: Known }[] = [];
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

  /** Remembers every text and number in a value by the name that it has there, and all of them together. */
  learn(value: unknown, subject = ""): Known {
    const values = [...namedValues(value, subject)];
    for (const [name, member] of values) {
      const known = this.#known.get(name) ?? [];
      if (!known.includes(member)) known.push(member);
      if (known.length > rememberedPerName) known.shift();
      this.#known.set(name, known);
    }
    // Of several, the first is what the whole is about.
    const answer = Object.fromEntries(values.toReversed());
    this.#answers.push(answer);
    // The first is where the walk begins.
    if (this.#answers.length > rememberedAnswers) this.#answers.splice(1, 1);
    return answer;
  }

  /** Takes one step: a request, and the judgement of its answer. */
  async step(): Promise<void> {
    this.#steps++;
    const { step, given } = this.#next();
    this.#credentials ??= await this.#signIn();
    const { draft, type, inPath, sent } = this.#draft(step, given);
    // Of what goes on, a second is enough.
    const goesOn = step.parameters.some(({ name }) => name === "seconds");
    const received = await send(this.#baseUrl, goesOn ? { ...draft, query: { ...draft.query, seconds: "1" } } : draft);
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
    if (!/json$/.test(received.headers.get("content-type") ?? "") || received.status >= 300) return;
    const answer: unknown = JSON.parse(new TextDecoder().decode(received.bytes));
    const said = { ...named(sent), ...inPath, ...this.learn(answer, subjectOf(step.path)) };
    for (const link of linksOf(this.#document, step.operation, { inPath, status: received.status, body: answer }))
      this.#following.push({ operationId: link.operationId, given: { ...said, ...link.parameters } });
    this.#following.splice(0, this.#following.length - rememberedLinks);
  }

  /** Half of the steps go where an answer has pointed, while there is such a place. */
  #next(): { step: Step; given: Known | null } {
    const following = this.#sampler.chance(0.5) ? this.#following.pop() : undefined;
    const step = this.#operations.find(({ operation }) => operation.operationId === following?.operationId);
    if (following !== undefined && step !== undefined) return { step, given: following.given };
    return { step: this.#sampler.pick(this.#operations), given: this.#given() };
  }

  /** What one answer has said, whose values belong together; or nothing but examples; or anything, which is null. */
  #given(): Known | null {
    if (this.#sampler.chance(0.5)) return null;
    return this.#sampler.chance(0.4) ? {} : this.#sampler.pick(this.#answers);
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

  /** @param given what is known of the subject of a step that follows a link. */
  #draft({ path, method, operation, parameters }: Step, given: Known | null) {
    const inPath: Record<string, string> = {};
    const query: Record<string, string> = {};
    const headers: Record<string, string> = {};
    for (const parameter of parameters) {
      const { name, in: where } = parameter;
      if (where !== "path" && !this.#sampler.chance(parameter.required === true ? 0.97 : 0.3)) continue;
      const value = this.#parameter(
        parameter,
        where === "path" ? subjectOf(path.split(`/{${name}}`)[0] ?? "") : "",
        given,
      );
      const single = Array.isArray(value) ? (value[0] ?? "") : value;
      const text = typeof single === "string" ? single : JSON.stringify(single);
      if (where === "path") inPath[name] = text || "x";
      else if (where === "query") query[name] = text.slice(0, 1_000);
      else if (/^[\x21-\x7e]{1,500}$/.test(text)) headers[name] = text;
    }
    const shown = this.#shown(operation.security ?? this.#document.security);
    const body = operation.requestBody && resolve<RequestBodyObject>(this.#document, operation.requestBody);
    // The binary sibling of a JSON body says the same.
    const readable = Object.entries(body?.content ?? {}).filter(([name]) => !name.endsWith("protobuf"));
    const [type, media] = this.#sampler.pick(readable) ?? [null, undefined];
    const { bytes = null, sent } = type === null || media === undefined ? {} : this.#body(type, media, given);
    const draft: Draft = {
      method: method.toUpperCase(),
      path: path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(inPath[name] ?? "x")),
      query: { ...query, ...shown.query },
      headers: { ...headers, ...(type === null ? {} : { "content-type": type }), ...shown.headers },
      body: bytes,
    };
    return { draft, type, inPath, sent };
  }

  #shown(security: readonly SecurityRequirement[] = []): { headers?: object; query?: object } {
    const [scheme] = Object.keys(security[0] ?? {});
    // Now and then nobody in particular.
    return scheme === undefined || this.#sampler.chance(0.01) ? {} : (this.#credentials?.[scheme] ?? {});
  }

  #parameter({ name, schema, example }: ParameterObject, subject: string, given: Known | null): unknown {
    const key = name === "id" ? `${subject}Id` : name;
    const said = given?.[name] ?? given?.[key];
    if (said !== undefined) return said;
    // A request of its own, which no earlier one is repeated by.
    if (given !== null && name === "Idempotency-Key") return randomUUID();
    const known = this.#known.get(key);
    if (known !== undefined && this.#sampler.chance(0.75)) return this.#sampler.pick(known);
    return example !== undefined && this.#sampler.chance(0.5) ? example : this.#sampler.value(schema);
  }

  #body(type: string, media: MediaTypeObject, given: Known | null): { bytes?: Draft["body"]; sent?: unknown } {
    const example = this.#sampler.pick(examplesOf(this.#document, type, media));
    if (!/(json|urlencoded)$/.test(type) || example === undefined) return { bytes: example?.bytes ?? null };
    const exemplary = JSON.parse(new TextDecoder().decode(example.bytes)) as unknown;
    const sent =
      given === null
        ? this.#withKnown(this.#sampler.chance(0.6) ? exemplary : this.#sampler.value(media.schema as JsonSchema))
        : this.#withMembers(
            exemplary,
            (name) => given[name] ?? (/Id$/.test(name) ? this.#known.get(name)?.at(-1) : undefined),
          );
    return { bytes: bytesOf(type.endsWith("json") ? JSON.stringify(sent) : formOf(sent)), sent };
  }

  /** Members of the same type are replaced by what is told of their names. */
  #withMembers(value: unknown, told: (name: string) => unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#withMembers(item, told));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        const better = told(name);
        return [name, typeof better === typeof member ? better : this.#withMembers(member, told)];
      }),
    );
  }

  /** Members get values that the server has given under the same name. */
  #withKnown(value: unknown): unknown {
    return this.#withMembers(value, (name) =>
      this.#sampler.chance(0.6) ? this.#sampler.pick(this.#known.get(name) ?? []) : undefined,
    );
  }
}

const named = (value: unknown): Known => Object.fromEntries([...namedValues(value, "")].toReversed());

function formOf(members: unknown): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(members ?? {}))
    for (const each of [value].flat()) form.append(name, typeof each === "string" ? each : JSON.stringify(each));
  return form.toString();
}

/** What a path is about: `/orders/{id}/pay` and `/orders` about an order. */
function subjectOf(path: string): string {
  const plural = path.split("/").findLast((segment) => /^[a-z-]+s$/.test(segment)) ?? "";
  return plural.replace(/ies$/, "y").replace(/s$/, "");
}

/** Every text and number within a value, by the name that it has there; an `id` also by what it is the id of. */
function* namedValues(value: unknown, subject: string, name = ""): Generator<[string, unknown]> {
  if (Array.isArray(value)) {
    for (const item of value.slice(0, 20)) yield* namedValues(item, subject, name.replace(/s$/, ""));
  } else if (typeof value === "object" && value !== null) {
    const about = /^(data|items?|)$/.test(name) ? subject : name;
    for (const [key, member] of Object.entries(value)) {
      if (key === "id") yield [`${about}Id`, member];
      yield* namedValues(member, subject, key);
    }
  } else if ((typeof value === "string" && value !== "") || typeof value === "number") yield [name, value];
}

function rangeFor(status: number): ReturnType<typeof readStatus> {
  return readStatus(`${Math.floor(status / 100)}XX`);
}
