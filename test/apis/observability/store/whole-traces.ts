/** Traces as the store has them, read whole. */
import type { Tenant } from "#src/apis/observability/records.ts";
import { readSpans, type StoredSpan } from "#src/apis/observability/store/queries/spans.ts";
import { findTraceIds, type TraceSearch } from "#src/apis/observability/store/queries/trace-ids.ts";
import { type AnswerBounds, outlineTraces } from "#src/apis/observability/store/queries/trace-outline.ts";
import type { Queryable } from "#src/storage/transaction.ts";

export interface WholeTrace {
  readonly traceId: string;
  readonly spans: readonly (StoredSpan & { readonly resourceJson: string; readonly serviceName: string })[];
  readonly truncated: boolean;
}

export async function findTraces(db: Queryable, tenant: Tenant, search: TraceSearch): Promise<WholeTrace[]> {
  const { ids, stoppedAt } = await findTraceIds(db, tenant, search, { scanMs: 60_000 });
  if (stoppedAt !== null) throw new Error("the search was stopped");
  return await readTraces(db, tenant, ids);
}

/** Null when there is no such trace. */
export async function getTrace(db: Queryable, tenant: Tenant, traceId: string): Promise<WholeTrace | null> {
  const [trace] = await readTraces(db, tenant, [traceId.toLowerCase()]);
  return trace ?? null;
}

export async function readTraces(
  db: Queryable,
  tenant: Tenant,
  ids: readonly string[],
  bounds?: AnswerBounds,
): Promise<WholeTrace[]> {
  const { traces } = await outlineTraces(db, tenant, ids, bounds);
  return await Promise.all(
    traces.map(async ({ traceId, spans: keys, processes, truncated }) => {
      const spans = await readSpans(db, tenant, keys, bounds);
      return {
        traceId,
        truncated,
        spans: keys.flatMap(({ process }, index) => {
          const span = spans[index];
          if (span === undefined) return [];
          return [
            {
              ...span,
              resourceJson: processes[process]?.resourceJson ?? "",
              serviceName: processes[process]?.serviceName ?? "",
            },
          ];
        }),
      };
    }),
  );
}
