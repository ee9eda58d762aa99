// SQL: every transfer comes by here, and making entities of the rows took a fifth of all that a transfer takes.
/** Accounts of this bank by their number. What an account is never changes, so it is read once and remembered. */
import { LRUCache } from "lru-cache";
import type { Pool } from "pg";
import type { EntityManager } from "typeorm";
import { Batches } from "#src/storage/batches.ts";
import { onOtherServer } from "#src/storage/connections.ts";
import type { Database } from "#src/storage/database.ts";
import { overloaded } from "#src/storage/passing.ts";
import { type Account, accountNumberEntity } from "./entities/account.ts";
import type { Integrator } from "./entities/integrator.ts";
import { Declined } from "./presenters/envelope.ts";

const mostRemembered = 100_000;
/** Of numbers that are looked up together. */
const limits = { maxBatch: 200, maxPending: 10_000, maxConcurrent: 4 };

/** What payments have to know of an account. */
export type KnownAccount = Omit<Account, "createdAt">;

export class AccountDirectory {
  readonly #manager: EntityManager;
  readonly #pool: Pool;
  readonly #known = new LRUCache<string, KnownAccount>({ max: mostRemembered });
  /** Numbers to be looked up in an integrator's books. */
  readonly #lookUps: Batches<string, KnownAccount | null>;

  constructor({ dataSource, pool }: Pick<Database, "dataSource" | "pool">) {
    this.#manager = dataSource.manager;
    this.#pool = pool;
    // A standby that takes over may lack an account, and give its number to another.
    onOtherServer(pool, () => this.#known.clear());
    this.#lookUps = new Batches({
      run: (integratorId, numbers) => this.#lookUp(integratorId, numbers),
      overloaded,
      ...limits,
    });
  }

  /** In whosoever's books it is, most likely in this integrator's; null where no account has this number. */
  async find({ id }: Integrator, accountNo: string): Promise<KnownAccount | null> {
    const near = this.#known.get(accountNo) ?? (await this.#findIn(id, accountNo));
    if (near !== null) return near;
    const number = await this.#manager.findOneBy(accountNumberEntity, { accountNo });
    return number === null || number.integratorId === id ? null : await this.#findIn(number.integratorId, accountNo);
  }

  /** An account of the integrator that can be paid from. Throws Declined 104. */
  async own({ id }: Integrator, accountNo: string): Promise<KnownAccount> {
    const account = await this.#findIn(id, accountNo);
    if (account === null || account.kind === "virtual") throw new Declined("104", "There is no such account.");
    return account;
  }

  async #findIn(integratorId: string, accountNo: string): Promise<KnownAccount | null> {
    const known = this.#known.get(accountNo);
    if (known !== undefined) return known.integratorId === integratorId ? known : null;
    const account = await this.#lookUps.submit(integratorId, accountNo);
    if (account !== null) this.#known.set(accountNo, account);
    return account;
  }

  async #lookUp(integratorId: string, numbers: readonly string[]): Promise<(KnownAccount | null)[]> {
    // Primary key (integrator_id, account_no).
    const { rows } = await this.#pool.query<KnownAccount>(
      `SELECT integrator_id AS "integratorId", account_no AS "accountNo", kind, savings_id AS "savingsId",
         client_id AS "clientId", name, tier
       FROM wallet_accounts WHERE integrator_id = $1 AND account_no = ANY ($2)`,
      [integratorId, [...new Set(numbers)]],
    );
    const byNumber = new Map(rows.map((account) => [account.accountNo, account]));
    return numbers.map((accountNo) => byNumber.get(accountNo) ?? null);
  }
}
