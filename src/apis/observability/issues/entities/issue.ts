import { EntitySchema } from "typeorm";
import type { Environment } from "#src/identity/environment.ts";
import { safeBigint } from "#src/storage/column-types.ts";
import { records } from "#src/storage/records.ts";

/** As it was last decided: one that is ignored until a moment that has passed is open again. */
export type IssueState = "open" | "resolved" | "ignored" | "regressed";

export interface Issue {
  readonly projectId: string;
  readonly environment: Environment;
  /** `iss_` and a UUIDv7. */
  readonly id: string;
  title: string;
  culprit: string | null;
  /** Of the newest event. */
  level: number;
  state: IssueState;
  /** The release that has the correction; null where it was not said. */
  resolvedIn: string | null;
  resolvedAt: Date | null;
  /** Null: for good. */
  ignoredUntil: Date | null;
  owner: string | null;
  /** Times of receipt. */
  firstSeen: Date;
  lastSeen: Date;
  eventCount: number;
  /** The one that came last first; those that are kept. */
  releases: string[];
  /** Hours since the Unix epoch: the last one with an event, and how many there were in it. */
  hour: number;
  hourCount: number;
  /** How many in that hour would be many; null before it was looked up. */
  hourLimit: number | null;
  /** When it was last told that there are many. */
  escalatedAt: Date | null;
  /** The issue that has taken its fingerprints. */
  mergedInto: string | null;
}

export const issueEntity = new EntitySchema<Issue>({
  name: "Issue",
  tableName: "issues",
  columns: {
    projectId: { name: "project_id", type: "uuid", primary: true },
    environment: { type: "text", primary: true },
    id: { type: "text", primary: true },
    title: { type: "text" },
    culprit: { type: "text", nullable: true },
    level: { type: "smallint" },
    state: { type: "text" },
    resolvedIn: { name: "resolved_in", type: "text", nullable: true },
    resolvedAt: { name: "resolved_at", type: "timestamptz", nullable: true },
    ignoredUntil: { name: "ignored_until", type: "timestamptz", nullable: true },
    owner: { type: "text", nullable: true },
    firstSeen: { name: "first_seen", type: "timestamptz" },
    lastSeen: { name: "last_seen", type: "timestamptz" },
    eventCount: { name: "event_count", ...safeBigint },
    releases: { type: "text", array: true },
    hour: { type: "integer" },
    hourCount: { name: "hour_count", ...safeBigint },
    hourLimit: { name: "hour_limit", ...safeBigint, nullable: true },
    escalatedAt: { name: "escalated_at", type: "timestamptz", nullable: true },
    mergedInto: { name: "merged_into", type: "text", nullable: true },
  },
});

export const issues = records(issueEntity, ["projectId", "environment"]);
