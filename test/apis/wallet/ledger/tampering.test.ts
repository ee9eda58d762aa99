/** Whoever may change everything in the database is found out. */
import { expect } from "chai";
import type { AccountKey } from "#src/apis/wallet/ledger/transfer.ts";
import { verifyLedger } from "#src/apis/wallet/ledger/verify.ts";
import { aMove, aPayment, closing, testBank } from "#test/builders/ledger.ts";

describe("verifying the ledger", () => {
  const bank = testBank();
  const { database } = bank;
  let from: AccountKey;
  let to: AccountKey;
  let other: AccountKey;
  let paid: ReturnType<typeof aMove>;
  let reversed: ReturnType<typeof aPayment>;

  before(async () => {
    from = await bank.anAccount({ kobo: 10_000n });
    to = await bank.anAccount({ integratorId: from.integratorId });
    other = await bank.anAccount();
    paid = aMove(from, to, 100n);
    reversed = aPayment(from, 300n);
    const pending = aPayment(from, 500n);
    const between = aMove(from, other, 200n);
    const closings = [closing(reversed, "SETTLED"), closing(reversed, "REVERSED")];
    for (const order of [paid, reversed, ...closings, pending, between]) await bank.ledger.submit(order);
  });

  it("finds nothing where nothing is wrong, counts what it has read and says how far it is", async () => {
    const progress: [number, number][] = [];
    const { differences, ...counts } = await verifyLedger(database.pool, {
      onProgress: (read, total) => progress.push([read, total]),
    });
    expect(differences).to.deep.equal([]);
    expect(counts).to.deep.equal({ accounts: 9, postings: 6, transfers: 6 });
    expect(progress.at(-1)).to.deep.equal([12, 12]);
  });

  it("reads only the books of one integrator when asked", async () => {
    const { accounts, postings } = await verifyLedger(database.pool, { integratorId: other.integratorId });
    expect({ accounts, postings }).to.deep.equal({ accounts: 4, postings: 1 });
  });

  /** What verify finds while these statements are in effect; afterwards all is as before. */
  async function found(...statements: readonly string[]): Promise<string> {
    const tables = ["wallet_postings", "wallet_transfers", "wallet_balances"];
    await database.owner.query("ALTER TABLE wallet_postings DISABLE TRIGGER USER");
    for (const table of tables) await database.owner.query(`CREATE TABLE kept_${table} AS SELECT * FROM ${table}`);
    try {
      for (const statement of statements) {
        const { rowCount } = await database.owner.query(statement);
        expect(rowCount, statement).to.be.above(0);
      }
      return (await bank.differences()).join("\n");
    } finally {
      for (const table of tables) {
        await database.owner.query(`DELETE FROM ${table}`);
        await database.owner.query(`INSERT INTO ${table} SELECT * FROM public.kept_${table}`);
        await database.owner.query(`DROP TABLE kept_${table}`);
      }
      await database.owner.query("ALTER TABLE wallet_postings ENABLE TRIGGER USER");
    }
  }

  afterEach(async () => {
    expect(await bank.differences()).to.deep.equal([]);
  });

  const ofPaid = () => `WHERE integrator_id = '${paid.integratorId}' AND reference = '${paid.reference}'`;
  const ofReversed = () => `WHERE integrator_id = '${reversed.integratorId}' AND reference = '${reversed.reference}'`;
  const ofAccount = ({ integratorId, accountNo }: AccountKey) =>
    `WHERE integrator_id = '${integratorId}' AND account_no = '${accountNo}'`;

  const tamperings: Readonly<Record<string, () => readonly [statements: string | readonly string[], finding: RegExp]>> =
    {
      "an amount that was changed": () => [
        `UPDATE wallet_postings SET amount = amount + 1 ${ofPaid()}`,
        /was changed after it was written/,
      ],
      "an amount that was changed everywhere but in the hashes": () => [
        [
          `UPDATE wallet_postings SET amount = amount + 1, debit_balance = debit_balance - 1, credit_balance = credit_balance + 1 ${ofPaid()}`,
          `UPDATE wallet_transfers SET amount = amount + 1 ${ofPaid()}`,
          `UPDATE wallet_balances SET balance = balance + 1 ${ofAccount(to)}`,
        ],
        /was changed after it was written/,
      ],
      "a moment that was changed": () => [
        `UPDATE wallet_postings SET posted_at = now() - interval '1 day' ${ofPaid()}`,
        /was changed after it was written/,
      ],
      "a currency that was changed": () => [`UPDATE wallet_postings SET currency = 'USD' ${ofPaid()}`, /is in USD/],
      "a running balance that was changed": () => [
        `UPDATE wallet_postings SET debit_balance = debit_balance + 1 ${ofPaid()}`,
        /stands at \d+ after posting 2, not at \d+/,
      ],
      "a hash that was changed": () => [
        `UPDATE wallet_postings SET credit_hash = repeat('0', 64) ${ofPaid()}`,
        /posting 1 of account \d+ of \S+ was changed/,
      ],
      "a posting that was deleted": () => [`DELETE FROM wallet_postings ${ofPaid()}`, /has no posting 2/],
      "a last posting that was deleted": () => [
        `DELETE FROM wallet_postings WHERE integrator_id = '${other.integratorId}'`,
        /has 0 postings, its balance counts 1/,
      ],
      "a posting that moved to another account": () => [
        `UPDATE wallet_postings SET credit_account = '9999999999' ${ofPaid()}`,
        /there are postings of account 9999999999/,
      ],
      "a balance that was changed": () => [
        `UPDATE wallet_balances SET balance = balance + 1 ${ofAccount(to)}`,
        /stands at 101, its postings make 100[\s\S]*the books of \S+ in NGN sum to 1/,
      ],
      "an account's hash that was changed": () => [
        `UPDATE wallet_balances SET hash = repeat('f', 64) ${ofAccount(to)}`,
        /has another hash than its last posting/,
      ],
      "an account that was deleted": () => [
        `DELETE FROM wallet_balances ${ofAccount(from)}`,
        /^there are postings of account \d+, which is not in the books\nthe books of \S+ in NGN sum to -\d+$/,
      ],
      "a held amount that was changed": () => [
        `UPDATE wallet_balances SET held = held - 1 ${ofAccount(from)}`,
        /holds 499, its pending transfers 500/,
      ],
      "what integrators owe each other": () => [
        `UPDATE wallet_balances SET balance = balance + 5 WHERE account_no = 'INTRABANK' AND integrator_id = '${other.integratorId}'`,
        /what integrators owe each other in NGN sums to 5/,
      ],
      "a transfer without its posting": () => [
        `INSERT INTO wallet_transfers SELECT integrator_id, 'forged', 'forged', kind, status, account_no, counter_integrator_id,
         counter_account_no, amount, details, created_at FROM wallet_transfers ${ofPaid()}`,
        /transfer forged of \S+ is SETTLED with 0 postings/,
      ],
      "a posting without its transfer": () => [
        `DELETE FROM wallet_transfers ${ofPaid()}`,
        /posting 2 of account \d+ of \S+ belongs to no transfer/,
      ],
      "a status that is not what was posted": () => [
        `UPDATE wallet_transfers SET status = 'FAILED' ${ofPaid()}`,
        /is FAILED with 1 postings/,
      ],
      "a reversal that was forgotten": () => [
        `UPDATE wallet_transfers SET status = 'SETTLED' ${ofReversed()}`,
        /is SETTLED with 1 postings of its amount and 1 back/,
      ],
      "a transfer of another amount": () => [
        `UPDATE wallet_transfers SET amount = amount + 1 ${ofPaid()}`,
        /is SETTLED with 0 postings of its amount/,
      ],
      "a transfer that was given to another account": () => [
        `UPDATE wallet_transfers SET account_no = 'CLEARING' ${ofPaid()}`,
        /is of account CLEARING and posted to others/,
      ],
    };
  for (const [what, tampering] of Object.entries(tamperings)) {
    it(`finds ${what}`, async () => {
      const [statements, finding] = tampering();
      expect(await found(...[statements].flat())).to.match(finding);
    });
  }

  it("says no more than a hundred differences", async () => {
    await found(
      `INSERT INTO wallet_transfers SELECT integrator_id, 'forged-' || n, 'forged-' || n, kind, status, account_no,
         counter_integrator_id, counter_account_no, amount, details, created_at
       FROM wallet_transfers, generate_series(1, 200) AS n ${ofPaid()}`,
    ).then((text) => expect(text.split("\n")).to.have.length(100));
  });
});
