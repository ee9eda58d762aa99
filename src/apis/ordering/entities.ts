/** The tables of this API. */
import { Column, column, declareEntity, type Row } from "#src/storage/entity.ts";
import { records } from "#src/storage/records.ts";
import type { DeliveryStatus } from "./deliveries/delivery-status.ts";

export const addressEntity = declareEntity("customer_addresses", {
  customerId: column.text.key,
  addressId: column.text.key,
  label: column.text,
  line1: column.text,
  city: column.text,
  latitude: column.double,
  longitude: column.double,
  active: column.boolean,
  createdAt: column.timestamp,
});

export type Address = Row<typeof addressEntity>;

export const addresses = records(addressEntity, ["customerId"]);

export const customerEntity = declareEntity("customers", {
  customerId: column.text.key,
  firstName: column.text,
  lastName: column.text,
  phone: column.text,
  email: column.text,
  createdAt: column.timestamp,
});

export type Customer = Row<typeof customerEntity>;

export interface StoredStep {
  readonly status: DeliveryStatus;
  /** RFC 3339. */
  readonly at: string;
}

export const deliveryEntity = declareEntity("deliveries", {
  customerId: column.text.key,
  deliveryId: column.text.key,
  orderId: column.text,
  status: column.textOf<DeliveryStatus>(),
  /** All steps that it has made, from PENDING to its status. */
  steps: column.jsonb<readonly StoredStep[]>(),
  createdAt: column.timestamp,
  updatedAt: column.timestamp,
});

export type Delivery = Row<typeof deliveryEntity>;

export const deliveries = records(deliveryEntity, ["customerId"]);

export interface DeliveryBand {
  /** The band reaches this far, inclusive. */
  readonly upToMeters: number;
  readonly fee: number;
}

/** Fees in force from a moment until the next schedule's. */
export const feeScheduleEntity = declareEntity("fee_schedules", {
  effectiveFrom: column.milliseconds.key,
  /** Ten-thousandths of the meals. */
  serviceBasisPoints: column.integer,
  serviceMinimum: column.integer,
  serviceMaximum: column.integer,
  /** Ten-thousandths of the delivery fee; 10,000 is no surge. */
  surgeBasisPoints: column.integer,
  /** The nearest first; the last one's reach is how far anybody delivers. */
  deliveryBands: column.jsonb<readonly DeliveryBand[]>(),
});

export type FeeSchedule = Row<typeof feeScheduleEntity>;

export const mealEntity = declareEntity("meals", {
  vendorId: column.text.key,
  mealId: column.text.key,
  name: column.text,
  /** Kobo. */
  price: column.integer,
  available: column.boolean,
});

export type Meal = Row<typeof mealEntity>;

export type OrderStatus = "AWAITING_PAYMENT" | "PAID" | "CANCELLED";

export const orderEntity = declareEntity("orders", {
  customerId: column.text.key,
  orderId: column.text.key,
  quoteId: column.text,
  vendorId: column.text,
  /** As it was when the order was made. */
  address: column.jsonb<Address>(),
  /** Kobo. */
  total: column.safeBigint,
  status: column.textOf<OrderStatus>(),
  /** Of its last payment attempt; null for an order of an old release whose attempt is not settled. */
  reference: column.text.nullable,
  /** How many payment attempts it has had. */
  attempts: column.integer,
  /** From this moment on it is cancelled unless it was paid. */
  payBefore: column.timestamp,
  createdAt: column.timestamp,
});

export type Order = Row<typeof orderEntity>;

export const orders = records(orderEntity, ["customerId"]);

/** An order whose time to be paid is over is cancelled, whether that was noted yet or not. */
export function statusAt({ status, payBefore }: Pick<Order, "status" | "payBefore">, at: Date): OrderStatus {
  return status === "AWAITING_PAYMENT" && payBefore <= at ? "CANCELLED" : status;
}

export type PaymentMethod = "CARD" | "BANK_TRANSFER" | "USSD" | "WALLET";

export type AttemptStatus = "PENDING" | "SUCCEEDED" | "FAILED" | "ABANDONED" | "REVERSED";

/** The answer about an attempt that the client has just made. */
export type OpenAttempt = Pick<PaymentAttempt, "orderId" | "reference" | "amount">;

export const paymentAttemptEntity = declareEntity("payment_attempts", {
  reference: column.text.key,
  customerId: column.text,
  orderId: column.text,
  /** Kobo. */
  amount: column.safeBigint,
  paymentMethod: column.textOf<PaymentMethod>(),
  status: column.textOf<AttemptStatus>(),
  /** Of the paid order. */
  deliveryId: column.text.nullable,
  createdAt: column.timestamp,
  expiresAt: column.timestamp,
  settledAt: column.timestamp.nullable,
});

export type PaymentAttempt = Row<typeof paymentAttemptEntity>;

export interface QuotedMeal {
  readonly mealId: string;
  readonly name: string;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly lineTotal: number;
}

export const quoteEntity = declareEntity("quotes", {
  quoteId: column.text.key,
  /** The only customer who may order from it. */
  customerId: column.text.nullable,
  vendorId: column.text,
  items: column.jsonb<readonly QuotedMeal[]>(),
  mealSubtotal: column.safeBigint,
  serviceCharge: column.safeBigint,
  deliveryFee: column.safeBigint,
  total: column.safeBigint,
  distanceMeters: column.integer,
  /** When the fees that it was priced with came into force. */
  feesFrom: column.milliseconds,
  createdAt: column.timestamp,
  expiresAt: column.timestamp,
  /** The order that was made from it. */
  orderId: column.text.nullable,
});

export type Quote = Row<typeof quoteEntity>;

export const riderReviewEntity = declareEntity("rider_reviews", {
  customerId: column.text.key,
  deliveryId: column.text.key,
  /** Stars, 1 to 5. */
  rating: column.smallint,
  text: column.text.nullable,
  professional: column.boolean,
  onTime: column.boolean,
  handledWithCare: column.boolean,
  createdAt: column.timestamp,
});

export type RiderReview = Row<typeof riderReviewEntity>;

export const riderReviews = records(riderReviewEntity, ["customerId"]);

/** Its place on the globe, which the database computes for the search by distance, is for SQL alone. */
export const vendorEntity = declareEntity("vendors", {
  vendorId: column.text.key,
  name: column.text,
  approved: column.boolean,
  /** The IANA name. */
  timeZone: column.text,
  /** As `openingMinutes` writes it. */
  opening: new Column<string>({ type: "int4multirange" }),
  /** Tenths of a star. */
  ratingTenths: column.smallint.nullable,
  latitude: column.double,
  longitude: column.double,
});

export type Vendor = Row<typeof vendorEntity>;
