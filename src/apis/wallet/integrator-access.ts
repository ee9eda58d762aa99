/** What operators decide about an integrator's access: new secrets, and its end. */
import type { EntityManager } from "typeorm";
import { conflict, notFound } from "#src/http/problem.ts";
import { audit } from "#src/identity/audit.ts";
import type { Database } from "#src/storage/database.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { type ConsumerCredentials, hashOfSecret, newConsumerCredentials } from "./access/consumers.ts";
import { type Integrator, integratorEntity } from "./entities/integrator.ts";

/** The oldest first. */
export function listIntegrators(database: Database): Promise<Integrator[]> {
  return database.dataSource.manager.find(integratorEntity, { order: { createdAt: "ASC", id: "ASC" } });
}

/**
 * Gives an integrator another secret, which is in the answer only. The one before stays valid for `overlapMs`, and none older. Throws
 * Problem NOT_FOUND, and INVALID_STATE_TRANSITION for a revoked integrator.
 */
export async function replaceSecret(
  database: Database,
  id: string,
  overlapMs: number,
  now = new Date(),
): Promise<ConsumerCredentials> {
  const { consumerSecret } = newConsumerCredentials();
  return await inTransaction(database, async ({ manager }) => {
    const { consumerKey, consumerSecretHash } = await activeIntegrator(manager, id);
    await manager.update(
      integratorEntity,
      { id },
      {
        consumerSecretHash: hashOfSecret(consumerSecret),
        previousSecretHash: consumerSecretHash,
        previousSecretUntil: new Date(now.getTime() + overlapMs),
      },
    );
    await audit(manager, { action: "integrator.secret_replaced", subject: id, details: { overlapMs } }, now);
    return { consumerKey, consumerSecret };
  });
}

/**
 * Ends an integrator's access at once (within 5 s in every process): its tokens and secrets open nothing from then on. Its books
 * stay. Throws Problem NOT_FOUND, and INVALID_STATE_TRANSITION the second time.
 */
export async function revokeIntegrator(database: Database, id: string, now = new Date()): Promise<void> {
  await inTransaction(database, async ({ manager }) => {
    await activeIntegrator(manager, id);
    await manager.update(integratorEntity, { id }, { revokedAt: now });
    await audit(manager, { action: "integrator.revoked", subject: id }, now);
  });
}

/** Locked, so that two commands at once do not lose one's secret. */
async function activeIntegrator(manager: EntityManager, id: string): Promise<Integrator> {
  const lock = { mode: "pessimistic_write" } as const;
  const integrator = await manager.findOne(integratorEntity, { where: { id }, lock });
  if (integrator === null) throw notFound(`There is no integrator ${id}.`);
  if (integrator.revokedAt !== null) throw conflict(`The integrator ${id} was revoked.`);
  return integrator;
}
