/** Events as the store keeps them. */
import { keepPayloads } from "../issues/arrivals.ts";
import { number } from "./blocks/columns.ts";
import { name } from "./blocks/dictionaries.ts";
import { tokenHash } from "./blocks/filters.ts";
import { type DistinctKind, ownColumns, recordTables } from "./blocks/kind.ts";
import { text } from "./blocks/texts.ts";

/** Bits of the optional fields. A field that is missing is kept as an empty text, without its bit in `given`. Two more are of the record itself. */
export const given = {
  ...{ message: 1, release: 2, stage: 4, platform: 8, traceId: 16, spanId: 32 },
  ...{ isProblem: 64, mayNeedSymbols: 128 },
} as const;

const head = {
  ...ownColumns,
  given: number,
  level: number,
  source: name,
  release: name,
  stage: name,
  platform: name,
  eventId: text,
} as const;

/** Of the exception, type and value are what searches look at; all of it is in the payload. */
const body = {
  message: text,
  exceptionType: name,
  exceptionValue: text,
  traceId: text,
  spanId: text,
  payload: text,
} as const;

export const eventRecords: DistinctKind<typeof head, typeof body> = {
  tables: recordTables("event"),
  head,
  body,
  shared: [],
  beforeRemoval: keepPayloads,

  addTokens({ level, release, stage, platform, eventId }, tokens, ids) {
    for (const value of new Set(level.values)) tokens.add("level", String(value));
    for (const value of release.values) tokens.add("release", value);
    for (const value of stage.values) tokens.add("stage", value);
    for (const value of platform.values) tokens.add("platform", value);
    for (let index = 0; index < eventId.length; index++) ids.addHash(tokenHash("event", eventId.get(index)));
  },

  *addTexts(_, { message, exceptionType, exceptionValue }, grams) {
    for (const value of exceptionType.values) yield* grams.addAll(Buffer.from(value));
    yield* grams.addAll(message.bytes);
    yield* grams.addAll(exceptionValue.bytes);
  },

  identities({ eventId, receivedAt }, after) {
    const words = new Uint32Array(2 * eventId.length);
    let count = 0;
    for (let index = 0; index < eventId.length; index++) {
      if (receivedAt.get(index) <= after) continue;
      writeEventIdentity(words, count++, eventId.get(index));
    }
    return words.subarray(0, 2 * count);
  },
};

/** The two words of the event at a position among others: its token's. */
export function writeEventIdentity(words: Uint32Array, position: number, eventId: string): void {
  const [first, step] = tokenHash("event", eventId);
  words[2 * position] = first;
  words[2 * position + 1] = step;
}

export type EventRecords = typeof eventRecords;
