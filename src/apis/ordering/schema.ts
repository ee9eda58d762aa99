import type { EntitySchema } from "typeorm";
import type { MigrationClass } from "#src/storage/database.ts";
import { addressEntity } from "./entities/address.ts";
import { customerEntity } from "./entities/customer.ts";
import { deliveryEntity } from "./entities/delivery.ts";
import { feeScheduleEntity } from "./entities/fee-schedule.ts";
import { mealEntity } from "./entities/meal.ts";
import { orderEntity } from "./entities/order.ts";
import { paymentAttemptEntity } from "./entities/payment-attempt.ts";
import { quoteEntity } from "./entities/quote.ts";
import { riderReviewEntity } from "./entities/rider-review.ts";
import { vendorEntity } from "./entities/vendor.ts";
import { CreateOrdering1795000100000 } from "./migrations/1795000100000-create-ordering.ts";

export const orderingEntities: readonly EntitySchema[] = [
  addressEntity,
  customerEntity,
  deliveryEntity,
  feeScheduleEntity,
  mealEntity,
  orderEntity,
  paymentAttemptEntity,
  quoteEntity,
  riderReviewEntity,
  vendorEntity,
];

export const orderingMigrations: readonly MigrationClass[] = [CreateOrdering1795000100000];
