import { expect } from "chai";
import { Command, CommanderError } from "commander";
import { walletCommands } from "#src/apis/wallet/commands.ts";
import { aTransfer, walletServer } from "./operations/server.ts";

describe("the commands of the wallet API", () => {
  const server = walletServer();

  async function run(...args: string[]) {
    let [out, err, opened] = ["", "", 0];
    const open = async () => {
      opened++;
      return { database: server.database, close: async () => void opened-- } as never;
    };
    const writeOut = (text: string) => {
      out += text;
    };
    const writeErr = (text: string) => {
      err += text;
    };
    const program = new Command("accord");
    for (const command of walletCommands(open, writeOut)) program.addCommand(command);
    const capture = (command: Command): void => {
      command.exitOverride().configureOutput({ writeErr, writeOut });
      command.commands.forEach(capture);
    };
    capture(program);
    let exitCode = 0;
    try {
      await program.parseAsync(args, { from: "user" });
    } catch (error) {
      if (!(error instanceof CommanderError)) throw error;
      exitCode = error.exitCode;
    }
    expect(opened, "what was opened is closed").to.equal(0);
    return { out, err, exitCode };
  }

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
      const { account } = await server.anAccount(wallet, 1_000_00n);
      const { account: payee } = await server.anAccount(wallet);
      const body = aTransfer(account.accountNo, payee.accountNo, { amount: "250.25" });
      await server.ask("POST", "/transfer", { as: wallet, body });
      const { out, exitCode } = await run("ledger", "statement", account.accountNo);
      const lines = out.trimEnd().split("\n");
      expect(exitCode).to.equal(0);
      expect(lines[0]).to.match(new RegExp(`^\\S+Z +-250\\.25 +749\\.75  ${body.reference}$`));
      expect(lines[1]).to.match(/^\S+Z +\+1000\.00 +1000\.00 {2}Acme-/);
      expect(lines).to.have.length(2);
      expect((await run("ledger", "statement", account.accountNo, "--most", "1")).out).to.equal(`${lines[0]}\n`);
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
    it("prints credentials that open the API", async () => {
      const { out, exitCode } = await run("wallet", "integrator", "New Bank");
      expect(exitCode).to.equal(0);
      const of = (name: string) => new RegExp(`${name}: +(\\S+)`).exec(out)?.[1] ?? "";
      const credentials = Buffer.from(`${of("consumerKey")}:${of("consumerSecret")}`).toString("base64");
      const { status, body } = await server.send<{ access_token: string }>("POST", "/token", {
        query: { "grant-type": "client-credentials" },
        headers: { authorization: `Basic ${credentials}` },
      });
      expect(status).to.equal(200);
      const pool = await server.ask<{ accountNo: string; client: string }>("GET", "/account/enquiry", {
        as: { token: body.access_token, credentials },
      });
      expect(pool.data).to.include({ accountNo: of("poolAccount"), client: "New Bank" });
    });

    for (const name of ["", "  ", "x".repeat(101)])
      it(`refuses a name of ${name.length} characters: ${JSON.stringify(name.slice(0, 5))}`, async () => {
        expect(await run("wallet", "integrator", name)).to.include({ exitCode: 1, out: "" });
      });
  });

  it("explain themselves without opening the database", async () => {
    for (const path of [
      ["ledger", "verify"],
      ["ledger", "statement"],
      ["wallet", "integrator"],
    ])
      expect((await run(...path, "--help")).out).to.include(`Usage: accord ${path.join(" ")}`);
  });
});
