/** Turns of a tenant's answers that are long and written while they are read: each holds what it is made from. */
import { once } from "node:events";
import type { Readable } from "node:stream";
import { FairSlots } from "#src/http/fair-slots.ts";
import { Problem } from "#src/http/problem.ts";
import { readInTime } from "../presenters/streamed-text.ts";

/**
 * Answers of one tenant that are written at once. While sixty long traces are asked for, others wait for at most 0.3 s where four are
 * written, and 0.2 s where two are; neither PostgreSQL nor this process writes more of them a second by doing more at once.
 */
const atOnce = 2;
/** Of one tenant, beyond those: as many as its queries that may wait. */
const maxWaiting = 32;
/** Longest wait for a turn (milliseconds): as long as a query may take. */
const usualWaitMs = 20_000;

export class AnswerTurns {
  readonly #longestWaitMs: number;
  readonly #slots = new FairSlots({ perOwner: atOnce, maxWaiting, overloaded: tooMany });

  constructor(longestWaitMs = usualWaitMs) {
    this.#longestWaitMs = longestWaitMs;
  }

  /**
   * Makes an answer when it is the tenant's turn; the turn lasts until the answer is closed, be it that nobody reads it in time.
   * Throws what `make` throws; Problem OVERLOADED (503, with Retry-After) when too many answers of the tenant wait, or this one
   * for too long; the signal's reason when it is aborted before.
   */
  take(tenant: string, signal: AbortSignal, make: () => Promise<Readable>): Promise<Readable> {
    const { promise, resolve, reject } = Promise.withResolvers<Readable>();
    const waited = AbortSignal.timeout(this.#longestWaitMs);
    const write = async () => {
      const answer = readInTime(await make());
      resolve(answer);
      await once(answer, "close");
    };
    this.#slots
      .run(tenant, write, { signal: AbortSignal.any([signal, waited]) })
      // An error of the stream is passed to its reader.
      .catch((error: unknown) => reject(error === waited.reason ? tooMany() : error));
    return promise;
  }
}

function tooMany(): Problem {
  const detail = "Too many answers about traces of this project are being written.";
  return new Problem("OVERLOADED", { detail, headers: { "Retry-After": "2" } });
}
