/** The ledger's answers, in the terms of this API. */
import type { Outcome, Transfer } from "./ledger/transfer.ts";
import { formatAmount, mostKobo } from "./money.ts";
import { Declined } from "./presenters/envelope.ts";

/** The transfer of an order that is done. Throws Declined for one that the ledger refuses. */
export function transferBy(outcome: Outcome): Transfer {
  if (outcome.outcome === "done") return outcome.transfer;
  throw declinedBy(outcome);
}

function declinedBy(outcome: Exclude<Outcome, { outcome: "done" }>): Declined {
  switch (outcome.outcome) {
    case "duplicate":
      return new Declined("98", "The reference is taken.");
    case "no-account":
      return new Declined("104", "There is no such account.");
    case "insufficient-funds":
      return new Declined(
        "51",
        `There is not enough money in the account: ${formatAmount(outcome.available)} can be spent.`,
      );
    case "over-limit":
      return new Declined("61", limitMessage(outcome));
    case "no-room":
      return new Declined("61", `No account can stand at more than ${formatAmount(mostKobo)}.`);
    case "not-taken":
      return new Declined("99", notTakenMessages[outcome.why]);
    case "not-closable":
      return new Declined("99", `The transfer is ${outcome.status ?? "unknown"}.`);
  }
}

const notTakenMessages = {
  amount: "This account takes one credit of another amount.",
  expired: "This account has expired.",
  used: "This account has had its credit.",
} as const;

function limitMessage({ limit, left, resetsAt }: Extract<Outcome, { outcome: "over-limit" }>): string {
  if (limit === "single" || resetsAt === null) return `At most ${formatAmount(left)} may be paid at once.`;
  return `${formatAmount(left)} may still be paid today; the limit starts anew at ${resetsAt.toISOString()}.`;
}
