import { randomBytes } from "node:crypto";
import { type EntityManager, IsNull } from "typeorm";
import { conflict, notFound } from "#src/http/problem.ts";
import type { Database } from "#src/storage/database.ts";
import { decryptSecret, encryptSecret, type MasterKey } from "#src/storage/master-key.ts";
import { lockName } from "#src/storage/named-lock.ts";
import { risingId } from "#src/storage/rising-id.ts";
import type { SealedColumn } from "#src/storage/sealed-columns.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { type AuditAction, audit } from "./audit.ts";
import { type MobileSecret, mobileSecretEntity, type Project } from "./entities.ts";
import type { Environment } from "./environment.ts";

export interface NewMobileSecret {
  readonly environment: Environment;
  /** How long the earlier secrets stay valid, in ms: installed apps sign with them until they are updated. */
  readonly overlapMs: number;
}

/** A new secret, which is shown once. */
export interface IssuedMobileSecret {
  readonly id: string;
  readonly secret: string;
}

const maxValidSecrets = 10;

/**
 * Creates a secret for the apps of a project and sets the end of the earlier ones. Throws Problem INVALID_STATE_TRANSITION when ten
 * secrets are valid already.
 */
export async function createMobileSecret(
  database: Database,
  masterKey: MasterKey,
  project: Project,
  { environment, overlapMs }: NewMobileSecret,
  now = new Date(),
): Promise<IssuedMobileSecret> {
  const id = risingId();
  const secret = `ms_${environment}_${randomBytes(32).toString("base64url")}`;
  await inTransaction(database, async ({ manager }) => {
    const earlier = await lockSecrets(manager, project, environment);
    if (earlier.filter((row) => validAt(row, now)).length >= maxValidSecrets) {
      throw conflict(`${maxValidSecrets} secrets are still valid in this environment; revoke one first.`);
    }
    const repository = manager.getRepository(mobileSecretEntity);
    await repository.update(
      { projectId: project.id, environment, revokedAt: IsNull() },
      { revokedAt: new Date(now.getTime() + overlapMs) },
    );
    await repository.insert({
      projectId: project.id,
      environment,
      id,
      secret: encryptSecret(masterKey, secret, rowIdentity(project.id, environment, id)),
      createdAt: now,
      revokedAt: null,
    });
    await auditSecret(manager, "mobile_secret.created", project, { environment, id }, now);
  });
  return { id, secret };
}

/** The secrets of a project, oldest first, without their values. */
export function listMobileSecrets(database: Database, project: Project): Promise<Omit<MobileSecret, "secret">[]> {
  return database.dataSource.getRepository(mobileSecretEntity).find({
    select: { projectId: true, environment: true, id: true, createdAt: true, revokedAt: true },
    where: { projectId: project.id },
    order: { environment: "DESC", createdAt: "ASC", id: "ASC" },
  });
}

/**
 * Revokes a secret; it takes effect in every process within 5 s. Throws Problem NOT_FOUND when the project has no such secret, and
 * INVALID_STATE_TRANSITION when it is the only secret without an end: apps need a secret to move to.
 */
export async function revokeMobileSecret(
  database: Database,
  project: Project,
  secretId: string,
  now = new Date(),
): Promise<void> {
  const [found] = (await listMobileSecrets(database, project)).filter(({ id }) => id === secretId);
  if (found === undefined) throw notFound(`The project has no mobile secret ${JSON.stringify(secretId)}.`);
  await inTransaction(database, async ({ manager }) => {
    const secrets = await lockSecrets(manager, project, found.environment);
    if (!secrets.some(({ id, revokedAt }) => id !== secretId && revokedAt === null)) {
      throw conflict(
        `${secretId} is the only lasting ${found.environment} secret; create its successor first (with --overlap-days 0 to end this one at once).`,
      );
    }
    await manager
      .getRepository(mobileSecretEntity)
      .update({ projectId: project.id, environment: found.environment, id: secretId }, { revokedAt: now });
    await auditSecret(manager, "mobile_secret.revoked", project, found, now);
  });
}

function auditSecret(
  manager: EntityManager,
  action: AuditAction,
  { id: projectId, businessId }: Project,
  { id, environment }: Pick<MobileSecret, "id" | "environment">,
  now: Date,
): Promise<void> {
  return audit(manager, { action, subject: id, businessId, details: { projectId, environment } }, now);
}

/** The decrypted secrets that are valid at `now` (ms since the epoch). */
export async function validMobileSecrets(
  database: Database,
  masterKey: MasterKey,
  tenant: { readonly projectId: string; readonly environment: Environment },
  now: number,
): Promise<string[]> {
  // Index: mobile_secrets_pkey.
  const rows = await database.dataSource.getRepository(mobileSecretEntity).findBy(tenant);
  return rows
    .filter((row) => validAt(row, new Date(now)))
    .map((row) => decryptSecret(masterKey, row.secret, rowIdentity(row.projectId, row.environment, row.id)));
}

function validAt({ revokedAt }: Pick<MobileSecret, "revokedAt">, now: Date): boolean {
  return revokedAt === null || revokedAt > now;
}

/** Locks the secrets of a project, so that rotations and revocations run one at a time. */
async function lockSecrets(
  manager: EntityManager,
  project: Project,
  environment: Environment,
): Promise<MobileSecret[]> {
  await lockName(manager, `mobile_secrets/${project.id}`);
  return manager.getRepository(mobileSecretEntity).findBy({ projectId: project.id, environment });
}

/** The column of the secrets, for the rotation of the master key. */
export const sealedMobileSecrets: SealedColumn = {
  table: "mobile_secrets",
  key: ["project_id", "environment", "id"],
  column: "secret",
  placeOf: ([projectId = "", environment = "", id = ""]) => rowIdentity(projectId, environment, id),
};

function rowIdentity(projectId: string, environment: string, id: string): string {
  return `mobile_secrets/${projectId}/${environment}/${id}`;
}
