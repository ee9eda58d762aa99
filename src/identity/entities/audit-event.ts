import { EntitySchema } from "typeorm";

/** Something that was done to a key, a role or a secret. Written once; no role that serves or works may change it. */
export interface AuditEvent {
  /** UUIDv7: in the order of time. */
  id: string;
  at: Date;
  action: string;
  /** The actor: `operator` with the name of the operating system's user, or what the caller of an API proved to be. */
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
