/** Log records, a line each; one opens to show all that it holds. */
import type { JSX } from "preact";
import type { components } from "../../../generated/observability/types.ts";
import { homeOf, useScope } from "../session.ts";
import { Facts, Severity, Time } from "../ui/parts.tsx";

export type LogEntry = components["schemas"]["LogEntry"];
type AnyValue = components["schemas"]["AnyValue"];

/** Milliseconds since the epoch. */
export function timeOf({ timeUnixNano, observedTimeUnixNano }: LogEntry): number {
  const nanos = timeUnixNano === "0" ? observedTimeUnixNano : timeUnixNano;
  return Number(BigInt(nanos) / 1_000_000n);
}

/** OTLP's AnyValue as text. */
function textOf(value: AnyValue | undefined | null): string {
  if (value === undefined || value === null) return "";
  const [held] = Object.values(value);
  return typeof held === "string" ? held : JSON.stringify(held ?? "");
}

/** A number for each record: a line that is open stays so while others come before it. */
const numbers = new WeakMap<LogEntry, number>();
let numbered = 0;

function numberOf(log: LogEntry): number {
  const number = numbers.get(log) ?? numbered++;
  numbers.set(log, number);
  return number;
}

export function LogRows({ logs }: { readonly logs: readonly LogEntry[] }): JSX.Element {
  const scope = useScope();
  return (
    <ol class="logs">
      {logs.map((log) => (
        <li key={numberOf(log)}>
          <details>
            <summary>
              <Time at={timeOf(log)} fine />
              <Severity number={log.severityNumber} />
              <span class="service">{log.service}</span>
              <span class="text">{textOf(log.body)}</span>
            </summary>
            <Facts
              of={[
                [
                  "Trace",
                  log.traceId && (
                    <a key="trace" href={`${homeOf(scope)}/traces/${log.traceId}`}>
                      {log.traceId}
                    </a>
                  ),
                ],
                ["Event", log.eventName],
                ...log.attributes.map(({ key, value }) => [key, textOf(value)] as const),
                ...(log.resource.attributes ?? []).map(({ key, value }) => [key, textOf(value)] as const),
                ["Scope", log.scope.name],
              ]}
            />
          </details>
        </li>
      ))}
    </ol>
  );
}
