/** Which service calls which, as a drawing and as a table. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { components } from "../../../generated/observability/types.ts";
import { address, go } from "../address.ts";
import { homeOf, useApis, useScope } from "../session.ts";
import { Filters } from "../ui/filters.tsx";
import { Await, useLoad } from "../ui/loading.tsx";
import { duration, Empty, Heading, Scrolled } from "../ui/parts.tsx";
import { spanOf, TimeRange } from "../ui/time-range.tsx";
import { TraceTabs } from "./trace-tabs.tsx";

type Answer = components["schemas"]["ServiceMap"];
type Service = Answer["services"][number];
type Calls = Answer["calls"][number];

export function ServiceMap({ url }: { readonly url: URL }): JSX.Element {
  const { observability } = useApis();
  const map = useLoad(
    (signal) => {
      const { since, until } = spanOf(url, "1h");
      const query = { since: new Date(since).toISOString(), until: new Date(until).toISOString() };
      return observability.get("/api/v1/monitor/service-map", { query, signal });
    },
    [observability, url.search],
  );
  return (
    <>
      <Heading name="Service map" />
      <TraceTabs at="map" />
      <Filters>
        <TimeRange url={url} usual="1h" />
      </Filters>
      <Await from={map}>
        {({ services, calls, sample }) =>
          services.length === 0 ? (
            <Empty>
              <p>
                No spans came in this time. Widen it, or send traces by OpenTelemetry to{" "}
                <code>{`${location.origin}/observability/v1/traces`}</code> (
                <a href="/docs/guides/observability">how</a>
                ).
              </p>
            </Empty>
          ) : (
            <>
              {sample && (
                <p class="quiet" role="status">
                  The figures are of the newest 20,000 spans of this time; there were more.
                </p>
              )}
              <Drawing services={services} calls={calls} />
              <Figures services={services} calls={calls} />
            </>
          )
        }
      </Await>
    </>
  );
}

/** Services that are drawn; the table has all. */
const mostDrawn = 60;
const box = { width: 168, height: 48, right: 104, below: 22, margin: 14 } as const;

interface Placed extends Service {
  readonly x: number;
  readonly y: number;
}

function Drawing({ services, calls }: Pick<Answer, "services" | "calls">): JSX.Element {
  const scope = useScope();
  const [lit, light] = useState<string | null>(null);
  const shown = services.toSorted((a, b) => b.spans - a.spans).slice(0, mostDrawn);
  const placed = placesOf(shown, calls);
  const drawn = calls.filter(({ parent, child }) => placed.has(parent) && placed.has(child));
  const most = Math.max(1, ...drawn.map(({ spans }) => spans));
  const all = [...placed.values()];
  const [width, height] = [
    Math.max(...all.map(({ x }) => x + box.width)) + box.margin,
    Math.max(...all.map(({ y }) => y + box.height)) + box.margin,
  ];
  return (
    <>
      <Scrolled name="The map">
        {/* biome-ignore lint/a11y/useSemanticElements: a drawing with links in it has no element of its own */}
        <svg
          class="service-map"
          viewBox={`0 0 ${width} ${height}`}
          width={width}
          height={height}
          role="group"
          aria-label={`${counted(all.length, "service")}, ${counted(drawn.length, "call")} between them; the tables below have the same`}
        >
          <defs>
            <marker
              id="arrow"
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="14"
              markerHeight="14"
              orient="auto"
              markerUnits="userSpaceOnUse"
            >
              <path d="M0 0L8 4L0 8z" />
            </marker>
          </defs>
          {drawn.map((call) => {
            const touched = call.parent === lit || call.child === lit;
            return (
              <path
                key={`${call.parent}\0${call.child}`}
                class={`call ${call.errors > 0 ? "bad" : ""} ${lit === null ? "" : touched ? "lit" : "dim"}`}
                d={curve(placed.get(call.parent), placed.get(call.child))}
                style={{ strokeWidth: 1 + 3 * Math.sqrt(call.spans / most) }}
                marker-end="url(#arrow)"
              >
                <title>{wordsOf(call)}</title>
              </path>
            );
          })}
          {all.map((service) => {
            const { service: name, x, y, spans, errors } = service;
            const href = address(`${homeOf(scope)}/traces`, { service: name });
            return (
              <a
                key={name}
                href={href}
                onClick={(event: MouseEvent) => {
                  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                  event.preventDefault();
                  go(href);
                }}
                onFocus={() => light(name)}
                onBlur={() => light(null)}
                onMouseEnter={() => light(name)}
                onMouseLeave={() => light(null)}
              >
                <rect class={errors > 0 ? "bad" : ""} x={x} y={y} width={box.width} height={box.height} rx="6" />
                <text x={x + 10} y={y + 20}>
                  {name.length > 20 ? `${name.slice(0, 19)}…` : name}
                </text>
                <text class="small" x={x + 10} y={y + 38}>
                  {`${counted(spans, "span")}${errors > 0 ? `, ${percent(service)} errors` : ""}`}
                </text>
              </a>
            );
          })}
        </svg>
      </Scrolled>
      {services.length > shown.length && (
        <p class="quiet">The {mostDrawn} services with most spans are drawn; the table has all.</p>
      )}
    </>
  );
}

