/** Errors that are one problem: what is new, how often it happens, and whose it is. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { components } from "../../../generated/observability/types.ts";
import { homeOf, useApis, useScope } from "../session.ts";
import { ChoiceFilter, Filters, TextFilter } from "../ui/filters.tsx";
import { Await, Failure, More, useLoad, usePages } from "../ui/loading.tsx";
import { Empty, Facts, Heading, Level, Scrolled, Time } from "../ui/parts.tsx";
import { titleOf } from "./events.tsx";
import { Mark, Merge, Parts, useMarked } from "./issue-parts.tsx";

type Issue = components["schemas"]["Issue"];
type IssueDetail = components["schemas"]["IssueDetail"];
type IssueChange = components["schemas"]["IssueChange"];
type StoredEvent = components["schemas"]["StoredEvent"];

const states = ["open", "regressed", "resolved", "ignored"] as const;

export function Issues({ url, rest: [issueId] }: { readonly url: URL; readonly rest: readonly string[] }): JSX.Element {
  return issueId === undefined ? <List url={url} /> : <OneIssue key={issueId} issueId={issueId} />;
}

function List({ url }: { readonly url: URL }): JSX.Element {
  const scope = useScope();
  const { observability } = useApis();
  const given = (name: string) => url.searchParams.get(name) ?? undefined;
  const pages = usePages<Issue>(
    (cursor, signal) =>
      observability.get("/api/v1/monitor/issues", {
        query: {
          q: given("q"),
          release: given("release"),
          state: states.find((state) => state === given("state")),
          cursor,
        },
        signal,
      }),
    [observability, url.search],
  );
  const marked = useMarked();
  const mayChange = scope.business.role !== "viewer";
  return (
    <>
      <Heading name="Issues" />
      <Filters>
        <TextFilter url={url} name="q" label="Title contains" wide />
        <ChoiceFilter url={url} name="state" label="State" choices={states.map((state) => [state, state])} />
        <TextFilter url={url} name="release" label="Release" />
      </Filters>
      <Await from={pages}>
        {(issues) =>
          issues.length === 0 ? (
            <Empty>
              No issue meets this. Events become issues while they come in: look at the{" "}
              <a href={`${homeOf(scope)}/events`}>events</a>, or send one.
            </Empty>
          ) : (
            <>
              <Merge issues={issues} marked={marked} onMerged={pages.again} />
              <Scrolled name="Issues found">
                <table>
                  <thead>
                    <tr>
                      {mayChange && (
                        <th>
                          <span class="hidden">Marked</span>
                        </th>
                      )}
                      <th class="long">Issue</th>
                      <th>State</th>
                      <th>Last day</th>
                      <th class="number">Events</th>
                      <th class="number">Users</th>
                      <th>Last seen</th>
                      <th>First seen</th>
                      <th>Owner</th>
                    </tr>
                  </thead>
                  <tbody>
                    {issues.map((issue) => (
                      <tr key={issue.issueId}>
                        {mayChange && (
                          <td>
                            <Mark of={marked} id={issue.issueId} label={`Mark ${issue.title}`} />
                          </td>
                        )}
                        <td class="long">
                          <Level level={issue.level} />{" "}
                          <a href={`${homeOf(scope)}/issues/${issue.issueId}`}>{issue.title}</a>
                          <div class="quiet">{issue.culprit}</div>
                        </td>
                        <td>
                          <State of={issue} />
                        </td>
                        <td>
                          <Trend counts={issue.trend.hours} name="events by hour" />
                        </td>
                        <td class="number">{issue.eventCount}</td>
                        <td class="number">{issue.userCount}</td>
                        <td>
                          <Time at={issue.lastSeen} />
                        </td>
                        <td>
                          <Time at={issue.firstSeen} />
                        </td>
                        <td>{issue.owner}</td>
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

function State({ of: { state, resolvedInRelease, ignoredUntil } }: { readonly of: Issue | IssueDetail }): JSX.Element {
  const colour = { open: "", regressed: "bad", resolved: "good", ignored: "warn" }[state];
  return (
    <span class={`tag ${colour}`}>
      {state}
      {state === "resolved" && resolvedInRelease !== null && ` in ${resolvedInRelease}`}
      {state === "ignored" && ignoredUntil !== null && (
        <>
          {" "}
          until <Time at={ignoredUntil} />
        </>
      )}
    </span>
  );
}

/** Counts as bars, the latest last; their numbers are the title. */
function Trend({ counts, name }: { readonly counts: readonly number[]; readonly name: string }): JSX.Element {
  const most = Math.max(1, ...counts);
  const words = `${name}: ${counts.join(", ")}`;
  return (
    <span class="trend" role="img" aria-label={words} title={words}>
      {counts.map((count, index) => (
        <span key={`${index} ${count}`} style={{ height: `${(100 * count) / most}%` }} />
      ))}
    </span>
  );
}

