import type { JSX } from "preact";
import { useApis } from "../session.ts";
import { ChoiceFilter, Filters, TextFilter } from "../ui/filters.tsx";
import { Histogram, type Part } from "../ui/histogram.tsx";
import { Await, More, usePages } from "../ui/loading.tsx";
import { Empty, Heading } from "../ui/parts.tsx";
import { spanOf, TimeRange, type TimeSpan } from "../ui/time-range.tsx";
import { type LogEntry, LogRows, timeOf } from "./log-rows.tsx";

const severities = [
  ["9", "Info and above"],
  ["13", "Warning and above"],
  ["17", "Error and above"],
  ["21", "Fatal"],
] as const;

const bars = 48;
/** OpenTelemetry's number from which on a record is an error. */
const errorSeverity = 17;
/** What a page of the server holds at most. */
const pageSize = 200;

export function Logs({ url }: { readonly url: URL }): JSX.Element {
  const { observability } = useApis();
  const given = (name: string) => url.searchParams.get(name) ?? undefined;
  const severity = given("severity");
  const span = spanOf(url, "1h");
  const filters = {
    q: given("q"),
    service: given("service"),
    traceId: given("traceId"),
    minSeverity: severity === undefined ? undefined : Number(severity),
    since: new Date(span.since).toISOString(),
  };
  const pages = usePages<LogEntry>(
    (cursor, signal) => {
      const until = span.fixed ? new Date(span.until).toISOString() : undefined;
      return observability.get("/api/v1/monitor/logs", {
        query: { ...filters, until, limit: pageSize, cursor },
        signal,
      });
    },
    [observability, url.search],
  );
  return (
    <>
      <Heading name="Logs" />
      <Filters>
        <TextFilter url={url} name="q" label="Body contains" wide />
        <ChoiceFilter url={url} name="severity" label="Severity" choices={severities} />
        <TextFilter url={url} name="service" label="Service" />
        <TextFilter url={url} name="traceId" label="Trace" />
        <TimeRange url={url} usual="1h" />
      </Filters>
      <Await from={pages}>
        {(logs) =>
          logs.length === 0 ? (
            <Empty>
              <p>
                Nothing was logged that meets this. Widen the time, or send logs by OpenTelemetry to{" "}
                <code>{`${location.origin}/observability/v1/logs`}</code> (<a href="/docs/guides/observability">how</a>
                ).
              </p>
            </Empty>
          ) : (
            <>
              <Histogram parts={partsOf(logs, span)} until={span.until} what="records" />
              <p class="quiet" role="status">
                {pages.more === null
                  ? `${logs.length} records.`
                  : `The latest ${logs.length} records; there are older ones.`}
              </p>
              <LogRows logs={logs} />
              <More pages={pages} />
            </>
          )
        }
      </Await>
    </>
  );
}

/** How many of the records there are by time. */
function partsOf(logs: readonly LogEntry[], { since, until }: TimeSpan): Part[] {
  const width = (until - since) / bars;
  const parts = Array.from({ length: bars }, (_, bar) => ({
    since: new Date(since + bar * width).toISOString(),
    count: 0,
    errors: 0,
  }));
  for (const log of logs) {
    const part = parts[Math.min(bars - 1, Math.max(0, Math.floor((timeOf(log) - since) / width)))];
    if (part === undefined) continue;
    part.count++;
    if (log.severityNumber >= errorSeverity) part.errors++;
  }
  return parts;
}
