/** Whether a policy can be renewed or endorsed. */
import { type InsurerDependencies, recorded } from "./dependencies.ts";
import type { QuotedChange, SoldPolicy } from "./ledger.ts";
import { statusOf } from "./policies.ts";
import { refusal } from "./refusals.ts";

const codes = { renewal: "POLICY_NOT_RENEWABLE", endorsement: "POLICY_NOT_CHANGEABLE" } as const;

/** Throws a refusal where there is no such policy, or it has ended. */
export function changeable(
  dependencies: InsurerDependencies,
  policyId: string,
  context: QuotedChange["context"],
): SoldPolicy {
  const { ledger, book, now } = dependencies;
  const policy = recorded(dependencies, "policy", policyId);
  const status = statusOf(policy, ledger.find("cancellation", book, policyId), now());
  if (status === "ACTIVE" || status === "PENDING") return policy;
  throw refusal(409, codes[context], `A policy that is ${status} keeps its terms.`);
}
