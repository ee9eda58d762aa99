/** `accord ledger` and `accord wallet`: what operators do with the books and for integrators. */
import { Argument, Command, InvalidArgumentError, Option } from "commander";
import type { CommandContext } from "#src/apis/api-module.ts";
import { printable } from "#src/http/printable.ts";
import {
  createTerminal,
  details,
  onceNote,
  progressBar,
  type Terminal,
  table,
  when,
} from "#src/identity/commands/terminal.ts";
import { type Env, registrationCommand } from "#src/outside/commands.ts";
import { clearingHouseService } from "./clearing/clearing-house.ts";
import { accountNumberEntity, integratorEntity } from "./entities.ts";
import { createIntegrator, listIntegrators, replaceSecret, revokeIntegrator } from "./integrators.ts";
import { readPostings } from "./ledger/history.ts";
import { verifyLedger } from "./ledger/verify.ts";
import { formatAmount } from "./money.ts";
import { qrPlatformService } from "./qr/qr-platform.ts";

type Open = () => Promise<Omit<CommandContext, "config">>;
type Write = (text: string) => void;

const toOutput: Write = (text) => process.stdout.write(text);
const pageSize = 500;

/**
 * For the program to add. `open` is called when a command runs, not for its help; `write` takes what belongs on standard
 * output. Exit code 0: done; 1: refused, misused, or the books are wrong, and standard error says why.
 */
export function walletCommands(open: Open, write: Write = toOutput, env: Env = process.env): readonly Command[] {
  return [ledgerCommand(open, write), walletCommand(createTerminal(open, write), env)];
}

function ledgerCommand(open: Open, write: Write): Command {
  const ledger = new Command("ledger").description("the wallet's books");
  ledger
    .command("verify")
    .description("prove from the postings that every balance, hold and transfer is right and nothing was changed")
    .addOption(new Option("--integrator <id>", "only the books of this integrator").argParser(integratorId))
    .action(async ({ integrator }: { integrator?: string }, command: Command) => {
      const { database, close } = await open();
      try {
        const { manager } = database.dataSource;
        if (integrator !== undefined && !(await manager.existsBy(integratorEntity, { id: integrator })))
          return command.error(`error: there is no integrator ${integrator}.`, { exitCode: 1 });
        const result = await verifyLedger(database.pool, {
          ...(integrator !== undefined && { integratorId: integrator }),
          onProgress: progressBar(),
        });
        const { accounts, postings, transfers, differences } = result;
        write(`${accounts} accounts, ${postings} postings, ${transfers} transfers: `);
        write(differences.length === 0 ? "everything holds\n" : `${differences.length} differences\n`);
        for (const difference of differences) write(`  ${difference}\n`);
        if (differences.length > 0) command.error("error: the books are wrong.", { exitCode: 1 });
      } finally {
        await close();
      }
    });
  ledger
    .command("statement")
    .description("print the postings of an account, the newest first")
    .addArgument(new Argument("<account>", "the ten digits of the account"))
    .addOption(new Option("--most <n>", "how many postings to print").default(100).argParser(count))
    .action(async (accountNo: string, { most }: { most: number }, command: Command) => {
      const { database, close } = await open();
      try {
        const key = await database.dataSource.manager.findOneBy(accountNumberEntity, { accountNo });
        if (key === null) return command.error(`error: there is no account ${accountNo}.`, { exitCode: 1 });
        const period = { from: null, until: null };
        for (let skip = 0; skip < most; skip += pageSize) {
          const range = { skip, take: Math.min(pageSize, most - skip) };
          const items = await readPostings(database.pool, key, { period, withinBank: null, range });
          for (const { transfer, side, reversal, balance, postedAt } of items) {
            const amount = `${side === "debit" ? "-" : "+"}${formatAmount(transfer.amount)}`;
            const balanceAfter = formatAmount(balance).padStart(18);
            write(
              `${postedAt.toISOString()}  ${amount.padStart(18)}  ${balanceAfter}  ${transfer.reference}${reversal ? "  (returned)" : ""}\n`,
            );
          }
          if (items.length < range.take) break;
        }
      } finally {
        await close();
      }
    });
  return ledger;
}

