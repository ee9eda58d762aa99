/**
 * The audit log: what was done to keys, roles and secrets, by whom, and when. An event is written in the transaction of what
 * it tells of, so that neither is there without the other. It never holds a secret.
 */
import { hostname, userInfo } from "node:os";
import { type EntityManager, LessThan, MoreThanOrEqual } from "typeorm";
import type { Database } from "#src/storage/database.ts";
import { risingId } from "#src/storage/rising-id.ts";
import { type AuditDetails, type AuditEvent, auditEventEntity } from "./entities/audit-event.ts";

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
  /** The operator at this process's command line when left out. */
  readonly by?: Actor;
}

/**
 * The operating system's user that runs this process; with sudo, the user that it was run for. The system's word, which
 * somebody with its powers can change.
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

/** Notes what the transaction of `manager` does. */
export async function audit(
  manager: EntityManager,
  { action, subject, businessId = null, details = {}, by = operator() }: Audited,
  now = new Date(),
): Promise<void> {
  await manager.insert(auditEventEntity, { id: risingId(), at: now, action, subject, businessId, details, ...by });
}

export interface AuditQuery {
  /** From this moment on. */
  readonly since?: Date;
  readonly businessId?: string;
  /** Only those before this event: the next page after one that ended with it. */
  readonly before?: string;
  readonly limit: number;
}

/** Newest first. By audit_events_pkey, or audit_events_of_business. */
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
