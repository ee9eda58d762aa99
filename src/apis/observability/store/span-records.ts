/** Spans as the store keeps them. */

import { indexedText } from "../indexed-text.ts";
import { long, number, type ReaderOf } from "./blocks/columns.ts";
import { name, repeatedId } from "./blocks/dictionaries.ts";
import { mixed } from "./blocks/filters.ts";
import { id } from "./blocks/ids.ts";
import { type DistinctKind, ownColumns, recordTables, writeIdentity } from "./blocks/kind.ts";
import { text } from "./blocks/texts.ts";
import { hexOf } from "./ids.ts";
import { addTagTokens } from "./span-tags.ts";

/** A span's time is its start. */
const head = {
  ...ownColumns,
  duration: long,
  traceId: repeatedId(16),
  spanId: id(8),
  parentId: id(8),
  kind: number,
  status: number,
  flags: number,
  service: name,
  name,
  resource: name,
  scope: name,
  droppedAttributes: number,
  droppedEvents: number,
  droppedLinks: number,
} as const;

/** Lists are empty where they have nothing. */
const body = { attributes: text, events: text, links: text, traceState: name, statusMessage: name } as const;

export const spanRecords: DistinctKind<typeof head, typeof body> = {
  tables: recordTables("span"),
  head,
  body,
  shared: ["resource", "scope"],

  addTokens({ service, name, traceId, kind, status }, tokens, ids) {
    for (const value of service.values) tokens.add("service", value);
    for (const value of name.values) tokens.add("operation", indexedText(value));
    for (const value of new Set(kind.values)) tokens.add("kind", String(value));
    for (const value of new Set(status.values)) tokens.add("status", String(value));
    for (const value of traceId.values) if (value !== null) ids.add("trace", hexOf(value));
  },

  *addTexts({ resource }, { attributes }, grams) {
    for (const value of resource.values) yield* grams.addAll(Buffer.from(value));
    yield* grams.addAll(attributes.bytes);
  },

  *addMoreTokens({ resource }, { attributes }, tokens) {
    for (const value of resource.values) addTagTokens(value, tokens);
    let last = "";
    for (let index = 0; index < attributes.length; index++) {
      if (index % 64 === 0) yield;
      const json = attributes.get(index);
      if (json !== "" && json !== last) addTagTokens(json, tokens);
      last = json;
    }
  },

  identities(head, after) {
    const { spanId, receivedAt } = head;
    const words = new Uint32Array(2 * spanId.length);
    let count = 0;
    for (let index = 0; index < spanId.length; index++)
      if (receivedAt.get(index) > after) writeSpanIdentity(words, 2 * count++, head, index);
    return words.subarray(0, 2 * count);
  },
};

/** The columns that identify a span. */
interface Identified {
  readonly traceId: ReaderOf<typeof head.traceId>;
  readonly spanId: ReaderOf<typeof head.spanId>;
  readonly time: ReaderOf<typeof head.time>;
}

/** Memory in which a start is taken apart into two words. */
const start = new BigInt64Array(1);
const startWords = new Uint32Array(start.buffer);

/** Writes the identity of the span at `index`: its trace, its id and its start, as the two sides of a call may share an id. */
export function writeSpanIdentity(
  words: Uint32Array,
  at: number,
  { traceId, spanId, time }: Identified,
  index: number,
): void {
  writeIdentity(words, at, traceId.get(index) as Uint8Array, spanId.bytes, 8 * index, 8 * index + 8);
  start[0] = time.get(index);
  const first = mixed((words[at] as number) ^ (startWords[0] as number));
  words[at] = first;
  words[at + 1] = mixed((words[at + 1] as number) ^ (startWords[1] as number) ^ first);
}

export type SpanRecords = typeof spanRecords;
