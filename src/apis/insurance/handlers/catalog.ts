import { Problem } from "#src/http/problem.ts";
import type { InsuranceHandlers } from "../callers.ts";
import type { InsuranceParts } from "../parts.ts";

type Served = Pick<InsuranceHandlers, "getTaxonomy" | "listProducts" | "getProduct" | "listCommercialRates">;

export function catalogHandlers(_parts: InsuranceParts): Served {
  const notYet = () => {
    throw new Problem("NOT_AVAILABLE");
  };
  return { getTaxonomy: notYet, listProducts: notYet, getProduct: notYet, listCommercialRates: notYet };
}
