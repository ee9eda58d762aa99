/** One event: what happened, where in the source, and what there is around it. */
import type { JSX } from "preact";
import type { components } from "../../../generated/observability/types.ts";
import { address } from "../address.ts";
import { homeOf, useApis, useScope } from "../session.ts";
import { Await, useLoad } from "../ui/loading.tsx";
import { Facts, factsOf, Heading, Level, Scrolled, Time } from "../ui/parts.tsx";
import { titleOf } from "./events.tsx";
import { LogRows } from "./log-rows.tsx";

type StoredEvent = components["schemas"]["StoredEvent"];
type Frame = components["schemas"]["SymbolicatedFrame"];
type SentFrame = components["schemas"]["StackFrame"];

/** Milliseconds before and after an event without a trace, of which logs are shown. */
const aroundMs = 60_000;

export function EventDetails({ eventId }: { readonly eventId: string }): JSX.Element {
  const { observability } = useApis();
  const event = useLoad(
    (signal) => observability.get("/api/v1/monitor/events/{eventId}", { path: { eventId }, signal }),
    [observability, eventId],
  );
  return <Await from={event}>{(found) => <Shown event={found} />}</Await>;
}

function Shown({ event }: { readonly event: StoredEvent }): JSX.Element {
  const scope = useScope();
  const { user, device, sdk, contexts = {}, tags, extra } = event;
  return (
    <article>
      <p>
        <a href={`${homeOf(scope)}/events`}>Events</a>
      </p>
      <Heading name={titleOf(event)} />
      <p class="line">
        <Level level={event.level} /> <Time at={event.time} fine />
        {event.traceId !== null && <a href={`${homeOf(scope)}/traces/${event.traceId}`}>Its trace</a>}
        <a href={logsAround(homeOf(scope), event)}>Logs around it</a>
      </p>
      <Facts
        of={[
          ["Release", event.release],
          ["Stage", event.environment],
          ["Platform", event.platform],
          ["Source", event.source],
          [
            "User",
            user && [user.username, user.email, user.id, user.ip].filter((part) => part !== undefined).join(", "),
          ],
          ["Message", event.exception === undefined ? null : event.message],
          ["Event", <code key="id">{event.eventId}</code>],
        ]}
      />
      <Stack event={event} />
      <Section name="Tags" of={tags} />
      <Section name="Device" of={device} />
      <Breadcrumbs event={event} />
      {Object.entries(contexts).map(([name, of]) => (
        <Section key={name} name={name} of={of} />
      ))}
      <Section name="SDK" of={sdk} />
      <Section name="Also sent" of={extra} />
      <h2>Logs around it</h2>
      <LogsAround event={event} />
    </article>
  );
}

function Section({ name, of }: { readonly name: string; readonly of: object | undefined }): JSX.Element | null {
  const facts = factsOf(of as Readonly<Record<string, unknown>> | undefined);
  if (facts.length === 0) return null;
  return (
    <>
      <h2>{name}</h2>
      <Facts of={facts} />
    </>
  );
}

const statusWords: Readonly<Record<string, string>> = {
  pending: "The stack is being put in the words of the source; load the page again in a moment.",
  partial: "Symbols are missing for some of it.",
  missing: "Its symbols were not uploaded.",
  failed: "The stack could not be read with its symbols.",
};

function Stack({ event }: { readonly event: StoredEvent }): JSX.Element | null {
  const { symbolication, exception, nativeStacktrace, nativeFrames } = event;
  const sent = exception?.stacktrace?.frames ?? [];
  const native = nativeStacktrace ?? nativeFrames ?? [];
  if (sent.length + native.length === 0 && symbolication === undefined) return null;
  const source = symbolication?.frames ?? [];
  return (
    <>
      <h2>Stack</h2>
      {symbolication !== undefined && statusWords[symbolication.status] !== undefined && (
        <p class="quiet">
          {statusWords[symbolication.status]} {symbolication.reason}{" "}
          {symbolication.missing.map((missing) => missing.debugId ?? missing.script ?? missing.artifactType).join(", ")}
        </p>
      )}
      {source.length > 0 && (
        <ol class="stack">
          {source.map((frame, index) => (
            <SourceFrame key={index} frame={frame} />
          ))}
        </ol>
      )}
      {sent.length > 0 && (
        <details open={source.length === 0}>
          <summary>As it was sent</summary>
          <ol class="stack">
            {sent.map((frame, index) => (
              <li key={index} class={frame.in_app === false ? "foreign" : ""}>
                <strong>{frame.function ?? "(anonymous)"}</strong> <span class="place">{placeOf(frame)}</span>
              </li>
            ))}
          </ol>
        </details>
      )}
      {source.length === 0 && native.length > 0 && (
        <ol class="stack">
          {native.map((frame, index) => (
            <li key={index}>
              <strong>{frame.image_name ?? "unknown image"}</strong> <span class="place">{frame.instruction_addr}</span>
            </li>
          ))}
        </ol>
      )}
      <Causes event={event} />
    </>
  );
}

