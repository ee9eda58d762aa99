import { EntitySchema } from "typeorm";
import type { Environment } from "#src/identity/environment.ts";
import { safeBigint } from "#src/storage/column-types.ts";
import { records } from "#src/storage/records.ts";
import type { Tally } from "../tally.ts";

/**
 * What events agree in. `group`: what the issue's readers see. `stack`: one stack to the very line, whose symbols have not come, and which
 * counts towards a group until they do. `symbolicated`: one whose symbols have come; its events are counted by its group.
 */
export type FingerprintKind = "group" | "stack" | "symbolicated";

export interface Fingerprint {
  readonly projectId: string;
  readonly environment: Environment;
  readonly fingerprint: string;
  kind: FingerprintKind;
  /** Its own, of a group. */
  groupFingerprint: string;
  /** Null before the first event. */
  issueId: string | null;
  title: string;
  culprit: string | null;
  level: number;
  eventCount: number;
  firstSeen: Date;
  lastSeen: Date;
  hours: Tally["hours"];
  releases: Tally["releases"];
  users: Tally["users"];
  events: Tally["events"];
}

const json = {
  type: "text",
  transformer: { from: (text: string): unknown => JSON.parse(text), to: (value: unknown) => JSON.stringify(value) },
} as const;

export const fingerprintEntity = new EntitySchema<Fingerprint>({
  name: "IssueFingerprint",
  tableName: "issue_fingerprints",
  columns: {
    projectId: { name: "project_id", type: "uuid", primary: true },
    environment: { type: "text", primary: true },
    fingerprint: { type: "text", primary: true },
    kind: { type: "text" },
    groupFingerprint: { name: "group_fingerprint", type: "text" },
    issueId: { name: "issue_id", type: "text", nullable: true },
    title: { type: "text" },
    culprit: { type: "text", nullable: true },
    level: { type: "smallint" },
    eventCount: { name: "event_count", ...safeBigint },
    firstSeen: { name: "first_seen", type: "timestamptz" },
    lastSeen: { name: "last_seen", type: "timestamptz" },
    hours: json,
    releases: json,
    users: json,
    events: json,
  },
});

export const fingerprints = records(fingerprintEntity, ["projectId", "environment"]);