function OneIssue({ issueId }: { readonly issueId: string }): JSX.Element {
  const scope = useScope();
  const { observability } = useApis();
  const [failure, setFailure] = useState<unknown>(null);
  const issue = useLoad(
    (signal) => observability.get("/api/v1/monitor/issues/{issueId}", { path: { issueId }, signal }),
    [observability, issueId],
  );
  const events = usePages<StoredEvent>(
    (cursor, signal) =>
      observability.get("/api/v1/monitor/issues/{issueId}/events", { path: { issueId }, query: { cursor }, signal }),
    [observability, issueId],
  );
  const change = (body: IssueChange) => {
    setFailure(null);
    observability.patch("/api/v1/monitor/issues/{issueId}", { path: { issueId }, body }).then(issue.again, setFailure);
  };
  return (
    <>
      <p>
        <a href={`${homeOf(scope)}/issues`}>Issues</a>
      </p>
      <Await from={issue}>
        {(found) => (
          <>
            <Heading name={found.title} />
            <p class="line">
              <Level level={found.level} /> <State of={found} /> <span class="quiet">{found.culprit}</span>
            </p>
            {scope.business.role === "viewer" ? null : <Changes issue={found} change={change} />}
            {failure !== null && <Failure error={failure} />}
            <Facts
              of={[
                ["First seen", <Time key="first" at={found.firstSeen} />],
                ["Last seen", <Time key="last" at={found.lastSeen} />],
                ["Events", found.eventCount],
                ["Users", found.userCount],
                ["Owner", found.owner],
                ["Last day", <Trend key="hours" counts={found.trend.hours} name="events by hour" />],
                ["Days before", <Trend key="days" counts={found.trend.days} name="events by day" />],
                ["Releases", found.releases.map(({ release, eventCount }) => `${release} (${eventCount})`).join(", ")],
              ]}
            />
            <Parts issue={found} />
          </>
        )}
      </Await>
      <h2>Events</h2>
      <Await from={events}>
        {(found) =>
          found.length === 0 ? (
            <Empty>Its events are no longer kept.</Empty>
          ) : (
            <>
              <Scrolled name="Events of the issue">
                <table>
                  <thead>
                    <tr>
                      <th>Time</th>
                      <th class="long">What</th>
                      <th>Release</th>
                      <th>User</th>
                    </tr>
                  </thead>
                  <tbody>
                    {found.map((event) => (
                      <tr key={`${event.eventId} ${event.receivedAt}`}>
                        <td>
                          <Time at={event.time} />
                        </td>
                        <td class="long">
                          <a href={`${homeOf(scope)}/events/${encodeURIComponent(event.eventId)}`}>{titleOf(event)}</a>
                        </td>
                        <td>{event.release}</td>
                        <td>{event.user?.username ?? event.user?.email ?? event.user?.id}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </Scrolled>
              <More pages={events} />
            </>
          )
        }
      </Await>
    </>
  );
}

const weekMs = 7 * 24 * 60 * 60_000;

function Changes({
  issue,
  change,
}: {
  readonly issue: IssueDetail;
  readonly change: (body: IssueChange) => void;
}): JSX.Element {
  const { state, owner } = issue;
  const done = state === "resolved" || state === "ignored";
  return (
    <form
      class="filters"
      onSubmit={(event) => {
        event.preventDefault();
        const name = String(new FormData(event.currentTarget).get("owner")).trim();
        change({ owner: name === "" ? null : name });
      }}
    >
      {done ? (
        <button type="button" onClick={() => change({ state: "open" })}>
          Open it again
        </button>
      ) : (
        <>
          <button type="button" class="first" onClick={() => change({ state: "resolved" })}>
            Resolved
          </button>
          <button
            type="button"
            onClick={() => change({ state: "ignored", ignoredUntil: new Date(Date.now() + weekMs).toISOString() })}
          >
            Ignore for a week
          </button>
        </>
      )}
      <label>
        Owner
        <input name="owner" maxLength={200} autocomplete="off" defaultValue={owner ?? ""} />
      </label>
      <button type="submit">Set owner</button>
    </form>
  );
}
