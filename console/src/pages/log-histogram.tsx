/** How many log records there are, as the server counts them: a second's work at a time, drawn as it comes. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { components, operations } from "../../../generated/observability/types.ts";
import { useApis } from "../session.ts";
import { Histogram } from "../ui/histogram.tsx";
import { Failure } from "../ui/loading.tsx";
import { Time } from "../ui/parts.tsx";
import type { TimeSpan } from "../ui/time-range.tsx";

type Counts = components["schemas"]["LogCounts"];
type Query = NonNullable<operations["countLogs"]["parameters"]["query"]>;
export type LogFilters = { readonly [K in "q" | "service" | "traceId" | "minSeverity"]: Query[K] | undefined };

const bars = 60;
/** So many seconds' work are asked for without another word. */
const mostPages = 10;

interface LogHistogramProps {
  readonly filters: LogFilters;
  /** Looked at when one of `inputs` changes. */
  readonly span: TimeSpan;
  readonly inputs: readonly unknown[];
}

/** What is counted so far, of a time that stays. */
interface Rest {
  readonly counts: Counts;
  readonly over: TimeSpan;
}

export function LogHistogram({ filters, span, inputs }: LogHistogramProps): JSX.Element | null {
  const { observability } = useApis();
  const [counted, setCounted] = useState<Rest | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [round, setRound] = useState(0);
  /** What the next round goes on with; none begins anew. */
  const rest = useRef<Rest | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const over = rest.current?.over ?? span;
    let sum = rest.current?.counts ?? null;
    rest.current = null;
    const since = new Date(over.since).toISOString();
    const until = new Date(over.until).toISOString();
    const count = async () => {
      for (let page = 0; page < mostPages; page++) {
        const query = { ...filters, since, until, buckets: bars, cursor: sum?.nextCursor ?? undefined };
        sum = added(sum, await observability.get("/api/v1/monitor/logs/counts", { query, signal }));
        if (signal.aborted) return;
        setCounted({ counts: sum, over });
        if (sum.nextCursor === null) return;
      }
    };
    setBusy(true);
    setFailure(null);
    count()
      .catch((error: unknown) => !signal.aborted && setFailure(error))
      .finally(() => !signal.aborted && setBusy(false));
    return () => abort.abort();
  }, [...inputs, round]);
  const countOn = (from: Rest | null) => {
    rest.current = from;
    setRound((now) => now + 1);
  };
  if (failure !== null) return <Failure error={failure} again={() => countOn(null)} />;
  if (counted === null) return null;
  const { buckets, until, countedSince, nextCursor } = counted.counts;
  const parts = buckets.map(({ since, count, warn, error, fatal }) => ({
    ...{ since, count, warnings: warn },
    errors: error + fatal,
  }));
  const [records, errors] = [
    parts.reduce((sum, { count }) => sum + count, 0),
    parts.reduce((sum, part) => sum + part.errors, 0),
  ];
  return (
    <div aria-busy={busy} class={busy ? "stale" : ""}>
      <Histogram parts={parts} until={Date.parse(until)} what="records" />
      <p class="quiet line" role="status">
        <span>
          {`${records.toLocaleString()} ${records === 1 ? "record" : "records"}, ${errors.toLocaleString()} of them errors`}
          {nextCursor === null ? (
            "."
          ) : (
            <>
              , counted back to <Time at={countedSince} />.
            </>
          )}
        </span>
        {nextCursor !== null && !busy && (
          <button type="button" onClick={() => countOn(counted)}>
            Count further
          </button>
        )}
      </p>
    </div>
  );
}

/** What both have counted: the same parts of time, and the end of the second. */
function added(before: Counts | null, more: Counts): Counts {
  if (before === null) return more;
  const buckets = more.buckets.map((bucket, index) => {
    const { since, ...numbers } = bucket;
    const other = before.buckets[index];
    const sums = Object.entries(numbers).map(([name, number]) => [
      name,
      number + (other?.[name as keyof typeof numbers] ?? 0),
    ]);
    return { since, ...(Object.fromEntries(sums) as typeof numbers) };
  });
  return { ...more, buckets };
}
