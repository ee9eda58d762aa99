/** How many records there are by time, errors apart. A bar zooms; arrow keys go from bar to bar. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { zoomTo } from "./time-range.tsx";

export interface Part {
  /** ISO 8601. */
  readonly since: string;
  readonly count: number;
  readonly errors: number;
}

interface HistogramProps {
  readonly parts: readonly Part[];
  /** Where the last part ends, in milliseconds since the epoch. */
  readonly until: number;
  /** What is counted, as a plural. */
  readonly what: string;
}

export function Histogram({ parts, until, what }: HistogramProps): JSX.Element {
  const [focused, focus] = useState(0);
  const most = Math.max(1, ...parts.map(({ count }) => count));
  const onKeyDown = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    const next = Math.min(parts.length - 1, Math.max(0, focused + step));
    focus(next);
    (event.currentTarget.children[next] as HTMLElement).focus();
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border and a legend of its own
    <div class="histogram" role="group" aria-label={`${what} by time; a bar zooms`} onKeyDown={onKeyDown}>
      {parts.map(({ since, count, errors }, index) => {
        const from = Date.parse(since);
        const to = Date.parse(parts[index + 1]?.since ?? "") || until;
        const words = `${count} ${what}, ${errors} of them errors, from ${new Date(from).toLocaleString()}`;
        return (
          <button
            type="button"
            key={since}
            tabIndex={index === focused ? 0 : -1}
            title={words}
            aria-label={words}
            onClick={() => zoomTo(from, to)}
          >
            <span class="bar-of" style={{ height: `${(100 * count) / most}%` }}>
              <span style={{ height: `${count === 0 ? 0 : (100 * errors) / count}%` }} />
            </span>
          </button>
        );
      })}
    </div>
  );
}
