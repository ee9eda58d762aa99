/** Quotes: priced once, stored, and never touched again but to note the order that was made from them. */
import { Problem } from "#src/http/problem.ts";
import { addressOf } from "../customers/addresses.ts";
import { requireCustomer } from "../customers/customers.ts";
import { newId } from "../ids.ts";
import type { Place } from "../place.ts";
import type { Queryable } from "../queryable.ts";
import { noSuch } from "../refusals.ts";
import { vendorSeenFrom } from "../vendors/vendors.ts";
import { feesAt } from "./fees.ts";
import { deliveryRadius, lineTotal, type Price, priceOf } from "./price.ts";

/** How long a quote binds (milliseconds). */
export const quoteLifetimeMs = 15 * 60_000;

export interface QuotedMeal {
  readonly mealId: string;
  readonly name: string;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly lineTotal: number;
}

export interface Quote extends Price {
  readonly quoteId: string;
  readonly vendorId: string;
  /** The only customer who may order from it. */
  readonly customerId: string | null;
  readonly items: readonly QuotedMeal[];
  readonly distanceMeters: number;
  /** When the fees that it was priced with came into force. */
  readonly feesFrom: Date;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** The order that was made from it. */
  readonly orderId: string | null;
}

export interface QuoteWish {
  readonly vendorId: string;
  readonly items: readonly { readonly mealId: string; readonly quantity: number }[];
  readonly customerId?: string | undefined;
  readonly addressId?: string | undefined;
  readonly location?: Place | undefined;
}

/** Throws Problem NOT_FOUND, MEAL_UNAVAILABLE, VENDOR_CLOSED or OUT_OF_RANGE. */
export async function createQuote(on: Queryable, wish: QuoteWish, now: Date): Promise<Quote> {
  const { vendorId } = wish;
  const place = await placeOf(on, wish);
  const vendor = await vendorSeenFrom(on, vendorId, place, now);
  if (vendor === null) throw noSuch("vendor");
  const items = await menuPrices(on, vendorId, wish.items);
  if (!vendor.open) throw new Problem("VENDOR_CLOSED");
  const fees = await feesAt(on, now);
  const price = priceOf(items, vendor.distanceMeters, fees);
  const distanceMeters = Math.round(vendor.distanceMeters);
  if (price === null) {
    throw new Problem("OUT_OF_RANGE", { details: { distanceMeters, radiusMeters: deliveryRadius(fees) } });
  }
  const quote: Quote = {
    quoteId: newId("quo"),
    vendorId,
    customerId: wish.customerId ?? null,
    items,
    ...price,
    distanceMeters,
    feesFrom: fees.effectiveFrom,
    createdAt: now,
    expiresAt: new Date(now.getTime() + quoteLifetimeMs),
    orderId: null,
  };
  await insertQuote(on, quote);
  return quote;
}

/** Throws Problem NOT_FOUND where customer or address are not known. */
async function placeOf(on: Queryable, { customerId, addressId, location }: QuoteWish): Promise<Place> {
  if (customerId !== undefined && addressId !== undefined) return await addressOf(on, customerId, addressId);
  if (customerId !== undefined) await requireCustomer(on, customerId);
  // The document asks for a location where there is no address.
  if (location === undefined) throw new Error("a quote without a place");
  return location;
}

async function menuPrices(on: Queryable, vendorId: string, wanted: QuoteWish["items"]): Promise<QuotedMeal[]> {
  const { rows } = await on.query<{ meal_id: string; name: string; price: number }>(
    "SELECT meal_id, name, price FROM meals WHERE vendor_id = $1 AND meal_id = ANY ($2) AND available",
    [vendorId, wanted.map(({ mealId }) => mealId)],
  );
  const menu = new Map(rows.map((row) => [row.meal_id, row]));
  const missing = new Set<string>();
  const items: QuotedMeal[] = [];
  for (const { mealId, quantity } of wanted) {
    const meal = menu.get(mealId);
    if (meal === undefined) missing.add(mealId);
    else {
      const line = { quantity, unitPrice: meal.price };
      items.push({ mealId, name: meal.name, ...line, lineTotal: lineTotal(line) });
    }
  }
  if (missing.size > 0) throw new Problem("MEAL_UNAVAILABLE", { details: { mealIds: [...missing] } });
  return items;
}

async function insertQuote(on: Queryable, quote: Quote): Promise<void> {
  await on.query(
    `INSERT INTO quotes (quote_id, customer_id, vendor_id, items, meal_subtotal, service_charge, delivery_fee, total,
       distance_meters, fees_from, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      quote.quoteId,
      quote.customerId,
      quote.vendorId,
      JSON.stringify(quote.items),
      quote.mealSubtotal,
      quote.serviceCharge,
      quote.deliveryFee,
      quote.total,
      quote.distanceMeters,
      quote.feesFrom,
      quote.createdAt,
      quote.expiresAt,
    ],
  );
}

interface QuoteRow {
  quote_id: string;
  customer_id: string | null;
  vendor_id: string;
  items: QuotedMeal[];
  meal_subtotal: string;
  service_charge: string;
  delivery_fee: string;
  total: string;
  distance_meters: number;
  fees_from: Date;
  created_at: Date;
  expires_at: Date;
  order_id: string | null;
}

/** Throws Problem NOT_FOUND. With `lock`, nobody else gets it so until the end of the transaction. */
export async function quoteById(on: Queryable, quoteId: string, { lock = false } = {}): Promise<Quote> {
  const { rows } = await on.query<QuoteRow>(`SELECT * FROM quotes WHERE quote_id = $1 ${lock ? "FOR UPDATE" : ""}`, [
    quoteId,
  ]);
  const [row] = rows;
  if (row === undefined) throw noSuch("quote");
  return {
    quoteId: row.quote_id,
    customerId: row.customer_id,
    vendorId: row.vendor_id,
    items: row.items,
    mealSubtotal: Number(row.meal_subtotal),
    serviceCharge: Number(row.service_charge),
    deliveryFee: Number(row.delivery_fee),
    total: Number(row.total),
    distanceMeters: row.distance_meters,
    feesFrom: row.fees_from,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    orderId: row.order_id,
  };
}
