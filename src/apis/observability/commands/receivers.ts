/** `receivers` of a command of a project: the webhook endpoints that hear of what the command is about. */
import { type Command, Option } from "commander";
import type { CommandContext } from "#src/apis/api-module.ts";
import { printable } from "#src/http/printable.ts";
import { invalid, Problem } from "#src/http/problem.ts";
import { details, onceNote, type Terminal, table } from "#src/identity/commands/terminal.ts";
import { type Environment, environments } from "#src/identity/environment.ts";
import { projectByPath } from "#src/identity/projects.ts";
import { checkEndpoint } from "#src/webhooks/endpoint-fields.ts";
import { createEndpoint, deleteEndpoint, listEndpoints } from "#src/webhooks/endpoints.ts";
import { projectWebhooks } from "../receivers.ts";
import type { Tenant } from "../records.ts";

export interface ProjectOptions {
  readonly project: string;
  readonly environment: Environment;
}

export interface Receivers {
  /** The subject of the webhooks, for help texts. */
  readonly about: string;
  /** Event types to subscribe to; a receiver gets all of them by default. */
  readonly events: readonly string[];
  /** Requirements for a receiver's URL, for help texts. */
  readonly takes: string;
}

export function ofProject(command: Command): Command {
  return command
    .requiredOption("-p, --project <project>", "<business>/<project>")
    .addOption(
      new Option("-e, --environment <environment>", "test or live").choices(environments).makeOptionMandatory(),
    )
    .option("--json", "print JSON");
}

export async function tenantOf(
  { database }: Pick<CommandContext, "database">,
  options: ProjectOptions,
): Promise<Tenant> {
  return { projectId: (await projectByPath(database, options.project)).id, environment: options.environment };
}

export function addReceiverCommands(
  parent: Command,
  terminal: Terminal<CommandContext>,
  { about, events, takes }: Receivers,
): void {
  const receivers = parent
    .command("receivers")
    .description(`the webhook endpoints that are told of a project's ${about}`);
  const webhooksOf = ({ database, masterKey, config }: CommandContext) => projectWebhooks(database, masterKey, config);
  const ownerOf = async (context: Pick<CommandContext, "database">, options: ProjectOptions) => {
    const { projectId: ownerId, environment } = await tenantOf(context, options);
    return { ownerId, environment };
  };

  const add = ofProject(receivers.command("add"))
    .description(`tell a webhook endpoint of ${about}; its signing secret is shown once`)
    .argument("<url>", takes);
  if (events.length > 1)
    add.addOption(new Option("--event <name...>", `only of these: ${events.join(", ")}`).choices(events));
  add.action((url: string, options: ProjectOptions & { event?: string[] }, command: Command) =>
    terminal.run(command, async (context) => {
      const owner = await ownerOf(context, options);
      const webhooks = webhooksOf(context);
      const wanted = { url, events: options.event ?? [...events] };
      const checked = await checkEndpoint(webhooks, wanted).catch(firstFinding);
      const { endpoint, secret } = await createEndpoint(webhooks, owner, checked);
      const text = details({ receiver: endpoint.endpointId, url, secret });
      return { json: { ...endpoint, secret }, text: `${text}\n\n${onceNote}` };
    }),
  );

  ofProject(receivers.command("list"))
    .description("list them")
    .action((options: ProjectOptions, command: Command) =>
      terminal.run(command, async (context) => {
        const all = await listEndpoints(webhooksOf(context), await ownerOf(context, options));
        const endpoints = all.filter((endpoint) => endpoint.events.some((event) => events.includes(event)));
        const rows = endpoints.map(({ endpointId, url, events: wanted, enabled }) => ({
          receiver: endpointId,
          url: printable(url),
          ...(events.length > 1 && { events: wanted.join(" ") }),
          enabled: enabled ? "yes" : "no",
        }));
        return { json: endpoints, text: table(rows, `Nobody is told of ${about} yet.`) };
      }),
    );

  ofProject(receivers.command("remove"))
    .description(`no longer tell an endpoint of ${about}`)
    .argument("<receiver>", "its id, as list shows it")
    .action((id: string, options: ProjectOptions, command: Command) =>
      terminal.run(command, async (context) => {
        await deleteEndpoint(webhooksOf(context), await ownerOf(context, options), id);
        return { json: { receiver: id, removed: true }, text: details({ receiver: id, removed: "yes" }) };
      }),
    );
}

/** On a command line there are no fields, but one URL. */
function firstFinding(error: unknown): never {
  const [finding] = error instanceof Problem ? error.fieldErrors : [];
  throw finding === undefined ? error : invalid(`The url ${finding.message}.`);
}
