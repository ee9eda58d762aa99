import type { Environment } from "#src/identity/environment.ts";
import { column, declareEntity, type MutableRow } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";

/** As it was last decided: one that is ignored until a moment that has passed is open again. */
export type IssueState = "open" | "resolved" | "ignored" | "regressed";

export const issueEntity = declareEntity("issues", {
  projectId: column.uuid.key,
  environment: column.textOf<Environment>().key,
  /** `iss_` and a UUIDv7. */
  id: column.text.key,
  title: column.text,
  culprit: column.text.nullable,
  /** Of the newest event. */
  level: column.smallint,
  state: column.textOf<IssueState>(),
  /** The release that has the correction; null where it was not said. */
  resolvedIn: column.text.nullable,
  resolvedAt: column.timestamp.nullable,
  /** Null: for good. */
  ignoredUntil: column.timestamp.nullable,
  owner: column.text.nullable,
  /** Times of receipt. */
  firstSeen: column.timestamp,
  lastSeen: column.timestamp,
  eventCount: column.safeBigint,
  /** The one that came last first; those that are kept. */
  releases: column.text.array,
  /** Hours since the Unix epoch: the last one with an event, and how many there were in it. */
  hour: column.integer,
  hourCount: column.safeBigint,
  /** How many in that hour would be many; null before it was looked up. */
  hourLimit: column.safeBigint.nullable,
  /** When it was last told that there are many. */
  escalatedAt: column.timestamp.nullable,
  /** The issue that has taken its fingerprints. */
  mergedInto: column.text.nullable,
});

export type Issue = MutableRow<typeof issueEntity>;

export const issues = records(issueEntity, ["projectId", "environment"]);
