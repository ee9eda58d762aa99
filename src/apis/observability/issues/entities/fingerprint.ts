import type { Environment } from "#src/identity/environment.ts";
import {
  type Column,
  column,
  declareEntity,
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
import type { Tally } from "../tally.ts";

/**
 * What events agree in. `group`: what the issue's readers see. `stack`: one stack to the very line, whose symbols have not come, and which
 * counts towards a group until they do. `symbolicated`: one whose symbols have come; its events are counted by its group.
 */
export type FingerprintKind = "group" | "stack" | "symbolicated";

/** JSON in a column of type text. */
function jsonText<Value>(): Column<Value> {
  return column({
    type: "text",
    transformer: { from: (text: string): unknown => JSON.parse(text), to: (value: unknown) => JSON.stringify(value) },
  });
}

export const fingerprintEntity = declareEntity("issue_fingerprints", {
  projectId: key(uuid),
  environment: key(textOf<Environment>()),
  fingerprint: key(text),
  kind: textOf<FingerprintKind>(),
  /** Its own, of a group. */
  groupFingerprint: text,
  /** Null before the first event. */
  issueId: nullable(text),
  title: text,
  culprit: nullable(text),
  level: smallint,
  eventCount: safeBigint,
  firstSeen: timestamp,
  lastSeen: timestamp,
  hours: jsonText<Tally["hours"]>(),
  releases: jsonText<Tally["releases"]>(),
  users: jsonText<Tally["users"]>(),
  events: jsonText<Tally["events"]>(),
});

export type Fingerprint = MutableRow<typeof fingerprintEntity>;

export const fingerprints = records(fingerprintEntity, ["projectId", "environment"]);
