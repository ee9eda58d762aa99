/** How to bring about the statuses that operations have in common. A plan gives a request that succeeds, and adds what is particular to an operation. */
import { randomUUID } from "node:crypto";
import type { TestDatabase } from "#test/support/database.ts";
import { whileMissing } from "#test/support/faults.ts";
import { until } from "#test/support/until.ts";
import { isSuccess } from "./judge.ts";
import type { Bring, Brings, Operation } from "./plan.ts";
import { bytesOf, type Draft, type Received, send, withHeaders, withUnknownParameter } from "./request.ts";
import type { Unit } from "./units.ts";

export type Change<Caller> = (draft: Draft, caller: Caller, unit: Unit) => Draft | Promise<Draft>;

export interface CallersOptions<Caller> {
  /** The API under test; `database` is missing where it keeps no records. */
  readonly server: { readonly baseUrl: string; readonly database?: TestDatabase };
  /** Makes somebody whom the server has not met. */
  readonly make: () => Promise<Caller>;
  /** Gives a request their credentials. */
  readonly sign: (draft: Draft, caller: Caller) => Draft;
  /** A second server on the same database, where the budget of a window is one request. */
  readonly frugal?: { readonly baseUrl: string };
  /** How these callers get to a status, whatever the operation. It comes before the shapes below. */
  readonly usual?: Brings;
}

export interface Callers<Caller> {
  /** Sends the changed draft, signed by a new caller. */
  as(change?: Change<Caller>): Bring;
  /** The request that `as` would send. */
  ready(change: Change<Caller>, draft: Draft, unit: Unit): Promise<Draft>;
  /**
   * An operation that succeeds with the good request, which is the draft if left out. Its refusals come from the usual ones and the shapes; a plan
   * spreads it and adds what is particular.
   *
   * @param table a table that the operation needs, which is made unavailable to bring about a 500; null when no 500 is documented or `usual` has one.
   */
  operation(table: string | null, good?: Change<Caller>): Operation;
  /** An operation that shows what the caller has, who is given it first. */
  ofOwn(table: string, give: (caller: Caller) => Promise<unknown>): Operation;
  /** Sends the request to the frugal server until the budget of a window is used up. */
  overBudget(change?: Change<Caller>): Bring;
  /** Sends a good request, and then a changed one with its idempotency key, which conflicts. */
  keyOfAnother(good: Change<Caller>, change: (draft: Draft) => Draft): Bring;
}

/** Callers of an API that asks for no credentials. */
export const nobody = { make: async () => null, sign: (draft: Draft) => draft };

export const asGiven = (draft: Draft): Draft => draft;

export function callers<Caller>({ server, make, sign, frugal, usual = {} }: CallersOptions<Caller>): Callers<Caller> {
  const { baseUrl, database } = server;
  const ready = async (change: Change<Caller>, draft: Draft, unit: Unit) => {
    const caller = await make();
    return sign(await change(draft, caller, unit), caller);
  };
  const as =
    (change: Change<Caller> = asGiven): Bring =>
    async (draft, sendTo, unit) =>
      sendTo(await ready(change, draft, unit), baseUrl);
  /** Sends the good request with an idempotency key, and then the second one. */
  const after =
    (good: Change<Caller>, second: (draft: Draft) => Draft): Bring =>
    async (draft, sendTo, unit) => {
      const keyed = withHeaders(await ready(good, draft, unit), { "idempotency-key": randomUUID() });
      const first = await send(baseUrl, keyed);
      if (first.status >= 300)
        throw new Error(`the first answered ${first.status}: ${new TextDecoder().decode(first.bytes)}`);
      return sendTo(second(keyed));
    };

  const overBudget =
    (change: Change<Caller> = asGiven): Bring =>
    async (draft, sendTo, unit) => {
      const request = await ready(change, draft, unit);
      return untilLimited(() => sendTo(request, frugal?.baseUrl));
    };
  const withoutTable =
    (database: TestDatabase, table: string, good: Change<Caller>): Bring =>
    async (draft, sendTo, unit) => {
      const request = await ready(good, draft, unit);
      return whileMissing(database, table, () => sendTo(request));
    };

  const refusals: Brings = {
    400: as(invalid),
    401: (draft, sendTo) => sendTo(draft),
    404: as(),
    413: as(tooLarge),
    415: as(ofAnotherType),
  };
  const operation = (table: string | null, good: Change<Caller> = asGiven): Operation => {
    const shapes: Brings = {
      ...refusals,
      406: as(async (...given) => withHeaders(await good(...given), { accept: "application/x-nothing" })),
      ...(frugal && { 429: overBudget(good) }),
      ...(database && table !== null && { 500: withoutTable(database, table, good) }),
      503: as(good),
      ...usual,
    };
    const success = as(good);
    const replay = after(good, asGiven);
    return {
      otherwise: ({ status, isReplay }) =>
        shapes[status] ?? (isReplay ? replay : isSuccess(status) ? success : undefined),
    };
  };
  return {
    as,
    ready,
    overBudget,
    operation,
    ofOwn: (table, give) =>
      operation(table, async (draft, caller) => {
        await give(caller);
        return draft;
      }),
    keyOfAnother(good, change) {
      const conflict = after(good, change);
      return async (...given) => {
        const received = await conflict(...given);
        const answer = new TextDecoder().decode(received.bytes);
        if (!answer.includes('"IDEMPOTENCY_KEY_CONFLICT"')) throw new Error(`the key is in nobody's way: ${answer}`);
        return received;
      };
    },
  };
}

/** Attempts it again and again until the answer is a 429. */
export async function untilLimited(attempt: () => Promise<Received>): Promise<Received> {
  let received: Received | undefined;
  await until(async () => {
    received = await attempt();
    return received.status === 429;
  });
  return received as Received;
}

/**
 * A request that the document refuses: its body is a list; without a body, parameters of the query, else of the path, are texts that their
 * schemas refuse. Where these take any text, a strict query gets an unknown parameter, and a path a NUL.
 */
export function invalid(draft: Draft, _caller: unknown, unit: Unit): Draft {
  if (draft.body !== null) return { ...draft, body: bytesOf("[]") };
  const { parameters, refused, path } = unit;
  const refusedIn = (place: "path" | "query") =>
    parameters.flatMap(({ in: at, name }) => {
      const text = at === place ? refused.get(name) : undefined;
      return text === undefined ? [] : [[name, text] as const];
    });
  const [query, inPath] = [refusedIn("query"), refusedIn("path")];
  if (query.length > 0) return { ...draft, query: Object.fromEntries(query) };
  if (inPath.length > 0)
    return {
      ...draft,
      path: inPath.reduce((made, [name, text]) => made.replace(`{${name}}`, text), path).replace(/\{[^}]+\}/g, "x"),
    };
  const names = parameters.flatMap(({ in: at, name }) => (at === "query" ? [name] : []));
  if (unit.isStrict) return withUnknownParameter(draft);
  if (names.length === 0 && path.includes("{")) return unreadablePath(draft, null, unit);
  return { ...draft, query: Object.fromEntries(names.map((name) => [name, "nonsense"])) };
}

export function unreadablePath(draft: Draft, _caller: unknown, unit: Unit): Draft {
  return { ...draft, path: unit.path.replace(/\{[^}]+\}/g, "%00") };
}

function tooLarge(draft: Draft, _caller: unknown, { bodyLimit }: Unit): Draft {
  return { ...draft, body: new Uint8Array(bodyLimit + 1) };
}

function ofAnotherType(draft: Draft): Draft {
  return withHeaders(draft, { "content-type": "application/x-nothing" });
}
