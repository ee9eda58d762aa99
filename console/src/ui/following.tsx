/** What comes in while one looks: a stream of server-sent events, held open, and as much of it as a page can show. */
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { setQuery } from "../address.ts";
import { Refusal } from "../client.ts";
import { Failure } from "./loading.tsx";

/** Items that are kept, the newest first. */
const mostItems = 500;
const longestWaitMs = 15_000;

export interface Following<Item> {
  /** The newest first. Stands still while it is paused. */
  readonly items: readonly Item[];
  /** How many have come while it is paused, as far as they are kept. */
  readonly waiting: number;
  /** Items that the server has left out, at least. */
  readonly leftOut: number;
  readonly state: "connecting" | "open" | "waiting";
  readonly paused: boolean;
  pause(paused: boolean): void;
  /** What keeps the stream from being opened, which no waiting helps. */
  readonly failure: unknown;
  again(): void;
}

interface SentEvent {
  readonly event: string;
  readonly data: unknown;
}

/** Follows from when one of `inputs` changes. `open` is given the id that was received last. */
export function useFollowing<Item>(
  open: (lastEventId: string | undefined, signal: AbortSignal) => Promise<ReadableStream<string>>,
  inputs: readonly unknown[],
): Following<Item> {
  const [items, setItems] = useState<readonly Item[]>([]);
  const [fresh, setFresh] = useState<readonly Item[]>([]);
  const [leftOut, setLeftOut] = useState(0);
  const [state, setState] = useState<Following<Item>["state"]>("connecting");
  const [failure, setFailure] = useState<unknown>(null);
  const [paused, setPaused] = useState(false);
  const [times, setTimes] = useState(0);
  const opening = useRef(open);
  opening.current = open;
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    setItems([]);
    setFresh([]);
    setLeftOut(0);
    setFailure(null);
    const take = (events: readonly SentEvent[]) => {
      const come = events.filter(({ event }) => event !== "skipped" && event !== "end").map(({ data }) => data as Item);
      if (come.length > 0) setFresh((now) => [...come.reverse(), ...now].slice(0, mostItems));
      for (const { event, data } of events) {
        if (event !== "skipped") continue;
        const { records, unread } = data as { readonly records: number; readonly unread: number | null };
        setLeftOut((now) => now + records + (unread ?? 0));
      }
    };
    const follow = async () => {
      let last: string | undefined;
      for (let failures = 0; !signal.aborted; ) {
        let waitMs = 1_000;
        try {
          setState(failures === 0 ? "connecting" : "waiting");
          const stream = await opening.current(last, signal);
          setState("open");
          failures = 0;
          for await (const { events, id } of eventsOf(stream)) {
            last = id ?? last;
            take(events);
          }
        } catch (error) {
          if (signal.aborted) return;
          const refusal = error instanceof Refusal ? error : null;
          if (refusal !== null && refusal.status < 500 && refusal.status !== 429) {
            setFailure(error);
            return;
          }
          failures++;
          waitMs = (refusal?.retryAfter ?? 0) * 1_000 || Math.min(longestWaitMs, 1_000 * 2 ** failures);
        }
        if (signal.aborted) return;
        setState("waiting");
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, waitMs);
          signal.addEventListener("abort", () => [clearTimeout(timer), resolve()], { once: true });
        });
      }
    };
    void follow();
    return () => abort.abort();
  }, [...inputs, times]);
  useEffect(() => {
    if (paused || fresh.length === 0) return;
    setItems([...fresh, ...items].slice(0, mostItems));
    setFresh([]);
  }, [fresh, paused]);
  return {
    ...{ items, leftOut, state, paused, failure, pause: setPaused },
    waiting: fresh.length,
    again: () => setTimes((count) => count + 1),
  };
}

/** The whole events in each piece of the text, and the last id that it sets. */
async function* eventsOf(stream: ReadableStream<string>) {
  const reader = stream.getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const end = text.lastIndexOf("\n\n");
    if (end < 0) continue;
    const events: SentEvent[] = [];
    let id: string | undefined;
    for (const part of text.slice(0, end).split("\n\n")) {
      const fields = new Map<string, string>();
      for (const line of part.split("\n")) {
        const colon = line.indexOf(":");
        if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 1).trimStart());
      }
      id = fields.get("id") ?? id;
      const data = fields.get("data");
      if (data !== undefined) events.push({ event: fields.get("event") ?? "message", data: JSON.parse(data) });
    }
    text = text.slice(end + 2);
    yield { events, id };
  }
}

/** Whether the address asks for what comes in. */
export function isFollowing(url: URL): boolean {
  return url.searchParams.get("follow") === "yes";
}

export function FollowButton({ url }: { readonly url: URL }): JSX.Element {
  const follows = isFollowing(url);
  return (
    <button
      type="button"
      aria-pressed={follows}
      title="Shows what comes in, as it comes"
      onClick={() => setQuery({ follow: follows ? undefined : "yes" }, "replace")}
    >
      Follow
    </button>
  );
}

interface FollowedProps<Item> {
  readonly from: Following<Item>;
  /** What comes, as a plural. */
  readonly what: string;
  readonly children: (items: readonly Item[]) => ComponentChildren;
}

const states = {
  connecting: "Connecting …",
  open: "Following.",
  waiting: "The connection was lost; trying again in a moment …",
} as const;

/** What has come, with the state of the stream above it. */
export function Followed<Item>({ from, what, children }: FollowedProps<Item>): JSX.Element {
  const { items, waiting, leftOut, state, paused, pause, failure, again } = from;
  if (failure !== null) return <Failure error={failure} again={again} />;
  return (
    <>
      <p class="line">
        <button type="button" aria-pressed={paused} onClick={() => pause(!paused)}>
          {paused ? "Go on" : "Pause"}
        </button>
        <span role="status">{paused ? "Paused." : states[state]}</span>
        <span class="quiet">
          {paused && waiting > 0 && `${waiting} new. `}
          {leftOut > 0 &&
            `More comes than can be read: at least ${leftOut.toLocaleString()} ${what} were left out. Filters help. `}
          {items.length === mostItems && `The newest ${mostItems} are shown.`}
        </span>
      </p>
      {items.length === 0 ? (
        <p class="quiet">Nothing has come yet. New {what} appear here within a second.</p>
      ) : (
        children(items)
      )}
    </>
  );
}
