/** What has moved: the transactions of an account, its statement, credits from outside and transfers that came back. */
import type { HandlersOf } from "../callers.ts";
import { listInwardCredits, listPostings, listReturnedTransfers } from "../ledger/history.ts";
import { pageInfo, periodOf, rangeOf } from "../paging.ts";
import { done } from "../presenters/envelope.ts";
import { presentInwardCredit, presentPosting, presentReturn } from "../presenters/transfers.ts";
import { asCsv, asHtml, statementOf } from "../statements.ts";
import type { HandlerDependencies } from "./dependencies.ts";

export type TransferListing =
  | "listAccountTransactions"
  | "getAccountStatement"
  | "listInwardTransactions"
  | "listReturnedTransfers";

export function transferListingHandlers({
  database: { pool },
  accounts,
}: HandlerDependencies): Pick<HandlersOf<"Transfers">, TransferListing> {
  return {
    async listAccountTransactions({ query }, { identity }) {
      const account = await accounts.ownOrOneTime(identity, query.accountNo);
      const { transactionType } = query;
      const withinBank = transactionType === undefined ? null : transactionType === "wallet";
      const listing = { period: periodOf(query), withinBank, range: rangeOf(query) };
      const [items, total] = await listPostings(pool, account, listing);
      return done({
        content: items.map((item) => presentPosting(item, account.accountNo)),
        pageInfo: pageInfo(query, total),
      });
    },

    async getAccountStatement({ query }, { identity }) {
      const { accountNo, startDate, endDate, format } = query;
      const period = periodOf(query);
      const account = await accounts.ownOrOneTime(identity, accountNo);
      const statement = await statementOf(pool, account, [startDate, endDate], period);
      const { openingBalance, closingBalance, postings } = statement;
      const isPage = format === "html";
      return done({
        accountNo,
        fileName: `statement-${accountNo}-${startDate}-${endDate}.${format}`,
        mediaType: isPage ? ("text/html" as const) : ("text/csv" as const),
        openingBalance,
        closingBalance,
        postings: postings.length,
        content: isPage ? asHtml(statement) : asCsv(statement),
      });
    },

    async listInwardTransactions({ query }, { identity }) {
      const { accountNo = "" } = query;
      const { poolAccountNo } = identity;
      const range = rangeOf(query);
      const listing = { accountNo: accountNo || null, poolAccountNo, period: periodOf(query), range };
      const [items, total] = await listInwardCredits(pool, identity.id, listing);
      return done({ content: items.map(presentInwardCredit), pageInfo: pageInfo(query, total) });
    },

    async listReturnedTransfers({ query }, { identity }) {
      const listing = { period: periodOf(query), range: rangeOf(query) };
      const [items, total] = await listReturnedTransfers(pool, identity.id, listing);
      return done({ content: items.map(presentReturn), pageInfo: pageInfo(query, total) });
    },
  };
}
