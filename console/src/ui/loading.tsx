/** What is asked of a server: on its way, there, or refused, and what to do then. */
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Refusal } from "../client.ts";

/** `before` is what was shown until then. A failure keeps it only where it answers the same inputs. */
export type Loaded<T> =
  | { readonly state: "loading"; readonly before: T | undefined }
  | { readonly state: "failed"; readonly before: T | undefined; readonly error: unknown }
  | { readonly state: "ready"; readonly data: T };

export interface Loading<T> {
  readonly loaded: Loaded<T>;
  again(): void;
}

interface Looking<T> extends Loading<T> {
  /** Asks for what may have changed; meanwhile the page stays as it is. Does nothing while something is asked for. */
  look(): void;
  /** Gives up what is asked for. */
  stop(): void;
}

/** What came last. */
export function shownOf<T>(loaded: Loaded<T>): T | undefined {
  return loaded.state === "ready" ? loaded.data : loaded.before;
}

/** Asks whenever one of `inputs` changes; an answer that comes too late is dropped. */
export function useLoad<T>(ask: (signal: AbortSignal) => Promise<T>, inputs: readonly unknown[]): Looking<T> {
  const [loaded, set] = useState<Loaded<T>>({ state: "loading", before: undefined });
  const latest = useRef(ask);
  latest.current = ask;
  const asking = useRef<AbortController | null>(null);
  /** Whether what is shown answers the present inputs. */
  const answered = useRef(false);
  const actions = useMemo(() => {
    const stop = () => {
      asking.current?.abort();
      asking.current = null;
    };
    const begin = async () => {
      stop();
      const abort = new AbortController();
      asking.current = abort;
      try {
        const data = await latest.current(abort.signal);
        if (abort.signal.aborted) return;
        answered.current = true;
        set({ state: "ready", data });
      } catch (error) {
        if (abort.signal.aborted) return;
        set((now) => ({ state: "failed", error, before: answered.current ? shownOf(now) : undefined }));
      }
      asking.current = null;
    };
    const again = () => {
      set((now) => ({ state: "loading", before: shownOf(now) }));
      void begin();
    };
    const look = () => {
      if (asking.current === null) void begin();
    };
    return { again, look, stop };
  }, []);
  useEffect(() => {
    answered.current = false;
    actions.again();
    return actions.stop;
  }, inputs);
  return { loaded, ...actions };
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
  readonly incomplete?: boolean;
}

/** What was read after a first page, or why it could not be read. */
interface Further<Item> {
  readonly of: Page<Item>;
  readonly items: readonly Item[];
  readonly next: string | null;
  /** Null where nothing failed. */
  readonly failure: unknown;
}

export interface PagesLoaded<Item> extends Loading<readonly Item[]> {
  /** Null when there is nothing more. */
  readonly more: (() => void) | null;
  readonly busy: boolean;
  /** Why the next page could not be read; null where nothing failed. */
  readonly failure: unknown;
  /** Whether more than the first page is shown. */
  readonly extended: boolean;
  /** Asks for the first page; meanwhile the list stays as it is. The answer replaces the further pages too, which may not follow it. */
  look(): void;
}

/** A list that is read page by page, as far as the reader asks. */
export function usePages<Item>(
  ask: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<Item>>,
  inputs: readonly unknown[],
): PagesLoaded<Item> {
  const [anyFurther, setFurther] = useState<Further<Item> | null>(null);
  const [busy, setBusy] = useState(false);
  const { loaded, again, look, stop } = useLoad(async (signal) => {
    // A page may end early because a search had looked for a second: go on until there is something to show.
    let page = await ask(undefined, signal);
    for (let tries = 0; page.items.length === 0 && page.nextCursor !== null && tries < 10; tries++)
      page = await ask(page.nextCursor, signal);
    return page;
  }, inputs);
  const page = shownOf(loaded);
  const further = anyFurther !== null && anyFurther.of === page ? anyFurther : null;
  const items = page && [...page.items, ...(further?.items ?? [])];
  const next = loaded.state === "loading" ? null : ((further === null ? page?.nextCursor : further.next) ?? null);
  const more = () => {
    if (page === undefined || next === null || busy) return;
    // The next page follows this first page; a newer one would not fit.
    stop();
    setBusy(true);
    const before = further?.items ?? [];
    ask(next, new AbortController().signal)
      .then(
        (found) => setFurther({ of: page, items: [...before, ...found.items], next: found.nextCursor, failure: null }),
        (failure: unknown) => setFurther({ of: page, items: before, next, failure }),
      )
      .finally(() => setBusy(false));
  };
  return {
    loaded: loaded.state === "ready" ? { state: "ready", data: items ?? [] } : { ...loaded, before: items },
    ...{ again, look, busy },
    more: next === null ? null : more,
    failure: further?.failure ?? null,
    extended: further !== null && further.items.length > 0,
  };
}

/** Draws what has come; until then says so, keeping what was there before. A failure stands beside what is kept. */
export function Await<T>({
  from: { loaded, again },
  children,
}: {
  readonly from: Loading<T>;
  readonly children: (data: T) => ComponentChildren;
}): JSX.Element {
  const data = shownOf(loaded);
  const drawn = data === undefined ? null : children(data);
  if (loaded.state !== "loading")
    return (
      <>
        {loaded.state === "failed" ? <Failure error={loaded.error} again={again} /> : null}
        {drawn}
      </>
    );
  if (data === undefined)
    return (
      <p class="quiet" role="status">
        Loading …
      </p>
    );
  return (
    <div class="stale" aria-busy="true">
      {drawn}
    </div>
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
  if (pages.failure !== null) return <Failure error={pages.failure} again={pages.more} />;
  return (
    <p>
      <button type="button" onClick={pages.more} disabled={pages.busy}>
        {pages.busy ? "Loading …" : "Older"}
      </button>
    </p>
  );
}