function count(text: string): number {
  if (!/^[1-9][0-9]{0,8}$/.test(text)) throw new InvalidArgumentError("It must be a number from 1 to 999999999.");
  return Number(text);
}

export const platformSecretVariable = "ACCORD_QR_PLATFORM_SECRET";
export const houseSecretVariable = "ACCORD_CLEARING_HOUSE_SECRET";
const hourMs = 3_600_000;

/** `accord wallet`: who uses the API, and through whom money comes and goes. `env` has the secrets of the clearing house and of the QR platform. */
export function walletCommand(terminal: Terminal, env: Env): Command {
  const wallet = new Command("wallet").description("who uses the wallet API, its clearing house and its QR platform");
  wallet.addCommand(integratorCommand(terminal));
  wallet.addCommand(
    registrationCommand(terminal, env, {
      command: "clearing-house",
      description: `register a real clearing house, whose secret is in ${houseSecretVariable}: credits are not simulated any more`,
      service: clearingHouseService,
      title: "clearing house",
      variable: houseSecretVariable,
    }),
  );
  wallet.addCommand(
    registrationCommand(terminal, env, {
      command: "qr-platform",
      description: `register the QR platform, whose secret is in ${platformSecretVariable}: codes make customers there`,
      service: qrPlatformService,
      title: "QR platform",
      variable: platformSecretVariable,
    }),
  );
  return wallet;
}

function integratorCommand(terminal: Terminal): Command {
  const integrator = new Command("integrator").description("integrators: their keys, their secrets, their end");
  terminal.action(
    integrator
      .command("create", { isDefault: true })
      .description("agree with a new integrator: prints the consumer key and, this once, the consumer secret")
      .addArgument(new Argument("<name>", "what the integrator is called").argParser(name)),
    async ({ database }, name: string) => {
      const { integrator, consumerKey, consumerSecret } = await createIntegrator(database, name, new Date());
      const { id, poolAccountNo: poolAccount } = integrator;
      const made = { integrator: id, consumerKey, consumerSecret, poolAccount };
      return { json: made, text: details(made) };
    },
  );
  terminal.action(
    integrator.command("list").description("list the integrators, without revealing their secrets"),
    async ({ database }) => {
      const rows = (await listIntegrators(database)).map(({ id, name, consumerKey, createdAt, revokedAt }) => ({
        integrator: id,
        name: printable(name),
        "consumer key": consumerKey,
        created: createdAt.toISOString(),
        revoked: when(revokedAt, "no"),
      }));
      return { json: rows, text: table(rows, "There is no integrator yet.") };
    },
  );
  terminal.action(
    integrator
      .command("new-secret")
      .description("give an integrator another consumer secret, printed this once")
      .addArgument(new Argument("<id>", "of the integrator").argParser(integratorId))
      .addOption(
        new Option("--overlap-hours <hours>", "how long the secret before stays valid").default(24).argParser(hours),
      ),
    async ({ database }, id: string, { overlapHours }: { overlapHours: number }) => {
      const credentials = await replaceSecret(database, id, overlapHours * hourMs);
      const made = { integrator: id, ...credentials };
      return { json: made, text: `${details(made)}\n${onceNote}` };
    },
  );
  terminal.action(
    integrator
      .command("revoke")
      .description("end an integrator's access within 5 s; its books stay")
      .addArgument(new Argument("<id>", "of the integrator").argParser(integratorId)),
    async ({ database }, id: string) => {
      await revokeIntegrator(database, id);
      return { json: { integrator: id }, text: details({ revoked: id }) };
    },
  );
  return integrator;
}

export function integratorId(text: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) throw new InvalidArgumentError("It must be a UUID.");
  return text.toLowerCase();
}

function name(text: string): string {
  if (text.trim() === "" || [...text].length > 100) throw new InvalidArgumentError("It must have 1 to 100 characters.");
  return text;
}

function hours(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError("It must be a number from 0 to 9999.");
  return Number(text);
}
