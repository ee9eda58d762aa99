/** `accord ledger` and `accord wallet`: what operators do with the books and for integrators. */
import { Argument, Command, InvalidArgumentError, Option } from "commander";
import type { CommandContext } from "#src/apis/api-module.ts";
import { createTerminal, progressBar } from "#src/identity/commands/terminal.ts";
import type { Env } from "#src/outside/commands.ts";
import { accountNumberEntity } from "./entities/account.ts";
import { integratorEntity } from "./entities/integrator.ts";
import { integratorId, walletCommand } from "./integrator-commands.ts";
import { readPostings } from "./ledger/history.ts";
import { verifyLedger } from "./ledger/verify.ts";
import { formatAmount } from "./money.ts";

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
