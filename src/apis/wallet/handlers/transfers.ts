/** Money that moves, and what has moved. */
import type { HandlersOf } from "../callers.ts";
import { hasRealClearingHouse } from "../clearing/clearing-house.ts";
import { findHolder } from "../clients.ts";
import { positiveAmount } from "../findings.ts";
import { onboarded } from "../integrators.ts";
import { creditFromOutside } from "../inward-credits.ts";
import { takesPayment } from "../ledger/account-terms.ts";
import { findTransfer, listInwardCredits, listPostings, listReturnedTransfers } from "../ledger/history.ts";
import { formatAmount } from "../money.ts";
import { nameAtOtherBank, otherBank } from "../name-enquiry.ts";
import { ownBankCode } from "../nuban.ts";
import { pageInfo, periodOf, rangeOf } from "../paging.ts";
import { answered, Declined, done } from "../presenters/envelope.ts";
import { presentInwardCredit, presentPosting, presentReturn, presentTransfer } from "../presenters/transfers.ts";
import { asCsv, asHtml, statementOf } from "../statements.ts";
import { transfer } from "../transfers.ts";
import type { HandlerDependencies } from "./dependencies.ts";

/** Who pays where nobody says. */
const unnamedSender = { accountNo: "0123456789", bank: "999058", name: "Sandbox Sender" } as const;

export function transferHandlers(dependencies: HandlerDependencies): HandlersOf<"Transfers"> {
  const { database, accounts, ledger, clearingHouse, now } = dependencies;
  const { manager } = database.dataSource;
  return {
    async getTransferRecipient({ query: { accountNo, bank } }, { identity }) {
      return await answered(async () => {
        const shared = { status: "active", currency: "NGN", bank } as const;
        if (bank === ownBankCode) {
          const { account, client } = await findHolder(manager, accountNo, "104");
          const { name, clientId, savingsId } = account;
          const bvn = client.integratorId === identity.id ? client.bvn : "";
          const status = (await takesPayment(database.pool, account, new Date(now()))) ? "active" : "inactive";
          return done({ ...shared, name, clientId, bvn, status, account: { number: accountNo, id: savingsId } });
        }
        const name = await nameAtOtherBank(manager, clearingHouse, { bank, accountNo });
        return done({ ...shared, name, clientId: "", bvn: "", account: { number: accountNo, id: "" } });
      });
    },

    async createTransfer({ body }, { identity }) {
      return await answered(async () => {
        const { pool } = database;
        const transferred = await transfer({ ...dependencies, manager, pool }, identity, body);
        const { status, reference, sessionId, amount } = transferred;
        const data = { reference, sessionId, amount: formatAmount(amount) };
        if (status !== "PENDING") return done(data, "The transfer is done.");
        const message = "The other bank has not answered yet; ask for the transaction.";
        return { status: 200 as const, body: { status: "09" as const, message, data } };
      });
    },

    async getTransaction({ query: { reference, sessionId } }, { identity }) {
      return await answered(async () => {
        const names = { ...(reference !== undefined && { reference }), ...(sessionId !== undefined && { sessionId }) };
        const found = await findTransfer(database.pool, identity.id, names);
        if (found === null) throw new Declined("01", "There is no such transaction.");
        return done(presentTransfer(found));
      });
    },

    async listAccountTransactions({ query }, { identity }) {
      return await answered(async () => {
        const account = await accounts.ownOrOneTime(identity, query.accountNo);
        const { transactionType } = query;
        const withinBank = transactionType === undefined ? null : transactionType === "wallet";
        const listing = { period: periodOf(query), withinBank, range: rangeOf(query) };
        const [items, total] = await listPostings(database.pool, account, listing);
        return done({
          content: items.map((item) => presentPosting(item, account.accountNo)),
          pageInfo: pageInfo(query, total),
        });
      });
    },

    async getAccountStatement({ query }, { identity }) {
      const { accountNo, startDate, endDate, format } = query;
      const period = periodOf(query);
      return await answered(async () => {
        const account = await accounts.ownOrOneTime(identity, accountNo);
        const statement = await statementOf(database.pool, account, [startDate, endDate], period);
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
      });
    },

    async listInwardTransactions({ query }, { identity }) {
      return await answered(async () => {
        const { accountNo = "" } = query;
        const { poolAccountNo } = identity;
        const range = rangeOf(query);
        const listing = { accountNo: accountNo || null, poolAccountNo, period: periodOf(query), range };
        const [items, total] = await listInwardCredits(database.pool, identity.id, listing);
        const content = items.map((credit) => presentInwardCredit(credit, credit.createdAt));
        return done({ content, pageInfo: pageInfo(query, total) });
      });
    },

    async listReturnedTransfers({ query }, { identity }) {
      return await answered(async () => {
        const listing = { period: periodOf(query), range: rangeOf(query) };
        const [items, total] = await listReturnedTransfers(database.pool, identity.id, listing);
        return done({ content: items.map(presentReturn), pageInfo: pageInfo(query, total) });
      });
    },

    async simulateInwardCredit({ body }, { identity }) {
      const amount = positiveAmount(body.amount);
      const { accountNo, senderAccountNo = "", senderBank = "", senderNarration = "" } = body;
      return await answered(async () => {
        if (await hasRealClearingHouse(manager))
          throw new Declined("99", "Credits are not simulated here: they come from the clearing house.");
        const integrator = await onboarded(manager, identity);
        const credit = {
          senderAccountNo: senderAccountNo || unnamedSender.accountNo,
          senderBank: senderBank || unnamedSender.bank,
          senderName: unnamedSender.name,
          accountNo,
          amount,
          narration: senderNarration,
        };
        await otherBank(manager, credit.senderBank);
        const at = new Date(now());
        const { reference, sessionId } = await creditFromOutside({ manager, ledger }, integrator, credit, at);
        return done({ reference, sessionId }, "The account is credited.");
      });
    },
  };
}
