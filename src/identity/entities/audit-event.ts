import { column, declareEntity, type Row } from "#src/storage/entity.ts";

export type AuditDetails = Record<string, string | number | boolean | null | readonly string[]>;

/** A change to a key, a role or a secret. Written once; the database roles that serve and work may not change it. */
export const auditEventEntity = declareEntity("audit_events", {
  /** UUIDv7, so in order of time. */
  id: column.uuid.key,
  at: column.timestamp,
  action: column.text,
  /** The kind of actor: `operator`, named by the operating system's user, or the authenticated caller of an API. */
  actorKind: column.textOf<"operator" | "api-key" | "integrator" | "user">(),
  actor: column.text,
  /** The id of the record that was changed, never a secret. */
  subject: column.text,
  /** The business; null for records of the installation. */
  businessId: column.uuid.nullable,
  details: column.jsonb<AuditDetails>(),
});

export type AuditEvent = Row<typeof auditEventEntity>;
