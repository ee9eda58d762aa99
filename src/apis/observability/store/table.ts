/** The telemetry writer's view of a kind: how a batch is weighed, freed of duplicates and written. */
import type { PoolClient, QueryResult } from "pg";
import type { FlushedBlock } from "../issues/arrivals.ts";
import type { EventRecord, LogRecord, Tenant, VitalRecord } from "../records.ts";
import type { SubjectKind } from "../symbols/symbolication/entity.ts";
import type { BlockKind } from "./partitions.ts";
import type { FlushSources } from "./source-registry.ts";
import type { SpanColumns } from "./span-columns.ts";

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

/** Takes the names of rows whose stacks may need symbols. */
export interface StackCollector {
  /** `subject` names the row within its kind (symbols/symbolication/subjects.ts). */
  add(kind: SubjectKind, subject: string): void;
}

/** One flush, as the table sees it: inside the transaction, after the tenant's lock is taken. */
export interface Flush<B extends Batch = Batch> {
  readonly client: PoolClient;
  readonly tenant: Tenant;
  readonly batches: readonly B[];
  /** The same for every row of the flush, in ms. */
  readonly receivedAt: number;
  readonly sources: FlushSources;
  readonly stacks: StackCollector;
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

export interface TelemetryTable<B extends Batch = Batch> {
  readonly kind: BlockKind;
  /** Statements that begin a flush's transaction, the first of them BEGIN. They lock what lets one flush of a tenant at a time look for duplicates. */
  readonly begin: (tenant: Tenant) => string;
  /** The memory of the batch's rows, roughly, in bytes. */
  weigh(batch: B): number;
  /** Writes what is neither there already nor twice among the batches, where the first wins. */
  write(flush: Flush<B>): Promise<Written>;
}

export const tenantBytes = ({ projectId }: Tenant): Buffer => Buffer.from(projectId.replaceAll("-", ""), "hex");
