/** Every account's postings are chained: each hash covers the one before it, so that a row that was changed or lost shows. */
import { hash } from "node:crypto";
import type { Posting } from "./books.ts";

/** What an account without postings starts from. */
export const emptyChain = "0".repeat(64);

export type Side = "debit" | "credit";

export interface ChainLink {
  readonly posting: Pick<Posting, "integratorId" | "reference" | "reversal" | "currency" | "amount" | "postedAt">;
  readonly side: Side;
  readonly accountNo: string;
  readonly otherAccountNo: string;
  readonly sequence: bigint;
  readonly balance: bigint;
}

/** SHA-256 in hexadecimal, over the previous hash and everything that the posting says of this account. */
export function nextHash(
  previous: string,
  { posting, side, accountNo, otherAccountNo, sequence, balance }: ChainLink,
): string {
  const fields = [
    previous,
    posting.integratorId,
    accountNo,
    sequence,
    side,
    otherAccountNo,
    posting.amount,
    posting.currency,
    balance,
    posting.reference,
    posting.reversal,
    posting.postedAt.getTime(),
  ];
  return hash("sha256", JSON.stringify(fields.map(String)));
}
