/** Log records as the store keeps them. */
import { long, number } from "./blocks/columns.ts";
import { name, repeatedId } from "./blocks/dictionaries.ts";
import { id } from "./blocks/ids.ts";
import { type DistinctKind, ownColumns, recordTables, writeIdentity } from "./blocks/kind.ts";
import { text } from "./blocks/texts.ts";
import { hexOf } from "./ids.ts";

const head = {
  ...ownColumns,
  observedAt: long,
  batchId: repeatedId(16),
  batchIndex: number,
  traceId: repeatedId(16),
  spanId: id(8),
  flags: number,
  severity: number,
  service: name,
  resource: name,
  scope: name,
  droppedAttributes: number,
} as const;

/** `json` is empty where the body is the text itself, and lists are where they have nothing. */
const body = { text, json: text, attributes: text, severityText: name, eventName: name } as const;

export const logRecords: DistinctKind<typeof head, typeof body> = {
  tables: recordTables("log"),
  head,
  body,
  shared: ["resource", "scope"],

  addTokens({ service, traceId, batchId, severity }, tokens, ids) {
    for (const value of service.values) tokens.add("service", value);
    for (const value of traceId.values) if (value !== null) ids.add("trace", hexOf(value));
    for (const value of batchId.values) if (value !== null) ids.add("batch", hexOf(value));
    let highest = 0;
    for (const value of severity.values) highest = Math.max(highest, value);
    for (let least = 1; least <= highest; least++) tokens.add("severity", String(least));
  },

  addTexts: (_, { text }, grams) => grams.addAll(text.bytes),

  /** An export is stored whole. */
  identities({ batchId, receivedAt }, after) {
    const places = new Set<number>();
    for (let index = 0; index < batchId.length; index++)
      if (receivedAt.get(index) > after) places.add(batchId.places[index] as number);
    const words = new Uint32Array(2 * places.size);
    let at = 0;
    for (const place of places) {
      writeIdentity(words, at, batchId.values[place] as Uint8Array);
      at += 2;
    }
    return words;
  },
};

export type LogRecords = typeof logRecords;
