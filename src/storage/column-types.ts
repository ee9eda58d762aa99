import type { EntitySchemaColumnOptions } from "typeorm";

/** A bigint column whose values stay below 2^53, such as an amount in minor units: a number, where pg gives text. */
export const safeBigint = {
  type: "bigint",
  transformer: {
    from: (text: string | null) => (text === null ? null : Number(text)),
    to: (value: number | null) => value,
  },
} as const satisfies EntitySchemaColumnOptions;
