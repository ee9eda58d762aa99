import type { JSX } from "preact";
import type { components } from "../../../generated/observability/types.ts";
import { homeOf, useApis, useScope } from "../session.ts";
import { ChoiceFilter, Filters, TextFilter } from "../ui/filters.tsx";
import { Await, More, usePages } from "../ui/loading.tsx";
import { Empty, Heading, Level, levelNames, Scrolled, Time } from "../ui/parts.tsx";
import { spanOf, TimeRange } from "../ui/time-range.tsx";
import { EventDetails } from "./event.tsx";

type StoredEvent = components["schemas"]["StoredEvent"];

const stages = ["production", "staging", "development"] as const;

export function Events({ url, rest: [eventId] }: { readonly url: URL; readonly rest: readonly string[] }): JSX.Element {
  return eventId === undefined ? <List url={url} /> : <EventDetails key={eventId} eventId={eventId} />;
}

function List({ url }: { readonly url: URL }): JSX.Element {
  const scope = useScope();
  const { observability } = useApis();
  const given = (name: string) => url.searchParams.get(name) ?? undefined;
  const level = given("level");
  const pages = usePages<StoredEvent>(
    (cursor, signal) => {
      const { since, until, fixed } = spanOf(url, "24h");
      return observability.get("/api/v1/monitor/events", {
        query: {
          q: given("q"),
          level: level === undefined ? undefined : (Number(level) as StoredEvent["level"]),
          release: given("release"),
          platform: given("platform"),
          environment: stages.find((stage) => stage === given("stage")),
          since: new Date(since).toISOString(),
          until: fixed ? new Date(until).toISOString() : undefined,
          cursor,
        },
        signal,
      });
    },
    [observability, url.search],
  );
  return (
    <>
      <Heading name="Events" />
      <Filters>
        <TextFilter url={url} name="q" label="Message or exception contains" wide />
        <ChoiceFilter url={url} name="level" label="Level" choices={levelNames} />
        <TextFilter url={url} name="release" label="Release" />
        <ChoiceFilter url={url} name="stage" label="Stage" choices={stages.map((stage) => [stage, stage])} />
        <TextFilter url={url} name="platform" label="Platform" />
        <TimeRange url={url} usual="24h" />
      </Filters>
      <Await from={pages}>
        {(events) =>
          events.length === 0 ? (
            <Empty>
              <p>No event meets this. Widen the time, or send one:</p>
              <pre>{`curl ${location.origin}/observability/api/v1/monitor/ingest \\
  -H "x-api-key: $KEY" -H 'content-type: application/json' \\
  -d '{"level": 50, "time": ${Date.now()}, "message": "Hello, Accord"}'`}</pre>
            </Empty>
          ) : (
            <>
              <Scrolled name="Events found">
                <table>
                  <thead>
                    <tr>
                      <th>Time</th>
                      <th>Level</th>
                      <th class="long">What</th>
                      <th>Release</th>
                      <th>From</th>
                    </tr>
                  </thead>
                  <tbody>
                    {events.map((event) => (
                      <tr key={`${event.eventId} ${event.receivedAt}`}>
                        <td>
                          <Time at={event.time} />
                        </td>
                        <td>
                          <Level level={event.level} />
                        </td>
                        <td class="long">
                          <a href={`${homeOf(scope)}/events/${encodeURIComponent(event.eventId)}`}>{titleOf(event)}</a>
                        </td>
                        <td>{event.release}</td>
                        <td>{event.platform ?? event.source}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </Scrolled>
              <More pages={pages} />
            </>
          )
        }
      </Await>
    </>
  );
}

export function titleOf({ exception, message, symbolication }: StoredEvent): string {
  const type = symbolication?.exceptionType ?? exception?.type;
  const words = [type, exception?.value ?? message].filter(
    (text) => text !== undefined && text !== null && text !== "",
  );
  return words.join(": ") || "An event without a message";
}
