/** Pending and returned transfers, which are brought to an end without a request. */
import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { ClearingHouse } from "#src/apis/wallet/clearing/clearing-house.ts";
import { settlePendingTransfers, takeBackReturnedTransfers } from "#src/apis/wallet/jobs.ts";
import { Ledger } from "#src/apis/wallet/ledger/ledger.ts";
import { type Order, type Outcome, systemAccounts } from "#src/apis/wallet/ledger/transfer.ts";
import { newSessionId } from "#src/apis/wallet/session-id.ts";
import { overloaded } from "#src/storage/passing.ts";
import { runJob } from "#test/support/run-job.ts";
import { otherBank, ownBank, type Wallet, walletServer } from "./operations/server.ts";

describe("the wallet's jobs", () => {
  const server = walletServer();
  afterEach(async () => {
    expect(await server.differences()).to.deep.equal([]);
  });

  const houseAccess = () => ({ manager: server.database.dataSource.manager, masterKey: server.masterKey });

  /** Makes pending transfers to an account at another bank, so many minutes ago, and returns their references. */
  const pending = async (wallet: Wallet, count: number, toAccount: string, minutesAgo: number): Promise<string[]> => {
    const { account } = await server.anAccount(wallet, 1_000_00n);
    const { integratorId, accountNo } = account;
    const references = Array.from({ length: count }, () => `ref-${randomUUID()}`);
    const at = Date.now() - minutesAgo * 60_000;
    const past = new Ledger(server.database, { now: () => at });
    for (const reference of references)
      await past.submit({
        order: "move",
        reference,
        sessionId: newSessionId(ownBank, new Date(at)),
        kind: "INTER",
        from: { integratorId, accountNo },
        to: { integratorId, accountNo: systemAccounts.clearing },
        amount: 1_00n,
        details: { remark: "", payerName: "Ada", payeeName: "Bola", bank: otherBank, bankAccount: toAccount },
      });
    await past.close();
    return references;
  };
  const statusesOf = async (references: readonly string[]) => {
    const { rows } = await server.database.pool.query<{ status: string }>(
      "SELECT status FROM wallet_transfers WHERE reference = ANY ($1)",
      [references],
    );
    return [...new Set(rows.map(({ status }) => status))];
  };
  const settleAll = async (ledger: Ledger) => {
    const clearingHouse = new ClearingHouse(houseAccess());
    await runJob(settlePendingTransfers({ ledger, clearingHouse, now: Date.now }), { database: server.database });
  };
  const takeAllBack = async (ledger: Ledger) => {
    const clearingHouse = new ClearingHouse(houseAccess());
    await runJob(takeBackReturnedTransfers({ ledger, clearingHouse }), { database: server.database });
  };

  /** How the books of an integrator fail that no order can be carried out on. */
  const failures: Readonly<Record<string, () => Promise<Outcome>>> = {
    "cannot be written": () => Promise.reject(overloaded()),
    "refuse an order": () => Promise.resolve({ outcome: "not-closable", status: null }),
  };
  for (const [name, fail] of Object.entries(failures))
    it(`settle and take back transfers of other integrators while the books of one ${name}`, async () => {
      const [away, other] = [await server.aWallet("Away"), await server.aWallet("Other")];
      class HalfLedger extends Ledger {
        override submit(order: Order, ...rest: [never?]): Promise<Outcome> {
          const isAway = order.order === "close" && order.integratorId === away.integrator.id;
          return isAway ? fail() : super.submit(order, ...rest);
        }
      }
      const half = new HalfLedger(server.database, { now: Date.now });
      // The oldest are asked about first. Account numbers that end in 96 are paid, and the money comes back.
      const stuck = await pending(away, 9, "0123456796", 3);
      const others = await pending(other, 1, "0123456796", 2);
      await settleAll(half);
      expect(await statusesOf(stuck)).to.deep.equal(["PENDING"]);
      expect(await statusesOf(others)).to.deep.equal(["SETTLED"]);
      await takeAllBack(half);
      expect(await statusesOf(others)).to.deep.equal(["REVERSED"]);
      await half.close();
      await settleAll(server.ledger);
      await takeAllBack(server.ledger);
      expect(await statusesOf(stuck)).to.deep.equal(["REVERSED"]);
      expect(server.clearingHouse.returned.size).to.equal(0);
    });
});
