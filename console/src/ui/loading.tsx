/** What is asked of a server: on its way, there, or refused, and what to do then. */
import type { ComponentChildren, JSX } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { Refusal } from "../client.ts";

export type Loaded<T> =
  | { readonly state: "loading"; readonly before: T | undefined }
  | { readonly state: "failed"; readonly error: unknown }
  | { readonly state: "ready"; readonly data: T };

export interface Loading<T> {
  readonly loaded: Loaded<T>;
  again(): void;
}

/** Asks whenever one of `inputs` changes; an answer that comes too late is dropped. */
export function useLoad<T>(ask: (signal: AbortSignal) => Promise<T>, inputs: readonly unknown[]): Loading<T> {
  const [loaded, set] = useState<Loaded<T>>({ state: "loading", before: undefined });
  const [times, setTimes] = useState(0);
  const asking = useRef(ask);
  asking.current = ask;
  useEffect(() => {
    const abort = new AbortController();
    set((now) => ({ state: "loading", before: now.state === "ready" ? now.data : undefined }));
    asking.current(abort.signal).then(
      (data) => !abort.signal.aborted && set({ state: "ready", data }),
      (error: unknown) => !abort.signal.aborted && set({ state: "failed", error }),
    );
    return () => abort.abort();
  }, [...inputs, times]);
  return { loaded, again: useCallback(() => setTimes((count) => count + 1), []) };
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
  readonly incomplete?: boolean;
}

export interface PagesLoaded<Item> extends Loading<readonly Item[]> {
  /** Null when there is nothing more. */
  readonly more: (() => void) | null;
  readonly busy: boolean;
}

/** A list that is read page by page, as far as the reader asks. */
export function usePages<Item>(
  ask: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<Item>>,
  inputs: readonly unknown[],
): PagesLoaded<Item> {
  const [further, setFurther] = useState<{ items: readonly Item[]; next: string | null; of: unknown } | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const first = useLoad(async (signal) => {
    // A page may end early because a search had looked for a second: go on until there is something to show.
    let page = await ask(undefined, signal);
    for (let tries = 0; page.items.length === 0 && page.nextCursor !== null && tries < 10; tries++)
      page = await ask(page.nextCursor, signal);
    return page;
  }, inputs);
  const page = first.loaded.state === "ready" ? first.loaded.data : null;
  useEffect(() => {
    setFurther(null);
    setFailure(null);
  }, [page]);
  const mine = further !== null && further.of === page ? further : null;
  const items = page === null ? [] : [...page.items, ...(mine?.items ?? [])];
  const next = mine === null ? (page?.nextCursor ?? null) : mine.next;
  const more = () => {
    if (next === null || busy) return;
    setBusy(true);
    ask(next, new AbortController().signal)
      .then(
        (found) => setFurther({ items: [...(mine?.items ?? []), ...found.items], next: found.nextCursor, of: page }),
        setFailure,
      )
      .finally(() => setBusy(false));
  };
  const loaded: Loaded<readonly Item[]> =
    failure !== null
      ? { state: "failed", error: failure }
      : first.loaded.state === "ready"
        ? { state: "ready", data: items }
        : first.loaded.state === "failed"
          ? first.loaded
          : { state: "loading", before: first.loaded.before?.items };
  return { loaded, again: first.again, more: next === null ? null : more, busy };
}

/** Draws what has come; until then says so, keeping what was there before. */
export function Await<T>({
  from: { loaded, again },
  children,
}: {
  readonly from: Loading<T>;
  readonly children: (data: T) => ComponentChildren;
}): JSX.Element {
  if (loaded.state === "failed") return <Failure error={loaded.error} again={again} />;
  if (loaded.state === "ready") return <>{children(loaded.data)}</>;
  if (loaded.before !== undefined)
    return (
      <div class="stale" aria-busy="true">
        {children(loaded.before)}
      </div>
    );
  return (
    <p class="quiet" role="status">
      Loading …
    </p>
  );
}

const advice: Readonly<Record<number, string>> = {
  403: "Your role does not allow this. Ask an owner of the business for another role.",
  404: "It does not exist here, or it is not yours. Look at the business, the project and test or live above.",
  422: "Ask for less at once: a shorter time, or more filters.",
  429: "Too much was asked for within a minute. Wait a moment, then try again.",
  503: "The server has too much to do right now. Try again in a moment.",
};

export function Failure({ error, again }: { readonly error: unknown; readonly again?: () => void }): JSX.Element {
  const refusal = error instanceof Refusal ? error : null;
  const words = refusal?.message ?? (error instanceof TypeError ? "The server cannot be reached." : String(error));
  return (
    <div class="failure" role="alert">
      <p>{words}</p>
      <p class="quiet">
        {advice[refusal?.status ?? 0] ?? (refusal === null ? "Look whether the server runs, then try again." : "")}{" "}
        {refusal !== null && refusal.requestId !== "" && (
          <>
            Request <code>{refusal.requestId}</code>
          </>
        )}
      </p>
      {again !== undefined && (
        <button type="button" onClick={again}>
          Try again
        </button>
      )}
    </div>
  );
}

export function More({ pages }: { readonly pages: PagesLoaded<unknown> }): JSX.Element | null {
  if (pages.more === null) return null;
  return (
    <p>
      <button type="button" onClick={pages.more} disabled={pages.busy}>
        {pages.busy ? "Loading …" : "Older"}
      </button>
    </p>
  );
}
