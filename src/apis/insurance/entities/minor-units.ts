import type { ValueTransformer } from "typeorm";

/** The documents bound every amount below 2^53, so that a bigint column fits a number. */
export const minorUnits: ValueTransformer = {
  from: (text: string | null) => (text === null ? null : Number(text)),
  to: (amount: number | null) => amount,
};
