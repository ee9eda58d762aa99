import { Problem } from "#src/http/problem.ts";
import type { InsuranceHandlers } from "../callers.ts";
import type { InsuranceParts } from "../parts.ts";

type Served = Pick<InsuranceHandlers, "getForm" | "listFieldOptions" | "reserveUpload">;

export function formHandlers(_parts: InsuranceParts): Served {
  const notYet = () => {
    throw new Problem("NOT_AVAILABLE");
  };
  return { getForm: notYet, listFieldOptions: notYet, reserveUpload: notYet };
}
