/** Money that moves, and what has moved. */
import type { HandlersOf } from "../callers.ts";
import { hasRealClearingHouse } from "../clearing/clearing-house.ts";
import { findHolder } from "../clients.ts";
import { finding, invalidRequest, positiveAmount } from "../findings.ts";
import { creditFromOutside, presentInwardCredit } from "../inward-credits.ts";
import { findTransfer, listInwardCredits, listPostings } from "../ledger/history.ts";
import { formatAmount } from "../money.ts";
import { nameAtOtherBank } from "../name-enquiry.ts";
import { ownBankCode } from "../nuban.ts";
import { pageInfo, periodOf, rangeOf } from "../paging.ts";
import { answered, Declined, done } from "../presenters/envelope.ts";
import { presentPosting, presentTransfer } from "../presenters/transfers.ts";
import { transfer } from "../transfers.ts";
import type { HandlerDependencies } from "./dependencies.ts";

/** Who pays where nobody says. */
const unnamedSender = { senderAccountNo: "0000000000", senderBank: "999058", senderName: "Sandbox Sender" } as const;

export function transferHandlers(dependencies: HandlerDependencies): HandlersOf<"Transfers"> {
  const { database, accounts, ledger, clearingHouse, now } = dependencies;
  const { manager } = database.dataSource;
  return {
    async getTransferRecipient({ query: { accountNo, bank, transfer_type: type } }) {
      if ((type === "intra") !== (bank === ownBankCode)) {
        const message = `must ${type === "intra" ? "" : "not "}be ${ownBankCode}, this bank, for ${type}`;
        throw invalidRequest([finding("bank", "transferType", message, "query")]);
      }
      return await answered(async () => {
        const shared = { status: "active", currency: "NGN", bank } as const;
        if (bank === ownBankCode) {
          const { account } = await findHolder(manager, accountNo, "104");
          const { name, clientId, savingsId } = account;
          return done({ ...shared, name, clientId, bvn: "", account: { number: accountNo, id: savingsId } });
        }
        const name = await nameAtOtherBank(manager, clearingHouse, { bank, accountNo });
        return done({ ...shared, name, clientId: "", bvn: "", account: { number: accountNo, id: "" } });
      });
    },

    async createTransfer({ body }, { identity }) {
      return await answered(async () => {
        const { status, reference, sessionId, amount } = await transfer({ ...dependencies, manager }, identity, body);
        const data = { reference, sessionId, amount: formatAmount(amount) };
        if (status !== "PENDING") return done(data, "The transfer is done.");
        const message = "The other bank has not answered yet; ask for the transaction.";
        return { status: 200 as const, body: { status: "09" as const, message, data } };
      });
    },

    async getTransaction({ query: { reference, sessionId } }, { identity }) {
      if ((reference === undefined) === (sessionId === undefined))
        throw invalidRequest([finding("reference", "required", "or sessionId is required, and not both", "query")]);
      return await answered(async () => {
        const names = { ...(reference !== undefined && { reference }), ...(sessionId !== undefined && { sessionId }) };
        const found = await findTransfer(database.pool, identity.id, names);
        if (found === null) throw new Declined("01", "There is no such transaction.");
        return done(presentTransfer(found));
      });
    },

    async listAccountTransactions({ query }, { identity }) {
      return await answered(async () => {
        const account = await accounts.own(identity, query.accountNo);
        const { transactionType } = query;
        const withinBank = transactionType === undefined ? null : transactionType === "wallet";
        const listing = { period: periodOf(query), withinBank, range: rangeOf(query) };
        const [items, total] = await listPostings(database.pool, account, listing);
        return done({ content: items.map(presentPosting), pageInfo: pageInfo(query, total) });
      });
    },

    async listInwardTransactions({ query }, { identity }) {
      return await answered(async () => {
        const listing = { accountNo: query.accountNo ?? null, period: periodOf(query), range: rangeOf(query) };
        const [items, total] = await listInwardCredits(database.pool, identity.id, listing);
        const content = items.map((credit) => presentInwardCredit(credit, credit.createdAt));
        return done({ content, pageInfo: pageInfo(query, total) });
      });
    },

    async simulateInwardCredit({ body }, { identity }) {
      const amount = positiveAmount(body.amount);
      const { accountNo, senderAccountNo, senderBank, senderNarration = "" } = body;
      return await answered(async () => {
        if (await hasRealClearingHouse(manager))
          throw new Declined("99", "Credits are not simulated here: they come from the clearing house.");
        const credit = {
          ...unnamedSender,
          ...(senderAccountNo !== undefined && { senderAccountNo }),
          ...(senderBank !== undefined && { senderBank }),
          accountNo,
          amount,
          narration: senderNarration,
        };
        const { reference, sessionId } = await creditFromOutside(
          { manager, ledger },
          identity,
          credit,
          new Date(now()),
        );
        return done({ reference, sessionId }, "The account is credited.");
      });
    },
  };
}
