import type { EntitySchemaColumnOptions } from "typeorm";

/** A bigint column whose values stay below 2^53, such as an amount in minor units: a number, where pg gives text. */
export const safeBigint = {
  type: "bigint",
  transformer: { from: Number, to: (value: unknown) => value },
} as const satisfies EntitySchemaColumnOptions;
