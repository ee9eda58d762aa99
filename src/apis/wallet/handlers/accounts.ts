/** Balances, names, limits, and one-time accounts. */
import type { Schemas } from "#generated/wallet/contract.ts";
import type { HandlersOf } from "../callers.ts";
import { findHolder } from "../clients.ts";
import { finding, invalidRequest, positiveAmount } from "../findings.ts";
import { onboarded } from "../integrators.ts";
import { setLimits, standingOf } from "../ledger/account-terms.ts";
import { limitsOfTier } from "../limits.ts";
import { formatAmount } from "../money.ts";
import { ownBankCode } from "../nuban.ts";
import {
  closeOneTime,
  createVirtualAccount,
  refundOneTime,
  stateOfOneTime,
  updateAmount,
} from "../one-time-accounts.ts";
import { Declined, done } from "../presenters/envelope.ts";
import { presentOutcome } from "../presenters/transfers.ts";
import type { HandlerDependencies } from "./dependencies.ts";

const productNames = {
  pool: "Pool account",
  client: "Client account",
  virtual: "One-time account",
  system: "",
} as const;

export function accountHandlers(dependencies: HandlerDependencies): HandlersOf<"Accounts"> {
  const { database, accounts, now } = dependencies;
  const { manager } = database.dataSource;
  const { pool } = database;
  return {
    async createVirtualAccount({ body }, { identity }) {
      return await withNumber(body.reference, "The account is open.", async () =>
        createVirtualAccount(database, await onboarded(manager, identity), body, new Date(now())),
      );
    },

    async updateVirtualAccountAmount({ body }, { identity }) {
      return await withNumber(body.reference, "The amount is changed.", () =>
        updateAmount(database, identity, body, new Date(now())),
      );
    },

    async getVirtualAccount({ query: { reference } }, { identity }) {
      return done(await stateOfOneTime(database, identity, reference, new Date(now())));
    },

    async expireVirtualAccount({ body: { reference } }, { identity }) {
      return await withNumber(reference, "The account is closed.", () =>
        closeOneTime(database, identity, reference, new Date(now())),
      );
    },

    async refundVirtualAccount({ body }, { identity }) {
      const refund = await refundOneTime(dependencies, identity, body.reference);
      return presentOutcome(refund, "The payment is given back.");
    },

    async enquireAccount({ query: { accountNo = "" } }, { identity }) {
      const account = await accounts.ownOrOneTime(identity, accountNo || identity.poolAccountNo);
      const { booked, held, available } = await standingOf(pool, account);
      return done({
        accountNo: account.accountNo,
        accountBalance: formatAmount(booked),
        availableBalance: formatAmount(available),
        heldAmount: formatAmount(held),
        accountId: account.savingsId,
        client: account.name,
        clientId: account.clientId,
        savingsProductName:
          identity.implementation === "1-1" && account.kind === "pool" ? "1-1 account" : productNames[account.kind],
      });
    },

    async enquireName({ query: { accountNo } }) {
      const { account } = await findHolder(manager, accountNo, "01");
      return done({ accountNo, accountName: account.name, bankCode: ownBankCode });
    },

    async updateTransactionLimit({ body: { accountNumber, transactionLimit, dailyLimit } }, { identity }) {
      const single = positiveAmount(transactionLimit, "transactionLimit");
      const daily = positiveAmount(dailyLimit, "dailyLimit");
      if (single > daily)
        throw invalidRequest([finding("transactionLimit", "maximum", "must not be more than dailyLimit")]);
      const account = await accounts.own(identity, accountNumber);
      const most = limitsOfTier[account.tier];
      if (single > most.singleLimit || daily > most.dailyLimit) {
        const amounts = `${formatAmount(most.singleLimit)} at once and ${formatAmount(most.dailyLimit)} a day`;
        throw new Declined("61", `The tier of this account allows ${amounts}.`);
      }
      await setLimits(database.pool, account, { singleLimit: single, dailyLimit: daily });
      return done({ accountNumber, transactionLimit: formatAmount(single), dailyLimit: formatAmount(daily) });
    },
  };
}

/** The one answer that has its data beside the status. */
async function withNumber(
  reference: string,
  message: string,
  work: () => Promise<string>,
): Promise<{ status: 200; body: Schemas["VirtualAccountResult"] }> {
  try {
    return { status: 200, body: { status: "00", message, accountNumber: await work(), reference } };
  } catch (error) {
    if (!(error instanceof Declined)) throw error;
    return { status: 200, body: { status: error.status, message: error.message, accountNumber: null, reference } };
  }
}
