/**
 * Calls one insurer: pooled connections, one deadline for all attempts, retries where repeating is safe, a breaker
 * for when it is down, and no answer passed on that does not match the protocol.
 */
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { setTimeout as pause } from "node:timers/promises";
import { check } from "#src/contract/findings.ts";
import type { FieldError } from "#src/http/problem.ts";
import type { Environment } from "#src/identity/environment.ts";
import { bodyFindings } from "./answer-rules.ts";
import { Breaker, type BreakerOptions } from "./breaker.ts";
import { type Failure, InsurerFailure } from "./failure.ts";
import { AnswerTooLarge, type HttpAnswer, httpExchange } from "./http-exchange.ts";
import {
  type Answered,
  type Asked,
  errorValidator,
  type OperationId,
  operationOf,
  type Schemas,
  successValidator,
} from "./protocol.ts";

/** An insurer, ready to be called. */
export interface InsurerAccess {
  readonly id: string;
  readonly name: string;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** The token it issued to us. */
  readonly credential: string;
  /** Hosts, with their port unless it is 443, that it may send us to for documents. */
  readonly redirectHosts: readonly string[];
}

export interface ClientOptions {
  /** No call takes longer than this, whatever the protocol allows (ms). */
  readonly mostMs?: number;
  readonly breaker?: BreakerOptions;
  /** From 0 to 1, for the spread of retries. */
  readonly random?: () => number;
  /** Waits between attempts. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface CallOptions {
  /** Goes along as X-Request-Id, so that the insurer's log and ours can be read together. */
  readonly requestId: string;
  /** The environment in which the insurer is asked; left out for its catalog, which both share. */
  readonly environment?: Environment;
  /** Instead of the operation's own (ms). */
  readonly deadlineMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How long all attempts of a call may take together (ms): what the protocol promises insurers. */
const deadlinesMs: Partial<Record<OperationId, number>> = {
  createQuote: 20_000,
  createPurchase: 30_000,
  cancelPolicy: 30_000,
  quotePolicyChange: 20_000,
  openClaim: 30_000,
  attachToClaim: 30_000,
  attachPolicyDocument: 30_000,
  getPolicyDocument: 15_000,
};
const readDeadlineMs = 10_000;
const longestDeadlineMs = 30_000;

const mebibyte = 1024 * 1024;
const jsonCeilingBytes = 2 * mebibyte;
/** 10 MiB in base64, and what surrounds them. */
const inlineCeilingBytes = 14 * mebibyte;

const mostAttempts = 3;
const backoffMs = 100;
/** A connection that waits for work is closed after this (ms): before most servers and balancers close theirs. */
const idleMs = 4_000;
const mostSockets = 32;

export class InsurerClient {
  readonly insurer: InsurerAccess;
  /** No call takes longer than this (ms). */
  readonly mostMs: number;
  readonly #breakerOptions: BreakerOptions;
  readonly #breakers = new Map<OperationId, Breaker>();
  readonly #agent: HttpAgent;
  readonly #random: () => number;
  readonly #wait: (ms: number, signal: AbortSignal) => Promise<void>;

  constructor(insurer: InsurerAccess, { breaker, mostMs, random, wait }: ClientOptions = {}) {
    this.insurer = insurer;
    this.mostMs = mostMs ?? longestDeadlineMs;
    this.#breakerOptions = breaker ?? {};
    this.#random = random ?? Math.random;
    this.#wait = wait ?? ((ms, signal) => pause(ms, undefined, { signal }));
    const pool = { keepAlive: true, maxSockets: mostSockets, timeout: idleMs, scheduling: "lifo" } as const;
    this.#agent = insurer.baseUrl.startsWith("https:") ? new HttpsAgent(pool) : new HttpAgent(pool);
  }

  /** Each operation has its own: an insurer that fails at quotes may well be able to cancel. */
  breakerOf(id: OperationId): Breaker {
    let breaker = this.#breakers.get(id);
    if (breaker === undefined) {
      breaker = new Breaker(this.#breakerOptions);
      this.#breakers.set(id, breaker);
    }
    return breaker;
  }

  /** Throws InsurerFailure. A write that ends in `timeout` or `unreachable` may be repeated with the same key. */
  async call<Id extends OperationId>(id: Id, asked: Asked<Id>, options: CallOptions): Promise<Answered<Id>> {
    const promisedMs = Math.min(deadlinesMs[id] ?? readDeadlineMs, this.mostMs);
    const deadlineMs = Math.min(options.deadlineMs ?? promisedMs, this.mostMs);
    const deadline = AbortSignal.timeout(deadlineMs);
    const startedAt = performance.now();
    const breaker = this.breakerOf(id);
    let sent = 0;
    const failed = (failure: Failure, cause?: unknown) => new InsurerFailure(this.insurer.id, id, failure, cause, sent);
    for (let attempt = 1; ; attempt++) {
      if (!breaker.admit()) throw failed({ kind: "unreachable", reason: "the breaker is open" });
      const outcome = await this.#attempt(id, asked, options, deadline);
      // A caller that waits for less than was promised says nothing about the insurer.
      if (outcome instanceof Error && deadline.aborted && deadlineMs < promisedMs) breaker.abandoned();
      else tell(breaker, outcome);
      if (!neverConnected(outcome)) sent++;
      if (outcome instanceof AnswerTooLarge) throw failed({ kind: "too_large", limitBytes: ceilingOf(id) }, outcome);
      if (outcome instanceof Error && deadline.aborted) throw failed({ kind: "timeout", deadlineMs }, outcome);
      const again = outcome instanceof Error || isPassing(outcome.status);
      if (!again) return this.#read(id, asked, outcome, failed);
      const patienceMs = this.#random() * backoffMs * 2 ** attempt;
      const waitMs = Math.max(patienceMs, outcome instanceof Error ? 0 : retryAfterMs(outcome));
      const leftMs = deadlineMs - (performance.now() - startedAt);
      if (attempt === mostAttempts || waitMs >= leftMs) throw failed(...afterAll(outcome));
      await this.#wait(waitMs, deadline).catch(() => {
        throw failed({ kind: "timeout", deadlineMs });
      });
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  async #attempt<Id extends OperationId>(
    id: Id,
    asked: Asked<Id>,
    { requestId, environment, headers }: CallOptions,
    signal: AbortSignal,
  ): Promise<HttpAnswer | Error> {
    const { body, idempotencyKey } = asked;
    try {
      return await httpExchange({
        url: this.#addressOf(id, asked),
        method: operationOf(id).method.toUpperCase(),
        headers: {
          Accept: "application/json",
          "Accept-Encoding": "identity",
          Authorization: `Bearer ${this.insurer.credential}`,
          "X-Request-Id": requestId,
          ...(environment === undefined ? {} : { "Accord-Environment": environment }),
          ...(idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey }),
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ceilingBytes: ceilingOf(id),
        signal,
        agent: this.#agent,
      });
    } catch (error) {
      return error as Error;
    }
  }

