/** Records as the API shows them. */
import type { Schemas } from "#generated/ordering/contract.ts";
import type { Address } from "../entities/address.ts";
import type { Customer } from "../entities/customer.ts";
import type { Delivery } from "../entities/delivery.ts";
import type { Meal } from "../entities/meal.ts";
import { statusAt } from "../entities/order.ts";
import type { OpenAttempt, PaymentAttempt } from "../entities/payment-attempt.ts";
import type { Quote } from "../entities/quote.ts";
import type { RiderReview } from "../entities/rider-review.ts";
import type { FollowedOrder, FullOrder } from "../orders.ts";
import type { SeenVendor } from "../vendors/vendors.ts";

export const currency = "NGN";

export function presentCustomer({ createdAt, ...customer }: Customer): Schemas["Customer"] {
  return { ...customer, createdAt: createdAt.toISOString() };
}

export function presentAddress({ createdAt, ...address }: Address): Schemas["Address"] {
  return { ...address, createdAt: createdAt.toISOString() };
}

export function presentAddresses(addresses: readonly Address[]): Schemas["AddressList"] {
  return { items: addresses.map(presentAddress) };
}

export function presentVendor({ vendorId, name, distanceMeters, ratingTenths }: SeenVendor): Schemas["NearbyVendor"] {
  return {
    vendorId,
    name,
    distanceMeters: Math.round(distanceMeters),
    open: true,
    rating: ratingTenths === null ? null : ratingTenths / 10,
  };
}

export function presentMeal({ mealId, name, price, available }: Meal): Schemas["Meal"] {
  return { mealId, name, price, available };
}

export function presentQuote(quote: Quote, now: Date): Schemas["Quote"] {
  const { feesFrom: _feesFrom, orderId, items, createdAt, expiresAt, ...amounts } = quote;
  return {
    ...amounts,
    items: [...items],
    currency,
    status: orderId !== null ? "USED" : expiresAt <= now ? "EXPIRED" : "OPEN",
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}

export function presentDelivery(delivery: Delivery): Schemas["Delivery"] {
  const { deliveryId, orderId, status, createdAt, updatedAt } = delivery;
  return {
    deliveryId,
    orderId,
    status,
    steps: [...delivery.steps],
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

export function presentReview(review: RiderReview): Schemas["RiderReview"] {
  const { professional, onTime, handledWithCare, createdAt, ...rest } = review;
  return { ...rest, indicators: { professional, onTime, handledWithCare }, createdAt: createdAt.toISOString() };
}

export function presentCheckout(order: OpenAttempt, checkoutUrl: string): Schemas["Checkout"] {
  return { ...order, currency, status: "PENDING", checkoutUrl };
}

export function presentOrderSummary(order: FollowedOrder, at: Date): Schemas["OrderSummary"] {
  const { orderId, quoteId, vendorId, total, reference, payBefore, delivery, createdAt } = order;
  const status = statusAt(order, at);
  return {
    orderId,
    quoteId,
    vendorId,
    status,
    total,
    currency,
    reference,
    payBefore: status === "AWAITING_PAYMENT" ? payBefore.toISOString() : null,
    delivery: delivery === null ? null : { deliveryId: delivery.deliveryId, status: delivery.status },
    createdAt: createdAt.toISOString(),
  };
}

export function presentOrder(order: FullOrder, at: Date): Schemas["Order"] {
  const { quote, customerId } = order;
  const { addressId, label, line1, city, latitude, longitude } = order.address;
  const { items, mealSubtotal, serviceCharge, deliveryFee } = quote;
  return {
    ...presentOrderSummary(order, at),
    customerId,
    items: [...items],
    mealSubtotal,
    serviceCharge,
    deliveryFee,
    address: { addressId, label, line1, city, latitude, longitude },
  };
}

/** Without the customer: their id opens their name, phone and addresses, and the reference is part of a link. */
export function presentAttempt({
  customerId: _customerId,
  createdAt,
  expiresAt,
  settledAt,
  ...attempt
}: PaymentAttempt): Schemas["PaymentAttempt"] {
  return {
    ...attempt,
    currency,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
  };
}
