/** Accounts for people and companies, and who holds an account. */
import type { HandlersOf } from "../callers.ts";
import {
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
import { nameAtOtherBank } from "../name-enquiry.ts";
import { ownBankCode } from "../nuban.ts";
import { answered, done } from "../presenters/envelope.ts";
import type { HandlerDependencies } from "./dependencies.ts";

const opened = "The account is open.";

export function clientHandlers({ database, clearingHouse, now }: HandlerDependencies): HandlersOf<"Clients"> {
  const { manager } = database.dataSource;
  return {
    async createClientFromDetails({ body }, { identity }) {
      return await answered(async () =>
        done(presentClient(await openFromDetails(database, identity, body, new Date(now()))), opened),
      );
    },

    async createClientFromBvn({ query }, { identity }) {
      return await answered(async () =>
        done(presentClient(await openFromBvn(database, identity, query, new Date(now()))), opened),
      );
    },

    async createCorporateClient({ body }, { identity }) {
      return await answered(async () => {
        const { account } = await openForCompany(database, identity, body, new Date(now()));
        return done({ accountNo: account.accountNo, accountName: account.name }, opened);
      });
    },

    async lookUpBvn({ query: { bvn } }) {
      return await answered(async () => done(presentBvnRecord(await findBvn(manager, bvn))));
    },

    async lookUpAccount({ query: { accountNo, bank = ownBankCode } }, { identity }) {
      return await answered(async () => {
        if (bank === ownBankCode) {
          const { account, client } = await findHolder(manager, accountNo, "104");
          // Of the clients of others nobody hears more than a payer has to know.
          return done(client.integratorId === identity.id ? presentHolder(client) : presentName(account.name));
        }
        return done(presentName(await nameAtOtherBank(manager, clearingHouse, { bank, accountNo })));
      });
    },
  };
}
