/** The wallet API over HTTP, while its server and its PostgreSQL are killed in the middle of load, again and again. */
import { expect } from "chai";
import { createAccessTokens } from "#src/apis/wallet/access/access-tokens.ts";
import { ClearingHouse, clearingHouseService } from "#src/apis/wallet/clearing/clearing-house.ts";
import { openFromDetails } from "#src/apis/wallet/clients.ts";
import { createIntegrator } from "#src/apis/wallet/integrators.ts";
import { creditFromOutside } from "#src/apis/wallet/inward-credits.ts";
import { settlePendingTransfers, takeBackReturnedTransfers } from "#src/apis/wallet/jobs.ts";
import { Ledger } from "#src/apis/wallet/ledger/ledger.ts";
import { verifyLedger } from "#src/apis/wallet/ledger/verify.ts";
import { parseAmount } from "#src/apis/wallet/money.ts";
import { type SandboxClearingHouse, startSandboxClearingHouse } from "#src/sandbox/clearing-house/server.ts";
import { Accord } from "#test/cli/support/accord.ts";
import type { TestDatabase } from "#test/support/database.ts";
import { temporaryFolder } from "#test/support/folder.ts";
import { MortalPostgres } from "#test/support/mortal-postgres.ts";
import { runJob } from "#test/support/run-job.ts";
import { rounds } from "#test/support/runs.ts";
import { testMasterKey } from "#test/support/server.ts";
import { until } from "#test/support/until.ts";
import { type Acknowledged, type LoadedWallet, WalletLoad } from "./load.ts";

const connections = 32;
/** Of what a round has been told before it is harmed, and again afterwards. */
const enough = 200;
const secret = "a secret between banks";
const person = { firstname: "Ada", lastname: "Obi", dob: "04 October 1990", phone: "08031234567" };

interface TransferRow {
  readonly integrator_id: string;
  readonly reference: string;
  readonly session_id: string;
  readonly kind: string;
  readonly status: string;
  readonly amount: string;
}

