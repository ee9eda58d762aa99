/** One run over an endpoint's queue: sends what is due, and writes each outcome down once it is known. */
import type { MasterKey } from "#src/storage/master-key.ts";
import type { Queryable, Transaction } from "#src/storage/transaction.ts";
import {
  type BegunDelivery,
  beginAttempts,
  nextDue,
  type Outcome,
  recordOutcomes,
  stopDeliveries,
} from "./delivery-state.ts";
import { disableGone, noteAttempts } from "./endpoint-health.ts";
import { type EndpointQueue, maxConcurrency, releaseQueue } from "./endpoint-queues.ts";
import { nextAttempt } from "./schedule.ts";
import type { Sender, SendResult } from "./sender.ts";
import { signedHeaders } from "./signature.ts";
import { type Target, targetOf } from "./target.ts";

export interface RunDependencies {
  readonly database: Queryable;
  readonly transact: <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>;
  readonly masterKey: MasterKey;
  readonly sender: Sender;
  readonly now: () => Date;
  readonly random: () => number;
  readonly stopping: () => boolean;
}

/** A run begins rounds for this long, so that the queue of a busy endpoint need not be claimed for every round (ms). */
const runMs = 2_000;
/** A round that took this long makes its queue a slow one (ms). */
const slowMs = 2_000;

/** HTTP 410: the receiver is gone for good. */
const gone = 410;

/**
 * Sends the queue's due deliveries, round by round, and gives the queue back. `requests` counts the requests that may be open: the caller
 * took the queue's concurrency from it, and it is given back here. Throws what the database throws; the lease then expires.
 */
export async function runDeliveries(
  dependencies: RunDependencies,
  queue: EndpointQueue,
  requests: Semaphore,
): Promise<void> {
  const { database, now } = dependencies;
  let concurrency = queue.concurrency;
  let slow = false;
  const startedAt = performance.now();
  try {
    while (performance.now() - startedAt < runMs && !dependencies.stopping()) {
      const target = await targetOf(database, dependencies.masterKey, queue, queue.endpointId, now());
      if (typeof target === "string") {
        await stopDeliveries(database, queue, queue.endpointId, target, now());
        break;
      }
      const due = await beginAttempts(database, queue, queue.endpointId, concurrency, now());
      if (due.length === 0) break;
      const round = await sendRound(dependencies, queue, target, due);
      slow = round.durationMs >= slowMs;
      const wanted = round.failed ? Math.max(1, concurrency >> 1) : Math.min(maxConcurrency, concurrency * 2);
      concurrency = requests.resize(concurrency, wanted);
      if (due.length < concurrency || slow) break;
    }
    const dueAt = await nextDue(database, queue, queue.endpointId);
    await releaseQueue(database, queue, { now: now(), dueAt, concurrency, slow });
  } finally {
    requests.release(concurrency);
  }
}

async function sendRound(
  dependencies: RunDependencies,
  queue: EndpointQueue,
  target: Target,
  due: readonly BegunDelivery[],
): Promise<{ failed: boolean; durationMs: number }> {
  const { database, transact, now } = dependencies;
  const startedAt = performance.now();
  const known: Outcome[] = [];
  let writing: Promise<void> = Promise.resolve();
  const failures: NonNullable<Outcome["failure"]>[] = [];
  /** Of attempts that were answered 410. They are recorded when it is known whether the endpoint still has this url. */
  const goneAway: Outcome[] = [];
  const attempts = due.map(async (delivery) => {
    const result = await attempt(dependencies, target, delivery);
    const outcome = outcomeOf(delivery, result, now(), dependencies.random);
    if (outcome.failure !== null) failures.push(outcome.failure);
    if (result.httpStatus === gone) return void goneAway.push(outcome);
    known.push(outcome);
    // Outcomes known while others are being written go together in the next statement.
    writing = writing.then(async () => {
      if (known.length > 0) await recordOutcomes(database, queue, known.splice(0));
    });
    await writing;
  });
  const ended = await Promise.allSettled(attempts);
  const rejected = ended.find((one) => one.status === "rejected");
  if (rejected !== undefined) throw rejected.reason;
  if (goneAway.length > 0)
    await transact((transaction) => disableGone(transaction, queue, queue.endpointId, target, goneAway, now()));
  else {
    const round = { failures, succeeded: due.length - failures.length, target };
    await noteAttempts({ database, transact }, queue, queue.endpointId, round, now());
  }
  return { failed: failures.length > 0, durationMs: performance.now() - startedAt };
}

function attempt({ sender, now }: RunDependencies, target: Target, delivery: BegunDelivery): Promise<SendResult> {
  return sender.send(target.url, signedHeaders(delivery, target.secrets, now()), delivery.body);
}

function outcomeOf(
  { id, attempt }: BegunDelivery,
  { failure, httpStatus, retryAfterMs }: SendResult,
  at: Date,
  random: () => number,
): Outcome {
  if (failure === null) return { id, attempt, status: "SUCCEEDED", nextAttemptAt: null, failure: null };
  const nextAttemptAt = nextAttempt(attempt, at, retryAfterMs, random);
  const status = nextAttemptAt === null ? "DEAD" : "FAILED";
  return { id, attempt, status, nextAttemptAt, failure: { reason: failure, httpStatus, at } };
}

/** A counting semaphore that nobody waits for: `permits` say how much of something this process may use at the same time. */
export class Semaphore {
  #available: number;

  constructor(permits: number) {
    this.#available = permits;
  }

  get available(): number {
    return this.#available;
  }

  /** More may be taken than there are; `available` is then below zero. */
  take(count: number): void {
    this.#available -= count;
  }

  release(count: number): void {
    this.#available += count;
  }

  /** Gives some of a holder's permits back, or takes as many more as there are. Returns what the holder has then. */
  resize(from: number, to: number): number {
    const granted = Math.min(to, from + Math.max(0, this.#available));
    this.take(granted - from);
    return granted;
  }
}
