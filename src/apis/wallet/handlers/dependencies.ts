import type { Database } from "#src/storage/database.ts";
import type { Webhooks } from "#src/webhooks/webhooks.ts";
import type { AccessTokens } from "../access/access-tokens.ts";
import type { Consumers } from "../access/consumers.ts";
import type { AccountDirectory } from "../account-directory.ts";
import type { ClearingHouse } from "../clearing/clearing-house.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { QrPlatform } from "../qr/qr-platform.ts";
import type { QrReferences } from "../qr/signed-reference.ts";

/** What the handlers of this API stand on. */
export interface HandlerDependencies {
  readonly database: Database;
  readonly accounts: AccountDirectory;
  readonly ledger: Ledger;
  readonly clearingHouse: ClearingHouse;
  readonly webhooks: Webhooks;
  readonly tokens: AccessTokens;
  readonly consumers: Consumers;
  readonly qrPlatform: QrPlatform;
  readonly qrReferences: QrReferences;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}
