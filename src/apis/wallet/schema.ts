import type { EntitySchema } from "typeorm";
import type { MigrationClass } from "#src/storage/database.ts";
import { clearingHouseService } from "./clearing/clearing-house.ts";
import { accountEntity, accountNumberEntity } from "./entities/account.ts";
import { clientEntity } from "./entities/client.ts";
import { integratorEntity } from "./entities/integrator.ts";
import { bankEntity, billerEntity, bvnRecordEntity } from "./entities/registries.ts";
import { virtualAccountEntity } from "./entities/virtual-account.ts";
import { CreateWallet1795000120000 } from "./migrations/1795000120000-create-wallet.ts";
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

export const walletMigrations: readonly MigrationClass[] = [CreateWallet1795000120000];
