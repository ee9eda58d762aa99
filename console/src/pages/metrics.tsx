/** Expressions of PromQL over stored metrics, as charts. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { setQuery } from "../address.ts";
import { useApis } from "../session.ts";
import { Chart, type Series } from "../ui/chart.tsx";
import { Await, useLoad } from "../ui/loading.tsx";
import { Empty, Heading, Scrolled } from "../ui/parts.tsx";
import { spanOf, TimeRange } from "../ui/time-range.tsx";
import { QueryField } from "./query-field.tsx";

/** Points of a chart across. */
const points = 240;
const mostSeries = 100;

export function Metrics({ url }: { readonly url: URL }): JSX.Element {
  const { observability } = useApis();
  const query = url.searchParams.get("query") ?? "";
  const names = useLoad(
    (signal) => observability.get("/api/v1/prom/label/__name__/values", { query: { limit: 5_000 }, signal }),
    [observability],
  );
  const known = names.loaded.state === "ready" ? names.loaded.data.data : [];
  return (
    <>
      <Heading name="Metrics" />
      <div class="filters">
        <QueryField value={query} names={known} onRun={(text) => setQuery({ query: text })} />
        <TimeRange url={url} usual="1h" />
      </div>
      {query === "" ? (
        <Await from={names}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty>
                <p>
                  No metric is stored yet. Send some by OpenTelemetry to{" "}
                  <code>{`${location.origin}/observability/v1/metrics`}</code> or by Prometheus's remote write (
                  <a href="/docs/guides/metrics">how</a>).
                </p>
              </Empty>
            ) : (
              <>
                <p class="quiet">{data.length} metrics. Choose one, or write an expression above.</p>
                <ul class="names">
                  {data.slice(0, 500).map((name) => (
                    <li key={name}>
                      <button type="button" class="link" onClick={() => setQuery({ query: selectorOf(name) })}>
                        {name}
                      </button>
                    </li>
                  ))}
                </ul>
              </>
            )
          }
        </Await>
      ) : (
        <Answered url={url} query={query} />
      )}
    </>
  );
}

/** A name that is no plain one stands in quotes. */
function selectorOf(name: string): string {
  return /^[A-Za-z_:][\w:.]*$/.test(name) ? name : `{${JSON.stringify(name)}}`;
}

function Answered({ url, query }: { readonly url: URL; readonly query: string }): JSX.Element {
  const { observability } = useApis();
  const answer = useLoad(
    async (signal) => {
      const { since, until } = spanOf(url, "1h");
      const step = Math.max(1, Math.ceil((until - since) / 1_000 / points));
      const {
        data,
        warnings = [],
        infos = [],
      } = await observability.get("/api/v1/prom/query_range", {
        query: { query, start: String(since / 1_000), end: String(until / 1_000), step: String(step) } as never,
        signal,
      });
      return { ...chartOf(data.result, since / 1_000, until / 1_000, step), notes: [...warnings, ...infos] };
    },
    [observability, url.search],
  );
  return (
    <Await from={answer}>
      {({ times, series, left, notes }) => (
        <>
          {notes.map((note) => (
            <p key={note} class="quiet">
              {note}
            </p>
          ))}
          {series.length === 0 ? (
            <Empty>
              <p>The expression has no value in this time. Widen the time, or look at what its parts have.</p>
            </Empty>
          ) : (
            <>
              <Chart times={times} series={series} unit={unitOf(query)} />
              {left > 0 && <p class="quiet">{`${left} more series are not drawn: sum or filter them.`}</p>}
              <Legend series={series} unit={unitOf(query)} />
            </>
          )}
        </>
      )}
    </Await>
  );
}

interface Matrix {
  readonly metric: Readonly<Record<string, string>>;
  readonly values?: readonly (readonly (number | string)[])[];
}

/** Seconds throughout. */
function chartOf(result: readonly Matrix[], start: number, end: number, step: number) {
  const times: number[] = [];
  for (let time = start; time <= end; time += step) times.push(time);
  const series = result.slice(0, mostSeries).map(({ metric, values = [] }): Series => {
    const line: (number | null)[] = times.map(() => null);
    for (const [time, value] of values) {
      const number = Number(value);
      line[Math.round((Number(time) - start) / step)] = Number.isFinite(number) ? number : null;
    }
    return { name: labelsOf(metric), values: line };
  });
  return { times, series, left: result.length - series.length };
}

function labelsOf({ __name__: name = "", ...labels }: Readonly<Record<string, string>>): string {
  const text = Object.entries(labels).map(([label, value]) => `${label}=${JSON.stringify(value)}`);
  return text.length === 0 ? name || "value" : `${name}{${text.join(", ")}}`;
}

export type Unit = "seconds" | "bytes" | "ratio" | "milliseconds" | "";

/** By the ending of the name, as Prometheus's and OpenTelemetry's conventions have it. */
function unitOf(query: string): Unit {
  if (/^\s*(?:count|sum\s*\(\s*rate|rate|increase)\b/.test(query) && !/histogram_quantile/.test(query)) return "";
  if (/_seconds|\bseconds\b|duration(?!_ms)/.test(query)) return "seconds";
  if (/_bytes/.test(query)) return "bytes";
  if (/_ratio|utilization/.test(query)) return "ratio";
  if (/rum\.(?:lcp|inp|fid|ttfb)|_milliseconds|_ms\b/.test(query)) return "milliseconds";
  return "";
}

export function inUnit(value: number | null | undefined, unit: Unit): string {
  if (value === null || value === undefined) return "–";
  const size = Math.abs(value);
  if (unit === "seconds") {
    if (size > 0 && size < 0.001) return `${(value * 1e6).toPrecision(3)} µs`;
    return size < 1 && size > 0 ? `${Number((value * 1e3).toPrecision(3))} ms` : `${Number(value.toPrecision(3))} s`;
  }
  if (unit === "milliseconds") return `${Number(value.toPrecision(4))} ms`;
  if (unit === "ratio") return `${Number((value * 100).toPrecision(3))} %`;
  if (unit === "bytes") {
    const step = size < 1 ? 0 : Math.min(4, Math.floor(Math.log2(size) / 10));
    return `${Number((value / 1024 ** step).toPrecision(3))} ${["B", "KiB", "MiB", "GiB", "TiB"][step]}`;
  }
  if (size >= 1e9) return `${Number((value / 1e9).toPrecision(4))} G`;
  if (size >= 1e6) return `${Number((value / 1e6).toPrecision(4))} M`;
  return String(Number(value.toPrecision(6)));
}

function Legend({ series, unit }: { readonly series: readonly Series[]; readonly unit: Unit }): JSX.Element {
  const [rows, setRows] = useState<readonly (Series & { last: number | null; most: number | null })[]>([]);
  useEffect(() => {
    setRows(
      series.map((line) => {
        const given = line.values.filter((value) => value !== null);
        return { ...line, last: given.at(-1) ?? null, most: given.length === 0 ? null : Math.max(...given) };
      }),
    );
  }, [series]);
  return (
    <Scrolled name="Series">
      <table>
        <thead>
          <tr>
            <th class="long">Series</th>
            <th class="number">Last</th>
            <th class="number">Greatest</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, last, most }, index) => (
            <tr key={name}>
              <td class="long">
                <span class={`swatch line-${index % 8}`} aria-hidden="true" />
                {name}
              </td>
              <td class="number">{inUnit(last, unit)}</td>
              <td class="number">{inUnit(most, unit)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  );
}
