import { Problem } from "#src/http/problem.ts";
import type { InsuranceHandlers } from "../callers.ts";
import type { InsuranceParts } from "../parts.ts";

type Served = Pick<InsuranceHandlers, "compareProducts">;

export function comparisonHandlers(_parts: InsuranceParts): Served {
  const notYet = () => {
    throw new Problem("NOT_AVAILABLE");
  };
  return { compareProducts: notYet };
}
