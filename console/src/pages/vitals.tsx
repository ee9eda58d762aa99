/** Web vitals by page: the 75th percentile of what visitors measured, and how it is rated. */
import type { JSX } from "preact";
import { useApis } from "../session.ts";
import { Await, useLoad } from "../ui/loading.tsx";
import { Empty, Heading, Scrolled } from "../ui/parts.tsx";
import { spanOf, TimeRange } from "../ui/time-range.tsx";

/** Up to the first number a page is good, above the second it is poor (web.dev/articles/vitals). Milliseconds, but for CLS. */
const vitals = [
  { name: "lcp", title: "LCP", about: "Largest contentful paint", good: 2_500, poor: 4_000 },
  { name: "inp", title: "INP", about: "Interaction to next paint", good: 200, poor: 500 },
  { name: "cls", title: "CLS", about: "Cumulative layout shift", good: 0.1, poor: 0.25 },
  { name: "fid", title: "FID", about: "First input delay", good: 100, poor: 300 },
  { name: "ttfb", title: "TTFB", about: "Time to first byte", good: 800, poor: 1_800 },
] as const;

interface Cell {
  readonly p75: number;
  readonly count: number;
}

export function Vitals({ url }: { readonly url: URL }): JSX.Element {
  const { observability } = useApis();
  const table = useLoad(
    async (signal) => {
      const { since, until } = spanOf(url, "24h");
      const seconds = Math.ceil((until - since) / 1_000);
      const pages = new Map<string, Map<string, Cell>>();
      await Promise.all(
        vitals.map(async ({ name }) => {
          // Every measurement, so that the percentile is that of all, whatever their rating.
          const { data } = await observability.get("/api/v1/prom/query", {
            query: { query: `rum.${name}[${seconds}s]`, time: String(until / 1_000) } as never,
            signal,
          });
          if (data.resultType !== "matrix") return;
          const measured = new Map<string, number[]>();
          for (const { metric, values = [] } of data.result) {
            const all = measured.get(metric.url ?? "") ?? [];
            for (const [, value] of values) all.push(Number(value));
            measured.set(metric.url ?? "", all);
          }
          for (const [page, all] of measured) {
            const cells = pages.get(page) ?? new Map<string, Cell>();
            cells.set(name, { p75: percentile(all, 0.75), count: all.length });
            pages.set(page, cells);
          }
        }),
      );
      return [...pages].sort(([, a], [, b]) => measurements(b) - measurements(a));
    },
    [observability, url.search],
  );
  return (
    <>
      <Heading name="Web vitals" />
      <div class="filters">
        <TimeRange url={url} usual="24h" />
      </div>
      <p class="quiet">
        Three of four visits were at least this good. LCP is good up to 2.5 s and poor above 4 s, INP 200 and 500 ms,
        CLS 0.1 and 0.25, FID 100 and 300 ms, TTFB 0.8 and 1.8 s.
      </p>
      <Await from={table}>
        {(pages) =>
          pages.length === 0 ? (
            <Empty>
              <p>
                No page has reported in this time. Add the <code>web-vitals</code> library to your pages and send what
                it measures (<a href="/docs/guides/observability">how</a>).
              </p>
            </Empty>
          ) : (
            <Scrolled name="Pages">
              <table>
                <thead>
                  <tr>
                    <th class="long">Page</th>
                    {vitals.map(({ title, about }) => (
                      <th key={title} class="number">
                        <abbr title={`${about}, 75th percentile`}>{title}</abbr>
                      </th>
                    ))}
                    <th class="number">Measured</th>
                  </tr>
                </thead>
                <tbody>
                  {pages.map(([page, cells]) => (
                    <tr key={page}>
                      <td class="long">{page === "" ? "(no address)" : page}</td>
                      {vitals.map(({ name, good, poor }) => (
                        <td key={name} class="number">
                          <Rated cell={cells.get(name)} good={good} poor={poor} layout={name === "cls"} />
                        </td>
                      ))}
                      <td class="number">{measurements(cells)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Scrolled>
          )
        }
      </Await>
    </>
  );
}

interface RatedProps {
  readonly cell: Cell | undefined;
  readonly good: number;
  readonly poor: number;
  /** CLS has no unit. */
  readonly layout: boolean;
}

function Rated({ cell, good, poor, layout }: RatedProps): JSX.Element {
  if (cell === undefined) return <span class="quiet">–</span>;
  const rating = cell.p75 <= good ? "good" : cell.p75 <= poor ? "fair" : "poor";
  const value = layout
    ? cell.p75.toFixed(3)
    : cell.p75 < 1_000
      ? `${Math.round(cell.p75)} ms`
      : `${(cell.p75 / 1_000).toFixed(2)} s`;
  return (
    <span
      class={`tag ${rating === "good" ? "good" : rating === "fair" ? "warn" : "bad"}`}
      title={`${cell.count} measured`}
    >
      {value} {rating}
    </span>
  );
}

function measurements(cells: ReadonlyMap<string, Cell>): number {
  return Math.max(...[...cells.values()].map(({ count }) => count));
}

/** The nearest rank. */
function percentile(values: number[], share: number): number {
  values.sort((a, b) => a - b);
  return values[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN;
}
