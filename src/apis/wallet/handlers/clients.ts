/** Accounts for people and companies, and who holds an account. */
import type { HandlersOf } from "../callers.ts";
import { nameAtOtherBank } from "../clearing/clearing-house.ts";
import {
  type AccountOfClient,
  AlreadyOpen,
  findBvn,
  findHolder,
  openForCompany,
  openFromBvn,
  openFromDetails,
  presentBvnRecord,
  presentClient,
  presentHolder,
  presentName,
} from "../clients.ts";
import { ownBankCode } from "../nuban.ts";
import { done } from "../presenters/envelope.ts";
import type { HandlerDependencies } from "./dependencies.ts";

/** Answers with the account that was opened, and with 99 and the one that there is. */
async function opening<T>(work: () => Promise<AccountOfClient>, present: (opened: AccountOfClient) => T) {
  try {
    return done(present(await work()), "The account is open.");
  } catch (error) {
    if (!(error instanceof AlreadyOpen)) throw error;
    const { status, message, first } = error;
    return { status: 200 as const, body: { status, message, data: present(first) } };
  }
}

export function clientHandlers({ database, clearingHouse, now }: HandlerDependencies): HandlersOf<"Clients"> {
  const { manager } = database.dataSource;
  return {
    async createClientFromDetails({ body }, { identity }) {
      return await opening(() => openFromDetails(database, identity, body, new Date(now())), presentClient);
    },

    async createClientFromBvn({ query }, { identity }) {
      return await opening(() => openFromBvn(database, identity, query, new Date(now())), presentClient);
    },

    async createCorporateClient({ body }, { identity }) {
      return await opening(
        () => openForCompany(database, identity, body, new Date(now())),
        ({ account }) => ({ accountNo: account.accountNo, accountName: account.name }),
      );
    },

    async lookUpBvn({ query: { bvn } }) {
      return done(presentBvnRecord(await findBvn(manager, bvn)));
    },

    async lookUpAccount({ query: { accountNo, bank = "" } }, { identity }) {
      if (bank === "" || bank === ownBankCode) {
        const { account, client } = await findHolder(manager, accountNo, "104");
        // Of other integrators' clients only what a payer has to know is told.
        return done(client.integratorId === identity.id ? presentHolder(client) : presentName(account.name));
      }
      return done(presentName(await nameAtOtherBank(manager, clearingHouse, { bank, accountNo })));
    },
  };
}
