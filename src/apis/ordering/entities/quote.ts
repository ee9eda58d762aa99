import { EntitySchema } from "typeorm";
import { safeBigint } from "#src/storage/column-types.ts";
import type { Price } from "../pricing/price.ts";

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

export const quoteEntity = new EntitySchema<Quote>({
  name: "MealQuote",
  tableName: "quotes",
  columns: {
    quoteId: { name: "quote_id", type: "text", primary: true },
    customerId: { name: "customer_id", type: "text", nullable: true },
    vendorId: { name: "vendor_id", type: "text" },
    items: { type: "jsonb" },
    mealSubtotal: { name: "meal_subtotal", ...safeBigint },
    serviceCharge: { name: "service_charge", ...safeBigint },
    deliveryFee: { name: "delivery_fee", ...safeBigint },
    total: safeBigint,
    distanceMeters: { name: "distance_meters", type: "integer" },
    feesFrom: { name: "fees_from", type: "timestamptz", precision: 3 },
    createdAt: { name: "created_at", type: "timestamptz" },
    expiresAt: { name: "expires_at", type: "timestamptz" },
    orderId: { name: "order_id", type: "text", nullable: true },
  },
});
