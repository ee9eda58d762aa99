import { EntitySchema } from "typeorm";

/** A change to a key, a role or a secret. Written once; the database roles that serve and work may not change it. */
export interface AuditEvent {
  /** UUIDv7, so in order of time. */
  id: string;
  at: Date;
  action: string;
  /** The kind of actor: `operator`, named by the operating system's user, or the authenticated caller of an API. */
  actorKind: "operator" | "api-key" | "integrator" | "user";
  actor: string;
  /** The id of the record that was changed, never a secret. */
  subject: string;
  /** The business; null for records of the installation. */
  businessId: string | null;
  details: AuditDetails;
}

export type AuditDetails = Record<string, string | number | boolean | null | readonly string[]>;

export const auditEventEntity = new EntitySchema<AuditEvent>({
  name: "AuditEvent",
  tableName: "audit_events",
  columns: {
    id: { type: "uuid", primary: true },
    at: { type: "timestamptz" },
    action: { type: "text" },
    actorKind: { name: "actor_kind", type: "text" },
    actor: { type: "text" },
    subject: { type: "text" },
    businessId: { name: "business_id", type: "uuid", nullable: true },
    details: { type: "jsonb" },
  },
});
