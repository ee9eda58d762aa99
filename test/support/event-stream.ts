/** Server-sent events, read while the test goes on. */
import type { RequestHeaders } from "./api-server.ts";

export interface ReadEvent {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: unknown;
}

/** The events in a text of a stream, without comments, and without what only sets an id. */
export function eventsIn(text: string): ReadEvent[] {
  return text.split("\n\n").flatMap((part) => {
    const fields = new Map(part.split("\n").map((line) => line.split(/: (.*)/s) as [string, string]));
    const data = fields.get("data");
    return data === undefined
      ? []
      : [{ id: fields.get("id"), event: fields.get("event") ?? "", data: JSON.parse(data) }];
  });
}

export class ReadStream {
  readonly #leaving = new AbortController();
  readonly response: Promise<Response>;
  text = "";
  isOver = false;

  constructor(url: string, headers: Readonly<Record<string, string>>) {
    this.response = fetch(url, { headers, signal: this.#leaving.signal });
    void this.#read().catch(() => undefined);
  }

  async #read(): Promise<void> {
    const { body } = await this.response;
    const decoder = new TextDecoder();
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>)
      this.text += decoder.decode(chunk, { stream: true });
    this.isOver = true;
  }

  /** Without the last one, where it has not come whole. */
  get events(): ReadEvent[] {
    return eventsIn(this.text.slice(0, this.text.lastIndexOf("\n\n") + 2));
  }

  of(event: string): unknown[] {
    return this.events.filter((one) => one.event === event).map(({ data }) => data);
  }

  /** What a client that comes back says it has received. */
  get lastId(): string {
    return [...this.text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? "";
  }

  leave(): void {
    this.#leaving.abort();
  }
}

/** Opens streams that are left when a test of the surrounding `describe` ends; `last` is the id that was received last. */
export function openingStreams(): (url: string, headers: RequestHeaders, last?: string) => ReadStream {
  const open: ReadStream[] = [];
  afterEach(() => {
    for (const stream of open.splice(0)) stream.leave();
  });
  return (url, headers, last) => {
    const stream = new ReadStream(url, { ...headers, ...(last !== undefined && { "last-event-id": last }) });
    open.push(stream);
    return stream;
  };
}
