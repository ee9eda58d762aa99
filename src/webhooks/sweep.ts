/**
 * The worker of the queue: takes lanes whenever an event was committed, and every second for those whose time has come.
 * Any number of processes may sweep one database.
 */

import { setTimeout as delay } from "node:timers/promises";
import type { PoolClient } from "pg";
import type { Queryable } from "#src/jobs/enqueue.ts";
import type { Database } from "#src/storage/database.ts";
import type { Log } from "#src/storage/log.ts";
import type { MasterKey } from "#src/storage/master-key.ts";
import { boundedPool } from "./bounded-pool.ts";
import { Destinations, type NameResolver } from "./destinations.ts";
import { admitArrivals, arrivalChannel, claimLanes, type Lane } from "./lanes.ts";
import { Sender } from "./sender.ts";
import { Slots } from "./slots.ts";
import { takeTurn } from "./turn.ts";

export interface SweepOptions {
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
  /** How long a killed worker's lanes wait for another, in ms; longer than any turn. 30,000 when left out. */
  readonly leaseMs?: number;
  /** Between looks at the queue when nothing is heard, in ms; 1,000 when left out. */
  readonly intervalMs?: number;
}

export interface RunningSweep {
  /** Takes no more lanes and waits for the attempts that have begun, at most the time of one attempt. */
  stop(): Promise<void>;
}

/** Open requests of one process: to receivers that were quick the last time, and to the others. */
const quickSlots = 4_096;
const slowSlots = 1_024;
/** Statements of the sweep that run at the same time; the rest of the pool is for the APIs. */
const statements = 8;
/** The least time between two looks, so that many short turns are taken up together (ms). */
const breathMs = 5;

export function startSweep(options: SweepOptions): RunningSweep {
  const sweep = new Sweep(options);
  sweep.start();
  return sweep;
}

class Sweep implements RunningSweep {
  readonly #options: SweepOptions;
  /** For statements; transactions and listening are not for it. */
  readonly #statements: Queryable;
  readonly #sender: Sender;
  readonly #now: () => Date;
  readonly #quick = new Slots(quickSlots);
  readonly #slow = new Slots(slowSlots);
  readonly #turns = new Set<Promise<void>>();
  #listener: PoolClient | null = null;
  #woken = Promise.withResolvers<void>();
  #stopping = false;
  #running: Promise<void> = Promise.resolve();

  constructor(options: SweepOptions) {
    const { database, allowLoopback, resolver, timeoutMs } = options;
    const destinations = new Destinations({ allowLoopback, ...(resolver && { resolver }) });
    this.#options = options;
    this.#statements = boundedPool(database.pool, statements);
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
    await Promise.all(this.#turns);
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
      await delay(breathMs);
      await this.#idle(this.#options.intervalMs ?? 1_000);
    }
  }

  async #claim(slots: Slots, slow: boolean): Promise<void> {
    if (slots.free <= 0) return;
    const { leaseMs = 30_000 } = this.#options;
    const lanes = await claimLanes(this.#statements, { now: this.#now(), leaseMs, slow, sockets: slots.free });
    for (const lane of lanes) {
      slots.take(lane.width);
      const turn = this.#turn(lane, slots).finally(() => {
        this.#turns.delete(turn);
        this.#wake();
      });
      this.#turns.add(turn);
    }
  }

  async #turn(lane: Lane, slots: Slots): Promise<void> {
    const { masterKey, log, random = Math.random } = this.#options;
    const parts = { database: this.#statements, masterKey, sender: this.#sender, now: this.#now, random };
    try {
      await takeTurn({ ...parts, stopping: () => this.#stopping }, lane, slots);
    } catch (error) {
      log.warn({ err: error, endpointId: lane.endpointId }, "Webhooks were left behind; they are taken up again");
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
