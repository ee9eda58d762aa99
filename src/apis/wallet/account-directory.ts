/** Accounts of this bank by their number. What an account is never changes, so it is read once and remembered. */
import { LRUCache } from "lru-cache";
import type { EntityManager } from "typeorm";
import { type Account, accountEntity, accountNumberEntity } from "./entities/account.ts";
import type { Integrator } from "./entities/integrator.ts";
import { Declined } from "./presenters/envelope.ts";

const mostRemembered = 100_000;

export class AccountDirectory {
  readonly #manager: EntityManager;
  readonly #known = new LRUCache<string, Account>({ max: mostRemembered });

  constructor(manager: EntityManager) {
    this.#manager = manager;
  }

  /** In whosoever's books it is; null where no account has this number. */
  async find(accountNo: string): Promise<Account | null> {
    const known = this.#known.get(accountNo);
    if (known !== undefined) return known;
    const number = await this.#manager.findOneBy(accountNumberEntity, { accountNo });
    if (number === null) return null;
    const account = await this.#manager.findOneBy(accountEntity, { integratorId: number.integratorId, accountNo });
    if (account !== null) this.#known.set(accountNo, account);
    return account;
  }

  /** An account of the integrator that can be paid from. Throws Declined 104. */
  async own({ id }: Integrator, accountNo: string): Promise<Account> {
    const account = await this.find(accountNo);
    if (account === null || account.integratorId !== id || account.kind === "virtual")
      throw new Declined("104", "There is no such account.");
    return account;
  }
}
