/** Pending and returned transfers, which are brought to an end without a request. */
import { randomUUID } from "node:crypto";
import { expect } from "chai";
import {
  type ClearingAnswer,
  ClearingHouse,
  clearingHouseService,
  type ReturnedTransfer,
} from "#src/apis/wallet/clearing/clearing-house.ts";
import { settlePendingTransfers, takeBackReturnedTransfers } from "#src/apis/wallet/jobs.ts";
import { Ledger } from "#src/apis/wallet/ledger/ledger.ts";
import { type Order, type Outcome, systemAccounts, type Transfer } from "#src/apis/wallet/ledger/transfer.ts";
import { newSessionId } from "#src/apis/wallet/session-id.ts";
import type { Job } from "#src/jobs/job.ts";
import { startService } from "#src/sandbox/service.ts";
import type { Log } from "#src/storage/log.ts";
import { overloaded } from "#src/storage/passing.ts";
import { otherBank, ownBank, type Wallet, walletServer } from "#test/builders/wallet.ts";
import { runJob } from "#test/support/run-job.ts";

describe("the wallet's jobs", () => {
  const server = walletServer();
  afterEach(async () => {
    server.clearingHouse.returned.clear();
    expect(await server.differences()).to.deep.equal([]);
  });

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
      await server.settleAll({ ledger: half });
      expect(await statusesOf(stuck)).to.deep.equal(["PENDING"]);
      expect(await statusesOf(others)).to.deep.equal(["SETTLED"]);
      await server.takeAllBack(half);
      expect(await statusesOf(others)).to.deep.equal(["REVERSED"]);
      await half.close();
      await server.settleAll();
      await server.takeAllBack();
      expect(await statusesOf(stuck)).to.deep.equal(["REVERSED"]);
      expect(server.clearingHouse.returned.size).to.equal(0);
    });

  it("take back what lies behind more returns than an answer holds that cannot be taken back", async () => {
    const wallet = await server.aWallet();
    const early = new Date(Date.now() - 3_600_000);
    for (let unknown = 0; unknown < 501; unknown++)
      server.clearingHouse.returned.set(newSessionId(ownBank, early), "0000000000");
    const references = await pending(wallet, 1, "0123456796", 3);
    await server.settleAll();
    expect(server.clearingHouse.returned.size).to.equal(502);
    await server.takeAllBack();
    expect(await statusesOf(references)).to.deep.equal(["REVERSED"]);
    expect(server.clearingHouse.returned.size).to.equal(501);
  });

  it("log an answer that is too long to be read", async () => {
    const sessionId = "1".repeat(70_000);
    const returns = [{ sessionId, fromAccount: "0000000000" }];
    const service = await startService({ port: 0, secret: "secret" }, { answer: () => [200, { returns }] });
    const { manager } = (await server.database.operator()).dataSource;
    const access = { manager, masterKey: server.masterKey };
    const address = await manager.findOneByOrFail(clearingHouseService.entity, { singleton: true });
    try {
      await clearingHouseService.register(access, { url: service.url, secret: "secret", sandbox: true });
      const logged: object[] = [];
      const log = { error: (facts: object) => void logged.push(facts) } as Log;
      expect(await new ClearingHouse({ ...access, log }).returned(null)).to.equal(null);
      expect(logged).to.have.length(1);
      expect(logged[0]).to.include({ service: service.url, method: "GET", path: "/returns" });
    } finally {
      await manager.save(clearingHouseService.entity, address);
      await service.close();
    }
  });

  /** A clearing house that takes five seconds for an answer, by a clock that begins a minute ago and that nothing else moves. */
  class SlowHouse extends ClearingHouse {
    clock = Date.now() - 60_000;
    readonly asked: string[] = [];
    returns: readonly ReturnedTransfer[] = [];
    /** Called with each question. */
    onQuestion = () => {};

    constructor() {
      super({ manager: server.database.dataSource.manager, masterKey: server.masterKey });
    }

    #question(about: string): void {
      this.clock += 5_000;
      this.asked.push(about);
      this.onQuestion();
    }

    override async settle({ reference }: Transfer): Promise<ClearingAnswer> {
      this.#question(reference);
      return "PENDING";
    }

    override async returned(): Promise<readonly ReturnedTransfer[]> {
      return this.returns;
    }

    override async acknowledgeReturn({ sessionId }: ReturnedTransfer): Promise<void> {
      this.#question(sessionId);
    }
  }

  const returned = () =>
    [...server.clearingHouse.returned].map(([sessionId, fromAccount]) => ({ sessionId, fromAccount }));

  describe("beside a slow clearing house", () => {
    let wallet: Wallet;
    let house: SlowHouse;
    let jobs: Record<"settle" | "takeBack", (signal?: AbortSignal) => Promise<readonly string[]>>;
    beforeEach(async () => {
      wallet = await server.aWallet();
      house = new SlowHouse();
      const dependencies = { ledger: server.ledger, clearingHouse: house, now: () => house.clock };
      /** Runs a round of the job, and resolves to what the house was asked about. */
      const roundOf =
        (job: Job<unknown>) =>
        async (signal = new AbortController().signal) => {
          const before = house.asked.length;
          await runJob(job, { database: server.database, signal });
          return house.asked.slice(before);
        };
      jobs = {
        settle: roundOf(settlePendingTransfers(dependencies)),
        takeBack: roundOf(takeBackReturnedTransfers(dependencies)),
      };
    });
    afterEach(() => server.settleAll());

    it("ask for forty seconds, and about every transfer before they ask about one again", async () => {
      const old = await pending(wallet, 12, "0123456701", 3);
      const first = await jobs.settle();
      expect(first).to.have.length(8);
      const [young = ""] = await pending(wallet, 1, "0123456701", 1);
      const second = await jobs.settle();
      expect([...first, ...second]).to.have.members(old);
      expect(await jobs.settle()).to.have.members(first);
      expect(await jobs.settle()).to.have.members([...second, young]);
    });

    it("post returned transfers back for forty seconds, and then go on with the others", async () => {
      await pending(wallet, 10, "0123456796", 3);
      await server.settleAll();
      house.returns = returned();
      expect(house.returns).to.have.length(10);
      expect(await jobs.takeBack()).to.have.length(8);
      await server.takeAllBack();
      expect(server.clearingHouse.returned.size).to.equal(0);
    });

    it("begin nothing when the process stops", async () => {
      await pending(wallet, 12, "0123456796", 3);
      const stop = new AbortController();
      house.onQuestion = () => stop.abort();
      expect(await jobs.settle(stop.signal)).to.have.length.within(1, 8);
      await server.settleAll();
      house.returns = returned();
      expect(await jobs.takeBack(stop.signal)).to.deep.equal([]);
      await server.takeAllBack();
    });
  });
});
