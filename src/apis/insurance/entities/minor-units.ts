import type { ValueTransformer } from "typeorm";

/** The documents bound every amount below 2^53, so that a bigint column fits a number. */
export const minorUnits: ValueTransformer = { from: Number, to: (amount: number) => amount };
