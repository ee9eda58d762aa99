import { type EntityManager, type FindOptionsWhere, IsNull, LessThan } from "typeorm";
import { conflict, invalid, notFound } from "#src/http/problem.ts";
import type { Database } from "#src/storage/database.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { type Actor, type AuditAction, audit } from "./audit.ts";
import { type ApiKey, apiKeyEntity } from "./entities.ts";
import type { Environment } from "./environment.ts";
import { type IssuedKey, isKeyId, issueKey, secretDigest } from "./key-format.ts";
import { withLastUse } from "./key-uses.ts";
import type { Owner } from "./projects.ts";
import type { Scope } from "./scopes.ts";

export interface NewApiKey {
  readonly environment: Environment;
  readonly scopes: readonly Scope[];
  /** The purpose of the key, in the owner's words. */
  readonly label?: string;
}

const maxLabelLength = 200;

/** Creates a key of a project, or of the business as a whole. The secret is only in the result; it cannot be read again. */
export async function createApiKey(
  database: Database,
  { business, project }: Owner,
  { environment, scopes, label = "" }: NewApiKey,
  now = new Date(),
  by?: Actor,
): Promise<IssuedKey> {
  if (label.length > maxLabelLength || /\p{Cc}/u.test(label)) {
    throw invalid(`A label is at most ${maxLabelLength} characters, without control characters.`);
  }
  if (project !== null && project.businessId !== business.id)
    throw new Error(`the project ${project.id} is not of the business ${business.id}`);
  const issued = issueKey(environment);
  const key: ApiKey = {
    id: issued.keyId,
    businessId: business.id,
    projectId: project?.id ?? null,
    environment,
    secretSha256: secretDigest(issued.secret),
    scopes: [...new Set(scopes)],
    active: true,
    revokedAt: null,
    label,
    createdAt: now,
  };
  await inTransaction(database, async ({ manager }) => {
    await manager.insert(apiKeyEntity, key);
    await auditKey(manager, "api_key.created", key, now, by);
  });
  return issued;
}

/** The keys of a project, or all keys of a business, oldest first, each with its last use. */
export async function listApiKeys(
  database: Database,
  { business, project }: Owner,
): Promise<(ApiKey & { readonly lastUsedAt: Date | null })[]> {
  const where = { businessId: business.id, ...(project !== null && { projectId: project.id }) };
  const keys = database.dataSource.getRepository(apiKeyEntity);
  return await withLastUse(database, await keys.find({ where, order: { createdAt: "ASC", id: "ASC" } }));
}

/** Keys of a business, newest first: the page after a given key, or the first page. */
export function newestApiKeys(
  { dataSource }: Database,
  businessId: string,
  after: Pick<ApiKey, "createdAt" | "id"> | null,
  take: number,
): Promise<ApiKey[]> {
  const where: FindOptionsWhere<ApiKey>[] =
    after === null
      ? [{ businessId }]
      : [
          { businessId, createdAt: LessThan(after.createdAt) },
          { businessId, createdAt: after.createdAt, id: LessThan(after.id) },
        ];
  return dataSource.getRepository(apiKeyEntity).find({ where, order: { createdAt: "DESC", id: "DESC" }, take });
}

/**
 * Revokes a key for good. Every process refuses it within 5 s. Repeating the call changes nothing. Throws Problem NOT_FOUND when there
 * is no such key, or when it does not belong to the given `businessId`.
 */
export async function revokeApiKey(
  database: Database,
  keyId: string,
  now = new Date(),
  { businessId, by }: { readonly businessId?: string; readonly by?: Actor } = {},
): Promise<ApiKey> {
  return inTransaction(database, async ({ manager }) => {
    const live = { id: keyId, revokedAt: IsNull(), ...(businessId !== undefined && { businessId }) };
    const { affected } = await manager.update(apiKeyEntity, live, { revokedAt: now });
    const key = await apiKeyById(manager, keyId);
    if (businessId !== undefined && key.businessId !== businessId) throw notFound();
    if (affected === 1) await auditKey(manager, "api_key.revoked", key, now, by);
    return key;
  });
}

/**
 * Switches a key off or on again; it takes effect in every process within 5 s. Throws Problem NOT_FOUND when there is no such key, and
 * INVALID_STATE_TRANSITION when it is revoked.
 */
export async function setApiKeyActive(
  database: Database,
  keyId: string,
  active: boolean,
  now = new Date(),
): Promise<ApiKey> {
  return inTransaction(database, async ({ manager }) => {
    const { affected } = await manager.update(
      apiKeyEntity,
      { id: keyId, revokedAt: IsNull(), active: !active },
      { active },
    );
    const key = await apiKeyById(manager, keyId);
    if (key.revokedAt !== null) throw conflict(`The key ${keyId} is revoked; create a new one.`);
    if (affected === 1) await auditKey(manager, active ? "api_key.activated" : "api_key.deactivated", key, now);
    return key;
  });
}

function auditKey(manager: EntityManager, action: AuditAction, key: ApiKey, now: Date, by?: Actor): Promise<void> {
  const { id, businessId, projectId, environment, scopes, label } = key;
  const details = { projectId, environment, scopes, label };
  return audit(manager, { action, subject: id, businessId, details, ...(by !== undefined && { by }) }, now);
}

async function apiKeyById(manager: EntityManager, keyId: string): Promise<ApiKey> {
  const key = isKeyId(keyId) ? await manager.findOneBy(apiKeyEntity, { id: keyId }) : null;
  if (key !== null) return key;
  // The given id may be a whole key with its secret: the message shows only the part before the colon.
  const shown = JSON.stringify(keyId.split(":")[0]);
  throw notFound(`There is no key ${shown}; a key id is the part before the colon, see "keys list".`);
}
