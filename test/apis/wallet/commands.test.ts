import { expect } from "chai";
import { clearingHouseService } from "#src/apis/wallet/clearing/clearing-house.ts";
import { walletCommands } from "#src/apis/wallet/commands.ts";
import { qrPlatformService } from "#src/apis/wallet/qr/qr-platform.ts";
import { startDemoService } from "#src/sandbox/demo.ts";
import { aTransfer, walletServer } from "#test/builders/wallet.ts";
import { accordOn } from "#test/support/command-context.ts";
import { until } from "#test/support/until.ts";

describe("the commands of the wallet API", () => {
  const server = walletServer();

  const env = { ACCORD_CLEARING_HOUSE_SECRET: "between banks", ACCORD_QR_PLATFORM_SECRET: "with the platform" };
  const run = async (...args: string[]) =>
    accordOn(
      { database: await server.database.operator(), masterKey: server.masterKey },
      (open, write) => walletCommands(open, write, env),
      args,
    );

  describe("accord ledger verify", () => {
    it("exits 0 where everything holds, in all books or in one integrator's", async () => {
      const wallet = await server.aWallet();
      await server.anAccount(wallet, 100_00n);
      const all = await run("ledger", "verify");
      expect(all).to.include({ exitCode: 0, err: "" });
      expect(all.out).to.match(/^\d+ accounts, \d+ postings, \d+ transfers: everything holds\n$/);
      const one = await run("ledger", "verify", "--integrator", wallet.integrator.id);
      expect(one.out).to.equal("4 accounts, 1 postings, 1 transfers: everything holds\n");
    });

    it("exits 1 and says what does not hold", async () => {
      const wallet = await server.aWallet();
      const { account } = await server.anAccount(wallet, 100_00n);
      const change = (kobo: number) =>
        server.database.pool.query("UPDATE wallet_balances SET balance = balance + $1 WHERE account_no = $2", [
          kobo,
          account.accountNo,
        ]);
      await change(1);
      try {
        const { exitCode, out, err } = await run("ledger", "verify");
        expect(exitCode).to.equal(1);
        expect(out).to.include(`account ${account.accountNo} of ${wallet.integrator.id} stands at 10001`);
        expect(err).to.include("the books are wrong");
      } finally {
        await change(-1);
      }
    });

    it("refuses what is no UUID before it opens anything, and integrators that there are not", async () => {
      expect(await run("ledger", "verify", "--integrator", "x")).to.include({ exitCode: 1, out: "" });
      const nobody = await run("ledger", "verify", "--integrator", "00000000-0000-4000-8000-000000000000");
      expect(nobody).to.include({ exitCode: 1, out: "" });
      expect(nobody.err).to.include("there is no integrator");
    });
  });

  describe("accord ledger statement", () => {
    it("prints the postings of an account, the newest first, as many as are asked for", async () => {
      const wallet = await server.aWallet();
      const [from, to] = await server.twoAccounts(wallet);
      const reference = await server.pay(wallet, from, to, { amount: "250.25" });
      const { out, exitCode } = await run("ledger", "statement", from);
      const lines = out.trimEnd().split("\n");
      expect(exitCode).to.equal(0);
      expect(lines[0]).to.match(new RegExp(`^\\S+Z +-250\\.25 +749\\.75  ${reference}$`));
      expect(lines[1]).to.match(/^\S+Z +\+1000\.00 +1000\.00 {2}Acme-/);
      expect(lines).to.have.length(2);
      expect((await run("ledger", "statement", from, "--most", "1")).out).to.equal(`${lines[0]}\n`);
    });

    it("says which posting gives back what another bank has returned", async () => {
      const wallet = await server.aWallet();
      const { account } = await server.anAccount(wallet, 1_000_00n);
      const body = aTransfer(account.accountNo, "0123456701", { transferType: "inter", amount: "40.00" });
      await server.ask("POST", "/transfer", { as: wallet, body });
      const { id: integratorId } = wallet.integrator;
      await server.ledger.submit({ order: "close", integratorId, reference: body.reference, as: "REVERSED" });
      const { out } = await run("ledger", "statement", account.accountNo, "--most", "2");
      expect(
        out
          .trimEnd()
          .split("\n")
          .map((line) => line.replace(/^\S+ +/, "")),
      ).to.deep.equal([
        `+40.00             1000.00  ${body.reference}  (returned)`,
        `-40.00              960.00  ${body.reference}`,
      ]);
    });

    it("refuses accounts that there are not", async () => {
      const { exitCode, err } = await run("ledger", "statement", "0000000000");
      expect(exitCode).to.equal(1);
      expect(err).to.include("there is no account 0000000000");
    });

    for (const most of ["x", "0", "-1", "1.5", ""])
      it(`refuses --most ${JSON.stringify(most)}`, async () => {
        const { exitCode, out, err } = await run("ledger", "statement", "0000000000", `--most=${most}`);
        expect({ exitCode, out }).to.deep.equal({ exitCode: 1, out: "" });
        expect(err).to.include("It must be a number");
      });
  });

  describe("accord wallet integrator", () => {
    const printed = (out: string, name: string) => new RegExp(`${name}: +(\\S+)`).exec(out)?.[1] ?? "";
    const credentialsIn = (out: string) =>
      Buffer.from(`${printed(out, "consumerKey")}:${printed(out, "consumerSecret")}`).toString("base64");
    const tokenFor = (credentials: string) =>
      server.send<{ access_token: string }>("POST", "/token", {
        query: { "grant-type": "client-credentials" },
        headers: { authorization: `Basic ${credentials}` },
      });
    const audited = async (subject: string) => {
      const { rows } = await server.database.pool.query<{ action: string }>(
        "SELECT action FROM audit_events WHERE subject = $1 ORDER BY id",
        [subject],
      );
      return rows.map(({ action }) => action);
    };

    it("prints credentials that open the API", async () => {
      for (const args of [["New Bank"], ["create", "New Bank"]]) {
        const { out, exitCode } = await run("wallet", "integrator", ...args);
        expect(exitCode).to.equal(0);
        const credentials = credentialsIn(out);
        const { status, body } = await tokenFor(credentials);
        expect(status).to.equal(200);
        const pool = await server.ask<{ accountNo: string; client: string }>("GET", "/account/enquiry", {
          as: { token: body.access_token, credentials },
        });
        expect(pool.data).to.include({ accountNo: printed(out, "poolAccount"), client: "New Bank" });
      }
    });

    it("gives a new secret, beside which the one before stays valid for as long as is said", async () => {
      const [overlapping, at] = [
        (await run("wallet", "integrator", "A")).out,
        (await run("wallet", "integrator", "B")).out,
      ];
      const first = await run("wallet", "integrator", "new-secret", printed(overlapping, "integrator"));
      expect(printed(first.out, "consumerKey")).to.equal(printed(overlapping, "consumerKey"));
      for (const out of [overlapping, first.out]) expect((await tokenFor(credentialsIn(out))).status).to.equal(200);
      const id = printed(at, "integrator");
      const atOnce = await run("wallet", "integrator", "new-secret", id, "--overlap-hours", "0");
      expect((await tokenFor(credentialsIn(at))).status).to.equal(401);
      expect((await tokenFor(credentialsIn(atOnce.out))).status).to.equal(200);
      expect(await audited(id)).to.deep.equal(["integrator.created", "integrator.secret_replaced"]);
      const { rows } = await server.database.pool.query("SELECT details FROM audit_events WHERE subject = $1", [id]);
      expect(JSON.stringify(rows)).to.not.include(printed(atOnce.out, "consumerSecret"));
    });

    it("revokes: tokens and secrets open nothing any more, and the books stay", async () => {
      const { out } = await run("wallet", "integrator", "Leaver");
      const id = printed(out, "integrator");
      const credentials = credentialsIn(out);
      const { body } = await tokenFor(credentials);
      const as = { token: body.access_token, credentials };
      expect((await server.send("GET", "/api/v1/bank", { as })).status).to.equal(200);
      expect(await run("wallet", "integrator", "revoke", id)).to.include({ exitCode: 0, err: "" });
      await until(async () => (await server.send("GET", "/api/v1/bank", { as })).status === 401);
      expect((await tokenFor(credentials)).status).to.equal(401);
      expect(await audited(id)).to.deep.equal(["integrator.created", "integrator.revoked"]);
      expect((await run("wallet", "integrator", "list")).out).to.match(new RegExp(`${id} .*Leaver .*Z +\\S+Z\\n`));
      expect((await run("ledger", "verify", "--integrator", id)).exitCode).to.equal(0);
      for (const command of ["revoke", "new-secret"])
        expect((await run("wallet", "integrator", command, id)).err).to.include("was revoked");
    });

    it("refuses integrators that there are not, and what is no UUID or number", async () => {
      const nobody = "00000000-0000-4000-8000-000000000000";
      for (const command of ["revoke", "new-secret"]) {
        expect((await run("wallet", "integrator", command, nobody)).err).to.include("no integrator");
        expect((await run("wallet", "integrator", command, "x")).err).to.include("must be a UUID");
      }
      const forever = await run("wallet", "integrator", "new-secret", nobody, "--overlap-hours", "ever");
      expect(forever).to.include({ exitCode: 1, out: "" });
    });

    for (const name of ["", "  ", "x".repeat(101)])
      it(`refuses a name of ${name.length} characters: ${JSON.stringify(name.slice(0, 5))}`, async () => {
        expect(await run("wallet", "integrator", name)).to.include({ exitCode: 1, out: "" });
      });
  });

  describe("accord wallet clearing-house", () => {
    it("registers a real one, beside which no credit is simulated", async () => {
      const wallet = await server.aWallet();
      const body = { accountNo: wallet.integrator.poolAccountNo, amount: "10" };
      expect((await server.ask("POST", "/notice", { as: wallet, body })).status).to.equal("00");
      const { manager } = (await server.database.operator()).dataSource;
      const sandbox = await manager.findOneByOrFail(clearingHouseService.entity, { singleton: true });
      try {
        const { exitCode, out } = await run("wallet", "clearing-house", "https://house.example/v1/");
        expect({ exitCode, out }).to.deep.equal({ exitCode: 0, out: "clearing house: https://house.example/v1\n" });
        const refused = await server.ask<null>("POST", "/notice", { as: wallet, body });
        expect(refused).to.deep.include({ status: "99", data: null });
        expect(await server.balance(wallet)).to.equal("10.00");
        expect(await startDemoService("clearingHouse", server.database, server.masterKey), "a demo beside it").to.equal(
          null,
        );
      } finally {
        await manager.save(clearingHouseService.entity, sandbox);
      }
      expect((await server.ask("POST", "/notice", { as: wallet, body })).status).to.equal("00");
    });

    for (const url of ["house", "http://house.example", "ftp://127.0.0.1"])
      it(`refuses ${url}`, async () => {
        expect((await run("wallet", "clearing-house", url)).err).to.include("must be an https address");
      });
  });

  describe("accord wallet qr-platform", () => {
    it("registers a real one, which codes go to and the sandbox leaves in place", async () => {
      const wallet = await server.aWallet();
      const body = { accountNo: wallet.integrator.poolAccountNo, qrType: "1" };
      const generate = async () => (await server.ask("POST", "/qrcode/generate", { as: wallet, body })).status;
      expect(await generate()).to.equal("00");
      const { manager } = (await server.database.operator()).dataSource;
      const sandbox = await manager.findOneByOrFail(qrPlatformService.entity, { singleton: true });
      try {
        // Port 9 takes no connection.
        const { exitCode, out } = await run("wallet", "qr-platform", "http://127.0.0.1:9/");
        expect({ exitCode, out }).to.deep.equal({ exitCode: 0, out: "QR platform: http://127.0.0.1:9\n" });
        expect(await generate()).to.equal("99");
        expect(await startDemoService("qrPlatform", server.database, server.masterKey), "a demo beside it").to.equal(
          null,
        );
      } finally {
        await manager.save(qrPlatformService.entity, sandbox);
      }
      expect(await generate()).to.equal("00");
    });

    it("refuses an address without https", async () => {
      expect((await run("wallet", "qr-platform", "http://qr.example")).err).to.include("must be an https address");
    });
  });

  it("explain themselves without opening the database", async () => {
    for (const path of [
      ["ledger", "verify"],
      ["ledger", "statement"],
      ["wallet", "integrator"],
      ["wallet", "integrator", "revoke"],
      ["wallet", "clearing-house"],
      ["wallet", "qr-platform"],
    ])
      expect((await run(...path, "--help")).out).to.include(`Usage: accord ${path.join(" ")}`);
  });
});
