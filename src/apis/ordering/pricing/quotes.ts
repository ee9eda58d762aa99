/** Quotes: priced once, stored, and never touched again but to note the order that was made from them. */
import { type EntityManager, In } from "typeorm";
import { Problem } from "#src/http/problem.ts";
import { addressOf, requireCustomer } from "../customers/addresses.ts";
import { mealEntity, type Quote, type QuotedMeal, quoteEntity } from "../entities.ts";
import { newId } from "../ids.ts";
import type { Place } from "../place.ts";
import { noSuch } from "../refusals.ts";
import { vendorSeenFrom } from "../vendors/vendors.ts";
import { deliveryRadius, feesAt, lineTotal, priceOf } from "./price.ts";

/** How long a quote binds (milliseconds). */
const quoteLifetimeMs = 15 * 60_000;

export interface QuoteRequest {
  readonly vendorId: string;
  readonly items: readonly { readonly mealId: string; readonly quantity: number }[];
  readonly customerId?: string | undefined;
  readonly addressId?: string | undefined;
  readonly location?: Place | undefined;
}

/** Throws Problem NOT_FOUND, MEAL_UNAVAILABLE, VENDOR_CLOSED or OUT_OF_RANGE. */
export async function createQuote(manager: EntityManager, request: QuoteRequest, now: Date): Promise<Quote> {
  const { vendorId } = request;
  const place = await placeOf(manager, request);
  const vendor = await vendorSeenFrom(manager, vendorId, place, now);
  if (vendor === null) throw noSuch("vendor");
  const items = await menuPrices(manager, vendorId, request.items);
  if (!vendor.open) throw new Problem("VENDOR_CLOSED");
  const fees = await feesAt(manager, now);
  const price = priceOf(items, vendor.distanceMeters, fees);
  const distanceMeters = Math.round(vendor.distanceMeters);
  if (price === null) {
    throw new Problem("OUT_OF_RANGE", { details: { distanceMeters, radiusMeters: deliveryRadius(fees) } });
  }
  const quote: Quote = {
    quoteId: newId("quo"),
    vendorId,
    customerId: request.customerId ?? null,
    items,
    ...price,
    distanceMeters,
    feesFrom: fees.effectiveFrom,
    createdAt: now,
    expiresAt: new Date(now.getTime() + quoteLifetimeMs),
    orderId: null,
  };
  await manager.insert(quoteEntity, quote);
  return quote;
}

/** Throws Problem NOT_FOUND where customer or address are not known. */
async function placeOf(manager: EntityManager, { customerId, addressId, location }: QuoteRequest): Promise<Place> {
  if (customerId !== undefined && addressId !== undefined) return await addressOf(manager, customerId, addressId);
  if (customerId !== undefined) await requireCustomer(manager, customerId);
  // The document asks for a location where there is no address.
  if (location === undefined) throw new Error("a quote without a place");
  return location;
}

async function menuPrices(
  manager: EntityManager,
  vendorId: string,
  wanted: QuoteRequest["items"],
): Promise<QuotedMeal[]> {
  const mealIds = wanted.map(({ mealId }) => mealId);
  const onSale = await manager.findBy(mealEntity, { vendorId, mealId: In(mealIds), available: true });
  const menu = new Map(onSale.map((meal) => [meal.mealId, meal]));
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

/** Throws Problem NOT_FOUND. */
export async function quoteById(manager: EntityManager, quoteId: string): Promise<Quote> {
  const quote = await manager.findOneBy(quoteEntity, { quoteId });
  if (quote === null) throw noSuch("quote");
  return quote;
}
