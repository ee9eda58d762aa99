/** The append log's view of a table: how a batch is weighed, freed of duplicates and written as rows. */
import type { PoolClient } from "pg";
import type { CopyEncoder } from "#src/storage/copy.ts";
import type { EventRecord, LogRecord, SpanRecord, Tenant, VitalRecord } from "../records.ts";
import type { SubjectKind } from "../symbols/symbolication/entity.ts";
import type { TelemetryKind } from "./partitions.ts";
import type { FlushSources } from "./source-registry.ts";

export interface EventBatch {
  readonly kind: "events";
  readonly rows: readonly EventRecord[];
}

export interface SpanBatch {
  readonly kind: "spans";
  readonly rows: readonly SpanRecord[];
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

/** Counts the events that are problems (issues/arrivals.ts). */
export interface IssueCollector {
  add(event: EventRecord): void;
}

/** One flush, as the table sees it: inside the transaction, after the tenant's lock is taken. */
export interface Flush<B extends Batch = Batch> {
  readonly client: PoolClient;
  readonly tenant: Tenant;
  readonly batches: readonly B[];
  /** The same for every row of the flush, in ms. */
  readonly receivedAt: number;
  readonly encoder: CopyEncoder;
  readonly sources: FlushSources;
  readonly stacks: StackCollector;
  readonly issues: IssueCollector;
}

export interface TelemetryTable<B extends Batch = Batch> {
  readonly kind: TelemetryKind;
  /** Takes the rows that `stage` wrote. */
  readonly copyStatement: string;
  /** The memory of the batch's rows, roughly, in bytes. */
  weigh(batch: B): number;
  /**
   * Finds duplicates in the table and among the batches (the first wins) and writes the other rows to the encoder.
   * Returns how many rows of each batch it wrote.
   */
  stage(flush: Flush<B>): Promise<number[]>;
  /** How many rows of the batches the table has that were received at this very time (ms). */
  countReceived(flush: Pick<Flush<B>, "client" | "tenant" | "batches">, receivedAt: number): Promise<number>;
}

export const tenantBytes = ({ projectId }: Tenant): Buffer => Buffer.from(projectId.replaceAll("-", ""), "hex");

/** A view of the same memory, for what only Buffer can do. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** A PostgreSQL array literal of items that need no quoting. */
export const plainArray = (items: readonly (string | number)[]): string => `{${items.join(",")}}`;

/** Times of receipt, the first of them left out. */
export type ReceiptWindow = readonly [after: Date, until: Date];

/** One time of receipt (ms), which is how finely the rows have it. */
export function momentOfReceipt(receivedAt: number): ReceiptWindow {
  return [new Date(receivedAt - 1), new Date(receivedAt)];
}

/**
 * The times of receipt among which a repeat is looked for. The upper bound keeps the partitions of the coming days out
 * of the search; the minute is for a database whose clock was set back.
 */
export function dedupeWindow(receivedAt: number, windowMs: number): ReceiptWindow {
  return [new Date(receivedAt - windowMs), new Date(receivedAt + 60_000)];
}
