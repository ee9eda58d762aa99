/**
 * Statements of one transaction on their way. A round trip costs more than most statements: it wakes a process on either side.
 * So those that do not need each other's answers are sent one behind the other, and answered together.
 */
import pg from "pg";
import { driverErrorOf } from "./driver-error.ts";
import type { SteadyClient } from "./steady-client.ts";

export class Statements {
  readonly #client: Pick<SteadyClient, "nextSent" | "firstRefusal">;
  /** When the last one that was given to `send` is on its way. */
  #turn: Promise<unknown> = Promise.resolve();
  /** In their order. */
  readonly #answers: Promise<unknown>[] = [];
  readonly #works: Promise<unknown>[] = [];
  #failed = false;

  constructor(client: Pick<SteadyClient, "nextSent" | "firstRefusal">) {
    this.#client = client;
  }

  /**
   * Sends a statement behind those that were sent before, and gives its answer. Nobody has to wait for that unless it decides
   * about the commit: the transaction fails when the statement does. A statement that is not sent this way leaves at once;
   * `sent` lets it come behind.
   */
  send<T>(statement: () => Promise<T>): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<T>();
    this.#answers.push(promise);
    // A repository takes a few steps before its statement leaves, or finds that it cannot.
    this.#turn = this.#turn.then(() => {
      const sent = this.#client.nextSent();
      const answer = statement();
      resolve(answer);
      return Promise.race([sent, answer.catch(() => this.#fail())]);
    });
    promise.catch(() => this.#fail());
    return promise;
  }

  /** Has the transaction wait for this work before its end, and fail when it does. */
  alongside(work: Promise<unknown>): void {
    this.#works.push(work);
    work.catch(() => this.#fail());
  }

  /** Resolves when everything that was given to `send` is on its way. */
  async sent(): Promise<void> {
    await this.#turn;
  }

  /** Sends the last statement, unless one has failed. Resolves when all have been answered; throws the first failure. */
  async end(last: () => Promise<void>): Promise<void> {
    await Promise.all(this.#works);
    await this.#turn;
    if (!this.#failed) void this.send(last);
    for (const answer of this.#answers) await answer;
  }

  /**
   * Waits until everything has ended. The first failure of the transaction, where this error is a later one: whatever follows a
   * statement that has failed is refused for that alone (in_failed_sql_transaction), whether it was given to `send` or not.
   */
  async causeOf(error: unknown): Promise<unknown> {
    const works = await Promise.allSettled(this.#works);
    const outcomes = [...(await Promise.allSettled(this.#answers)), ...works];
    const first = this.#client.firstRefusal;
    const isConsequence = (reason: unknown) => {
      const cause = driverErrorOf(reason);
      return cause instanceof pg.DatabaseError && cause !== first;
    };
    if (first === undefined || !isConsequence(error)) return error;
    // The sender of the statement decides what its failure means.
    const reasons = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as unknown] : []));
    return reasons.find((reason) => !isConsequence(reason)) ?? first;
  }

  #fail(): void {
    this.#failed = true;
  }
}
