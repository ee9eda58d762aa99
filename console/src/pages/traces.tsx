import type { JSX } from "preact";
import type { components } from "../../../generated/observability/types.ts";
import { homeOf, useApis, useScope } from "../session.ts";
import { ChoiceFilter, Filters, TextFilter } from "../ui/filters.tsx";
import { Await, useLoad } from "../ui/loading.tsx";
import { duration, Empty, Heading, Scrolled, Time } from "../ui/parts.tsx";
import { spanOf, TimeRange } from "../ui/time-range.tsx";
import { ServiceMap } from "./service-map.tsx";
import { TraceDetails } from "./trace.tsx";
import { TraceTabs } from "./trace-tabs.tsx";

type Trace = components["schemas"]["JaegerTrace"];
export type Span = components["schemas"]["JaegerSpan"];

export function Traces({ url, rest: [traceId] }: { readonly url: URL; readonly rest: readonly string[] }): JSX.Element {
  if (traceId === "map") return <ServiceMap url={url} />;
  return traceId === undefined ? <Search url={url} /> : <TraceDetails key={traceId} traceId={traceId} />;
}

function Search({ url }: { readonly url: URL }): JSX.Element {
  const { observability } = useApis();
  const given = (name: string) => url.searchParams.get(name) ?? undefined;
  const services = useLoad((signal) => observability.get("/jaeger/api/services", { signal }), [observability]);
  const names = services.loaded.state === "ready" ? services.loaded.data.data : [];
  const found = useLoad(
    (signal) => {
      const { since, until } = spanOf(url, "1h");
      return observability.get("/jaeger/api/traces", {
        query: {
          service: given("service"),
          operation: given("operation"),
          minDuration: given("longer"),
          tags: tagsOf(given("attribute")),
          start: since * 1_000,
          end: until * 1_000,
          limit: 50,
        },
        signal,
      });
    },
    [observability, url.search],
  );
  return (
    <>
      <Heading name="Traces" />
      <TraceTabs at="search" />
      <Filters>
        <ChoiceFilter url={url} name="service" label="Service" choices={names.map((name) => [name, name])} />
        <TextFilter url={url} name="operation" label="Operation" />
        <TextFilter url={url} name="longer" label="Longer than, such as 100ms" />
        <TextFilter url={url} name="attribute" label="Attribute, such as error=true" />
        <TimeRange url={url} usual="1h" />
      </Filters>
      <Await from={found}>
        {({ data, errors }) => (
          <>
            {errors?.map(({ msg }) => (
              <p key={msg} class="quiet" role="status">
                {msg}
              </p>
            ))}
            {data.length === 0 ? (
              <Empty>
                <p>
                  No trace meets this. Widen the time, or send spans by OpenTelemetry to{" "}
                  <code>{`${location.origin}/observability/v1/traces`}</code> (
                  <a href="/docs/guides/observability">how</a>).
                </p>
              </Empty>
            ) : (
              <Found traces={data} />
            )}
          </>
        )}
      </Await>
    </>
  );
}

/** `name=value` pairs, separated by spaces, as the JSON that Jaeger's search takes. */
function tagsOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const pairs = text
    .split(/\s+/)
    .map((pair) => pair.split(/=(.*)/s))
    .filter(([name = "", value]) => name !== "" && value !== undefined);
  return pairs.length === 0 ? undefined : JSON.stringify(Object.fromEntries(pairs));
}

function Found({ traces }: { readonly traces: readonly Trace[] }): JSX.Element {
  const scope = useScope();
  const rows = traces.map((trace) => ({ trace, ...summaryOf(trace) }));
  const longest = Math.max(1, ...rows.map((row) => row.us));
  return (
    <Scrolled name="Traces found">
      <table>
        <thead>
          <tr>
            <th>Started</th>
            <th class="long">What</th>
            <th>Services</th>
            <th class="number">Spans</th>
            <th class="number">Took</th>
            <th class="bars">
              <span class="hidden">Compared</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ trace, first, us, start, services, failed }) => (
            <tr key={trace.traceID}>
              <td>
                <Time at={start / 1_000} fine />
              </td>
              <td class="long">
                <a href={`${homeOf(scope)}/traces/${trace.traceID}`}>{first?.operationName ?? trace.traceID}</a>{" "}
                {failed > 0 && <span class="tag bad">{failed === 1 ? "1 error" : `${failed} errors`}</span>}
              </td>
              <td>{services.join(", ")}</td>
              <td class="number">{trace.spans.length}</td>
              <td class="number">{duration(us)}</td>
              <td class="bars">
                <span class="measure" style={{ width: `${(100 * us) / longest}%` }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  );
}

export function isFailed({ tags }: Span): boolean {
  return tags.some(
    ({ key, value }) =>
      (key === "error" && (value === true || value === "true")) || (key === "otel.status_code" && value === "ERROR"),
  );
}

export function summaryOf({ spans, processes }: Trace) {
  const start = Math.min(...spans.map(({ startTime }) => startTime));
  const end = Math.max(...spans.map((span) => span.startTime + span.duration));
  const known = new Set(spans.map(({ spanID }) => spanID));
  const first =
    spans.find(({ references }) => !references.some(({ spanID }) => known.has(spanID))) ??
    spans.find(({ startTime }) => startTime === start);
  const services = [...new Set(spans.map(({ processID }) => processes[processID]?.serviceName ?? ""))].sort();
  return { first, start, us: end - start, services, failed: spans.filter(isFailed).length };
}
