/** Messages between the thread that takes requests and those that evaluate queries. `call` names a query, on both sides. */
import type { Tenant } from "../../records.ts";
import type { QueryErrorType } from "../promql/errors.ts";
import type { Period } from "../promql/evaluate.ts";

/** A query, as it was sent. */
export interface Question {
  readonly tenant: Tenant;
  readonly text: string;
  /** The moment, in ms since the epoch, or the period. */
  readonly when: number | Period;
  /** How long the newest sample of a series counts, in ms; five minutes when left out. */
  readonly lookbackMs?: number;
  /** How long it may take, in ms. */
  readonly msLeft: number;
  /** Most series of the answer; 0 for all. */
  readonly limit: number;
  readonly experimental: boolean;
  /** Whether the answer says what it took. */
  readonly withStatistics: boolean;
  /** And what each step looked at. */
  readonly countsSteps: boolean;
}

export type ToThread =
  | { readonly kind: "evaluate"; readonly call: number; readonly question: Question }
  /** The result of a statement; null when it failed, which ends the query. */
  | { readonly kind: "rows"; readonly call: number; readonly statement: number; readonly rows: readonly Row[] | null }
  /** Asks for the next piece of the answer. */
  | { readonly kind: "more"; readonly call: number }
  /** The query, or its answer, is no longer wanted. */
  | { readonly kind: "end"; readonly call: number }
  /** The database is on another server: what was remembered of it may not be true. */
  | { readonly kind: "forget" };

export type FromThread =
  /** To be run on the query's connection. */
  | {
      readonly kind: "statement";
      readonly call: number;
      readonly statement: number;
      readonly sql: string;
      readonly values: unknown[] | undefined;
    }
  /** `bytes` are held until the answer has been read. */
  | { readonly kind: "evaluated"; readonly call: number; readonly bytes: number }
  /** UTF-8; null after the last one. */
  | { readonly kind: "piece"; readonly call: number; readonly piece: Uint8Array<ArrayBuffer> | null }
  | { readonly kind: "failed"; readonly call: number; readonly failure: Failure }
  /** Answers `end`: the thread has not been held by the query. */
  | { readonly kind: "ended"; readonly call: number };

/** Without a type it is a fault of the program; `message` is then its stack. */
export interface Failure {
  readonly type: QueryErrorType | null;
  readonly message: string;
}

export type Row = Readonly<Record<string, unknown>>;
