import { Problem } from "#src/http/problem.ts";
import type { InsuranceHandlers } from "../callers.ts";
import type { InsuranceParts } from "../parts.ts";

type Served = Pick<
  InsuranceHandlers,
  "listPolicies" | "getPolicy" | "listPolicyDocuments" | "downloadPolicyDocument" | "cancelPolicy"
>;

export function policyHandlers(_parts: InsuranceParts): Served {
  const notYet = () => {
    throw new Problem("NOT_AVAILABLE");
  };
  return {
    listPolicies: notYet,
    getPolicy: notYet,
    listPolicyDocuments: notYet,
    downloadPolicyDocument: notYet,
    cancelPolicy: notYet,
  };
}
