/**
 * Two processes whose requests move one at a time, from fault point to fault point, in an order that a test decides. One
 * that waits for another's lock in the database, or for a connection, counts as standing still.
 */

import { setTimeout as delay } from "node:timers/promises";
import { InsurerFailure } from "#src/apis/insurance/insurers/failure.ts";
import { Interruption } from "#src/apis/insurance/intents/fault-points.ts";
import { settleOpenIntents } from "#src/apis/insurance/intents/settlement.ts";
import type { IdempotentAnswer } from "#src/http/idempotency.ts";
import { Problem } from "#src/http/problem.ts";
import { waitingForLocks } from "#test/support/cluster.ts";
import type { Given, Process, Site, Sold } from "./processes.ts";

interface Life {
  readonly state: { alive: boolean };
  readonly process: Process;
}

interface Parked {
  readonly state: Life["state"];
  readonly go: () => void;
}

type Answer = IdempotentAnswer<Sold> & { readonly key: string | null };

export class Interleaving {
  readonly #site: Site;
  readonly #lives: Life[] = [];
  readonly #parked: Parked[] = [];
  /** Requests and settlements that have not ended. */
  #flows = 0;
  #answers: Answer[] = [];
  #failure: unknown;
  #still: () => void = () => {};

  private constructor(site: Site) {
    this.#site = site;
  }

  static async over(site: Site): Promise<Interleaving> {
    const interleaving = new Interleaving(site);
    for (let number = 0; number < 2; number++) interleaving.#lives.push(await interleaving.#begin());
    return interleaving;
  }

  /** Answers of success so far, and forgets them. */
  takeAnswers(): Answer[] {
    return this.#answers.splice(0);
  }

  /** Gives the answer, or null for a refusal, a failure and a crash. */
  ask(number: number, given: Given & { readonly key: string | null }): Promise<IdempotentAnswer<Sold> | null> {
    return this.#flow(number, async ({ process }) => {
      const answer = await process.ask(given);
      this.#answers.push({ ...answer, key: given.key });
      return answer;
    });
  }

  settle(number: number): void {
    void this.#flow(number, ({ process }) => settleOpenIntents(process.dependencies));
  }

  /** Lets one of those go on that can, and waits until all stand still again. */
  async step(pick: number): Promise<void> {
    await this.#standstill();
    const [parked] = this.#parked.splice(pick % Math.max(1, this.#parked.length), 1);
    parked?.go();
    await this.#standstill();
  }

  async finish(): Promise<void> {
    await this.#standstill();
    for (let pick = 0; this.#flows > 0; pick += 7) await this.step(pick);
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Whatever the process does ends where it stands, and a new one takes its place. */
  async crash(number: number): Promise<void> {
    await this.#standstill();
    const life = this.#life(number);
    life.state.alive = false;
    await life.process.die();
    this.#lives[number] = await this.#begin(life.process);
    for (const parked of this.#parked.filter((each) => each.state === life.state)) {
      this.#parked.splice(this.#parked.indexOf(parked), 1);
      parked.go();
    }
    await this.#standstill();
  }

  #life(number: number): Life {
    const life = this.#lives[number];
    if (life === undefined) throw new Error(`There is no process ${number}`);
    return life;
  }

  async #begin(former?: Process): Promise<Life> {
    const state = { alive: true };
    const stand = async () => {
      if (!state.alive) throw new Interruption();
      await new Promise<void>((go) => {
        this.#parked.push({ state, go });
        this.#noticeStandstill();
      });
      if (!state.alive) throw new Interruption();
    };
    const wait = async (ms: number) => {
      await stand();
      this.#site.aheadMs += ms;
    };
    return { state, process: await this.#site.process({ faultPoint: stand, wait }, former) };
  }

  async #flow<T>(number: number, work: (life: Life) => Promise<T>): Promise<T | null> {
    this.#flows++;
    try {
      return await work(this.#life(number));
    } catch (error) {
      const expected = error instanceof Problem || error instanceof InsurerFailure || error instanceof Interruption;
      if (!expected) this.#failure ??= error;
      return null;
    } finally {
      this.#flows--;
      this.#noticeStandstill();
    }
  }

  #noticeStandstill(): void {
    if (this.#flows === this.#parked.length) this.#still();
  }

  async #standstill(): Promise<void> {
    while (this.#flows > this.#parked.length) {
      const still = new Promise<true>((resolve) => {
        this.#still = () => resolve(true);
      });
      if (await Promise.race([still, delay(25, false)])) return;
      const held = await waitingForLocks(this.#site.pool);
      const queueing = this.#lives.reduce((sum, { process }) => sum + process.database.pool.waitingCount, 0);
      const moving = this.#flows - this.#parked.length - held - queueing;
      // A settlement may wait in two places at once.
      if (moving <= 0 && this.#parked.length > 0) return;
    }
  }
}
