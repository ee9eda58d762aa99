import type { FindOptionsWhere } from "typeorm";
import { IsNull } from "typeorm";
import { conflict, invalid, notFound } from "#src/http/problem.ts";
import type { Database } from "#src/storage/database.ts";
import { type ApiKey, apiKeyEntity } from "./entities/api-key.ts";
import type { Environment } from "./environment.ts";
import { type IssuedKey, isKeyId, issueKey, secretDigest } from "./key-format.ts";
import type { Owner } from "./projects.ts";
import type { Scope } from "./scopes.ts";

export interface NewApiKey {
  readonly environment: Environment;
  readonly scopes: readonly Scope[];
  /** What it is for, in the owner's words. */
  readonly label?: string;
}

const maxLabelLength = 200;

/** A new key of a project, or of the business as a whole. The answer is the only place where its secret is seen. */
export async function createApiKey(
  database: Database,
  { business, project }: Owner,
  { environment, scopes, label = "" }: NewApiKey,
  now = new Date(),
): Promise<IssuedKey> {
  if (label.length > maxLabelLength || /\p{Cc}/u.test(label)) {
    throw invalid(`A label is at most ${maxLabelLength} characters, without control characters.`);
  }
  const issued = issueKey(environment);
  await database.dataSource.getRepository(apiKeyEntity).insert({
    id: issued.keyId,
    businessId: business.id,
    projectId: project?.id ?? null,
    environment,
    secretSha256: secretDigest(issued.secret),
    scopes: [...new Set(scopes)],
    active: true,
    revokedAt: null,
    lastUsedAt: null,
    label,
    createdAt: now,
  });
  return issued;
}

/** The keys of a project, or every key of a business, oldest first. */
export function listApiKeys(database: Database, { business, project }: Owner): Promise<ApiKey[]> {
  const where: FindOptionsWhere<ApiKey> = { businessId: business.id };
  if (project !== null) where.projectId = project.id;
  return database.dataSource.getRepository(apiKeyEntity).find({ where, order: { createdAt: "ASC", id: "ASC" } });
}

/** Ends a key for good, everywhere within 5 s; repeating it changes nothing. Throws Problem NOT_FOUND for no such key. */
export async function revokeApiKey(database: Database, keyId: string, now = new Date()): Promise<ApiKey> {
  const repository = database.dataSource.getRepository(apiKeyEntity);
  await repository.update({ id: keyId, revokedAt: IsNull() }, { revokedAt: now });
  return apiKeyById(database, keyId);
}

/**
 * Switches a key off or on again, everywhere within 5 s. Throws Problem NOT_FOUND for no such key,
 * INVALID_STATE_TRANSITION for a revoked one.
 */
export async function setApiKeyActive(database: Database, keyId: string, active: boolean): Promise<ApiKey> {
  const repository = database.dataSource.getRepository(apiKeyEntity);
  await repository.update({ id: keyId, revokedAt: IsNull() }, { active });
  const key = await apiKeyById(database, keyId);
  if (key.revokedAt !== null) throw conflict(`The key ${keyId} is revoked; create a new one.`);
  return key;
}

async function apiKeyById(database: Database, keyId: string): Promise<ApiKey> {
  const key = isKeyId(keyId) ? await database.dataSource.getRepository(apiKeyEntity).findOneBy({ id: keyId }) : null;
  if (key !== null) return key;
  // Someone may have pasted a whole key: its secret stays out of the message.
  const shown = JSON.stringify(keyId.split(":")[0]);
  throw notFound(`There is no key ${shown}; a key id is the part before the colon, see "keys list".`);
}