/** Columns from those whom nobody calls to those who call nobody; a circle is cut where it closes. */
function placesOf(services: readonly Service[], calls: readonly Calls[]): ReadonlyMap<string, Placed> {
  const names = new Set(services.map(({ service }) => service));
  const within = calls.filter(({ parent, child }) => names.has(parent) && names.has(child));
  const called = new Set(within.map(({ child }) => child));
  const column = new Map<string, number>();
  const queue = services.map(({ service }) => service).filter((service) => !called.has(service));
  for (const service of queue) column.set(service, 0);
  for (const { service } of services) {
    // Of what lies on circles alone, the busiest comes first.
    if (queue.length === 0) {
      column.set(service, 0);
      queue.push(service);
    }
    for (let at = queue.shift(); at !== undefined; at = queue.shift())
      for (const { parent, child } of within) {
        if (parent !== at || column.has(child)) continue;
        column.set(child, (column.get(at) ?? 0) + 1);
        queue.push(child);
      }
    if (column.size === services.length) break;
  }
  const rows: number[] = [];
  return new Map(
    services.map((service) => {
      const at = column.get(service.service) ?? 0;
      const row = rows[at] ?? 0;
      rows[at] = row + 1;
      const x = box.margin + at * (box.width + box.right);
      return [service.service, { ...service, x, y: box.margin + row * (box.height + box.below) }];
    }),
  );
}

function curve(from: Placed | undefined, to: Placed | undefined): string {
  if (from === undefined || to === undefined) return "";
  const [y1, y2] = [from.y + box.height / 2, to.y + box.height / 2];
  if (to.x > from.x) {
    const [x1, x2] = [from.x + box.width, to.x];
    const bend = Math.max(40, (x2 - x1) / 2);
    return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
  }
  // Back, or within a column: around the right side.
  const [x1, x2] = [from.x + box.width, to.x + box.width];
  const bend = Math.max(x1, x2) + box.right / 2;
  return `M${x1} ${y1}C${bend} ${y1} ${bend} ${y2} ${x2} ${y2}`;
}

function percent({ spans, errors }: Service | Calls): string {
  const share = (100 * errors) / spans;
  return `${share < 10 ? share.toFixed(1) : share.toFixed(0)} %`;
}

function counted(number: number, what: string): string {
  return `${number.toLocaleString()} ${what}${number === 1 ? "" : "s"}`;
}

function figuresOf(of: Service | Calls): string {
  const { spans, errors, medianDuration, p95Duration } = of;
  return `${counted(spans, "span")}, ${counted(errors, "error")}, ${duration(medianDuration)} at the median, ${duration(p95Duration)} at the 95th percentile`;
}

function wordsOf(call: Calls): string {
  return `${call.parent} calls ${call.child}: ${figuresOf(call)}`;
}

/** The same as text. */
function Figures({ services, calls }: Pick<Answer, "services" | "calls">): JSX.Element {
  const heads = (first: JSX.Element) => (
    <thead>
      <tr>
        {first}
        <th class="number">Spans</th>
        <th class="number">Errors</th>
        <th class="number">Median</th>
        <th class="number">95th percentile</th>
      </tr>
    </thead>
  );
  const figures = ({ spans, errors, medianDuration, p95Duration }: Service | Calls) => (
    <>
      <td class="number">{spans.toLocaleString()}</td>
      <td class="number">{errors.toLocaleString()}</td>
      <td class="number">{duration(medianDuration)}</td>
      <td class="number">{duration(p95Duration)}</td>
    </>
  );
  return (
    <>
      <h2>Calls</h2>
      {calls.length === 0 ? (
        <p class="quiet">No service called another one in this time.</p>
      ) : (
        <Scrolled name="Calls between services">
          <table>
            {heads(<th class="wraps">Call</th>)}
            <tbody>
              {calls.map((call) => (
                <tr key={`${call.parent}\0${call.child}`}>
                  <td class="wraps">
                    {call.parent} → {call.child}
                  </td>
                  {figures(call)}
                </tr>
              ))}
            </tbody>
          </table>
        </Scrolled>
      )}
      <h2>Services</h2>
      <Scrolled name="Services">
        <table>
          {heads(<th class="wraps">Service</th>)}
          <tbody>
            {services.map((service) => (
              <tr key={service.service}>
                <td class="wraps">{service.service}</td>
                {figures(service)}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
    </>
  );
}
