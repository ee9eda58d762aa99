/** The wallet API, put together: its document, its handlers and what they stand on. */
import type { Contract } from "#generated/wallet/contract.ts";
import type { ApiDependencies, ApiModule, OpenedApi } from "#src/apis/api-module.ts";
import { generated } from "#src/apis/generated.ts";
import { bindApi, type ProblemPresenter } from "#src/contract/api.ts";
import { createOperatorVerifier, AccessTokens as PersonalTokens } from "#src/identity/access-tokens.ts";
import { overloadedWhenPassing } from "#src/storage/passing.ts";
import { openWebhooks } from "#src/webhooks/webhooks.ts";
import { createAccessTokens } from "./access/access-tokens.ts";
import { Consumers } from "./access/consumers.ts";
import { AccountDirectory } from "./account-directory.ts";
import { type Callers, callerAuthenticators } from "./callers.ts";
import { ClearingHouse, clearingHouseService } from "./clearing/clearing-house.ts";
import { walletCommands } from "./commands.ts";
import { seedWallet } from "./demo.ts";
import { integratorEntity } from "./entities/integrator.ts";
import { accessHandlers } from "./handlers/access.ts";
import { accountHandlers } from "./handlers/accounts.ts";
import { bankHandlers } from "./handlers/banks.ts";
import { clientHandlers } from "./handlers/clients.ts";
import { operatorHandlers } from "./handlers/operators.ts";
import { qrCodeHandlers } from "./handlers/qr-codes.ts";
import { transferListingHandlers } from "./handlers/transfer-listings.ts";
import { transferHandlers } from "./handlers/transfers.ts";
import { settlePendingTransfers, takeBackReturnedTransfers } from "./jobs.ts";
import { Ledger } from "./ledger/ledger.ts";
import { eventNames } from "./notifications.ts";
import { answeringDeclined, presentFailure } from "./presenters/envelope.ts";
import { QrPlatform, qrPlatformService } from "./qr/qr-platform.ts";
import { QrReferences } from "./qr/signed-reference.ts";
import { walletEntities, walletMigrations } from "./schema.ts";

/** How errors are written. */
const presenters: Readonly<Record<string, ProblemPresenter>> = { envelope: presentFailure };

async function open({ database, masterKey, config, log, now = Date.now }: ApiDependencies): Promise<OpenedApi> {
  const { manager } = database.dataSource;
  const contract = generated("wallet");
  const ledger = new Ledger(database, { now });
  const clearingHouse = new ClearingHouse({ manager, masterKey, log });
  const consumers = new Consumers(manager.getRepository(integratorEntity), now, config.quotaUnknownKeys);
  const tokens = createAccessTokens(masterKey, now);
  const webhooks = openWebhooks({
    database,
    masterKey,
    allowLoopback: config.webhookAllowLoopback,
    eventNames,
    apiVersion: contract.document.info.version,
    now: () => new Date(now()),
  });
  const accounts = new AccountDirectory(database);
  const qrPlatform = new QrPlatform({ manager, masterKey, log });
  const qrReferences = new QrReferences(masterKey);
  const outside = { clearingHouse, qrPlatform, webhooks };
  const dependencies = { database, accounts, ledger, ...outside, tokens, consumers, qrReferences, now };
  const api = bindApi<Contract, Callers>({
    ...contract,
    authenticators: callerAuthenticators({
      pool: database.pool,
      consumers,
      tokens,
      requestsPerMinute: config.quotaWalletRequests,
      verifyOperator: createOperatorVerifier(database, new PersonalTokens(masterKey), now),
    }),
    presenters,
    asProblem: overloadedWhenPassing,
    handlers: answeringDeclined({
      ...accessHandlers(dependencies),
      ...clientHandlers(dependencies),
      ...accountHandlers(dependencies),
      ...bankHandlers(dependencies),
      ...transferHandlers(dependencies),
      ...transferListingHandlers(dependencies),
      ...qrCodeHandlers(dependencies),
      ...operatorHandlers(database),
    }),
  });
  return {
    api,
    jobs: [
      settlePendingTransfers({ ledger, clearingHouse, now }),
      takeBackReturnedTransfers({ ledger, clearingHouse, now }),
    ],
    async close() {
      await ledger.close();
      webhooks.close();
    },
  };
}

export const wallet = {
  name: "wallet",
  title: "Wallet",
  entities: walletEntities,
  migrations: walletMigrations,
  sealed: [clearingHouseService.sealed, qrPlatformService.sealed],
  presenters,
  open,
  seed: ({ database }) => seedWallet(database),
  addresses: (base) => ({ baseUrl: base, tokenUrl: `${base}/token` }),
  commands: (open) => walletCommands(open),
} as const satisfies ApiModule;
