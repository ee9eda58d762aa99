/** Batches of telemetry, and the flush that stores some of them together. */
import type { PoolClient, QueryResult } from "pg";
import type { FlushedBlock } from "../issues/arrivals.ts";
import type { EventRecord, LogRecord, Tenant, VitalRecord } from "../records.ts";
import type { FlushSources } from "./source-registry.ts";
import type { SpanColumns } from "./span-columns.ts";
import type { WaitingStacks } from "./waiting-stacks.ts";

export interface EventBatch {
  readonly kind: "events";
  readonly rows: readonly EventRecord[];
}

export interface SpanBatch {
  readonly kind: "spans";
  readonly rows: SpanColumns;
}

export interface LogBatch {
  readonly kind: "logs";
  readonly rows: readonly LogRecord[];
  /** 16 bytes that the same request always gives again (`batchIdOf`): log records have no id of their own. */
  readonly batchId: Uint8Array;
  /** Where no record has a time: what `batchId` is otherwise, which is random then (unanswered-exports.ts). */
  readonly contentId?: Uint8Array;
}

export interface VitalBatch {
  readonly kind: "web_vitals";
  readonly rows: readonly VitalRecord[];
}

/** The records of one request, which are stored together or not at all. */
export type Batch = EventBatch | SpanBatch | LogBatch | VitalBatch;

/** One flush, as the table sees it: inside the transaction, after the tenant's lock is taken. */
export interface Flush<B extends Batch = Batch> {
  readonly client: PoolClient;
  readonly tenant: Tenant;
  readonly batches: readonly B[];
  /** The same for every row of the flush, in ms. */
  readonly receivedAt: number;
  readonly sources: FlushSources;
  readonly stacks: WaitingStacks;
  /** Events that belong to issues, which the table counts. */
  readonly problems: { count: number };
  /** The results of the table's statements that began the transaction. */
  readonly begun: readonly QueryResult[];
}

/** What a flush wrote, before its commit. */
export interface Written {
  /** How many rows of each batch. */
  readonly stored: readonly number[];
  /** Whether it was committed, if the answer to that is lost: asked in the next attempt. Undefined where nothing was written that could tell. */
  readonly tookPlace: ((next: Pick<Flush, "client" | "begun">) => Promise<boolean>) | undefined;
  readonly block?: FlushedBlock;
  /** Statements before the commit. */
  readonly saving?: string[];
  readonly committed?: () => void;
}

export const tenantBytes = ({ projectId }: Tenant): Buffer => Buffer.from(projectId.replaceAll("-", ""), "hex");
