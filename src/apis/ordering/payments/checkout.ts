/** Checkout: the one order that a quote is good for, and the attempt to pay for it. */
import type { ClientBase } from "pg";
import { Problem } from "#src/http/problem.ts";
import { addressOf } from "../customers/addresses.ts";
import { requireCustomer } from "../customers/customers.ts";
import { newId } from "../ids.ts";
import type { Place } from "../place.ts";
import { feesAt } from "../pricing/fees.ts";
import { deliveryFeeFor } from "../pricing/price.ts";
import { type Quote, quoteById } from "../pricing/quotes.ts";
import { noSuch } from "../refusals.ts";
import { vendorSeenFrom } from "../vendors/vendors.ts";
import { attemptLifetimeMs, type PaymentMethod } from "./attempts.ts";

export interface CheckoutWish {
  readonly quoteId: string;
  readonly customerId: string;
  readonly addressId: string;
  readonly paymentMethod: PaymentMethod;
}

export interface PlacedOrder {
  readonly orderId: string;
  readonly reference: string;
  /** Kobo. */
  readonly amount: number;
}

/**
 * Makes the order and its payment attempt in the transaction that `client` is in. Whoever asks with the same quote
 * meanwhile waits for the end of it. Throws Problem NOT_FOUND, QUOTE_ALREADY_USED, QUOTE_EXPIRED or ADDRESS_NOT_QUOTED.
 */
export async function placeOrder(
  client: ClientBase,
  { quoteId, customerId, addressId, paymentMethod }: CheckoutWish,
  now: () => number,
): Promise<PlacedOrder> {
  await requireCustomer(client, customerId);
  const quote = await quoteById(client, quoteId, { lock: true });
  const at = new Date(now());
  if (quote.customerId !== null && quote.customerId !== customerId) throw noSuch("quote");
  if (quote.orderId !== null) throw new Problem("QUOTE_ALREADY_USED");
  if (quote.expiresAt <= at) throw new Problem("QUOTE_EXPIRED");
  const address = await addressOf(client, customerId, addressId);
  await requireQuotedDelivery(client, quote, address, at);

  const orderId = newId("ord");
  const reference = newId("pay");
  await client.query("UPDATE quotes SET order_id = $2 WHERE quote_id = $1", [quoteId, orderId]);
  await client.query("INSERT INTO orders VALUES ($1, $2, $3, $4, $5, $6, 'AWAITING_PAYMENT', $7)", [
    customerId,
    orderId,
    quoteId,
    quote.vendorId,
    JSON.stringify(address),
    quote.total,
    at,
  ]);
  await client.query(
    `INSERT INTO payment_attempts (reference, customer_id, order_id, amount, payment_method, status, created_at,
       expires_at)
     VALUES ($1, $2, $3, $4, $5, 'PENDING', $6, $7)`,
    [reference, customerId, orderId, quote.total, paymentMethod, at, new Date(at.getTime() + attemptLifetimeMs)],
  );
  return { orderId, reference, amount: quote.total };
}

/** A quote may be for any place; delivery goes to the address, which may not cost more by the fees of the quote. */
async function requireQuotedDelivery(client: ClientBase, quote: Quote, address: Place, at: Date): Promise<void> {
  const vendor = await vendorSeenFrom(client, quote.vendorId, address, at);
  if (vendor === null) throw noSuch("vendor");
  const fee = deliveryFeeFor(vendor.distanceMeters, await feesAt(client, quote.feesFrom));
  if (fee === null || fee > quote.deliveryFee) throw new Problem("ADDRESS_NOT_QUOTED");
}
