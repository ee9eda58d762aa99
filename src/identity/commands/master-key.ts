import { Command } from "commander";
import { conflict } from "#src/http/problem.ts";
import { countStale, moveToCurrentKey, type Progress, type SealedColumn } from "#src/storage/sealed-columns.ts";
import { audit } from "../audit.ts";
import { type IdentityContext, type Terminal, table } from "./terminal.ts";

/**
 * `accord master-key`: counts the secrets under other keys, and encrypts them under the current one.
 *
 * @param tell shows progress to people: each line replaces the one before; an empty line ends it.
 */
export function masterKeyCommand(
  terminal: Terminal,
  sealed: readonly SealedColumn[],
  tell: (line: string) => void = onStandardError,
): Command {
  const masterKey = new Command("master-key").description("the key that secrets are encrypted under");

  terminal.action(
    masterKey.command("status").description("count the secrets that are not under ACCORD_MASTER_KEY"),
    async (context) => {
      const stale = await countStale(context.database, context.masterKey, sealed);
      const rows = [...stale].map(([name, count]) => ({ table: name, "under another key": String(count) }));
      return { json: Object.fromEntries(stale), text: table(rows, "") };
    },
  );

  terminal.action(
    masterKey
      .command("rotate")
      .description("encrypt everything anew that is not under ACCORD_MASTER_KEY; to be repeated when it was cut short")
      .addHelpText(
        "after",
        "\nBefore: give every process the new key as ACCORD_MASTER_KEY and the old one as ACCORD_MASTER_KEY_PREVIOUS.",
      ),
    async (context) => {
      const moved = await rotate(context, sealed, tell);
      const left = [...(await countStale(context.database, context.masterKey, sealed)).values()];
      const stale = left.reduce((sum, count) => sum + count, 0);
      if (stale > 0)
        throw conflict(
          `${stale} secrets were written under another key meanwhile: give every process the new one first.`,
        );
      return {
        json: { moved },
        text: `${moved} secrets were encrypted anew; everything is under ACCORD_MASTER_KEY now.`,
      };
    },
  );

  return masterKey;
}

function rotate(
  { database, masterKey }: IdentityContext,
  sealed: readonly SealedColumn[],
  tell: (line: string) => void,
): Promise<number> {
  return moveToCurrentKey(database, masterKey, sealed, {
    onProgress: ({ table: name, moved }: Progress) => tell(`${name}: ${moved}`),
    alongside: ({ manager }, { table: name, moved }) =>
      audit(manager, { action: "master_key.rotated", subject: name, details: { moved } }),
  }).finally(() => tell(""));
}

function onStandardError(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}`);
}
