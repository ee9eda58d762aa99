/** Transfers and postings as clients read them. */
import type { Answers } from "#generated/wallet/contract.ts";
import type { PostedTransfer } from "../ledger/history.ts";
import { isInward, isWithinBank, type Transfer } from "../ledger/transfer.ts";
import { formatAmount } from "../money.ts";
import { ownBankCode } from "../nuban.ts";
import { done } from "./envelope.ts";

/** The answer to whoever has money moved; `message` is for a transfer that is done. */
export function presentOutcome({ status, reference, sessionId, amount }: Transfer, message: string) {
  const data = { reference, sessionId, amount: formatAmount(amount) };
  if (status !== "PENDING") return done(data, message);
  const pending = "The other bank has not answered yet; ask for the transaction.";
  return { status: 200 as const, body: { status: "09" as const, message: pending, data } };
}

export function presentTransfer(transfer: Transfer): NonNullable<Answers["TransactionResultData"]> {
  const isCredit = isInward(transfer);
  const { details, counter } = transfer;
  return {
    reference: transfer.reference,
    sessionId: transfer.sessionId,
    type: isCredit ? "CREDIT" : "DEBIT",
    transactionType: isWithinBank(transfer) ? "wallet" : "bank",
    status: transfer.status,
    amount: formatAmount(transfer.amount),
    currency: "NGN",
    accountNo: transfer.accountNo,
    counterAccountNo: details.bankAccount ?? counter.accountNo,
    counterName: isCredit ? details.payerName : details.payeeName,
    counterBank: details.bank ?? ownBankCode,
    remark: details.remark,
    createdAt: transfer.createdAt,
  };
}

/**
 * As the account sees it: what it paid within the wallet is a credit of the other account, and what went on from a one-time account
 * is a credit from whoever paid that.
 */
export function presentPosting(
  { transfer, side, otherAccount, balance, postedAt, reversal }: PostedTransfer,
  accountNo: string,
): Answers["AccountTransaction"] {
  const seen = presentTransfer(transfer);
  const isPayee = side === "credit" && transfer.kind === "INTRA" && !reversal;
  return {
    ...seen,
    ...(isPayee && {
      accountNo: transfer.counter.accountNo,
      counterAccountNo: transfer.accountNo,
      counterName: transfer.details.payerName,
    }),
    ...(transfer.kind === "ONE_TIME" && { accountNo }),
    ...(transfer.kind === "ONE_TIME" &&
      side === "debit" && {
        counterAccountNo: otherAccount,
        counterName: transfer.details.payeeName,
        counterBank: ownBankCode,
      }),
    type: side === "credit" ? "CREDIT" : "DEBIT",
    balance: formatAmount(balance),
    createdAt: postedAt,
  };
}

/** A transfer that came back, as the account that had paid it sees it. */
export function presentReturn(transfer: Transfer): Answers["ReturnedTransfer"] {
  const { type, transactionType, status, ...returned } = presentTransfer(transfer);
  return returned;
}

export function presentInwardCredit(credit: Transfer): Answers["InwardCredit"] {
  const { accountNo, counter, details } = credit;
  return {
    reference: credit.reference,
    amount: formatAmount(credit.amount),
    account_number: accountNo,
    originator_account_number: details.bankAccount ?? counter.accountNo,
    originator_account_name: details.payerName,
    originator_bank: details.bank ?? ownBankCode,
    originator_narration: details.remark,
    timestamp: credit.createdAt,
    sessionId: credit.sessionId,
  };
}
