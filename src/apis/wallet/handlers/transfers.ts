/** Money that moves. */
import type { HandlersOf } from "../callers.ts";
import { clearingHouseService, nameAtOtherBank, otherBank } from "../clearing/clearing-house.ts";
import { findHolder } from "../clients.ts";
import { positiveAmount } from "../findings.ts";
import { onboarded } from "../integrators.ts";
import { creditFromOutside } from "../inward-credits.ts";
import { takesPayment } from "../ledger/account-terms.ts";
import { findTransfer } from "../ledger/history.ts";
import { ownBankCode } from "../nuban.ts";
import { Declined, done } from "../presenters/envelope.ts";
import { presentOutcome, presentTransfer } from "../presenters/transfers.ts";
import { transfer } from "../transfers.ts";
import type { HandlerDependencies } from "./dependencies.ts";
import type { TransferListing } from "./transfer-listings.ts";

/** The sender of a simulated credit that names none. */
const unnamedSender = { accountNo: "0123456789", bank: "999058", name: "Sandbox Sender" } as const;

export function transferHandlers(dependencies: HandlerDependencies): Omit<HandlersOf<"Transfers">, TransferListing> {
  const { database, ledger, clearingHouse, now } = dependencies;
  const { manager } = database.dataSource;
  return {
    async getTransferRecipient({ query: { accountNo, bank } }, { identity }) {
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
    },

    async createTransfer({ body }, { identity }) {
      return presentOutcome(await transfer(dependencies, identity, body), "The transfer is done.");
    },

    async getTransaction({ query: { reference, sessionId } }, { identity }) {
      const names = { ...(reference !== undefined && { reference }), ...(sessionId !== undefined && { sessionId }) };
      const found = await findTransfer(database.pool, identity.id, names);
      if (found === null) throw new Declined("01", "There is no such transaction.");
      return done(presentTransfer(found));
    },

    async simulateInwardCredit({ body }, { identity }) {
      const amount = positiveAmount(body.amount);
      const { accountNo, senderAccountNo = "", senderBank = "", senderNarration = "" } = body;
      if (await clearingHouseService.isReal(manager))
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
    },
  };
}
