/** The books after PostgreSQL has crashed in the middle of load, several times. */
import fc from "fast-check";
import { Bank } from "#test/builders/ledger.ts";
import type { TestDatabase } from "#test/support/database.ts";
import { MortalPostgres } from "#test/support/mortal-postgres.ts";
import { until } from "#test/support/until.ts";
import { choice, expectTrueBooks, someAccounts, submitInterleaved } from "./interleaved.ts";

const crashes = 3;

describe("the ledger when PostgreSQL crashes under load", () => {
  const postgres = new MortalPostgres();
  let database: TestDatabase;
  let bank: Bank;

  before(async () => {
    database = await postgres.open();
    bank = new Bank(database);
  });
  after(async () => {
    await bank.close();
    await database.drop();
    await postgres.stop();
  });

  const postings = async (): Promise<number> => {
    const { rows } = await database.pool.query<{ count: number }>("SELECT count(*)::int FROM wallet_postings");
    return rows[0]?.count ?? 0;
  };

  /** The end of any session by SIGKILL makes PostgreSQL end them all and recover from its log. */
  async function crash(): Promise<void> {
    const { rows } = await database.pool.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    process.kill(rows[0]?.pid ?? 0, "SIGKILL");
  }

  for (let turn = 1; turn <= crashes; turn++) {
    it(`has lost nothing that it acknowledged and done nothing twice (crash ${turn})`, async () => {
      const accounts = await someAccounts(bank);
      const [chosen = []] = fc.sample(fc.array(choice, { minLength: 4_000, maxLength: 4_000, size: "max" }), 1);
      const before = await postings();
      const answers = submitInterleaved(bank, accounts, chosen);
      await until(async () => (await postings()) > before + 50 * turn);
      await crash();
      const answered = await answers;
      await until(() =>
        postings().then(
          () => true,
          () => false,
        ),
      );
      await expectTrueBooks(bank, accounts, answered);
    });
  }
});
