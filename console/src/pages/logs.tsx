import type { JSX } from "preact";
import { useApis } from "../session.ts";
import { ChoiceFilter, Filters, TextFilter } from "../ui/filters.tsx";
import { FollowButton, Followed, isFollowing, useFollowing } from "../ui/following.tsx";
import { Await, More, usePages } from "../ui/loading.tsx";
import { Empty, Heading } from "../ui/parts.tsx";
import { spanOf, TimeRange } from "../ui/time-range.tsx";
import { type LogFilters, LogHistogram } from "./log-histogram.tsx";
import { type LogEntry, LogRows } from "./log-rows.tsx";

const severities = [
  ["9", "Info and above"],
  ["13", "Warning and above"],
  ["17", "Error and above"],
  ["21", "Fatal"],
] as const;

/** What a page of the server holds at most. */
const pageSize = 200;

export function Logs({ url }: { readonly url: URL }): JSX.Element {
  const given = (name: string) => url.searchParams.get(name) ?? undefined;
  const severity = given("severity");
  const filters = {
    q: given("q"),
    service: given("service"),
    traceId: given("traceId"),
    minSeverity: severity === undefined ? undefined : Number(severity),
  };
  return (
    <>
      <Heading name="Logs" />
      <Filters>
        <TextFilter url={url} name="q" label="Body contains" wide />
        <ChoiceFilter url={url} name="severity" label="Severity" choices={severities} />
        <TextFilter url={url} name="service" label="Service" />
        <TextFilter url={url} name="traceId" label="Trace" />
        {!isFollowing(url) && <TimeRange url={url} usual="1h" />}
        <FollowButton url={url} />
      </Filters>
      {isFollowing(url) ? <Coming url={url} filters={filters} /> : <Found url={url} filters={filters} />}
    </>
  );
}

interface LogsProps {
  readonly url: URL;
  readonly filters: LogFilters;
}

/** What is logged from now on. */
function Coming({ url, filters }: LogsProps): JSX.Element {
  const { observability } = useApis();
  const following = useFollowing<LogEntry>(
    (last, signal) =>
      observability.stream("/api/v1/monitor/tail/logs", {
        query: filters,
        headers: last === undefined ? {} : { "Last-Event-ID": last },
        signal,
      }),
    [observability, url.search],
  );
  return (
    <Followed from={following} what="records">
      {(logs) => <LogRows logs={logs} />}
    </Followed>
  );
}

function Found({ url, filters }: LogsProps): JSX.Element {
  const { observability } = useApis();
  const span = spanOf(url, "1h");
  const pages = usePages<LogEntry>(
    (cursor, signal) => {
      const since = new Date(span.since).toISOString();
      const until = span.fixed ? new Date(span.until).toISOString() : undefined;
      return observability.get("/api/v1/monitor/logs", {
        query: { ...filters, since, until, limit: pageSize, cursor },
        signal,
      });
    },
    [observability, url.search],
  );
  return (
    <>
      <LogHistogram filters={filters} span={span} inputs={[observability, url.search]} />
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
              {pages.more !== null && <p class="quiet">The latest {logs.length} of them; there are older ones.</p>}
              <LogRows logs={logs} />
              <More pages={pages} />
            </>
          )
        }
      </Await>
    </>
  );
}
