/**
 * The audit log: who changed keys, roles and secrets, how and when. An event is written in the transaction of the change that it
 * records, so neither exists without the other. Events never hold a secret.
 */
import { hostname, userInfo } from "node:os";
import { type EntityManager, LessThan, MoreThanOrEqual } from "typeorm";
import type { Database } from "#src/storage/database.ts";
import { risingId } from "#src/storage/rising-id.ts";
import { type AuditDetails, type AuditEvent, auditEventEntity } from "./entities.ts";

export type AuditAction =
  | "api_key.created"
  | "api_key.revoked"
  | "api_key.deactivated"
  | "api_key.activated"
  | "mobile_secret.created"
  | "mobile_secret.revoked"
  | "webhook_endpoint.created"
  | "webhook_endpoint.changed"
  | "webhook_endpoint.deleted"
  | "webhook_secret.rotated"
  | "business.created"
  | "business.activated"
  | "project.created"
  | "project.deactivated"
  | "project.activated"
  | "project.origins_set"
  | "person.added"
  | "person.role_set"
  | "person.removed"
  | "sign_in_link.made"
  | "session.began"
  | "session.ended"
  | "rules.loaded"
  | "rules.removed"
  | "insurer.registered"
  | "insurer.deactivated"
  | "insurer.activated"
  | "integrator.created"
  | "integrator.revoked"
  | "integrator.secret_replaced"
  | "clearing_house.registered"
  | "qr_platform.registered"
  | "mail_service.registered"
  | "user.role_changed"
  | "database.rights_changed"
  | "master_key.rotated"
  | "backup.made"
  | "backup.restored";

export type Actor = Pick<AuditEvent, "actorKind" | "actor">;

export interface Audited {
  readonly action: AuditAction;
  /** An id, never a secret. */
  readonly subject: string;
  readonly businessId?: string | null;
  readonly details?: AuditDetails;
  /** When left out: the operator at the command line of this process. */
  readonly by?: Actor;
}

/**
 * The operating system's user that runs this process; under sudo, the user who called sudo. This is not proof: somebody with enough
 * rights on the machine can pose as another user.
 */
export function operator(): Actor {
  const name = process.env.SUDO_USER || nameOfUser();
  return { actorKind: "operator", actor: `${name}@${hostname()}`.slice(0, 200) };
}

/** In a container the user may have no name. */
function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? "unknown");
  }
}

/** Writes an audit event in the transaction of `manager`. */
export async function audit(
  manager: EntityManager,
  { action, subject, businessId = null, details = {}, by = operator() }: Audited,
  now = new Date(),
): Promise<void> {
  await manager.insert(auditEventEntity, { id: risingId(), at: now, action, subject, businessId, details, ...by });
}

export interface AuditQuery {
  /** Only events at or after this time. */
  readonly since?: Date;
  readonly businessId?: string;
  /** Only events before the one with this id: the last event of the page before. */
  readonly before?: string;
  readonly limit: number;
}

/** A page of audit events, newest first. Indexes: audit_events_pkey, or audit_events_of_business. */
export function listAuditEvents(
  { dataSource }: Database,
  { since, businessId, before, limit }: AuditQuery,
): Promise<AuditEvent[]> {
  return dataSource.getRepository(auditEventEntity).find({
    where: {
      ...(since !== undefined && { at: MoreThanOrEqual(since) }),
      ...(businessId !== undefined && { businessId }),
      ...(before !== undefined && { id: LessThan(before) }),
    },
    order: { id: "DESC" },
    take: limit,
  });
}
