import type { EntitySchema } from "typeorm";
import type { MigrationClass } from "#src/storage/database.ts";
import { accountEntity, accountNumberEntity } from "./entities/account.ts";
import { clearingHouseEntity } from "./entities/clearing-house.ts";
import { clientEntity } from "./entities/client.ts";
import { integratorEntity } from "./entities/integrator.ts";
import { qrPlatformEntity } from "./entities/qr-platform.ts";
import { bankEntity, billerEntity, bvnRecordEntity } from "./entities/registries.ts";
import { virtualAccountEntity } from "./entities/virtual-account.ts";
import { CreateWallet1795000120000 } from "./migrations/1795000120000-create-wallet.ts";

export const walletEntities: readonly EntitySchema[] = [
  accountEntity,
  accountNumberEntity,
  bankEntity,
  billerEntity,
  bvnRecordEntity,
  clearingHouseEntity,
  clientEntity,
  integratorEntity,
  qrPlatformEntity,
  virtualAccountEntity,
];

export const walletMigrations: readonly MigrationClass[] = [CreateWallet1795000120000];
