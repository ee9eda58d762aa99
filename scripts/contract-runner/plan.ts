/** How the operations of a document get to each of their documented statuses: what an API adds to the contract runner. */
import type { DocumentedStatus } from "#src/contract/status.ts";
import type { TestDatabase } from "#test/support/database.ts";
import type { Decode } from "./judge.ts";
import type { Draft, Received } from "./request.ts";
import type { Unit } from "./units.ts";

/** Brings an operation to a status: prepares, changes the draft and sends it, once. */
export type Bring = (draft: Draft, sendTo: SendTo, unit: Unit) => Promise<Received>;

/** Sends to the API under test, or to another server of the plan's. */
export type SendTo = (draft: Draft, baseUrl?: string) => Promise<Received>;

/** Somebody who has to be refused by an operation that asks for credentials, or is just let through. */
export interface Stranger {
  readonly who: string;
  readonly draft: Draft;
  /** How they are refused; `through` where they are known and may do this, whatever the request is answered then. */
  readonly status: DocumentedStatus | "through";
}

/** By status, or range of statuses as the document writes it (`4XX`). */
export type Brings = { readonly [Status in DocumentedStatus]?: Bring };

export interface Operation extends Brings {
  /** Called for a documented status for which the operation has no entry of its own. */
  readonly otherwise?: (unit: Unit) => Bring | undefined;
}

export interface Plan {
  /** By operationId. Where the plan has a database, that is away when a 503 is asked for: the request is a good one. */
  readonly bring: Readonly<Record<string, Operation>>;
  /**
   * Who has to be refused beside who has no credentials at all: forged, revoked and foreign ones. Asked for where an operation with
   * security has a 401, with the request that was refused there.
   */
  readonly strangers?: (draft: Draft, unit: Unit) => Promise<readonly Stranger[]>;
  /**
   * Callers of other tenants, with the request that succeeds for its owner; none where it is about nobody's. They send it first, and are answered 404, nothing is
   * written, and it succeeds for its owner afterwards. Asked for before each success of an operation with a 404 or a list.
   */
  readonly foreigners?: (draft: Draft, unit: Unit) => Promise<readonly Omit<Stranger, "status">[]>;
  /**
   * By operationId, what an answer lists: something for its owner, and nothing for foreigners, who are answered like the owner
   * instead of 404.
   */
  readonly lists?: Readonly<Record<string, (body: never) => readonly unknown[]>>;
  /** How often other servers were called so far. A foreigner's request calls none. */
  readonly outgoingCalls?: () => number;
  /** Members that only the first answer shows, and no replay of it. */
  readonly shownOnce?: readonly string[];
  /** Tables that a refusal may write to: what counts requests and attempts. */
  readonly counters?: readonly string[];
  /** Reads bodies that are not JSON. Left out where an API has none. */
  readonly decode?: Decode;
}

/** Undefined where the plan does not know how to get there. */
export function bringTo({ bring }: Plan, unit: Unit): Bring | undefined {
  const operation = bring[unit.operationId];
  return operation?.[unit.status] ?? operation?.otherwise?.(unit);
}

/** A plan whose servers run. */
export interface StartedPlan {
  readonly plan: Plan;
  /** Where the API under test is mounted. */
  readonly baseUrl: string;
  /** What its servers keep their records in; left out where they keep none. */
  readonly database?: TestDatabase;
  stop(): Promise<void>;
}

interface PlanServer {
  readonly baseUrl: string;
  readonly database: TestDatabase;
  stop(): Promise<void>;
}

/** The plan of a server, with others that it needs; they stop before it does. */
export function startedPlan(plan: Plan, server: PlanServer, ...others: Pick<PlanServer, "stop">[]): StartedPlan {
  const { baseUrl, database } = server;
  const stop = async () => {
    for (const each of [...others, server]) await each.stop();
  };
  return { plan, baseUrl, database, stop };
}

/** The default export of `test/apis/<document>/contract-plan.ts`. */
export interface ContractPlan {
  start(): Promise<StartedPlan>;
}
