/** Clients that shared a phone before a wallet had one account for it. */
import { expect } from "chai";
import type { QueryRunner } from "typeorm";
import { NameFirstAccount1790002400000 } from "#src/apis/wallet/migrations/1790002400000-name-first-account.ts";
import { IndexFirstAccount1790002401000 } from "#src/apis/wallet/migrations/1790002401000-index-first-account.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";

const integrators = ["00000000-0000-7000-8000-000000000001", "00000000-0000-7000-8000-000000000002"] as const;

describe("the migration to one account for a phone", () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  after(() => database.drop());

  it("leaves the phone to the first client of each wallet, whatever form it was written in", async () => {
    const { owner } = database;
    await owner.query("ALTER TABLE wallet_clients DROP COLUMN phone_key");
    await owner.query("ALTER TABLE wallet_accounts DROP COLUMN settles_to");
    const clients = [
      [integrators[0], "b", "person", "", "+2348031234567", 2],
      [integrators[0], "a", "person", "", "08031234567", 1],
      [integrators[0], "c", "person", "22200000001", "08031234567", 0],
      [integrators[0], "d", "company", "", "08031234567", 0],
      [integrators[1], "e", "person", "", "2348031234567", 3],
    ] as const;
    for (const [integrator, id, kind, bvn, phone, second] of clients)
      await owner.query(
        `INSERT INTO wallet_clients (integrator_id, id, kind, name, first_name, middle_name, last_name, bvn, phone, address, created_at)
         VALUES ($1, $2, $3, '', '', '', '', $4, $5, '', to_timestamp($6))`,
        [integrator, id, kind, bvn, phone, second],
      );
    const runner = { query: (text: string) => owner.query(text) } as unknown as QueryRunner;
    await new NameFirstAccount1790002400000().up(runner);
    await new IndexFirstAccount1790002401000().up(runner);
    const { rows } = await owner.query("SELECT id FROM wallet_clients WHERE phone_key = '8031234567' ORDER BY id");
    expect(rows.map(({ id }) => id)).to.deep.equal(["a", "e"]);
  });
});
