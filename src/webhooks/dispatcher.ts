// SQL: LISTEN, on a connection of its own.
/**
 * Takes the queues of endpoints that are due, whenever an event was committed, and every second for those whose time has
 * come. Any number of processes may dispatch from one database.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { PoolClient } from "pg";
import { FairSlots } from "#src/http/fair-slots.ts";
import type { Database } from "#src/storage/database.ts";
import type { Log } from "#src/storage/log.ts";
import type { MasterKey } from "#src/storage/master-key.ts";
import { inTransaction, type Queryable, type Transaction } from "#src/storage/transaction.ts";
import { runDeliveries, Semaphore } from "./delivery-run.ts";
import { Destinations, type NameResolver } from "./destinations.ts";
import { admitArrivals, arrivalChannel, claimQueues, type EndpointQueue } from "./endpoint-queues.ts";
import { Sender } from "./sender.ts";

export interface DispatcherOptions {
  readonly database: Database;
  readonly masterKey: MasterKey;
  readonly log: Log;
  /** `ACCORD_WEBHOOK_ALLOW_LOOPBACK`. */
  readonly allowLoopback: boolean;
  readonly resolver?: NameResolver;
  readonly now?: () => Date;
  readonly random?: () => number;
  /** Of one attempt, in ms; 15,000 when left out. */
  readonly timeoutMs?: number;
  /** How long a killed worker's queues wait for another, in ms; longer than any run. 30,000 when left out. */
  readonly leaseMs?: number;
  /** Between looks at the queue when nothing is heard, in ms; 1,000 when left out. */
  readonly intervalMs?: number;
}

export interface RunningDispatcher {
  /** Takes no more queues and waits for the attempts that have begun, at most the time of one attempt. */
  stop(): Promise<void>;
}

/** Requests that one process has open at most: to receivers that were quick the last time, and to the others. */
const quickRequests = 4_096;
const slowRequests = 1_024;
/** Statements and transactions that run at the same time; the rest of the pool is for the APIs. */
const concurrentStatements = 8;
/** The least time between two looks, so that the queues of many short runs are claimed together (ms). */
const minPauseMs = 5;

export function startDispatcher(options: DispatcherOptions): RunningDispatcher {
  const dispatcher = new Dispatcher(options);
  dispatcher.start();
  return dispatcher;
}

class Dispatcher implements RunningDispatcher {
  readonly #options: DispatcherOptions;
  /** Runs statements, a few at a time. Listening has a connection of its own. */
  readonly #statements: Queryable;
  readonly #transact: <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>;
  readonly #sender: Sender;
  readonly #now: () => Date;
  readonly #quick = new Semaphore(quickRequests);
  readonly #slow = new Semaphore(slowRequests);
  readonly #runs = new Set<Promise<void>>();
  #listener: PoolClient | null = null;
  #woken = Promise.withResolvers<void>();
  #stopping = false;
  #running: Promise<void> = Promise.resolve();

  constructor(options: DispatcherOptions) {
    const { database, allowLoopback, resolver, timeoutMs } = options;
    const destinations = new Destinations({ allowLoopback, ...(resolver && { resolver }) });
    this.#options = options;
    const slots = new FairSlots({ slots: concurrentStatements });
    this.#statements = { query: (sql, values) => slots.run("", () => database.pool.query(sql, values)) };
    this.#transact = (work) => slots.run("", () => inTransaction(database, work));
    this.#sender = new Sender({ destinations, ...(timeoutMs !== undefined && { timeoutMs }) });
    this.#now = options.now ?? (() => new Date());
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#wake();
    await this.#running;
    await Promise.all(this.#runs);
    this.#listener?.release(true);
    this.#listener = null;
    this.#sender.close();
  }

  #wake(): void {
    this.#woken.resolve();
  }

  /** Until something wakes it, or for `ms`. */
  async #idle(ms: number): Promise<void> {
    const timer = setTimeout(() => this.#wake(), ms);
    await this.#woken.promise;
    clearTimeout(timer);
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      this.#woken = Promise.withResolvers();
      try {
        await this.#listen();
        const arrived = await admitArrivals(this.#statements, this.#now());
        await this.#claim(this.#quick, false);
        await this.#claim(this.#slow, true);
        if (arrived) this.#wake();
      } catch (error) {
        this.#options.log.warn({ err: error }, "Looking for webhooks to deliver failed; it is tried again");
      }
      await delay(minPauseMs);
      await this.#idle(this.#options.intervalMs ?? 1_000);
    }
  }

  async #claim(requests: Semaphore, slow: boolean): Promise<void> {
    if (requests.available <= 0) return;
    const { leaseMs = 30_000 } = this.#options;
    const queues = await claimQueues(this.#statements, {
      now: this.#now(),
      leaseMs,
      slow,
      permits: requests.available,
    });
    for (const queue of queues) {
      requests.take(queue.concurrency);
      const run = this.#runQueue(queue, requests).finally(() => {
        this.#runs.delete(run);
        this.#wake();
      });
      this.#runs.add(run);
    }
  }

  async #runQueue(queue: EndpointQueue, requests: Semaphore): Promise<void> {
    const { masterKey, log, random = Math.random } = this.#options;
    const sender = this.#sender;
    const stopping = () => this.#stopping;
    try {
      await runDeliveries(
        { database: this.#statements, transact: this.#transact, masterKey, sender, now: this.#now, random, stopping },
        queue,
        requests,
      );
    } catch (error) {
      log.warn({ err: error, endpointId: queue.endpointId }, "Webhooks were left behind; they are taken up again");
    }
  }

  /** Keeps one connection that hears of events; without it the queue is still looked at every interval. */
  async #listen(): Promise<void> {
    if (this.#listener !== null) return;
    const client = await this.#options.database.pool.connect();
    const lost = () => {
      if (this.#listener !== client) return;
      this.#listener = null;
      client.release(true);
      this.#wake();
    };
    client.on("notification", () => this.#wake());
    client.on("error", lost);
    client.on("end", lost);
    this.#listener = client;
    await client.query(`LISTEN ${arrivalChannel}`).catch((error: unknown) => {
      lost();
      throw error;
    });
  }
}
