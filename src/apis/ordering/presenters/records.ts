/** Records as the API shows them, where these differ from the stored records. */
import type { Answers } from "#generated/ordering/contract.ts";
import {
  type Delivery,
  type Meal,
  type OpenAttempt,
  type PaymentAttempt,
  type Quote,
  type RiderReview,
  statusAt,
} from "../entities.ts";
import type { FollowedOrder, FullOrder } from "../orders.ts";
import type { SeenVendor } from "../vendors/vendors.ts";

export const currency = "NGN";

export function presentVendor({ vendorId, name, distanceMeters, ratingTenths }: SeenVendor): Answers["NearbyVendor"] {
  return {
    vendorId,
    name,
    distanceMeters: Math.round(distanceMeters),
    open: true,
    rating: ratingTenths === null ? null : ratingTenths / 10,
  };
}

export function presentMeal({ mealId, name, price, available }: Meal): Answers["Meal"] {
  return { mealId, name, price, available };
}

export function presentQuote(quote: Quote, now: Date): Answers["Quote"] {
  const { feesFrom: _, orderId, items, createdAt, expiresAt, ...amounts } = quote;
  const status = orderId !== null ? "USED" : expiresAt <= now ? "EXPIRED" : "OPEN";
  return { ...amounts, items: [...items], currency, status, createdAt, expiresAt };
}

export function presentDelivery({ customerId: _, ...delivery }: Delivery): Answers["Delivery"] {
  return { ...delivery, steps: [...delivery.steps] };
}

export function presentReview(review: RiderReview): Answers["RiderReview"] {
  const { professional, onTime, handledWithCare, createdAt, ...rest } = review;
  return { ...rest, indicators: { professional, onTime, handledWithCare }, createdAt };
}

export function presentCheckout(order: OpenAttempt, checkoutUrl: string): Answers["Checkout"] {
  return { ...order, currency, status: "PENDING", checkoutUrl };
}

export function presentOrderSummary(order: FollowedOrder, at: Date): Answers["OrderSummary"] {
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
    payBefore: status === "AWAITING_PAYMENT" ? payBefore : null,
    delivery: delivery === null ? null : { deliveryId: delivery.deliveryId, status: delivery.status },
    createdAt,
  };
}

export function presentOrder(order: FullOrder, at: Date): Answers["Order"] {
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
export function presentAttempt(attempt: PaymentAttempt): Answers["PaymentAttempt"] {
  const { customerId: _, createdAt, expiresAt, settledAt, ...rest } = attempt;
  return { ...rest, currency, createdAt, expiresAt, settledAt };
}
