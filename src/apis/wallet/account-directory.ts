// SQL: every transfer comes by here, and making entities of the rows took a fifth of all that a transfer takes.
/** Accounts of this bank by their number. What an account is never changes, so it is read once and remembered. */
import { LRUCache } from "lru-cache";
import type { Pool } from "pg";
import type { EntityManager } from "typeorm";
import { atMost } from "#src/http/at-most.ts";
import { Batches } from "#src/storage/batches.ts";
import { onOtherServer } from "#src/storage/connections.ts";
import type { Database } from "#src/storage/database.ts";
import { type Account, accountNumberEntity, type Integrator } from "./entities.ts";
import { Declined } from "./presenters/envelope.ts";

const mostRemembered = 100_000;
/** Of numbers that are looked up together. */
const limits = { maxBatch: 200, maxPending: 10_000, maxConcurrent: 4 };

/** The account as payments need it. A pool account has the name of its wallet. */
export type KnownAccount = Omit<Account, "createdAt">;

interface FoundAccount extends KnownAccount {
  /** Whether none of it will ever change. */
  readonly isFinal: boolean;
}

function noSuchAccount(): Declined {
  return new Declined("104", "There is no such account.");
}

export class AccountDirectory {
  readonly #manager: EntityManager;
  readonly #pool: Pool;
  readonly #known = new LRUCache<string, KnownAccount>(atMost(mostRemembered));
  /** Numbers to be looked up in an integrator's books. */
  readonly #lookUps: Batches<string, FoundAccount | null>;

  constructor({ dataSource, pool }: Pick<Database, "dataSource" | "pool">) {
    this.#manager = dataSource.manager;
    this.#pool = pool;
    // A standby that takes over may lack an account, and give its number to another.
    onOtherServer(pool, () => this.#known.clear());
    this.#lookUps = new Batches({
      run: (integratorId, numbers) => this.#lookUp(integratorId, numbers),
      ...limits,
    });
  }

  /** An account in anybody's books, most likely in this integrator's; null where no account has this number. */
  async find({ id }: Integrator, accountNo: string): Promise<KnownAccount | null> {
    const near = this.#known.get(accountNo) ?? (await this.#findIn(id, accountNo));
    if (near !== null) return near;
    const number = await this.#manager.findOneBy(accountNumberEntity, { accountNo });
    return number === null || number.integratorId === id ? null : await this.#findIn(number.integratorId, accountNo);
  }

  /** An account of the integrator that can be paid from. Throws Declined 104. */
  async own(integrator: Integrator, accountNo: string): Promise<KnownAccount> {
    const account = await this.ownOrOneTime(integrator, accountNo);
    if (account.kind === "virtual") throw noSuchAccount();
    return account;
  }

  /** An account of the integrator, one that nobody pays from too. Throws Declined 104. */
  async ownOrOneTime({ id }: Integrator, accountNo: string): Promise<KnownAccount> {
    const account = await this.#findIn(id, accountNo);
    if (account === null) throw noSuchAccount();
    return account;
  }

  async #findIn(integratorId: string, accountNo: string): Promise<KnownAccount | null> {
    const known = this.#known.get(accountNo);
    if (known !== undefined) return known.integratorId === integratorId ? known : null;
    const found = await this.#lookUps.submit(integratorId, accountNo);
    if (found === null) return null;
    const { isFinal, ...account } = found;
    if (isFinal) this.#known.set(accountNo, account);
    return account;
  }

  async #lookUp(integratorId: string, numbers: readonly string[]): Promise<(FoundAccount | null)[]> {
    // Primary key (integrator_id, account_no). Onboarding gives a pool account its name, once.
    const { rows } = await this.#pool.query<FoundAccount>(
      `SELECT a.integrator_id AS "integratorId", a.account_no AS "accountNo", a.kind, a.savings_id AS "savingsId",
         a.client_id AS "clientId", a.tier, a.settles_to AS "settlesTo",
         CASE WHEN a.kind = 'pool' THEN coalesce(i.wallet_name, a.name) ELSE a.name END AS name,
         a.kind <> 'pool' OR i.wallet_name IS NOT NULL AS "isFinal"
       FROM wallet_accounts AS a LEFT JOIN wallet_integrators AS i ON i.id = a.integrator_id
       WHERE a.integrator_id = $1 AND a.account_no = ANY ($2)`,
      [integratorId, [...new Set(numbers)]],
    );
    const byNumber = new Map(rows.map((account) => [account.accountNo, account]));
    return numbers.map((accountNo) => byNumber.get(accountNo) ?? null);
  }
}