  #addressOf<Id extends OperationId>(id: Id, asked: Asked<Id>): URL {
    const { path = {}, query = {} } = asked as {
      readonly path?: Readonly<Record<string, string>>;
      readonly query?: Readonly<Record<string, string | number | undefined>>;
    };
    const filled = operationOf(id).path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(path[name] ?? ""),
    );
    const url = new URL(this.insurer.baseUrl + filled);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    return url;
  }

  /** The body of a success; throws for everything else. */
  #read<Id extends OperationId>(
    id: Id,
    asked: Asked<Id>,
    answer: HttpAnswer,
    failed: (failure: Failure) => InsurerFailure,
  ): Answered<Id> {
    const { status } = answer;
    const invalid = (findings: readonly FieldError[]) => failed({ kind: "invalid", status, findings });
    const value = parse(answer);
    const validate = successValidator(id, status);
    if (validate === null) {
      // RFC 9110, 15: statuses end at 599, and sellers are told of none beyond.
      if (status < 400 || status > 599)
        throw invalid([{ path: "/status", code: "undocumented", message: `${status} is not documented` }]);
      throw value instanceof Error || check(errorValidator, value, "/body").length > 0
        ? invalid([{ path: "/body", code: "malformed", message: "is not the protocol's error body" }])
        : failed({ kind: "refused", status, ...(value as Schemas["InsurerError"]) });
    }
    if (value instanceof Error) throw invalid([{ path: "/body", code: "malformed", message: value.message }]);
    const findings = bodyFindings(id, validate, value, asked);
    if (findings.length > 0) throw invalid(findings);
    return value as Answered<Id>;
  }
}

/** An insurer that answers is up, whatever it says. */
function tell(breaker: Breaker, outcome: HttpAnswer | Error): void {
  const failed = outcome instanceof Error ? !(outcome instanceof AnswerTooLarge) : isPassing(outcome.status);
  if (failed) breaker.failed();
  else breaker.succeeded();
}

function ceilingOf(id: OperationId): number {
  return id === "getPolicyDocument" ? inlineCeilingBytes : jsonCeilingBytes;
}

/** Whether there was no connection, so that nothing can have been sent. */
function neverConnected(outcome: unknown): boolean {
  // One for each address of a name that has several (RFC 8305).
  if (outcome instanceof AggregateError) return outcome.errors.every(neverConnected);
  const { syscall } = outcome as { readonly syscall?: unknown };
  return outcome instanceof Error && (syscall === "connect" || syscall === "getaddrinfo");
}

/** The insurer is not there, or says that it is not there now. */
function isPassing(status: number): boolean {
  return status === 502 || status === 503 || status === 504;
}

/** Retry-After in seconds (RFC 9110, 10.2.3); its other form, a date, is not worth a clock that may be wrong. */
function retryAfterMs({ headers }: HttpAnswer): number {
  const seconds = headers["retry-after"] ?? "";
  return /^\d{1,6}$/.test(seconds) ? Number(seconds) * 1000 : 0;
}

/** The failure when no attempt is left: the insurer's own error where it has sent one. */
function afterAll(outcome: HttpAnswer | Error): [failure: Failure, cause?: unknown] {
  if (outcome instanceof Error) {
    const { code } = outcome as NodeJS.ErrnoException;
    return [{ kind: "unreachable", reason: code ?? outcome.name }, outcome];
  }
  const value = parse(outcome);
  if (value instanceof Error || check(errorValidator, value, "/body").length > 0)
    return [{ kind: "unreachable", reason: `status ${outcome.status}` }];
  return [{ kind: "refused", status: outcome.status, ...(value as Schemas["InsurerError"]) }];
}

function parse({ headers, bytes }: HttpAnswer): unknown {
  const type = headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") return new Error(`is ${type ?? "of no media type"}, not application/json`);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return new Error("is not JSON");
  }
}
