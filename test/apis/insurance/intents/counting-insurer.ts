/**
 * An insurer in this process that counts what it did, and operations on it. It sells a quote as often as new keys ask for
 * it, so that whatever asks twice is found out.
 */

import { randomUUID } from "node:crypto";
import { type Failure, InsurerFailure } from "#src/apis/insurance/insurers/failure.ts";
import { Interruption } from "#src/apis/insurance/intents/dependencies.ts";
import { declareOperation, type Intent } from "#src/apis/insurance/intents/operation.ts";
import { Problem } from "#src/http/problem.ts";
import type { Queryable, Transaction } from "#src/storage/transaction.ts";
import { emitEvents } from "#src/webhooks/events.ts";
import { aRefusal } from "#test/builders/insurance/answers.ts";

/** What the insurer does with one call. */
export type Behaviour =
  | "answers"
  /** 422 of its own. */
  | "refuses"
  /** 401: it refuses us, not the purchase. */
  | "locks-out"
  /** No answer in time, and nothing done. */
  | "loses-request"
  /** Done, and no answer in time. */
  | "loses-answer"
  /** Done, and the process that asked dies. */
  | "outlives-caller"
  /** 500, and nothing done. */
  | "fails"
  /** The breaker is open. */
  | "is-spared"
  /** Answers when `resume` is called. */
  | "waits"
  /** Refuses then, whatever became of its key meanwhile. */
  | "waits-and-refuses";

export class CountingInsurer {
  /** What was done, by key. */
  readonly done = new Map<string, { readonly subject: string; readonly id: string }>();
  readonly asked: Intent[] = [];
  /** For the next calls; then it answers. */
  script: Behaviour[] = [];
  #waiting: (() => void)[] = [];

  get waiting(): number {
    return this.#waiting.length;
  }

  resume(): void {
    for (const resume of this.#waiting.splice(0)) resume();
  }

  effectsOn(subject: string): number {
    return [...this.done.values()].filter((effect) => effect.subject === subject).length;
  }

  async call(intent: Intent): Promise<{ readonly id: string }> {
    this.asked.push(intent);
    const behaviour = this.script.shift() ?? "answers";
    if (behaviour.startsWith("waits")) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (behaviour === "waits-and-refuses") throw failed(aRefusal(422, "RISK_DECLINED"));
    if (behaviour === "is-spared") throw failed({ kind: "unreachable", reason: "the breaker is open" }, 0);
    if (behaviour === "loses-request") throw failed({ kind: "timeout", deadlineMs: 30_000 });
    if (behaviour === "fails") throw failed(aRefusal(500, "INTERNAL_ERROR"));
    if (behaviour === "locks-out") throw failed(aRefusal(401, "UNAUTHENTICATED"));
    // As the protocol wants it: the key comes first, then what is asked.
    const known = this.done.get(intent.insurerKey);
    if (behaviour === "refuses" && known === undefined) throw failed(aRefusal(422, "RISK_DECLINED"));
    const effect = known ?? { subject: intent.subject, id: randomUUID() };
    this.done.set(intent.insurerKey, effect);
    if (behaviour === "loses-answer") throw failed({ kind: "timeout", deadlineMs: 30_000 });
    if (behaviour === "outlives-caller") throw new Interruption();
    return { id: effect.id };
  }
}

function failed(failure: Failure, attemptsSent = 1): InsurerFailure {
  return new InsurerFailure("aegis", "createPurchase", failure, undefined, attemptsSent);
}

export const soldTable = `
  CREATE TABLE sold (business_id uuid, environment text, subject text, id text, amount int);
  CREATE TABLE refusals (business_id uuid, environment text, subject text, code text)`;

export interface Sale {
  readonly amount: number;
}

/** A purchase must come to an end; a quote may be forgotten. */
export function operationsAt(insurer: Pick<CountingInsurer, "call">) {
  const commit = async (
    transaction: Pick<Transaction, "client" | "statements">,
    intent: Intent<Sale>,
    { id }: { readonly id: string },
  ) => {
    const { client } = transaction;
    const { businessId, environment, subject, providerId, request } = intent;
    const { amount } = request;
    await client.query("INSERT INTO sold VALUES ($1, $2, $3, $4, $5)", [businessId, environment, subject, id, amount]);
    const event = {
      type: "purchase.created",
      apiVersion: "1.0.0",
      resource: { type: "purchase", providerId, id },
      data: {},
    };
    await emitEvents(transaction, { ownerId: businessId, environment }, [event], new Date());
    // Not in the order of jsonb, and different at every commit.
    return { status: 201, body: { subject, id, amount, nonce: randomUUID() } } as const;
  };
  const refused = async (
    { client }: Pick<Transaction, "client">,
    intent: Intent<Sale>,
    { failure }: InsurerFailure,
  ) => {
    const { businessId, environment, subject } = intent;
    const code = failure.kind === "refused" ? failure.code : failure.kind;
    await client.query("INSERT INTO refusals VALUES ($1, $2, $3, $4)", [businessId, environment, subject, code]);
  };
  const call = (intent: Intent<Sale>) => insurer.call(intent);
  const behaviour = { call, findingsIn: () => [], commit, refused };
  return {
    createPurchase: declareOperation({ name: "createPurchase", whenLost: "settle", ...behaviour }),
    createQuote: declareOperation({ name: "createQuote", whenLost: "forget", ...behaviour }),
  };
}

/** As a purchase is prepared: not when the quote is bought. */
export async function prepareSale(client: Queryable, subject: string | null, sale: Sale): Promise<Sale> {
  if (subject === null) return sale;
  const { rowCount } = await client.query("SELECT FROM sold WHERE subject = $1", [subject]);
  if (rowCount !== 0) throw new Problem("QUOTE_ALREADY_USED");
  return sale;
}