describe("the wallet API when its processes are killed under load", () => {
  const postgres = new MortalPostgres();
  let database: TestDatabase;
  let house: SandboxClearingHouse;
  let server: Accord;
  let baseUrl: string;

  before(async () => {
    database = await postgres.open();
    house = await startSandboxClearingHouse({ port: 0, secret });
    const { manager } = (await database.operator()).dataSource;
    await clearingHouseService.register(
      { manager, masterKey: testMasterKey },
      { url: house.url, secret, sandbox: true },
    );
    await startServer();
  });
  after(async () => {
    await server.stop();
    await house.close();
    await database.drop();
    await postgres.stop();
  });

  async function startServer(): Promise<void> {
    server = new Accord(["serve", "--api", "wallet"], {
      env: {
        NODE_ENV: "production",
        ACCORD_DATABASE_URL: database.url,
        ACCORD_DATA_DIR: temporaryFolder(),
        ACCORD_MASTER_KEY: testMasterKey.toString("hex"),
        ACCORD_QUOTA_WALLET_REQUESTS: "1000000000",
      },
    });
    baseUrl = await server.listening();
  }

  /** With an account that everybody's money goes through, and little money in all of them. */
  async function aWallet(ledger: Ledger): Promise<LoadedWallet> {
    const { integrator, consumerKey, consumerSecret } = await createIntegrator(
      await database.operator(),
      "Acme",
      new Date(),
    );
    const opened = await Promise.all(
      [1, 2, 3, 4].map((n) => openFromDetails(database, integrator, { ...person, phone: `080300000${n}` }, new Date())),
    );
    const accounts = [integrator.poolAccountNo, ...opened.map(({ account }) => account.accountNo)];
    const sender = { senderAccountNo: "0123456789", senderBank: "999058", senderName: "Bola Ade", narration: "" };
    for (const accountNo of accounts) {
      const { manager } = database.dataSource;
      await creditFromOutside({ manager, ledger }, integrator, { ...sender, accountNo, amount: 500_000n }, new Date());
    }
    const token = await createAccessTokens(testMasterKey, Date.now).mint(integrator.id, 3_600);
    const credentials = Buffer.from(`${consumerKey}:${consumerSecret}`).toString("base64");
    return { integratorId: integrator.id, token, credentials, accounts };
  }

  const harms: Readonly<Record<string, () => Promise<void>>> = {
    "the server": async () => {
      await server.stop("SIGKILL");
      await startServer();
    },
    PostgreSQL: async () => {
      await postgres.kill();
      await postgres.start();
    },
    both: async () => {
      await Promise.all([server.stop("SIGKILL"), postgres.kill()]);
      await postgres.start();
      await startServer();
    },
  };
  for (const [name, harm] of Object.entries(harms))
    for (let round = 1; round <= rounds(3); round++)
      it(`has lost nothing that it acknowledged and moved nothing twice (kill -9 of ${name}, ${round})`, async () => {
        const ledger = new Ledger(database, { now: Date.now });
        const wallets = await Promise.all([aWallet(ledger), aWallet(ledger)]);
        const load = new WalletLoad(() => baseUrl, wallets, connections);
        await until(() => load.acknowledged.length >= enough);
        const before = load.acknowledged.length;
        await harm();
        await until(() => load.acknowledged.length >= before + enough);
        await load.stop();
        expect(load.unanswered, "requests that the harm has met").to.be.greaterThan(0);
        expect(load.unexpected).to.deep.equal([]);
        await bringToAnEnd(ledger);
        await ledger.close();
        await expectTrueBooks(wallets, load.acknowledged);
      });

  /** What goes on without a request, an hour later. */
  async function bringToAnEnd(ledger: Ledger): Promise<void> {
    const clearingHouse = new ClearingHouse({ manager: database.dataSource.manager, masterKey: testMasterKey });
    const now = () => Date.now() + 3_600_000;
    await runJob(settlePendingTransfers({ ledger, clearingHouse, now }), { database });
    await runJob(takeBackReturnedTransfers({ ledger, clearingHouse, now }), { database });
  }

  async function expectTrueBooks(
    wallets: readonly LoadedWallet[],
    acknowledged: readonly Acknowledged[],
  ): Promise<void> {
    expect((await verifyLedger(database.pool)).differences).to.deep.equal([]);
    const ids = wallets.map(({ integratorId }) => integratorId);
    const below = await database.pool.query(
      "SELECT account_no FROM wallet_balances WHERE integrator_id = ANY ($1) AND minimum IS NOT NULL AND (balance - held < 0 OR held < 0)",
      [ids],
    );
    expect(below.rows).to.deep.equal([]);
    const twice = await database.pool.query(
      `SELECT reference FROM wallet_postings WHERE integrator_id = ANY ($1)
       GROUP BY integrator_id, reference, reversal HAVING count(*) > 1`,
      [ids],
    );
    expect(twice.rows).to.deep.equal([]);

    const { rows } = await database.pool.query<TransferRow>(
      "SELECT integrator_id, reference, session_id, kind, status, amount FROM wallet_transfers WHERE integrator_id = ANY ($1)",
      [ids],
    );
    const known = new Map(rows.map((row) => [`${row.integrator_id} ${row.reference}`, row]));
    for (const { integratorId, reference, status, amount } of acknowledged) {
      const row = known.get(`${integratorId} ${reference}`);
      expect(row?.amount, reference).to.equal(String(parseAmount(amount)));
      expect(row?.status, reference).to.be.oneOf(
        status === "00" ? ["SETTLED", "REVERSED"] : ["PENDING", "SETTLED", "FAILED", "REVERSED"],
      );
    }
    // The other banks have what these books say that they have.
    for (const { kind, status, session_id: sessionId, amount } of rows.filter((row) => row.kind === "INTER")) {
      const settled = house.settled.get(sessionId);
      expect(status === "SETTLED" || status === "REVERSED", `${kind} ${sessionId} ${status}`).to.equal(
        settled !== undefined,
      );
      if (settled !== undefined) expect(String(parseAmount(settled))).to.equal(amount);
    }
    expect(house.returned.size).to.equal(0);
  }
});
