import type { ApiDependencies } from "#src/apis/api-module.ts";
import { generated } from "#src/apis/generated.ts";
import { openWebhooks } from "#src/webhooks/webhooks.ts";
import { createAccessTokens } from "../access/access-tokens.ts";
import { Consumers } from "../access/consumers.ts";
import { AccountDirectory } from "../account-directory.ts";
import { ClearingHouse } from "../clearing/clearing-house.ts";
import { integratorEntity } from "../entities.ts";
import { Ledger } from "../ledger/ledger.ts";
import { eventNames } from "../notifications.ts";
import { QrPlatform } from "../qr/qr-platform.ts";
import { QrReferences } from "../qr/signed-reference.ts";

/** The dependencies of this API's handlers. */
export type HandlerDependencies = ReturnType<typeof handlerDependencies>;

export function handlerDependencies({ database, masterKey, config, log, now = Date.now }: ApiDependencies) {
  const { manager } = database.dataSource;
  return {
    database,
    accounts: new AccountDirectory(database),
    ledger: new Ledger(database, { now }),
    clearingHouse: new ClearingHouse({ manager, masterKey, log }),
    webhooks: openWebhooks({
      database,
      masterKey,
      allowLoopback: config.webhookAllowLoopback,
      eventNames,
      apiVersion: generated("wallet").document.info.version,
      now: () => new Date(now()),
    }),
    tokens: createAccessTokens(masterKey, now),
    consumers: new Consumers(manager.getRepository(integratorEntity), now, config.quotaUnknownKeys),
    qrPlatform: new QrPlatform({ manager, masterKey, log }),
    qrReferences: new QrReferences(masterKey),
    /** Milliseconds since the epoch. */
    now,
  };
}
