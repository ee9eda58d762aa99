/** Flushes that meet passing trouble are attempted again, for a while. */
import type { Pool } from "pg";
import { Problem } from "#src/http/problem.ts";
import { onOtherServer } from "#src/storage/connections.ts";
import { CopyEncoder } from "#src/storage/copy.ts";
import { overloaded } from "#src/storage/passing.ts";
import type { Place } from "#src/storage/places.ts";
import { attemptAgain } from "#src/storage/retry.ts";
import type { Tenant } from "../records.ts";
import type { Answer, ChargedFlush } from "./charged-flush.ts";
import { classify, type Failure } from "./failure.ts";
import { CommitUnanswered, type FlushDependencies, flush, type UnansweredCommit } from "./flush.ts";
import { ensurePartitions } from "./partitions.ts";
import { SourceRegistry } from "./source-registry.ts";

/** Why a flush is not attempted again; `cause` is what it threw last. */
export class GivenUp extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, cause: unknown) {
    super(`A flush was given up: ${failure}`, { cause });
    this.failure = failure;
  }
}

/** The error of a request whose flush failed. */
export function refusal(error: unknown): Error {
  const { failure, cause } = error instanceof GivenUp ? error : { failure: "fault", cause: error };
  if (failure === "data")
    return new Problem("VALIDATION_FAILED", { detail: "A record holds a value that cannot be stored.", cause });
  if (failure === "fault") return cause instanceof Error ? cause : new Error(String(cause));
  return overloaded(cause);
}

export interface AttemptsOptions {
  readonly pool: Pool;
  /** The time of receipt in ms; the database's clock when undefined. */
  readonly now: (() => number) | undefined;
  readonly onStacks: ((tenant: Tenant) => void) | undefined;
  readonly onIssues: ((tenant: Tenant) => void) | undefined;
  /** How long attempts go on, in ms. */
  readonly retryMs: number;
  readonly counters: { transactions: number; retries: number };
}

const firstPauseMs = 50;
const longestPauseMs = 800;
/** Encoders that wait for the next attempt: so many, and none that grew beyond this (bytes). */
const mostIdleEncoders = 16;
const maxIdleEncoderBytes = 4 * 1024 * 1024;

export class Attempts {
  readonly #options: AttemptsOptions;
  readonly #sources = new SourceRegistry();
  readonly #encoders: CopyEncoder[] = [];

  constructor(options: AttemptsOptions) {
    this.#options = options;
    onOtherServer(options.pool, () => this.#sources.forget());
  }

  /** Makes an admission for each attempt. Throws GivenUp. */
  flush(
    admission: () => ChargedFlush,
    into: Pick<FlushDependencies, "tenant" | "table">,
    place: Place,
  ): Promise<Answer[]> {
    const { pool, now, onStacks, onIssues } = this.#options;
    const unanswered: UnansweredCommit[] = [];
    return this.run(async () => {
      const encoder = this.#encoders.pop() ?? new CopyEncoder();
      try {
        const dependencies = { ...into, pool, now, onStacks, onIssues, encoder, sources: this.#sources };
        return await flush(admission(), dependencies, unanswered);
      } catch (error) {
        if (!(error instanceof CommitUnanswered)) throw error;
        if (classify(error.cause) === "passing") unanswered.push(error.attempt);
        throw error.cause;
      } finally {
        if (encoder.capacity <= maxIdleEncoderBytes && this.#encoders.length < mostIdleEncoders)
          this.#encoders.push(encoder);
      }
    }, place);
  }

  /** Runs a transaction until it is through or what stops it does not pass. Throws GivenUp. */
  async run<T>(transaction: () => Promise<T>, { pause, during }: Place): Promise<T> {
    const { counters, retryMs } = this.#options;
    let failure: Failure = "fault";
    const attempt = (number: number): Promise<T> => {
      counters.transactions++;
      if (number > 1) counters.retries++;
      return during(transaction).catch(async (error: unknown) => {
        failure = classify(error);
        // Another server may answer next, without the last things that this one has written.
        if (failure === "passing") this.#sources.forget();
        if (failure === "partition") await this.#makePartitions();
        throw error;
      });
    };
    const mayPass = () => failure === "passing" || failure === "partition";
    return await attemptAgain(attempt, { retryMs, firstPauseMs, longestPauseMs, pause, mayPass }).catch((error) => {
      throw new GivenUp(failure, error);
    });
  }

  /** The job that makes partitions ahead of time has not run for days; the next attempt tells whether this helped. */
  async #makePartitions(): Promise<void> {
    const { pool, now } = this.#options;
    await ensurePartitions(pool, now === undefined ? {} : { now: new Date(now()) }).catch(() => {});
  }
}
