/** Processes in lockstep that ask a counting insurer. One that waits for another's lock, or for a connection, counts as standing still. */
import { InsurerFailure } from "#src/apis/insurance/insurers/failure.ts";
import { Interruption } from "#src/apis/insurance/intents/dependencies.ts";
import type { IdempotentAnswer } from "#src/http/idempotency.ts";
import { Problem } from "#src/http/problem.ts";
import { waitingForLocks } from "#test/support/cluster.ts";
import { Lockstep } from "./lockstep.ts";
import type { Given, Process, Site, Sold } from "./processes.ts";

type Answer = IdempotentAnswer<Sold> & { readonly key: string | null };

export class Interleaving extends Lockstep<Process> {
  readonly #site: Site;
  readonly #answers: Answer[] = [];
  #failure: unknown;

  constructor(site: Site) {
    super();
    this.#site = site;
  }

  /** Answers of success so far, and forgets them. */
  takeAnswers(): Answer[] {
    return this.#answers.splice(0);
  }

  /** Gives the answer, or null for a refusal, a failure and a crash. */
  ask(number: number, given: Given & { readonly key: string | null }): Promise<IdempotentAnswer<Sold> | null> {
    return this.#try(number, async (process) => {
      const answer = await process.ask(given);
      this.#answers.push({ ...answer, key: given.key });
      return answer;
    });
  }

  settle(number: number): void {
    void this.#try(number, (process) => process.settle());
  }

  override async finish(): Promise<void> {
    await super.finish();
    if (this.#failure !== undefined) throw this.#failure;
  }

  protected open(stand: () => Promise<void>, former?: Process): Promise<Process> {
    const wait = async (ms: number) => {
      await stand();
      this.#site.aheadMs += ms;
    };
    return this.#site.process({ faultPoint: stand, wait }, former);
  }

  protected end(process: Process): Promise<void> {
    return process.die();
  }

  protected override async isStalled(): Promise<boolean> {
    const held = await waitingForLocks(this.#site.pool);
    const queueing = this.lives.reduce((sum, { process }) => sum + process.database.pool.waitingCount, 0);
    // A settlement may wait in two places at once.
    return this.moving - held - queueing <= 0;
  }

  async #try<T>(number: number, work: (process: Process) => Promise<T>): Promise<T | null> {
    return await this.flow(number, ({ process }) => work(process)).catch((error: unknown) => {
      const expected = error instanceof Problem || error instanceof InsurerFailure || error instanceof Interruption;
      if (!expected) this.#failure ??= error;
      return null;
    });
  }
}
