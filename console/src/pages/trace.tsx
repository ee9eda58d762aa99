/** One trace as a waterfall: each span below the one that it belongs to, with its part of the time. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { components } from "../../../generated/observability/types.ts";
import { address, setQuery, useAddress } from "../address.ts";
import { homeOf, useApis, useScope } from "../session.ts";
import { Await, useLoad } from "../ui/loading.tsx";
import { duration, Empty, Facts, Heading, shown, Time } from "../ui/parts.tsx";
import { isFailed, type Span, summaryOf } from "./traces.tsx";

type Trace = components["schemas"]["JaegerTrace"];

export function TraceDetails({ traceId }: { readonly traceId: string }): JSX.Element {
  const { observability } = useApis();
  const scope = useScope();
  const found = useLoad(
    (signal) => observability.get("/jaeger/api/traces/{traceId}", { path: { traceId }, signal }),
    [observability, traceId],
  );
  return (
    <>
      <p>
        <a href={`${homeOf(scope)}/traces`}>Traces</a>
      </p>
      <Await from={found}>
        {({ data: [trace] }) =>
          trace === undefined ? <Empty>There is no such trace.</Empty> : <Waterfall trace={trace} />
        }
      </Await>
    </>
  );
}

interface Row {
  readonly span: Span;
  readonly depth: number;
}

/** Parents before children, each family by start. */
function rowsOf({ spans }: Trace): Row[] {
  const byId = new Map(spans.map((span) => [span.spanID, span]));
  const children = new Map<string, Span[]>();
  for (const span of spans) {
    const parent = span.references.find(({ spanID }) => byId.has(spanID) && spanID !== span.spanID)?.spanID ?? "";
    children.set(parent, [...(children.get(parent) ?? []), span]);
  }
  const rows: Row[] = [];
  const seen = new Set<string>();
  const waiting: Row[] = [];
  const push = (parent: string, depth: number) => {
    const family = (children.get(parent) ?? []).sort((a, b) => b.startTime - a.startTime);
    for (const span of family) waiting.push({ span, depth });
  };
  push("", 0);
  for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
    if (seen.has(row.span.spanID)) continue;
    seen.add(row.span.spanID);
    rows.push(row);
    push(row.span.spanID, row.depth + 1);
  }
  // Spans whose references go in a circle belong to nobody.
  for (const span of spans) if (!seen.has(span.spanID)) rows.push({ span, depth: 0 });
  return rows;
}

/** More than these are drawn when they are asked for. */
const drawnAtFirst = 500;

function Waterfall({ trace }: { readonly trace: Trace }): JSX.Element {
  const scope = useScope();
  const open = useAddress().searchParams.get("span");
  const [most, setMost] = useState(drawnAtFirst);
  const { first, start, us, services } = summaryOf(trace);
  const rows = rowsOf(trace);
  return (
    <>
      <Heading name={first?.operationName ?? "Trace"} />
      <p class="line">
        <Time at={start / 1_000} fine /> <span>{duration(us)}</span> <span>{trace.spans.length} spans</span>{" "}
        <span>{services.join(", ")}</span>
        <a href={address(`${homeOf(scope)}/logs`, { traceId: trace.traceID, range: "30d" })}>Its logs</a>
      </p>
      {trace.warnings?.map((warning) => (
        <p key={warning} class="quiet">
          {warning}
        </p>
      ))}
      <ol class="waterfall">
        {rows.slice(0, most).map(({ span, depth }) => (
          <li key={span.spanID}>
            <button
              type="button"
              aria-expanded={open === span.spanID}
              onClick={() => setQuery({ span: open === span.spanID ? undefined : span.spanID }, "replace")}
            >
              <span class="name" style={{ paddingLeft: `${Math.min(depth, 12) * 0.8}rem` }}>
                <span class="service">{trace.processes[span.processID]?.serviceName}</span> {span.operationName}
                {isFailed(span) && <span class="tag bad">error</span>}
              </span>
              <span class="track">
                <span
                  class={isFailed(span) ? "measure bad" : "measure"}
                  style={{
                    marginLeft: `${us === 0 ? 0 : (100 * (span.startTime - start)) / us}%`,
                    width: `${us === 0 ? 100 : Math.max(0.3, (100 * span.duration) / us)}%`,
                  }}
                />
              </span>
              <span class="took">{duration(span.duration)}</span>
            </button>
            {open === span.spanID && <SpanDetails span={span} trace={trace} />}
          </li>
        ))}
      </ol>
      {rows.length > most && (
        <button type="button" onClick={() => setMost(rows.length)}>
          All {rows.length} spans
        </button>
      )}
    </>
  );
}

function SpanDetails({ span, trace }: { readonly span: Span; readonly trace: Trace }): JSX.Element {
  const scope = useScope();
  const around = (us: number, ms: number) => new Date(us / 1_000 + ms).toISOString();
  return (
    <div class="card">
      <p class="line">
        <Time at={span.startTime / 1_000} fine />
        <a
          href={address(`${homeOf(scope)}/logs`, {
            traceId: trace.traceID,
            since: around(span.startTime, -1_000),
            until: around(span.startTime + span.duration, 1_000),
          })}
        >
          Logs of this time
        </a>
      </p>
      <Facts
        of={[
          ["Span", span.spanID],
          ...span.tags.map(({ key, value }) => [key, shown(value)] as const),
          ...(trace.processes[span.processID]?.tags ?? []).map(({ key, value }) => [key, shown(value)] as const),
        ]}
      />
      {span.logs.map(({ timestamp, fields }) => (
        <Facts
          key={timestamp}
          of={[
            ["Event at", <Time key="at" at={timestamp / 1_000} fine />],
            ...fields.map(({ key, value }) => [key, shown(value)] as const),
          ]}
        />
      ))}
    </div>
  );
}
