import type { JSX } from "preact";
import type { components, operations } from "../../../generated/observability/types.ts";
import { homeOf, useApis, useScope } from "../session.ts";
import { ChoiceFilter, Filters, TextFilter } from "../ui/filters.tsx";
import { FollowButton, Followed, isFollowing, useFollowing } from "../ui/following.tsx";
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
  const given = (name: string) => url.searchParams.get(name) ?? undefined;
  const level = given("level");
  const filters = {
    q: given("q"),
    level: level === undefined ? undefined : (Number(level) as StoredEvent["level"]),
    release: given("release"),
    platform: given("platform"),
    environment: stages.find((stage) => stage === given("stage")),
  };
  return (
    <>
      <Heading name="Events" />
      <Filters>
        <TextFilter url={url} name="q" label="Message or exception contains" wide />
        <ChoiceFilter url={url} name="level" label="Level" choices={levelNames} />
        <TextFilter url={url} name="release" label="Release" />
        <ChoiceFilter url={url} name="stage" label="Stage" choices={stages.map((stage) => [stage, stage])} />
        <TextFilter url={url} name="platform" label="Platform" />
        {!isFollowing(url) && <TimeRange url={url} usual="24h" />}
        <FollowButton url={url} />
      </Filters>
      {isFollowing(url) ? <Coming url={url} filters={filters} /> : <Found url={url} filters={filters} />}
    </>
  );
}

interface EventsProps {
  readonly url: URL;
  readonly filters: {
    readonly [K in "q" | "level" | "release" | "platform" | "environment"]:
      | NonNullable<operations["tailEvents"]["parameters"]["query"]>[K]
      | undefined;
  };
}

/** What is sent from now on. */
function Coming({ url, filters }: EventsProps): JSX.Element {
  const { observability } = useApis();
  const following = useFollowing<StoredEvent>(
    (last, signal) =>
      observability.stream("/api/v1/monitor/tail/events", {
        query: filters,
        headers: last === undefined ? {} : { "Last-Event-ID": last },
        signal,
      }),
    [observability, url.search],
  );
  return (
    <Followed from={following} what="events">
      {(events) => <Rows events={events} />}
    </Followed>
  );
}

function Found({ url, filters }: EventsProps): JSX.Element {
  const { observability } = useApis();
  const pages = usePages<StoredEvent>(
    (cursor, signal) => {
      const { since, until, fixed } = spanOf(url, "24h");
      return observability.get("/api/v1/monitor/events", {
        query: {
          ...filters,
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
            <Rows events={events} />
            <More pages={pages} />
          </>
        )
      }
    </Await>
  );
}

function Rows({ events }: { readonly events: readonly StoredEvent[] }): JSX.Element {
  const scope = useScope();
  return (
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
  );
}

export function titleOf({ exception, message, symbolication }: StoredEvent): string {
  const type = symbolication?.exceptionType ?? exception?.type;
  const words = [type, exception?.value ?? message].filter(
    (text) => text !== undefined && text !== null && text !== "",
  );
  return words.join(": ") || "An event without a message";
}
