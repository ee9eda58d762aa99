import type { EntitySchema } from "typeorm";
import type { MigrationClass } from "#src/storage/database.ts";
import { emailEntity } from "./entities/email.ts";
import { knownNetworkEntity } from "./entities/known-network.ts";
import { notificationEntity } from "./entities/notification.ts";
import { orderEntity } from "./entities/order.ts";
import { passwordResetEntity } from "./entities/password-reset.ts";
import { productEntity } from "./entities/product.ts";
import { sessionEntity } from "./entities/session.ts";
import { settingsEntity } from "./entities/settings.ts";
import { storedFileEntity } from "./entities/stored-file.ts";
import { userEntity } from "./entities/user.ts";
import { mailService } from "./mail/mail-service.ts";
import { CreatePlaceholder1795000130000 } from "./migrations/1795000130000-create-placeholder.ts";

export const placeholderEntities: readonly EntitySchema[] = [
  emailEntity,
  knownNetworkEntity,
  mailService.entity,
  notificationEntity,
  orderEntity,
  passwordResetEntity,
  productEntity,
  sessionEntity,
  settingsEntity,
  storedFileEntity,
  userEntity,
];

export const placeholderMigrations: readonly MigrationClass[] = [CreatePlaceholder1795000130000];
