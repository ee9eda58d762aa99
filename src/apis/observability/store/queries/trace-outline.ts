// SQL: the spans of many traces by one index, in the form they are planned in.
/**
 * What an answer about traces will hold, decided from sizes alone before any of it is read: so its text can be written
 * span by span, and its bounds are known when it begins.
 */
import { Slice } from "#src/http/event-loop.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import type { Tenant } from "../../records.ts";

export interface OutlinedTrace {
  /** 32 hex characters. */
  readonly traceId: string;
  /** By their start. */
  readonly spans: readonly OutlinedSpan[];
  /** In the order of the spans that come from them. */
  readonly processes: readonly OutlinedProcess[];
  /** The trace has more spans. */
  readonly truncated: boolean;
  /** A resource or scope is too large to be shown. */
  readonly withoutSource: boolean;
}

export interface OutlinedSpan {
  readonly traceId: string;
  /** A bigint in text, as PostgreSQL has it. */
  readonly spanId: string;
  /** Milliseconds since the epoch: a plan of many spans waits for its reader, in as little memory as it can. */
  readonly receivedAt: number;
  readonly sourceId: string;
  /** The index of its process in the trace. */
  readonly process: number;
  /** Too large to be shown whole. */
  readonly reduced: boolean;
  /** The size of its text with its scope's, roughly. */
  readonly bytes: number;
}

export interface OutlinedProcess {
  readonly serviceName: string;
  /** A source with the process's resource; null where it is too large or not known any more. */
  readonly sourceId: string | null;
  readonly bytes: number;
}

export interface Outline {
  readonly traces: readonly OutlinedTrace[];
  /** Traces that do not fit the answer, beside those that are truncated. */
  readonly leftOut: number;
}

export interface AnswerBounds {
  readonly spansOfTrace: number;
  readonly spans: number;
  /** Text of the spans and processes of the whole answer, and of one span, resource or scope. */
  readonly bytes: number;
  readonly largest: number;
}

export const answerBounds: AnswerBounds = {
  spansOfTrace: 10_000,
  spans: 50_000,
  bytes: 16 * 1024 * 1024,
  largest: 1024 * 1024,
};

/** Of a span's JSON beside its own text. */
const spanFrameBytes = 400;
const processFrameBytes = 60;

interface KeyRow {
  readonly position: string;
  readonly span_id: string;
  readonly received_at: Date;
  readonly start: string;
  readonly source_id: string;
  readonly service_name: string;
  readonly bytes: number;
}

interface SourceSize {
  readonly source_id: string;
  readonly resource_hash: string;
  readonly resource_bytes: number;
  readonly scope_bytes: number;
}

/** In the order of `ids` (32 hex characters each), those that exist. */
export async function outlineTraces(
  db: Queryable,
  tenant: Tenant,
  ids: readonly string[],
  bounds: AnswerBounds = answerBounds,
): Promise<Outline> {
  const most = Math.min(bounds.spansOfTrace, Math.floor(bounds.spans / Math.max(1, ids.length)));
  // Primary key (project_id, trace_id, span_id, environment, received_at): repeats of a span follow each other.
  const { rows } = await db.query<KeyRow>(
    `SELECT position, span_id, received_at, start_time_unix_nano AS start, source_id, service_name, bytes
     FROM unnest($3::uuid[]) WITH ORDINALITY AS wanted (id, position), LATERAL (
       SELECT span_id, received_at, start_time_unix_nano, source_id, service_name, ${spanBytes} AS bytes FROM spans
       WHERE project_id = $1 AND environment = $2 AND spans.trace_id = wanted.id
       ORDER BY span_id, received_at LIMIT $4
     ) AS stored
     ORDER BY position, span_id, received_at`,
    [tenant.projectId, tenant.environment, ids, most + 1],
  );
  const sizes = await sourceSizes(
    db,
    tenant,
    rows.map(({ source_id }) => source_id),
  );
  const budget = new Budget(bounds, sizes);
  const byTrace = Map.groupBy(rows, ({ position }) => position);
  const traces: OutlinedTrace[] = [];
  const slice = new Slice();
  for (const [position, all] of byTrace) {
    if (budget.spent) break;
    if (slice.isOver) await slice.next();
    const distinct = all.slice(0, most).filter(({ span_id }, index) => all[index - 1]?.span_id !== span_id);
    const ordered = distinct.toSorted(byStart);
    traces.push(budget.take(ids[Number(position) - 1] ?? "", ordered, all.length > most));
  }
  return { traces, leftOut: byTrace.size - traces.length };
}

