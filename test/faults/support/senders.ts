/**
 * Clients that do not give up: each sends request after request, and a request until it is answered with success, as
 * exporters do. What they sent and what was answered is kept, to be compared with what is stored.
 */
import { randomBytes, randomInt, randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { storedEventIds, storedLogTexts, storedSpanIds } from "#test/support/stored-records.ts";
import { until } from "#test/support/until.ts";
import { storedVitalValues } from "#test/support/vitals.ts";
import { nano, text } from "../../apis/observability/operations/otlp.ts";

export interface Refusal {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: string;
}

export interface Kind {
  readonly path: string;
  /** A request with records of these names, which no other record has. */
  readonly body: (names: readonly string[]) => string;
  /** A name that a record of this kind can bear. */
  readonly name: () => string;
  /** The name of each stored record of the project. */
  readonly stored: (pool: Pool, projectId: string) => Promise<string[]>;
}

export const kinds = {
  events: {
    path: "/api/v1/monitor/ingest",
    body: (names) => JSON.stringify(names.map((eventId) => ({ eventId, level: 50, time: Date.now(), message: "x" }))),
    name: randomUUID,
    stored: storedEventIds,
  },
  spans: {
    path: "/v1/traces",
    body: (names) => {
      const times = { startTimeUnixNano: nano(Date.now()), endTimeUnixNano: nano(Date.now()) };
      const spans = names.map((spanId) => ({ traceId: spanId.repeat(2), spanId, name: "GET /", kind: 2, ...times }));
      return JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ spans }] }] });
    },
    name: () => randomBytes(8).toString("hex"),
    stored: storedSpanIds,
  },
  logs: {
    path: "/v1/logs",
    body: (names) => {
      const logRecords = names.map((name) => ({ timeUnixNano: nano(Date.now()), body: { stringValue: name } }));
      return JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] });
    },
    name: randomUUID,
    stored: storedLogTexts,
  },
  vitals: {
    path: "/api/v1/rum",
    body: (names) => JSON.stringify(names.map((name) => ({ name: "LCP", id: name, value: Number(name) }))),
    name: () => String(randomInt(2 ** 39)),
    // What a server stores again, because nobody has heard the answer, is read once.
    stored: storedVitalValues,
  },
} satisfies Record<string, Kind>;

const resource = { attributes: [text("service.name", "shop")] };
const recordsPerRequest = 20;

export interface SendersOptions {
  readonly kind: Kind;
  /** Where the server is now. */
  readonly url: () => string;
  readonly headers: Readonly<Record<string, string>>;
  readonly clients?: number;
}

export class Senders {
  /** Names of the records of requests that were answered with success. */
  readonly acknowledged: string[] = [];
  readonly refusals: Refusal[] = [];
  /** Requests that were not answered at all. */
  unanswered = 0;
  #stopping = false;
  readonly #options: SendersOptions;
  readonly #running: Promise<unknown>;

  constructor(options: SendersOptions) {
    this.#options = options;
    this.#running = Promise.all(Array.from({ length: options.clients ?? 4 }, () => this.#client()));
  }

  /** Waits until this many more records are acknowledged. */
  async progress(records: number): Promise<void> {
    const goal = this.acknowledged.length + records;
    await until(() => this.acknowledged.length >= goal);
  }

  /** Sends nothing new, and resolves when all that was begun is acknowledged. */
  async finish(): Promise<void> {
    this.#stopping = true;
    await this.#running;
  }

  async #client(): Promise<void> {
    const { kind } = this.#options;
    while (!this.#stopping) {
      const names = Array.from({ length: recordsPerRequest }, kind.name);
      const body = kind.body(names);
      await until(() => this.#delivered(body));
      this.acknowledged.push(...names);
    }
  }

  /** Sends a request once. False when it must be sent again. */
  async #delivered(body: string): Promise<boolean> {
    const { kind, url, headers } = this.#options;
    let answer: Response;
    let said: string;
    try {
      answer = await fetch(`${url()}${kind.path}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body,
      });
      said = await answer.text();
    } catch {
      this.unanswered++;
      return false;
    }
    if (answer.ok) return true;
    this.refusals.push({ status: answer.status, retryAfter: answer.headers.get("retry-after"), body: said });
    return false;
  }
}
