/** Integrators: how one comes to be, the onboarding of its wallet, new secrets, and the end of its access. */
import { type EntityManager, IsNull } from "typeorm";
import type { Schemas } from "#generated/wallet/contract.ts";
import { conflict, notFound, Problem } from "#src/http/problem.ts";
import { audit } from "#src/identity/audit.ts";
import type { Database } from "#src/storage/database.ts";
import { risingId } from "#src/storage/rising-id.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import { checkEndpoint, createEndpoint } from "#src/webhooks/endpoints.ts";
import type { Webhooks } from "#src/webhooks/webhooks.ts";
import { type ConsumerCredentials, hashOfSecret, newConsumerCredentials } from "./access/consumers.ts";
import { blankClient, createClient, openAccount, openSystemAccounts } from "./accounts.ts";
import { type Integrator, integratorEntity } from "./entities.ts";
import { invalidRequest as invalid } from "./findings.ts";
import { eventNames, ownerOf } from "./notifications.ts";
import { Declined } from "./presenters/envelope.ts";

export interface NewIntegrator extends ConsumerCredentials {
  readonly integrator: Integrator;
}

/** An integrator with its pool account and books of its own. The secret is in the answer only. */
export async function createIntegrator(database: Database, name: string, now: Date): Promise<NewIntegrator> {
  const credentials = newConsumerCredentials();
  const id = risingId();
  return await inTransaction(database, async (transaction) => {
    await openSystemAccounts(transaction, id);
    const client = await createClient(transaction, id, { ...blankClient, kind: "wallet", name }, now);
    const { accountNo } = await openAccount(transaction, client, { kind: "pool", name, tier: 3 }, now);
    const integrator: Integrator = {
      id,
      name,
      consumerKey: credentials.consumerKey,
      consumerSecretHash: hashOfSecret(credentials.consumerSecret),
      previousSecretHash: null,
      previousSecretUntil: null,
      walletName: null,
      shortName: null,
      username: null,
      implementation: null,
      poolAccountNo: accountNo,
      onboardedAt: null,
      createdAt: now,
      revokedAt: null,
    };
    await transaction.manager.insert(integratorEntity, integrator);
    await audit(transaction.manager, { action: "integrator.created", subject: id, details: { name } }, now);
    return { integrator, ...credentials };
  });
}

/** Throws Problem VALIDATION_FAILED for a webhookUrl that may not be sent to, and Declined 99 the second time. */
export async function onboard(
  database: Database,
  webhooks: Webhooks,
  { id, poolAccountNo }: Integrator,
  { username, walletName, shortName, implementation, webhookUrl }: Schemas["OnboardingRequest"],
  now: Date,
): Promise<{ walletName: string; accountNo: string; webhookSecret: string }> {
  const fields = { url: webhookUrl, events: eventNames, description: walletName };
  const endpoint = await checkEndpoint(webhooks, fields).catch(aboutWebhookUrl);
  return await inTransaction(database, async (transaction) => {
    const changes = { username, walletName, shortName, implementation, onboardedAt: now };
    const { affected } = await transaction.manager.update(integratorEntity, { id, onboardedAt: IsNull() }, changes);
    if (affected !== 1) throw new Declined("99", "The wallet was onboarded before.");
    const { secret, endpoint: created } = await createEndpoint(webhooks, ownerOf(id), endpoint, transaction);
    const by = { actorKind: "integrator", actor: id } as const;
    await audit(transaction.manager, { action: "webhook_endpoint.created", subject: created.endpointId, by }, now);
    return { walletName, accountNo: poolAccountNo, webhookSecret: secret };
  });
}

/**
 * The integrator with what its onboarding says. Throws Declined 99 before that. The caller's own record may be some seconds old, so
 * where it knows of no onboarding it is read again.
 */
export async function onboarded(manager: EntityManager, integrator: Integrator): Promise<Integrator> {
  if (integrator.onboardedAt !== null) return integrator;
  const current = await manager.findOneByOrFail(integratorEntity, { id: integrator.id });
  if (current.onboardedAt === null)
    throw new Declined("99", "The wallet is not onboarded yet: call onboardWallet first.");
  return current;
}

/** Throws the error again; findings are about the only field of the endpoint that the caller has written. */
export function aboutWebhookUrl(error: unknown): never {
  if (!(error instanceof Problem) || error.code !== "VALIDATION_FAILED") throw error;
  throw invalid(error.fieldErrors.map((finding) => ({ ...finding, path: "/body/webhookUrl" })));
}

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
