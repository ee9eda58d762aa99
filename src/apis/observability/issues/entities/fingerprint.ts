import type { Environment } from "#src/identity/environment.ts";
import { Column, column, declareEntity, type MutableRow } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";
import type { Tally } from "../tally.ts";

/**
 * What events agree in. `group`: what the issue's readers see. `stack`: one stack to the very line, whose symbols have not come, and which
 * counts towards a group until they do. `symbolicated`: one whose symbols have come; its events are counted by its group.
 */
export type FingerprintKind = "group" | "stack" | "symbolicated";

/** JSON in a column of type text. */
function jsonText<Value>(): Column<Value> {
  return new Column({
    type: "text",
    transformer: { from: (text: string): unknown => JSON.parse(text), to: (value: unknown) => JSON.stringify(value) },
  });
}

export const fingerprintEntity = declareEntity("issue_fingerprints", {
  projectId: column.uuid.key,
  environment: column.textOf<Environment>().key,
  fingerprint: column.text.key,
  kind: column.textOf<FingerprintKind>(),
  /** Its own, of a group. */
  groupFingerprint: column.text,
  /** Null before the first event. */
  issueId: column.text.nullable,
  title: column.text,
  culprit: column.text.nullable,
  level: column.smallint,
  eventCount: column.safeBigint,
  firstSeen: column.timestamp,
  lastSeen: column.timestamp,
  hours: jsonText<Tally["hours"]>(),
  releases: jsonText<Tally["releases"]>(),
  users: jsonText<Tally["users"]>(),
  events: jsonText<Tally["events"]>(),
});

export type Fingerprint = MutableRow<typeof fingerprintEntity>;

export const fingerprints = records(fingerprintEntity, ["projectId", "environment"]);
