/** `accord rules`: recording and alerting rules of a project, and who is told of its alerts. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { Command, Option } from "commander";
import type { CommandContext } from "#src/apis/api-module.ts";
import { printable } from "#src/http/printable.ts";
import { invalid, Problem } from "#src/http/problem.ts";
import {
  createTerminal,
  details,
  type Outcome,
  onceNote,
  type Terminal,
  table,
} from "#src/identity/commands/terminal.ts";
import { type Environment, environments } from "#src/identity/environment.ts";
import { projectByPath } from "#src/identity/projects.ts";
import { checkEndpoint } from "#src/webhooks/endpoint-fields.ts";
import { createEndpoint, deleteEndpoint, listEndpoints } from "#src/webhooks/endpoints.ts";
import { type LoadedFile, listRules, loadRules, removeRules } from "../metrics/rules/load.ts";
import { alertEvent, alertWebhooks } from "../metrics/rules/receivers.ts";
import { parseRuleFile, type RuleFile } from "../metrics/rules/rule-file.ts";

import type { Tenant } from "../records.ts";

type Write = (text: string) => void;

interface ProjectOptions {
  readonly project: string;
  readonly environment: Environment;
}

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
  const context: Opened = {};
  const terminal = createTerminal(async () => (context.current = await open()), write);
  addFileCommands(rules, terminal);
  addReceiverCommands(rules, terminal, context);
  return [rules];
}

/** The context of the command that runs. */
interface Opened {
  current?: CommandContext;
}

function ofProject(command: Command): Command {
  return command
    .requiredOption("-p, --project <project>", "<business>/<project>")
    .addOption(
      new Option("-e, --environment <environment>", "test or live").choices(environments).makeOptionMandatory(),
    )
    .option("--json", "print JSON");
}

async function tenantOf({ database }: Pick<CommandContext, "database">, options: ProjectOptions): Promise<Tenant> {
  return { projectId: (await projectByPath(database, options.project)).id, environment: options.environment };
}

function addFileCommands(rules: Command, terminal: Terminal): void {
  ofProject(rules.command("load"))
    .description("let a project's rules be those of a file, in place of what was loaded from a file of this name")
    .argument("<file>", "a file in Prometheus's YAML format")
    .option("--experimental", "take functions that ACCORD_PROMQL_EXPERIMENTAL=1 allows on the server")
    .addHelpText("after", "\nExample:\n  accord rules load rules/shop.yml --project acme/shop --environment live")
    .action((file: string, options: ProjectOptions & { experimental?: boolean }, command: Command) => {
      const read = readRuleFile(file, options.experimental === true, command);
      refuseFindings([{ file, ...read }], command);
      return terminal.run(command, async (context) => {
        const tenant = await tenantOf(context, options);
        return listed([await loadRules(context.database, tenant, basename(file), read.groups)]);
      });
    });

  ofProject(rules.command("list"))
    .description("list the files that a project's rules come from")
    .action((options: ProjectOptions, command: Command) =>
      terminal.run(command, async (context) =>
        listed(await listRules(context.database, await tenantOf(context, options))),
      ),
    );

  ofProject(rules.command("remove"))
    .description("remove the rules of a file; their series end, and their alerts are resolved")
    .argument("<file>", "its name, as list shows it")
    .action((file: string, options: ProjectOptions, command: Command) =>
      terminal.run(command, async (context) => {
        const tenant = await tenantOf(context, options);
        await removeRules(context.database, tenant, file);
        return listed(await listRules(context.database, tenant));
      }),
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

function addReceiverCommands(rules: Command, terminal: Terminal, opened: Opened): void {
  const receivers = rules.command("receivers").description("the webhook endpoints that are told of a project's alerts");
  const webhooksOf = () => {
    if (opened.current === undefined) throw new Error("No command runs");
    const { database, masterKey, config } = opened.current;
    return alertWebhooks(database, masterKey, config);
  };
  const ownerOf = async (context: Pick<CommandContext, "database">, options: ProjectOptions) => {
    const { projectId: ownerId, environment } = await tenantOf(context, options);
    return { ownerId, environment };
  };

  ofProject(receivers.command("add"))
    .description("tell a webhook endpoint of alerts; its signing secret is shown once")
    .argument("<url>", "an https URL that takes the webhook of Prometheus's Alertmanager")
    .action((url: string, options: ProjectOptions, command: Command) =>
      terminal.run(command, async (context) => {
        const owner = await ownerOf(context, options);
        const webhooks = webhooksOf();
        const checked = await checkEndpoint(webhooks, { url, events: [alertEvent] }).catch(firstFinding);
        const { endpoint, secret } = await createEndpoint(webhooks, owner, checked);
        const text = details({ receiver: endpoint.endpointId, url, secret });
        return { json: { ...endpoint, secret }, text: `${text}\n\n${onceNote}` };
      }),
    );

  ofProject(receivers.command("list"))
    .description("list them")
    .action((options: ProjectOptions, command: Command) =>
      terminal.run(command, async (context) => {
        const endpoints = await listEndpoints(webhooksOf(), await ownerOf(context, options));
        const rows = endpoints.map(({ endpointId, url, enabled }) => ({
          receiver: endpointId,
          url: printable(url),
          enabled: enabled ? "yes" : "no",
        }));
        return { json: endpoints, text: table(rows, "Nobody is told of alerts yet.") };
      }),
    );

  ofProject(receivers.command("remove"))
    .description("no longer tell an endpoint of alerts")
    .argument("<receiver>", "its id, as list shows it")
    .action((id: string, options: ProjectOptions, command: Command) =>
      terminal.run(command, async (context) => {
        await deleteEndpoint(webhooksOf(), await ownerOf(context, options), id);
        return { json: { receiver: id, removed: true }, text: details({ receiver: id, removed: "yes" }) };
      }),
    );
}

/** On a command line there are no fields, but one URL. */
function firstFinding(error: unknown): never {
  const [finding] = error instanceof Problem ? error.fieldErrors : [];
  throw finding === undefined ? error : invalid(`The url ${finding.message}.`);
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
