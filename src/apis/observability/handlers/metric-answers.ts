/** How queries of metrics are run and answered: a share of the memory for answers, a deadline, and the errors of Prometheus. */
import { streamedJson } from "#src/contract/answer.ts";
import { BytesInFlight, HeldBytes } from "#src/http/bytes-in-flight.ts";
import { fromNowInSlices, type Sliceable } from "#src/http/event-loop.ts";
import { FairSlots } from "#src/http/fair-slots.ts";
import type { QueryConnection } from "#src/storage/query-pool.ts";
import { bytesOfTexts } from "../metrics/bounded-list.ts";
import { QueryError } from "../metrics/promql/errors.ts";
import type { Period } from "../metrics/promql/evaluate.ts";
import { type Labels, ListTooLarge, type MetricReader } from "../metrics/store.ts";
import { TenantSource } from "../metrics/tenant-source.ts";
import type { QueryThreads } from "../metrics/threads/query-threads.ts";
import { presentList } from "../presenters/metric-result.ts";
import { QueryProblem } from "../presenters/query-problem.ts";
import { streamedText } from "../presenters/streamed-text.ts";
import type { Tenant } from "../records.ts";
import {
  type InstantParameters,
  longestQueryMs,
  lookbackOf,
  type RangeParameters,
  timeoutOf,
} from "./metric-parameters.ts";
import type { KeyCall, RunQuery } from "./queries.ts";

export interface MetricAnswerDependencies {
  readonly threads: QueryThreads;
  /** The reader of lists over a query's connection. */
  readonly readerOf: (connection: QueryConnection) => MetricReader;
  readonly query: RunQuery;
  /** Whether functions and aggregations count that Prometheus calls experimental. */
  readonly experimental: boolean;
}

/** Most bytes that answers hold in this process until they are read; one project may have half of them. */
const answersInFlight = 256 * 1024 * 1024;
/** Lists that are gathered at once, one of a project: each holds up to 32 MiB of labels. */
const listsAtOnce = 2;
/** Bytes that an element of a list takes beside its texts, roughly. */
const bytesListed = 64;
const answerTooLarge = "query answers too much: ask for fewer series or a longer step";

export class MetricAnswers {
  readonly #dependencies: MetricAnswerDependencies;
  readonly #held = new BytesInFlight(answersInFlight);
  readonly #listing = new FairSlots({ slots: listsAtOnce, perOwner: 1 });

  constructor(dependencies: MetricAnswerDependencies) {
    this.#dependencies = dependencies;
  }

  /** Runs a read. A deadline becomes Prometheus's `timeout` error, and an error of the query becomes its Problem. */
  async reading<T>(
    call: KeyCall,
    read: (source: TenantSource, connection: QueryConnection, tenant: Tenant) => Promise<T>,
    deadlineMs = longestQueryMs,
  ): Promise<T> {
    const { query, readerOf } = this.#dependencies;
    try {
      return await query(
        call,
        async (connection, tenant) => {
          try {
            return await read(new TenantSource(readerOf(connection), tenant), connection, tenant);
          } catch (error) {
            if (error instanceof ListTooLarge) throw new QueryError("execution", error.message);
            if (!connection.signal.aborted || call.signal.aborted) throw error;
            throw new QueryError("timeout", "query timed out in expression evaluation");
          }
        },
        { deadlineMs },
      );
    } catch (error) {
      throw asProblem(error);
    }
  }

  /** Evaluates a query and streams its result. `when` is read after the query has been charged. */
  async evaluated(call: KeyCall, parameters: InstantParameters | RangeParameters, when: () => number | Period) {
    const { threads, experimental } = this.#dependencies;
    const held = this.#share(call);
    const deadlineMs = asked(() => timeoutOf(parameters.timeout));
    const lookbackMs = asked(() => lookbackOf(parameters.lookback_delta));
    const { query: text, limit = 0, stats = "" } = parameters;
    const asking = {
      text,
      limit,
      experimental,
      withStatistics: stats !== "",
      countsSteps: stats === "all",
      ...(lookbackMs !== null && { lookbackMs }),
    };
    const found = await this.reading(
      call,
      async (_source, connection, tenant) => {
        const result = await threads.evaluate(connection, { ...asking, tenant, when: when(), msLeft: deadlineMs });
        try {
          // Waiting would not help.
          if (result.bytes > answersInFlight / 2) throw new QueryError("execution", answerTooLarge);
          held.take(result.bytes);
        } catch (error) {
          result.close();
          throw error;
        }
        return result;
      },
      deadlineMs,
    );
    const body = found.read(() => held.giveBack(found.bytes));
    return { status: 200, body: streamedJson(body) } as const;
  }

  /** Reads a list and streams it. Its JSON is made while it is sent. */
  async list<T extends string | Labels>(
    call: KeyCall,
    read: (source: TenantSource) => Promise<readonly T[]>,
    jsonOf: (one: T) => string,
  ) {
    const held = this.#share(call);
    let bytes = 0;
    const found = await this.reading(call, async (source, { signal }) => {
      const all = await this.#listing.run(ownerOf(call), () => read(source), { signal });
      bytes = await fromNowInSlices(bytesOfList(all));
      held.take(bytes);
      return all;
    });
    const body = streamedText(presentList(Iterator.from(found).map(jsonOf)), () => held.giveBack(bytes));
    return { status: 200, body: streamedJson(body) } as const;
  }

  #share(call: KeyCall): HeldBytes {
    return new HeldBytes(this.#held, ownerOf(call));
  }
}

/** Reads parameters, before anything stored is read. An error of the query becomes its Problem. */
export function asked<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw asProblem(error);
  }
}

function asProblem(error: unknown): unknown {
  return error instanceof QueryError ? new QueryProblem(error) : error;
}

function ownerOf({ identity }: KeyCall): string {
  return identity.project?.id ?? "";
}

function* bytesOfList(list: readonly (string | Labels)[]): Sliceable<number> {
  let bytes = 0;
  for (const each of list) {
    bytes += bytesListed + bytesOfTexts(typeof each === "string" ? [each] : each);
    yield;
  }
  return bytes;
}
