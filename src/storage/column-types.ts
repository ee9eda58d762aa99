import type { EntitySchemaColumnOptions } from "typeorm";

/** A bigint column whose values stay below 2^53, such as an amount in minor units. It is read as a number; pg alone returns text. */
export const safeBigint = {
  type: "bigint",
  transformer: {
    from: (text: string | null) => (text === null ? null : Number(text)),
    to: (value: number | null) => value,
  },
} as const satisfies EntitySchemaColumnOptions;
