/** The append log's view of a table: how a batch is weighed, freed of duplicates and written as rows. */
import type { PoolClient, QueryResult } from "pg";
import { type CopyEncoder, copyRows } from "#src/storage/copy.ts";
import { setLocally } from "#src/storage/set-locally.ts";
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
  /** The results of the table's statements that began the transaction. */
  readonly begun: readonly QueryResult[];
}

/** What a flush wrote, before its commit. */
export interface Written {
  /** How many rows of each batch. */
  readonly stored: readonly number[];
  /** Whether it was committed, if the answer to that is lost: asked in the next attempt. Undefined where nothing was written that could tell. */
  readonly tookPlace: ((next: Pick<Flush, "client" | "begun">) => Promise<boolean>) | undefined;
  /** Statements before the commit. */
  readonly saving?: readonly string[];
  readonly committed?: () => void;
}

export interface TelemetryTable<B extends Batch = Batch> {
  readonly kind: TelemetryKind;
  /** Statements that begin a flush's transaction, the first of them BEGIN. */
  readonly begin: (tenant: Tenant) => string;
  /** Whether those lock what lets one flush of a tenant at a time look for duplicates; otherwise the quota of the kind's name does. */
  readonly locks: boolean;
  /** The memory of the batch's rows, roughly, in bytes. */
  weigh(batch: B): number;
  /** Writes what is neither there already nor twice among the batches, where the first wins. */
  write(flush: Flush<B>): Promise<Written>;
}

/** A table with a row for each record. */
export interface RowTable<B extends Batch> extends Pick<TelemetryTable<B>, "kind" | "weigh"> {
  /** Takes the rows that `stage` wrote. */
  readonly copyStatement: string;
  /**
   * Finds duplicates in the table and among the batches (the first wins) and writes the other rows to the encoder.
   * Returns how many rows of each batch it wrote.
   */
  stage(flush: Flush<B>): Promise<number[]>;
  /** How many rows of the batches the table has that were received at this very time (ms). */
  countReceived(flush: Pick<Flush<B>, "client" | "tenant" | "batches">, receivedAt: number): Promise<number>;
}

/**
 * The search for duplicates must go by the key's index, the only one that covers it. PostgreSQL would prefer the
 * list's index for a tenant that its statistics do not know yet, and read all that the tenant has sent today.
 */
const beginRows = `BEGIN; ${setLocally({ enable_indexscan: "off", enable_bitmapscan: "off", enable_seqscan: "off" })}`;

export function rowTable<B extends Batch>(rows: RowTable<B>): TelemetryTable<B> {
  return {
    kind: rows.kind,
    begin: () => beginRows,
    locks: false,
    weigh: (batch) => rows.weigh(batch),
    async write(flush) {
      const { client, tenant, batches, receivedAt, encoder } = flush;
      encoder.reset();
      const stored = await rows.stage(flush);
      const written = stored.reduce((sum, count) => sum + count, 0);
      if (written > 0) await copyRows(client, rows.copyStatement, encoder);
      return {
        stored,
        // What the database holds is the only witness: a transaction's id and the age of a server process prove nothing after a failover.
        tookPlace:
          written === 0
            ? undefined
            : async (next) =>
                (await rows.countReceived({ client: next.client, tenant, batches }, receivedAt)) === written,
      };
    },
  };
}

export const tenantBytes = ({ projectId }: Tenant): Buffer => Buffer.from(projectId.replaceAll("-", ""), "hex");

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
