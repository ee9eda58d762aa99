/** The insurance API, put together: its document, its handlers and their dependencies. */
import type { Contract } from "#generated/insurance/contract.ts";
import type { ApiDependencies, ApiModule, OpenedApi } from "#src/apis/api-module.ts";
import { generated } from "#src/apis/generated.ts";
import { bindApi, type ProblemPresenter } from "#src/contract/api.ts";
import { Cursors } from "#src/http/cursor.ts";
import { AccessTokens } from "#src/identity/access-tokens.ts";
import { createKeyVerifier } from "#src/identity/key-verifier.ts";
import { entitiesIn } from "#src/storage/entity.ts";
import { LivenessLock } from "#src/storage/liveness-lock.ts";
import { keysOf } from "#src/storage/master-key.ts";
import { Destinations, type NameResolver } from "#src/webhooks/destinations.ts";
import { openWebhooks } from "#src/webhooks/webhooks.ts";
import { type Callers, callerAuthenticators } from "./callers.ts";
import { syncingOfCatalog } from "./catalog/sync.ts";
import { insuranceCommands } from "./commands/insurance.ts";
import { seedInsurance } from "./demo.ts";
import type { HandlerDependencies } from "./dependencies.ts";
import * as tables from "./entities.ts";
import { keptFiles } from "./entities.ts";
import { apiVersion, eventNames } from "./events.ts";
import { forgettingOfFiles, removalOfFile } from "./forms/kept-files.ts";
import { catalogHandlers } from "./handlers/catalog.ts";
import { claimHandlers } from "./handlers/claims.ts";
import { comparisonHandlers } from "./handlers/comparison.ts";
import { deliveryHandlers } from "./handlers/deliveries.ts";
import { endpointHandlers } from "./handlers/endpoints.ts";
import { formHandlers } from "./handlers/forms.ts";
import { metaHandlers } from "./handlers/meta.ts";
import { policyHandlers } from "./handlers/policies.ts";
import { purchaseHandlers, quoteHandlers } from "./handlers/sales.ts";
import { insurerOperations } from "./insurer-operations.ts";
import { Insurers, sealedCredentials } from "./insurers/registry.ts";
import type { IntentDependencies } from "./intents/dependencies.ts";
import { settleInsurerIntents } from "./intents/settlement.ts";
import { CreateInsurance1795000110000 } from "./migrations/1795000110000-create-insurance.ts";
import { pollingOfPolicies } from "./policies/polling.ts";
import { merchantProblem, presentMerchantProblem } from "./presenters/problem.ts";
import { expiringOfQuotes } from "./sales/quote-expiry.ts";

export interface InsuranceDependencies extends Omit<ApiDependencies, "embedded" | "quotas"> {
  /** Documents may be fetched from 127.0.0.1: where the sandbox insurers run beside us, and in tests. */
  readonly loopbackInsurers: boolean;
  /** For tests: the DNS that hosts of webhook receivers are looked up in. */
  readonly receiverNames?: NameResolver;
  /** For tests: where a request to an insurer may be stopped, and how long another waits for it. */
  readonly intents?: Pick<IntentDependencies, "faultPoint" | "patienceMs">;
}

/** How errors are written. */
const presenters: Readonly<Record<string, ProblemPresenter>> = { merchant: presentMerchantProblem };

/** Opens the API over a database with its schema in place. Throws BindingError when document and code disagree. */
export async function openInsurance(given: InsuranceDependencies): Promise<OpenedApi> {
  const { database, masterKey, config, now = Date.now } = given;
  const liveness = new LivenessLock(database.pool, given.log);
  const dependencies = handlerDependencies(given, liveness, now);
  const { insurers, intents, webhooks, files } = dependencies;
  const removeFile = removalOfFile(files.objects);
  const keys = createKeyVerifier(database, {
    now,
    unknownKeysPerMinute: config.quotaUnknownKeys,
    accessTokens: new AccessTokens(masterKey),
  });
  const api = bindApi<Contract, Callers>({
    ...generated("insurance"),
    authenticators: callerAuthenticators(database.pool, keys, config.quotaInsuranceRequests),
    presenters,
    asProblem: merchantProblem,
    handlers: {
      ...metaHandlers(dependencies, config.build),
      ...catalogHandlers(dependencies),
      ...comparisonHandlers(dependencies),
      ...formHandlers(dependencies),
      ...quoteHandlers(dependencies),
      ...purchaseHandlers(dependencies),
      ...policyHandlers(dependencies),
      ...claimHandlers(dependencies),
      ...deliveryHandlers(dependencies),
      ...endpointHandlers(dependencies),
    },
  });
  return {
    api,
    jobs: [
      syncingOfCatalog(insurers),
      settleInsurerIntents(intents),
      pollingOfPolicies(dependencies),
      expiringOfQuotes({ now }),
      forgettingOfFiles(files, removeFile),
      removeFile,
    ],
    async close() {
      await liveness.close();
      insurers.close();
      webhooks.close();
    },
  };
}

function handlerDependencies(
  { database, objects, masterKey, config, log, loopbackInsurers, receiverNames, intents }: InsuranceDependencies,
  liveness: LivenessLock,
  now: () => number,
): HandlerDependencies {
  const insurers = new Insurers(database, masterKey, { mostMs: config.insurerDeadlineMs });
  return {
    database,
    files: { objects, storageQuota: config.quotaBusinessBytes, now },
    insurers,
    intents: {
      database,
      liveness,
      claims: new Set(),
      insurers,
      operations: insurerOperations,
      log,
      now,
      ...intents,
    },
    webhooks: openWebhooks({
      database,
      masterKey,
      allowLoopback: config.webhookAllowLoopback,
      eventNames,
      apiVersion,
      now: () => new Date(now()),
      ...(receiverNames && { resolver: receiverNames }),
    }),
    destinations: new Destinations({ allowLoopback: loopbackInsurers }),
    cursors: new Cursors(...keysOf(masterKey)),
    log,
    now,
  };
}

export const insurance = {
  name: "insurance",
  title: "Insurance",
  entities: entitiesIn(tables),
  migrations: [CreateInsurance1795000110000],
  sealed: [sealedCredentials],
  presenters,
  // The sandbox insurers run on this machine, beside an embedded installation.
  open: ({ embedded, ...dependencies }) =>
    openInsurance({ ...dependencies, loopbackInsurers: embedded || dependencies.config.webhookAllowLoopback }),
  seed: ({ database, masterKey }) => seedInsurance(database, masterKey),
  quotas: async ({ database, config }, { businessId, projectId, environment }) => {
    if (projectId !== null) return [];
    const used = await keptFiles.of(database.dataSource.manager, { businessId, environment }).sum("bytes");
    return [{ api: "insurance", name: "file-bytes", unit: "bytes", per: null, used, limit: config.quotaBusinessBytes }];
  },
  commands: (open) => insuranceCommands(open),
} as const satisfies ApiModule;
