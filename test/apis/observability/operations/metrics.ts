/** Questions about metrics, as a data source asks them. */
import type { Answer, Headers, ObservabilityServer } from "./server.ts";

export interface Prometheus<T> {
  readonly status: "success" | "error";
  readonly data: T;
  readonly errorType?: string;
  readonly error?: string;
}

export interface Series {
  readonly metric: Readonly<Record<string, string>>;
  readonly value?: readonly [number, string];
  readonly values?: readonly (readonly [number, string])[];
}

export interface QueryData {
  readonly resultType: string;
  readonly result: readonly Series[];
}

export const form = { "content-type": "application/x-www-form-urlencoded" };

/** Asks below `/api/v1/prom`. */
export class MetricQuestions {
  readonly #server: ObservabilityServer;

  constructor(server: ObservabilityServer) {
    this.#server = server;
  }

  ask<T>(caller: Headers, path: string, parameters: Parameters = {}): Promise<Answer<Prometheus<T>>> {
    return this.#server.get(`/api/v1/prom/${path}?${searchOf(parameters)}`, caller);
  }

  askByForm<T>(caller: Headers, path: string, parameters: Parameters): Promise<Answer<Prometheus<T>>> {
    return this.#server.post(`/api/v1/prom/${path}`, String(searchOf(parameters)), { ...caller, ...form });
  }

  /** The result of a query now. */
  async query(caller: Headers, query: string, parameters: Parameters = {}): Promise<readonly Series[]> {
    const { status, body } = await this.ask<QueryData>(caller, "query", { query, ...parameters });
    if (status !== 200) throw new Error(`${query} is answered ${status}: ${body.error}`);
    return body.data.result;
  }
}

type Parameters = Readonly<Record<string, string | number | readonly string[]>>;

function searchOf(parameters: Parameters): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    for (const each of [value].flat()) search.append(name, String(each));
  return search;
}
