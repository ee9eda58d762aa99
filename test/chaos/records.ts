/**
 * Records that clients send until they are acknowledged, one kind for each thing that Accord must neither lose nor double.
 * What was acknowledged is compared with what is stored.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Pool } from "pg";

/** Where the APIs are and how to get in: what `demo.json` says. */
export interface Access {
  readonly observability: { readonly baseUrl: string; readonly apiKey: string };
  readonly insurance: { readonly baseUrl: string; readonly apiKey: string };
  readonly wallet: {
    readonly baseUrl: string;
    readonly tokenUrl: string;
    readonly consumerKey: string;
    readonly consumerSecret: string;
    readonly accounts: readonly { readonly accountNo: string }[];
  };
  readonly ordering: {
    readonly baseUrl: string;
    readonly customerId: string;
    readonly vendorId: string;
    readonly mealIds: readonly string[];
  };
  readonly placeholder: { readonly baseUrl: string; readonly adminEmail: string; readonly adminPassword: string };
}

export interface Kind {
  readonly name: string;
  /** Sends one request until it is acknowledged; the names of its records. Throws Unknown, Refused or GivenUp. */
  readonly send: (sending: Sending) => Promise<readonly string[]>;
  /** The name of each stored record: one that is there twice is named twice. */
  readonly stored: (pool: Pool, access: Access) => Promise<string[]>;
}

export interface Sending {
  /** As of now: an installation that starts again may listen elsewhere. */
  readonly access: () => Access;
  /** No more attempts when it aborts. */
  readonly signal: AbortSignal;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Nobody knows whether it was stored, and it may not be sent again. */
export class Unknown extends Error {}

/** What was sent is valid, and was refused for good. */
export class Refused extends Error {
  constructor(what: string, { status, text }: Answer) {
    super(`${what}: ${status} ${text.slice(0, 600)}`);
  }
}

/** There was no time left to find out. */
export class GivenUp extends Error {}

const answerPatienceMs = 60_000;
const firstPauseMs = 50;
const longestPauseMs = 500;

/** Null when there was no answer. */
export async function ask(url: string, init: RequestInit = {}): Promise<Answer | null> {
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(answerPatienceMs) });
    return { status: answer.status, text: await answer.text() };
  } catch {
    return null;
  }
}

export function post(url: string, headers: Readonly<Record<string, string>>, body: unknown): Promise<Answer | null> {
  return ask(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

/** 409 may be another attempt that is still under way, and 500 an insurer's own, which is passed on. */
function mayBeRepeated({ status, text }: Answer): boolean {
  if (status === 409) return text.includes("_IN_PROGRESS");
  if (status === 500) return text.includes("providerCorrelationId");
  return [429, 502, 503, 504].includes(status);
}

/** Sends until `read` makes something of the answer. Throws Refused for an answer that no repeat will change, GivenUp. */
export async function insist<T>(
  what: string,
  { signal }: Sending,
  send: () => Promise<Answer | null>,
  read: (answer: Answer) => T | undefined,
): Promise<T> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const answer = await send();
    const result = answer === null ? undefined : read(answer);
    if (result !== undefined) return result;
    if (answer !== null && !mayBeRepeated(answer)) throw new Refused(what, answer);
    if (signal.aborted) throw new GivenUp(what);
    await delay(pauseMs);
  }
}

/** What an answer of this status has as JSON. */
export const json =
  <T>(...statuses: readonly number[]) =>
  ({ status, text }: Answer): T | undefined =>
    statuses.includes(status) ? (JSON.parse(text) as T) : undefined;

/** The column `name` of a query's rows. */
export const namesBy =
  (sql: string) =>
  async (pool: Pool): Promise<string[]> =>
    (await pool.query<{ name: string }>(sql)).rows.map(({ name }) => name);
