import {
  declareEntity,
  integer,
  jsonb,
  key,
  milliseconds,
  nullable,
  type Row,
  safeBigint,
  text,
  timestamp,
} from "#src/storage/entity.ts";

export interface QuotedMeal {
  readonly mealId: string;
  readonly name: string;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly lineTotal: number;
}

export const quoteEntity = declareEntity("quotes", {
  quoteId: key(text),
  /** The only customer who may order from it. */
  customerId: nullable(text),
  vendorId: text,
  items: jsonb<readonly QuotedMeal[]>(),
  mealSubtotal: safeBigint,
  serviceCharge: safeBigint,
  deliveryFee: safeBigint,
  total: safeBigint,
  distanceMeters: integer,
  /** When the fees that it was priced with came into force. */
  feesFrom: milliseconds,
  createdAt: timestamp,
  expiresAt: timestamp,
  /** The order that was made from it. */
  orderId: nullable(text),
});

export type Quote = Row<typeof quoteEntity>;
