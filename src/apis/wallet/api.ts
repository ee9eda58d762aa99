/** The wallet API, put together: its document, its handlers and what they stand on. */
import type { Contract } from "#generated/wallet/contract.ts";
import type { ApiDependencies, ApiModule, OpenedApi } from "#src/apis/api-module.ts";
import { generated } from "#src/apis/generated.ts";
import { bindApi, type ProblemPresenter } from "#src/contract/api.ts";
import { createOperatorVerifier, AccessTokens as PersonalTokens } from "#src/identity/access-tokens.ts";
import { entitiesIn } from "#src/storage/entity.ts";
import { overloadedWhenPassing } from "#src/storage/passing.ts";
import { type Callers, callerAuthenticators } from "./callers.ts";
import { clearingHouseService } from "./clearing/clearing-house.ts";
import { walletCommands } from "./commands.ts";
import { seedWallet } from "./demo.ts";
import * as tables from "./entities.ts";
import { accessHandlers } from "./handlers/access.ts";
import { accountHandlers } from "./handlers/accounts.ts";
import { bankHandlers } from "./handlers/banks.ts";
import { clientHandlers } from "./handlers/clients.ts";
import { handlerDependencies } from "./handlers/dependencies.ts";
import { operatorHandlers } from "./handlers/operators.ts";
import { qrCodeHandlers } from "./handlers/qr-codes.ts";
import { transferListingHandlers } from "./handlers/transfer-listings.ts";
import { transferHandlers } from "./handlers/transfers.ts";
import { settlePendingTransfers, takeBackReturnedTransfers } from "./jobs.ts";
import { CreateWallet1795000120000 } from "./migrations/1795000120000-create-wallet.ts";
import { answeringDeclined, presentFailure } from "./presenters/envelope.ts";
import { qrPlatformService } from "./qr/qr-platform.ts";

/** How errors are written. */
const presenters: Readonly<Record<string, ProblemPresenter>> = { envelope: presentFailure };

async function open(given: ApiDependencies): Promise<OpenedApi> {
  const { database, masterKey, config } = given;
  const dependencies = handlerDependencies(given);
  const verifyOperator = createOperatorVerifier(database, new PersonalTokens(masterKey), dependencies.now);
  const api = bindApi<Contract, Callers>({
    ...generated("wallet"),
    authenticators: callerAuthenticators(dependencies, config.quotaWalletRequests, verifyOperator),
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
    jobs: [settlePendingTransfers(dependencies), takeBackReturnedTransfers(dependencies)],
    async close() {
      await dependencies.ledger.close();
      dependencies.webhooks.close();
    },
  };
}

export const wallet = {
  name: "wallet",
  title: "Wallet",
  entities: [...entitiesIn(tables), clearingHouseService.entity, qrPlatformService.entity],
  migrations: [CreateWallet1795000120000],
  sealed: [clearingHouseService.sealed, qrPlatformService.sealed],
  presenters,
  open,
  seed: ({ database }) => seedWallet(database),
  addresses: (base) => ({ baseUrl: base, tokenUrl: `${base}/token` }),
  commands: (open) => walletCommands(open),
} as const satisfies ApiModule;