/** As the whole numbers that the texts are: reading these for each comparison takes five times as long. */
function byStart({ start: a }: KeyRow, { start: b }: KeyRow): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : Number(a > b);
}

const spanBytes = `octet_length(name) + coalesce(octet_length(attributes), 0) + coalesce(octet_length(events), 0)
  + coalesce(octet_length(links), 0) + coalesce(octet_length(trace_state), 0) + coalesce(octet_length(status_message), 0)`;

async function sourceSizes(db: Queryable, tenant: Tenant, ids: readonly string[]): Promise<Map<string, SourceSize>> {
  // Primary key (project_id, environment, source_id).
  const { rows } = await db.query<SourceSize>(
    `SELECT source_id, md5(resource) AS resource_hash, octet_length(resource) AS resource_bytes,
       octet_length(scope) AS scope_bytes
     FROM telemetry_sources WHERE project_id = $1 AND environment = $2 AND source_id = ANY ($3::uuid[])`,
    [tenant.projectId, tenant.environment, [...new Set(ids)]],
  );
  return new Map(rows.map((row) => [row.source_id, row]));
}

/** The bytes of an answer, taken by its spans one by one. */
class Budget {
  readonly #bounds: AnswerBounds;
  readonly #sizes: ReadonlyMap<string, SourceSize>;
  #left: number;
  spent = false;

  constructor(bounds: AnswerBounds, sizes: ReadonlyMap<string, SourceSize>) {
    this.#bounds = bounds;
    this.#sizes = sizes;
    this.#left = bounds.bytes;
  }

  take(traceId: string, rows: readonly KeyRow[], more: boolean): OutlinedTrace {
    const { largest } = this.#bounds;
    const spans: OutlinedSpan[] = [];
    const processes: OutlinedProcess[] = [];
    const known = new Map<string, number>();
    let withoutSource = false;
    for (const row of rows) {
      const source = this.#sizes.get(row.source_id);
      const { resource_hash = "", resource_bytes = 0, scope_bytes = 0 } = source ?? {};
      const reduced = row.bytes > largest;
      const hasResource = source !== undefined && resource_bytes <= largest;
      withoutSource ||= resource_bytes > largest || scope_bytes > largest;
      const bytes = spanFrameBytes + (reduced ? 0 : row.bytes) + (scope_bytes > largest ? 0 : scope_bytes);
      // The resource of an old span may be forgotten; its service is not.
      const origin = `${row.service_name}\n${resource_hash}`;
      const processBytes = processFrameBytes + row.service_name.length + (hasResource ? resource_bytes : 0);
      this.#left -= bytes + (known.has(origin) ? 0 : processBytes);
      if (this.#left < 0) {
        this.spent = true;
        return { traceId, spans, processes, truncated: true, withoutSource };
      }
      let process = known.get(origin);
      if (process === undefined) {
        process = processes.length;
        known.set(origin, process);
        const sourceId = hasResource ? row.source_id : null;
        processes.push({ serviceName: row.service_name, sourceId, bytes: processBytes });
      }
      // Of the same source, the same text.
      const sourceId = source?.source_id ?? row.source_id;
      const receivedAt = row.received_at.getTime();
      spans.push({ traceId, spanId: row.span_id, receivedAt, sourceId, process, reduced, bytes });
    }
    return { traceId, spans, processes, truncated: more, withoutSource };
  }
}
