/** Small parts that every page draws with. */
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

const moment = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium" });

/** A moment in the reader's zone; the exact one, in UTC, is its title. `at` is in ms since the epoch, or ISO 8601. */
export function Time({ at, fine = false }: { readonly at: number | string; readonly fine?: boolean }): JSX.Element {
  const date = new Date(at);
  const exact = date.toISOString();
  const text = moment.format(date) + (fine ? `.${exact.slice(20, 23)}` : "");
  return (
    <time dateTime={exact} title={exact}>
      {text}
    </time>
  );
}

/** What `Page` calls itself is the window's title too, and where the keyboard goes on after a link was followed. */
export function Heading({
  children,
  name,
}: {
  readonly children?: ComponentChildren;
  readonly name: string;
}): JSX.Element {
  useEffect(() => {
    document.title = `${name} · Accord`;
  }, [name]);
  return <h1>{children ?? name}</h1>;
}

export function Empty({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return <div class="empty">{children}</div>;
}

/** Tables may be wider than a phone: they scroll in themselves, also by the keyboard. */
export function Scrolled({
  name,
  children,
}: {
  readonly name: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <section class="scrolled" aria-label={name} tabIndex={0}>
      {children}
    </section>
  );
}

const levels: Readonly<Record<number, string>> = {
  10: "trace",
  20: "debug",
  30: "info",
  40: "warning",
  50: "error",
  60: "fatal",
};

export const levelNames = Object.entries(levels);

export function Level({ level }: { readonly level: number }): JSX.Element {
  const name = levels[level] ?? String(level);
  return <span class={`tag ${level >= 50 ? "bad" : level >= 40 ? "warn" : ""}`}>{name}</span>;
}

/** OpenTelemetry's scale. */
export function severityName(number: number): string {
  return ["unset", "trace", "debug", "info", "warning", "error", "fatal"][Math.ceil(number / 4)] ?? String(number);
}

export function Severity({ number }: { readonly number: number }): JSX.Element {
  return <span class={`tag ${number >= 17 ? "bad" : number >= 13 ? "warn" : ""}`}>{severityName(number)}</span>;
}

export function shown(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Names and values, in the order given; nothing is drawn for none. */
export function Facts({ of }: { readonly of: readonly (readonly [string, ComponentChildren])[] }): JSX.Element | null {
  const given = of.filter(([, value]) => value !== null && value !== undefined && value !== "");
  if (given.length === 0) return null;
  return (
    <dl class="facts">
      {given.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function factsOf(record: Readonly<Record<string, unknown>> | undefined): [string, string][] {
  return Object.entries(record ?? {}).map(([name, value]) => [name, shown(value)]);
}

/** Microseconds, as people read them. */
export function duration(us: number): string {
  if (us < 1_000) return `${Math.round(us)} µs`;
  if (us < 1_000_000) return `${(us / 1_000).toFixed(us < 10_000 ? 2 : 1)} ms`;
  return `${(us / 1_000_000).toFixed(2)} s`;
}

/** An amount of bytes, as people read it. */
export function bytes(amount: number): string {
  const units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, amount)) / 10));
  return `${(amount / 1024 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}

export function Copy({ text }: { readonly text: string }): JSX.Element {
  const [copied, set] = useState(false);
  return (
    <button type="button" onClick={() => navigator.clipboard.writeText(text).then(() => set(true))}>
      {copied ? "Copied" : "Copy"}
    </button>
  );
}
