/** Checkout: the one order that a quote is good for, and the attempt to pay for it. */
import type { EntityManager } from "typeorm";
import { Problem } from "#src/http/problem.ts";
import { addressOf, requireCustomer } from "../customers/addresses.ts";
import { type OpenAttempt, type Order, orders, type PaymentMethod, type Quote, quoteEntity } from "../entities.ts";
import { newId } from "../ids.ts";
import type { Place } from "../place.ts";
import { deliveryFeeFor, feesAt } from "../pricing/price.ts";
import { noSuch } from "../refusals.ts";
import { vendorSeenFrom } from "../vendors/vendors.ts";
import { openAttempt, payableUntil } from "./attempts.ts";

export interface CheckoutRequest {
  readonly quoteId: string;
  readonly customerId: string;
  readonly addressId: string;
  readonly paymentMethod: PaymentMethod;
}

/**
 * Makes the order and its payment attempt in the transaction of `manager`. Whoever asks with the same quote meanwhile
 * waits for the end of it. Throws Problem NOT_FOUND, QUOTE_ALREADY_USED, QUOTE_EXPIRED or ADDRESS_NOT_QUOTED.
 */
export async function placeOrder(
  manager: EntityManager,
  { quoteId, customerId, addressId, paymentMethod }: CheckoutRequest,
  now: () => number,
): Promise<OpenAttempt> {
  await requireCustomer(manager, customerId);
  const lock = { mode: "pessimistic_write" } as const;
  const quote = await manager.findOne(quoteEntity, { where: { quoteId }, lock });
  const at = new Date(now());
  if (quote === null || (quote.customerId !== null && quote.customerId !== customerId)) throw noSuch("quote");
  if (quote.orderId !== null) throw new Problem("QUOTE_ALREADY_USED");
  if (quote.expiresAt <= at) throw new Problem("QUOTE_EXPIRED");
  const address = await addressOf(manager, customerId, addressId);
  await requireQuotedDelivery(manager, quote, address, at);

  const { vendorId, total } = quote;
  const order: Order = {
    customerId,
    orderId: newId("ord"),
    quoteId,
    vendorId,
    address,
    total,
    status: "AWAITING_PAYMENT",
    reference: newId("pay"),
    attempts: 1,
    payBefore: payableUntil(at, at),
    createdAt: at,
  };
  await manager.update(quoteEntity, { quoteId }, { orderId: order.orderId });
  await orders.of(manager, order).insert(order);
  return await openAttempt(manager, order, paymentMethod, at);
}

/** A quote may be for any place; delivery goes to the address, which may not cost more by the fees of the quote. */
async function requireQuotedDelivery(manager: EntityManager, quote: Quote, address: Place, at: Date): Promise<void> {
  const vendor = await vendorSeenFrom(manager, quote.vendorId, address, at);
  if (vendor === null) throw noSuch("vendor");
  const fee = deliveryFeeFor(vendor.distanceMeters, await feesAt(manager, quote.feesFrom));
  if (fee === null || fee > quote.deliveryFee) throw new Problem("ADDRESS_NOT_QUOTED");
}
