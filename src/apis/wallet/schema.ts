import type { EntitySchema } from "typeorm";
import type { MigrationClass } from "#src/storage/database.ts";
import { clearingHouseService } from "./clearing/clearing-house.ts";
import { accountEntity, accountNumberEntity } from "./entities/account.ts";
import { clientEntity } from "./entities/client.ts";
import { integratorEntity } from "./entities/integrator.ts";
import { bankEntity, billerEntity, bvnRecordEntity } from "./entities/registries.ts";
import { virtualAccountEntity } from "./entities/virtual-account.ts";
import { CreateLedger1790000800000 } from "./migrations/1790000800000-create-ledger.ts";
import { CreateWallet1790000810000 } from "./migrations/1790000810000-create-wallet.ts";
import { FillBalances1790001310000 } from "./migrations/1790001310000-fill-balances.ts";
import { RevokeIntegrators1790002130000 } from "./migrations/1790002130000-revoke-integrators.ts";
import { NameFirstAccount1790002400000 } from "./migrations/1790002400000-name-first-account.ts";
import { IndexFirstAccount1790002401000 } from "./migrations/1790002401000-index-first-account.ts";
import { AddQrPlatform1790002402000 } from "./migrations/1790002402000-add-qr-platform.ts";
import { IndexReturnedTransfers1790002403000 } from "./migrations/1790002403000-index-returned-transfers.ts";
import { MarkSandboxPlatform1790002404000 } from "./migrations/1790002404000-mark-sandbox-platform.ts";
import { qrPlatformService } from "./qr/qr-platform.ts";

export const walletEntities: readonly EntitySchema[] = [
  accountEntity,
  accountNumberEntity,
  bankEntity,
  billerEntity,
  bvnRecordEntity,
  clearingHouseService.entity,
  clientEntity,
  integratorEntity,
  qrPlatformService.entity,
  virtualAccountEntity,
];

export const walletMigrations: readonly MigrationClass[] = [
  CreateLedger1790000800000,
  CreateWallet1790000810000,
  FillBalances1790001310000,
  RevokeIntegrators1790002130000,
  NameFirstAccount1790002400000,
  IndexFirstAccount1790002401000,
  AddQrPlatform1790002402000,
  IndexReturnedTransfers1790002403000,
  MarkSandboxPlatform1790002404000,
];