function placeOf({ filename, lineno, colno }: SentFrame): string {
  return [filename, lineno, colno].filter((part) => part !== undefined && part !== null).join(":");
}

function SourceFrame({ frame }: { readonly frame: Frame }): JSX.Element {
  const { function: name, file, line, context, raw, inlined } = frame;
  const place = [file, line].filter((part) => part !== null).join(":");
  return (
    <li>
      <strong>{name ?? "(unknown)"}</strong> <span class="place">{place === "" ? raw : place}</span>
      {inlined && <span class="tag">inlined</span>}
      {context !== undefined && line !== null && (
        <pre class="source">
          {[...context.before, context.line, ...context.after].map((text, index) => {
            const number = line - context.before.length + index;
            return (
              <span key={number} class={number === line ? "here" : ""}>
                <span class="number">{number}</span>
                {text}
              </span>
            );
          })}
        </pre>
      )}
    </li>
  );
}

function Causes({ event: { exception } }: { readonly event: StoredEvent }): JSX.Element | null {
  if (exception?.cause === undefined) return null;
  const causes: (typeof exception)[] = [];
  for (
    let cause = exception.cause as typeof exception | undefined;
    cause !== undefined && causes.length < 10;
    cause = cause.cause as typeof exception | undefined
  )
    causes.push(cause);
  return (
    <>
      <h2>Caused by</h2>
      <ol>
        {causes.map(({ type, value }, index) => (
          <li key={index}>
            {type}: {value}
          </li>
        ))}
      </ol>
    </>
  );
}

function Breadcrumbs({ event: { breadcrumbs } }: { readonly event: StoredEvent }): JSX.Element | null {
  if (breadcrumbs === undefined || breadcrumbs.length === 0) return null;
  return (
    <>
      <h2>Breadcrumbs</h2>
      <Scrolled name="Breadcrumbs">
        <table>
          <thead>
            <tr>
              <th>Time</th>
              <th>Category</th>
              <th class="long">What</th>
            </tr>
          </thead>
          <tbody>
            {breadcrumbs.map((crumb, index) => (
              <tr key={index}>
                <td>{crumb.timestamp !== undefined && <Time at={crumb.timestamp} fine />}</td>
                <td>{crumb.category}</td>
                <td class="long">{crumb.message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
    </>
  );
}

function logsAround(home: string, { traceId, time }: StoredEvent): string {
  if (traceId?.length === 32) return address(`${home}/logs`, { traceId, range: "30d" });
  const at = (ms: number) => new Date(ms).toISOString();
  return address(`${home}/logs`, { since: at(time - aroundMs), until: at(time + aroundMs) });
}

function LogsAround({ event: { traceId, time } }: { readonly event: StoredEvent }): JSX.Element {
  const { observability } = useApis();
  const logs = useLoad(
    (signal) =>
      observability.get("/api/v1/monitor/logs", {
        query:
          traceId?.length === 32
            ? { traceId, limit: 20 }
            : {
                since: new Date(time - aroundMs).toISOString(),
                until: new Date(time + aroundMs).toISOString(),
                limit: 20,
              },
        signal,
      }),
    [observability, traceId, time],
  );
  return (
    <Await from={logs}>
      {({ items }) =>
        items.length === 0 ? (
          <p class="quiet">
            {traceId === null ? "Nothing was logged a minute before or after." : "Nothing was logged under its trace."}
          </p>
        ) : (
          <LogRows logs={items} />
        )
      }
    </Await>
  );
}
