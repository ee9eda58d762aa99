/** Books in a database, and two ledgers over them as two processes have them. */
import { randomInt, randomUUID } from "node:crypto";
import { openFromDetails } from "#src/apis/wallet/clients.ts";
import { createIntegrator } from "#src/apis/wallet/integrators.ts";
import { setLimits } from "#src/apis/wallet/ledger/account-terms.ts";
import { Ledger } from "#src/apis/wallet/ledger/ledger.ts";
import {
  type AccountKey,
  type CloseOrder,
  type MoveOrder,
  type Outcome,
  systemAccounts,
} from "#src/apis/wallet/ledger/transfer.ts";
import { verifyLedger } from "#src/apis/wallet/ledger/verify.ts";
import type { Limits } from "#src/apis/wallet/limits.ts";
import type { Database } from "#src/storage/database.ts";
import { type TestDatabase, type TestDatabaseOptions, testDatabase } from "#test/support/database.ts";

export interface StoredBalance {
  readonly balance: bigint;
  readonly held: bigint;
  readonly debited: bigint;
}

export const boundless: Limits = { singleLimit: 10n ** 15n, dailyLimit: 10n ** 15n };

/** Books of their own for the surrounding `describe`. */
export function testBank(options: TestDatabaseOptions = {}): Bank {
  // Before the database goes.
  after(() => bank.close());
  const bank = new Bank(testDatabase(options));
  return bank;
}

export class Bank {
  readonly database: TestDatabase;
  readonly #through: Database;
  #ledgers: readonly [Ledger, Ledger] | undefined;

  /** @param through what the ledgers write through, where that is not the test's own way to the database. */
  constructor(database: TestDatabase, through: Database = database) {
    this.database = database;
    this.#through = through;
  }

  get ledgers(): readonly [Ledger, Ledger] {
    const aLedger = () => new Ledger(this.#through, { now: Date.now });
    this.#ledgers ??= [aLedger(), aLedger()];
    return this.#ledgers;
  }

  get ledger(): Ledger {
    return this.ledgers[0];
  }

  async close(): Promise<void> {
    await Promise.all(this.ledgers.map((ledger) => ledger.close()));
  }

  async anIntegrator(): Promise<string> {
    const { integrator } = await createIntegrator(await this.database.operator(), "Acme", new Date());
    return integrator.id;
  }

  /** Of a new integrator unless one is given, with so much money in it (kobo). */
  async anAccount({
    kobo = 0n,
    integratorId,
    limits = boundless,
  }: {
    kobo?: bigint;
    integratorId?: string;
    limits?: Limits;
  } = {}): Promise<AccountKey> {
    const id = integratorId ?? (await this.anIntegrator());
    const person = { firstname: "Ada", lastname: "Obi", dob: "04 October 1990", phone: `0${randomInt(1e9, 1e10)}` };
    const { account } = await openFromDetails(this.database, { id } as never, person, new Date());
    const key = { integratorId: id, accountNo: account.accountNo };
    await setLimits(this.database.pool, key, limits);
    if (kobo > 0n) await this.ledger.submit(aCredit(key, kobo));
    return key;
  }

  /** Two of one new integrator, so much money in the first (kobo). */
  async twoAccounts(kobo: bigint): Promise<[from: AccountKey, to: AccountKey]> {
    const from = await this.anAccount({ kobo });
    return [from, await this.anAccount({ integratorId: from.integratorId })];
  }

  async balance({ integratorId, accountNo }: AccountKey): Promise<StoredBalance> {
    const { rows } = await this.database.pool.query<Record<keyof StoredBalance, string>>(
      "SELECT balance, held, debited FROM wallet_balances WHERE integrator_id = $1 AND account_no = $2",
      [integratorId, accountNo],
    );
    const { balance = "", held = "", debited = "" } = rows[0] ?? {};
    return { balance: BigInt(balance), held: BigInt(held), debited: BigInt(debited) };
  }

  async postingsOf({ integratorId, reference }: { integratorId: string; reference: string }): Promise<number> {
    const { rows } = await this.database.pool.query<{ count: number }>(
      "SELECT count(*)::int FROM wallet_postings WHERE integrator_id = $1 AND reference = $2",
      [integratorId, reference],
    );
    return rows[0]?.count ?? 0;
  }

  /** What does not hold in the books. */
  async differences(): Promise<readonly string[]> {
    return (await verifyLedger(this.database.pool)).differences;
  }
}

export function aMove(
  from: AccountKey,
  to: AccountKey,
  amount: bigint,
  changes: Partial<MoveOrder> = {},
): MoveOrder & { readonly integratorId: string } {
  const isBetween = from.integratorId !== to.integratorId;
  return {
    order: "move",
    integratorId: from.integratorId,
    reference: `ref-${randomUUID()}`,
    sessionId: randomUUID(),
    kind: "INTRA",
    from,
    to,
    ...(isBetween && { inwardReference: `in-${randomUUID()}` }),
    amount,
    details: { remark: "", payerName: "", payeeName: "", bank: null, bankAccount: null },
    ...changes,
  };
}

const clearingOf = ({ integratorId }: AccountKey): AccountKey => ({ integratorId, accountNo: systemAccounts.clearing });

export function aCredit(to: AccountKey, amount: bigint): ReturnType<typeof aMove> {
  return aMove(clearingOf(to), to, amount, { kind: "INWARD" });
}

export function aPayment(from: AccountKey, amount: bigint): ReturnType<typeof aMove> {
  return aMove(from, clearingOf(from), amount, { kind: "INTER" });
}

export function closing(
  { integratorId, reference }: { readonly integratorId: string; readonly reference: string },
  as: CloseOrder["as"],
): CloseOrder {
  return { order: "close", integratorId, reference, as };
}

/** How often each outcome occurs. */
export function tally(outcomes: readonly Outcome[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { outcome } of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}
