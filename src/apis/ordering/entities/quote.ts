import { column, declareEntity, type Row } from "#src/storage/entity.ts";

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
