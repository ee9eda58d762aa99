import { Problem } from "#src/http/problem.ts";
import type { InsuranceHandlers } from "../callers.ts";
import type { InsuranceParts } from "../parts.ts";

type Served = Pick<InsuranceHandlers, "listPurchases" | "createPurchase" | "getPurchase">;

export function purchaseHandlers(_parts: InsuranceParts): Served {
  const notYet = () => {
    throw new Problem("NOT_AVAILABLE");
  };
  return { listPurchases: notYet, createPurchase: notYet, getPurchase: notYet };
}
