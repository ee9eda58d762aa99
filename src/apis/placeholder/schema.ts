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
import { CreatePlaceholder1790000600000 } from "./migrations/1790000600000-create-placeholder.ts";
import { BoundSessions1790001200000 } from "./migrations/1790001200000-bound-sessions.ts";
import { CreateEmails1790001800000 } from "./migrations/1790001800000-create-emails.ts";
import { AddPasswordResets1790002451000 } from "./migrations/1790002451000-add-password-resets.ts";

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

export const placeholderMigrations: readonly MigrationClass[] = [
  CreatePlaceholder1790000600000,
  BoundSessions1790001200000,
  CreateEmails1790001800000,
  AddPasswordResets1790002451000,
];
