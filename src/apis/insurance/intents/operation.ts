/** Operations whose effect lies at an insurer, each a constant that `perform` is given, and that the settlement job finds by its name. */
import type { FieldError } from "#src/http/problem.ts";
import type { Transaction } from "#src/storage/transaction.ts";
import type { InsurerFailure } from "../insurers/failure.ts";
import type { Insurers } from "../insurers/registry.ts";
import type { Tenant } from "../tenant.ts";

/** A request to an insurer. It is on record before it is sent, and until its answer is. */
export interface Intent<Request = unknown> extends Tenant {
  readonly operation: string;
  /** The subject that allows one intent, for example `quote/<providerId>/<quoteId>`. */
  readonly subject: string;
  /** The insurer. */
  readonly providerId: string;
  /** The Idempotency-Key for the insurer: the same at every try. */
  readonly insurerKey: string;
  /** All that the call and the commit need; it has been through JSON. */
  readonly request: Request;
  /** The seller's Idempotency-Key. */
  readonly idempotencyKey: string | null;
  /** This try's number, from 1. */
  readonly tries: number;
  readonly createdAt: Date;
}

export interface CallContext {
  readonly insurers: Pick<Insurers, "reach">;
  /** For the insurer's log: X-Request-Id. */
  readonly requestId: string;
}

/** The answer to the seller. The body is kept for replays and has to be JSON. */
export interface Committed<Body> {
  readonly status: 200 | 201;
  readonly body: Body;
}

export interface Operation<Request, Answered, Body> {
  /** An operationId. Intents are stored under it, so it stays as long as there are intents with it. */
  readonly name: string;
  /**
   * The treatment of an effect whose answer was lost. `settle`: the insurer is asked until it is known. `forget`: an
   * effect that nobody knows of does no harm (a quote, an upload slot); a request with the same key finds it again.
   */
  readonly whenLost: "settle" | "forget";
  /** Asks the insurer with `intent.insurerKey`. Holds no connection. Throws InsurerFailure. */
  call(intent: Intent<Request>, context: CallContext): Promise<Answered>;
  /** Why `answer` is not what an insurer answers to this request by the protocol. Nothing for an answer that `commit` takes. */
  findingsIn(request: Request, answer: unknown): readonly FieldError[];
  /**
   * Writes records and events, in this transaction alone: all of it happens, once, or nothing. What it sends may be on its
   * way when it returns. Throws InsurerFailure of kind `invalid` for an answer that cannot be used, as may its statements.
   */
  commit(transaction: Transaction, intent: Intent<Request>, answered: Answered, at: Date): Promise<Committed<Body>>;
  /** Writes what follows from the insurer's refusal (a failure of kind `refused`), once. */
  refused?(transaction: Transaction, intent: Intent<Request>, failure: InsurerFailure, at: Date): Promise<void>;
}

/** Lets the compiler find the types of an operation. */
export function declareOperation<Request, Answered, Body>(
  operation: Operation<Request, Answered, Body>,
): Operation<Request, Answered, Body> {
  return operation;
}

export type AnyOperation = Operation<unknown, unknown, unknown>;
