/** `accord rules`: recording and alerting rules of a project, and who is told of its alerts. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { Command } from "commander";
import type { CommandContext } from "#src/apis/api-module.ts";
import { printable } from "#src/http/printable.ts";
import { createTerminal, type Outcome, type Terminal, table } from "#src/identity/commands/terminal.ts";
import { type LoadedFile, listRules, loadRules, removeRules } from "../metrics/rules/load.ts";
import { parseRuleFile, type RuleFile } from "../metrics/rules/rule-file.ts";
import { alertEvent } from "../receivers.ts";
import { addReceiverCommands, ofProject, type ProjectOptions, tenantOf } from "./receivers.ts";

type Write = (text: string) => void;

/** For the program to add; `write` takes what belongs on standard output. Exit code 1: refused, or something is wrong with a file. */
export function ruleCommands(
  open: () => Promise<CommandContext>,
  write: Write = (text) => process.stdout.write(text),
): readonly Command[] {
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
  const terminal = createTerminal(open, write);
  addFileCommands(rules, terminal);
  addReceiverCommands(rules, terminal, receiversOfAlerts);
  return [rules];
}

const receiversOfAlerts = {
  about: "alerts",
  events: [alertEvent],
  takes: "an https URL that takes the webhook of Prometheus's Alertmanager",
};

function addFileCommands(rules: Command, terminal: Terminal): void {
  ofProject(rules.command("load"))
    .description("let a project's rules be those of a file, in place of what was loaded from a file of this name")
    .argument("<file>", "a file in Prometheus's YAML format")
    .option("--experimental", "take functions that ACCORD_PROMQL_EXPERIMENTAL=1 allows on the server")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  accord rules load rules/shop.yml --project acme/shop --environment live")
    .action((file: string, options: ProjectOptions & { experimental?: boolean }, command: Command) => {
      const read = readRuleFile(file, options.experimental === true, command);
      refuseFindings([{ file, ...read }], command);
      return terminal.run(command, async (context) => {
        const tenant = await tenantOf(context, options);
        return listed([await loadRules(context.database, tenant, basename(file), read.groups)]);
      });
    });

  terminal.action(
    ofProject(rules.command("list")).description("list the files that a project's rules come from"),
    async (context, options: ProjectOptions) =>
      listed(await listRules(context.database, await tenantOf(context, options))),
  );

  terminal.action(
    ofProject(rules.command("remove"))
      .description("remove the rules of a file; their series end, and their alerts are resolved")
      .argument("<file>", "its name, as list shows it"),
    async (context, file: string, options: ProjectOptions) => {
      const tenant = await tenantOf(context, options);
      await removeRules(context.database, tenant, file);
      return listed(await listRules(context.database, tenant));
    },
  );
}

function listed(files: readonly LoadedFile[]): Outcome {
  const rows = files.map(({ file, groups, rules, loadedAt }) => ({
    file: printable(file),
    groups: String(groups),
    rules: String(rules),
    loaded: loadedAt.toISOString(),
  }));
  return { json: files, text: table(rows, "There are no rules yet.") };
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
