import type { Environment } from "#src/identity/environment.ts";
import {
  array,
  declareEntity,
  integer,
  key,
  type MutableRow,
  nullable,
  safeBigint,
  smallint,
  text,
  textOf,
  timestamp,
  uuid,
} from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";

/** As it was last decided: one that is ignored until a moment that has passed is open again. */
export type IssueState = "open" | "resolved" | "ignored" | "regressed";

export const issueEntity = declareEntity("issues", {
  projectId: key(uuid),
  environment: key(textOf<Environment>()),
  /** `iss_` and a UUIDv7. */
  id: key(text),
  title: text,
  culprit: nullable(text),
  /** Of the newest event. */
  level: smallint,
  state: textOf<IssueState>(),
  /** The release that has the correction; null where it was not said. */
  resolvedIn: nullable(text),
  resolvedAt: nullable(timestamp),
  /** Null: for good. */
  ignoredUntil: nullable(timestamp),
  owner: nullable(text),
  /** Times of receipt. */
  firstSeen: timestamp,
  lastSeen: timestamp,
  eventCount: safeBigint,
  /** The one that came last first; those that are kept. */
  releases: array(text),
  /** Hours since the Unix epoch: the last one with an event, and how many there were in it. */
  hour: integer,
  hourCount: safeBigint,
  /** How many in that hour would be many; null before it was looked up. */
  hourLimit: nullable(safeBigint),
  /** When it was last told that there are many. */
  escalatedAt: nullable(timestamp),
  /** The issue that has taken its fingerprints. */
  mergedInto: nullable(text),
});

export type Issue = MutableRow<typeof issueEntity>;

export const issues = records(issueEntity, ["projectId", "environment"]);
