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
import { CreateOrdering1790000400000 } from "./migrations/1790000400000-create-ordering.ts";
import { RetryPayments1790002452000 } from "./migrations/1790002452000-retry-payments.ts";
import { IndexUnpaidOrders1790002453000 } from "./migrations/1790002453000-index-unpaid-orders.ts";
import { KeepDeliverySteps1790002454000 } from "./migrations/1790002454000-keep-delivery-steps.ts";
import { IndexOrdersById1790002920000 } from "./migrations/1790002920000-index-orders-by-id.ts";

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

export const orderingMigrations: readonly MigrationClass[] = [
  CreateOrdering1790000400000,
  RetryPayments1790002452000,
  IndexUnpaidOrders1790002453000,
  KeepDeliverySteps1790002454000,
  IndexOrdersById1790002920000,
];
