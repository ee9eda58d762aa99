/** Lines over time, by uPlot. Dragging zooms; the table below the chart has the same values for those who do not see it. */
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { inUnit, type Unit } from "../pages/metrics.tsx";
import { zoomTo } from "./time-range.tsx";

export interface Series {
  readonly name: string;
  /** A value for each moment. */
  readonly values: readonly (number | null)[];
}

interface ChartProps {
  /** Seconds since the epoch. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
  readonly unit: Unit;
}

const height = 300;

export function Chart({ times, series, unit }: ChartProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const draw = () => {
      const style = getComputedStyle(element);
      const colour = (name: string) => style.getPropertyValue(name).trim();
      const axis = {
        stroke: style.color,
        grid: { stroke: colour("--line"), width: 1 },
        ticks: { stroke: colour("--line") },
      };
      const one = series.every(({ values }) => values.filter((value) => value !== null).length < 2);
      return new uPlot(
        {
          width: element.clientWidth,
          height,
          legend: { show: false },
          cursor: { drag: { x: true, y: false, setScale: false } },
          axes: [
            { ...axis, values: (_, ticks) => ticks.map(clock) },
            { ...axis, size: 76, values: (_, ticks) => ticks.map((tick) => inUnit(tick, unit)) },
          ],
          series: [
            {},
            ...series.map(({ name }, index) => ({
              label: name,
              stroke: resolved(element, `--line-${index % 8}`),
              width: 1.5,
              points: { show: one },
              spanGaps: false,
            })),
          ],
          hooks: {
            setSelect: [
              (plot) => {
                if (plot.select.width < 4) return;
                const at = (x: number) => plot.posToVal(x, "x") * 1_000;
                zoomTo(at(plot.select.left), at(plot.select.left + plot.select.width));
              },
            ],
          },
        },
        [[...times], ...series.map(({ values }) => [...values])],
        element,
      );
    };
    let plot = draw();
    const resized = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    resized.observe(element);
    // The colours are the theme's.
    const themed = new MutationObserver(() => {
      plot.destroy();
      plot = draw();
    });
    themed.observe(document.documentElement, { attributeFilter: ["class"] });
    return () => {
      resized.disconnect();
      themed.disconnect();
      plot.destroy();
    };
  }, [times, series, unit]);
  return (
    <div
      class="chart"
      ref={place}
      role="img"
      aria-label={`A chart of ${series.length} series; the table below has their values`}
    />
  );
}

/** A tick of the time axis: the day where one begins, else the hour. `at` is in seconds. */
function clock(at: number): string {
  const date = new Date(at * 1_000);
  const text = (part: number) => String(part).padStart(2, "0");
  if (date.getHours() === 0 && date.getMinutes() === 0) return `${text(date.getMonth() + 1)}-${text(date.getDate())}`;
  const seconds = date.getSeconds() === 0 ? "" : `:${text(date.getSeconds())}`;
  return `${text(date.getHours())}:${text(date.getMinutes())}${seconds}`;
}

/** A colour of the theme, as a canvas takes it. */
function resolved(element: HTMLElement, name: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${name})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
