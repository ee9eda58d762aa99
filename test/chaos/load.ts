/** Clients of one kind of record, which keep sending, and what became of what they sent. */
import { setTimeout as delay } from "node:timers/promises";
import type { Pool } from "pg";
import { until } from "#test/support/until.ts";
import { type Access, GivenUp, type Kind, Refused, Unknown } from "./records.ts";

export interface LoadOptions {
  readonly kind: Kind;
  readonly access: () => Access;
  readonly clients: number;
  /** Between two requests of one client (ms). */
  readonly pauseMs?: number;
}

/** In records, but for `refusals`. */
export interface Comparison {
  readonly kind: string;
  readonly acknowledged: number;
  readonly stored: number;
  /** Acknowledged and not stored. */
  readonly lost: readonly string[];
  /** Stored more than once. */
  readonly doubled: readonly string[];
  /** Requests that were valid and refused for good. */
  readonly refusals: readonly string[];
  /** Requests of which their client never learnt what became of them. */
  readonly unknown: number;
}

export class Load {
  readonly acknowledged: string[] = [];
  readonly refusals: string[] = [];
  unknown = 0;
  readonly #kind: Kind;
  readonly #access: () => Access;
  readonly #running: Promise<unknown>;
  /** Begins nothing new. */
  readonly #ending = new AbortController();
  /** Repeats nothing either. */
  readonly #givingUp = new AbortController();

  constructor({ kind, access, clients, pauseMs = 0 }: LoadOptions) {
    this.#kind = kind;
    this.#access = access;
    const client = async () => {
      while (!this.#ending.signal.aborted) {
        await this.#sendOne(access);
        if (pauseMs > 0) await delay(pauseMs, undefined, { signal: this.#ending.signal }).catch(() => {});
      }
    };
    this.#running = Promise.all(Array.from({ length: clients }, client));
  }

  /** Waits until so many more records are acknowledged. */
  async progress(records: number, timeoutMs = 60_000): Promise<void> {
    const goal = this.acknowledged.length + records;
    await until(() => this.acknowledged.length >= goal, timeoutMs).catch(() => {
      throw new Error(
        `No progress of ${this.#kind.name} within ${timeoutMs} ms; ${this.refusals.at(-1) ?? "no refusal"}`,
      );
    });
  }

  /** Begins nothing new, and resolves when all is acknowledged that can be within `patienceMs`. */
  async finish(patienceMs = 60_000): Promise<void> {
    this.#ending.abort();
    const giveUp = setTimeout(() => this.#givingUp.abort(), patienceMs);
    await this.#running;
    clearTimeout(giveUp);
  }

  async compare(pool: Pool): Promise<Comparison> {
    const stored = await this.#kind.stored(pool, this.#access());
    const names = new Set<string>();
    const doubled = stored.filter((name) => names.size === names.add(name).size);
    return {
      kind: this.#kind.name,
      acknowledged: this.acknowledged.length,
      stored: stored.length,
      lost: this.acknowledged.filter((name) => !names.has(name)),
      doubled,
      refusals: this.refusals,
      unknown: this.unknown,
    };
  }

  async #sendOne(access: () => Access): Promise<void> {
    try {
      this.acknowledged.push(...(await this.#kind.send({ access, signal: this.#givingUp.signal })));
    } catch (error) {
      if (error instanceof Refused) this.refusals.push(error.message);
      else if (error instanceof Unknown || error instanceof GivenUp) this.unknown++;
      else throw error;
    }
  }
}
