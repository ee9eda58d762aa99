/** `accord rules`: recording and alerting rules of a project, and who is told of its alerts. */
import { readFileSync } from "node:fs";
import { Command } from "commander";
import { printable } from "#src/http/printable.ts";
import { table } from "#src/identity/commands/terminal.ts";
import { parseRuleFile, type RuleFile } from "../metrics/rules/rule-file.ts";

type Write = (text: string) => void;

/** For the program to add; `write` takes what belongs on standard output. Exit code 1: something is wrong with a file. */
export function ruleCommands(write: Write = (text) => process.stdout.write(text)): readonly Command[] {
  const rules = new Command("rules").description("recording and alerting rules, in files as Prometheus has them");
  rules
    .command("check")
    .description("find every mistake in rule files; needs no server and no database")
    .argument("<file...>", "files in Prometheus's YAML format: groups of rules")
    .option("--experimental", "take functions that ACCORD_PROMQL_EXPERIMENTAL=1 allows on the server")
    .addHelpText("after", "\nExample:\n  accord rules check rules/*.yml")
    .action((files: string[], { experimental = false }: { experimental?: boolean }, command: Command) => {
      const read = files.map((file) => ({ file, ...readRuleFile(file, experimental, command) }));
      refuseFindings(read, command);
      const rows = read.map(({ file, groups }) => {
        const kinds = groups.flatMap(({ rules }) => rules.map(({ kind }) => kind));
        const count = (kind: string) => String(kinds.filter((each) => each === kind).length);
        return { file, groups: String(groups.length), recording: count("recording"), alerting: count("alerting") };
      });
      write(`${table(rows, "")}\n`);
    });
  return [rules];
}

/** Ends the command where the file cannot be read. */
function readRuleFile(file: string, experimental: boolean, command: Command): RuleFile {
  try {
    return parseRuleFile(readFileSync(file, "utf8"), { experimental });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return command.error(`error: ${file} cannot be read: ${reason}`, { exitCode: 1 });
  }
}

/** Ends the command with every finding there is, as `file:line:column: what is wrong`. */
function refuseFindings(read: readonly (RuleFile & { readonly file: string })[], command: Command): void {
  const lines = read.flatMap(({ file, findings }) =>
    findings.map(({ line, column, message }) => `${file}:${line}:${column}: ${printable(message)}`),
  );
  if (lines.length > 0) command.error(lines.join("\n"), { exitCode: 1 });
}
