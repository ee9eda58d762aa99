/**
 * How many records there are by time, errors and warnings apart. Dragging over bars zooms, and so does one of them; by the keyboard, arrows go from bar to bar, with
 * Shift they take more bars along, Enter zooms.
 */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { zoomTo } from "./time-range.tsx";

export interface Part {
  /** ISO 8601. */
  readonly since: string;
  readonly count: number;
  readonly errors: number;
  readonly warnings: number;
}

interface HistogramProps {
  readonly parts: readonly Part[];
  /** Where the last part ends, in milliseconds since the epoch. */
  readonly until: number;
  /** What is counted, as a plural. */
  readonly what: string;
}

/** Bars that are taken together: where that began, and where it has come to. */
interface Taken {
  readonly anchor: number;
  readonly head: number;
}

export function Histogram({ parts, until, what }: HistogramProps): JSX.Element {
  const [focused, focus] = useState(0);
  const [taken, take] = useState<Taken | null>(null);
  const most = Math.max(1, ...parts.map(({ count }) => count));
  const [first, last] = taken === null ? [-1, -1] : [taken.anchor, taken.head].sort((a, b) => a - b);
  const startOf = (bar: number) => Date.parse(parts[bar]?.since ?? "") || until;
  const words = (from: number, to: number) => {
    const some = parts.slice(from, to + 1);
    const sum = (of: (part: Part) => number) => some.reduce((total, part) => total + of(part), 0);
    const [start, end] = [startOf(from), startOf(to + 1)].map((ms) => new Date(ms).toLocaleString());
    return `${sum(({ count }) => count)} ${what}, ${sum(({ errors }) => errors)} of them errors, from ${start} to ${end}`;
  };
  const zoom = (bars: Taken) => {
    const [from = 0, to = 0] = [bars.anchor, bars.head].sort((a, b) => a - b);
    take(null);
    zoomTo(startOf(from), startOf(to + 1));
  };
  const onKeyDown = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }) => {
    if (event.key === "Escape") take(null);
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key === "Enter") zoom(taken ?? { anchor: focused, head: focused });
    else if (step === undefined) return;
    else {
      const next = Math.min(parts.length - 1, Math.max(0, focused + step));
      take(event.shiftKey ? { anchor: taken?.anchor ?? focused, head: next } : null);
      focus(next);
      (event.currentTarget.children[next] as HTMLElement).focus();
    }
    event.preventDefault();
  };
  const barAt = ({ clientX, currentTarget }: PointerEvent & { readonly currentTarget: HTMLElement }) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.min(parts.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * parts.length)));
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a border and a legend of its own */}
      <div
        class="histogram"
        role="group"
        aria-label={`${what} by time; a bar zooms, Shift and arrows take several`}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          take({ anchor: barAt(event), head: barAt(event) });
        }}
        onPointerMove={(event) => {
          if (taken !== null && event.currentTarget.hasPointerCapture(event.pointerId))
            take({ anchor: taken.anchor, head: barAt(event) });
        }}
        onPointerUp={(event) => {
          if (taken !== null && event.currentTarget.hasPointerCapture(event.pointerId))
            zoom({ anchor: taken.anchor, head: barAt(event) });
        }}
        onPointerCancel={() => take(null)}
      >
        {parts.map(({ since, count, errors, warnings }, index) => {
          const share = (of: number) => ({ height: `${count === 0 ? 0 : (100 * of) / count}%` });
          return (
            <button
              type="button"
              key={since}
              tabIndex={index === focused ? 0 : -1}
              title={words(index, index)}
              aria-label={words(index, index)}
              class={first !== undefined && last !== undefined && index >= first && index <= last ? "taken" : ""}
              onFocus={() => focus(index)}
              // A press that no pointer made, such as a screen reader's.
              onClick={({ detail }) => detail === 0 && zoom({ anchor: index, head: index })}
            >
              <span class="bar-of" style={{ height: `${(100 * count) / most}%` }}>
                <span class="errors" style={share(errors)} />
                <span class="warnings" style={share(warnings)} />
              </span>
            </button>
          );
        })}
      </div>
      <p class="hidden" role="status">
        {taken === null || first === last ? "" : `Taken: ${words(first ?? 0, last ?? 0)}. Enter zooms.`}
      </p>
    </>
  );
}
