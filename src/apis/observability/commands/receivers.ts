/** `receivers` of a command of a project: the webhook endpoints that hear of what the command is about. */
import { type Command, Option } from "commander";
import type { CommandContext } from "#src/apis/api-module.ts";
import { printable } from "#src/http/printable.ts";
import type { Audited } from "#src/identity/audit.ts";
import { details, type Outcome, onceNote, type Terminal, table } from "#src/identity/commands/terminal.ts";
import { type Environment, environments } from "#src/identity/environment.ts";
import { projectByPath } from "#src/identity/projects.ts";
import { audited, firstFinding } from "#src/webhooks/endpoint-commands.ts";
import { checkEndpoint, createEndpoint, deleteEndpoint, listEndpoints } from "#src/webhooks/endpoints.ts";
import type { Owner } from "#src/webhooks/owner.ts";
import type { Webhooks } from "#src/webhooks/webhooks.ts";
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

interface WithWebhooks {
  readonly webhooks: Webhooks;
  readonly owner: Owner;
  readonly about: Pick<Audited, "businessId" | "details">;
}

export function ofProject(command: Command): Command {
  return command
    .requiredOption("-p, --project <project>", "<business>/<project>")
    .addOption(
      new Option("-e, --environment <environment>", "test or live").choices(environments).makeOptionMandatory(),
    );
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
  { about: subject, events, takes }: Receivers,
): void {
  const receivers = parent
    .command("receivers")
    .description(`the webhook endpoints that are told of a project's ${subject}`);
  /** Gives a command its work with the project's webhooks, which are opened for it and closed after it. */
  const action = <Given extends readonly unknown[]>(
    command: Command,
    work: (project: WithWebhooks, ...given: Given) => Promise<Outcome>,
  ) =>
    terminal.action(ofProject(command), async ({ database, masterKey, config }, ...given: Given) => {
      const { project: path, environment } = command.opts<ProjectOptions>();
      const { id: projectId, businessId } = await projectByPath(database, path);
      const webhooks = projectWebhooks(database, masterKey, config);
      try {
        const about = { businessId, details: { projectId, environment } };
        return await work({ webhooks, owner: { ownerId: projectId, environment }, about }, ...given);
      } finally {
        webhooks.close();
      }
    });

  const add = receivers
    .command("add")
    .description(`tell a webhook endpoint of ${subject}; its signing secret is shown once`)
    .argument("<url>", takes);
  if (events.length > 1)
    add.addOption(new Option("--event <name...>", `only of these: ${events.join(", ")}`).choices(events));
  action(add, async ({ webhooks, owner, about }, url: string, { event = events }: { event?: readonly string[] }) => {
    const wanted = { url, events: [...new Set(event)] };
    const checked = await checkEndpoint(webhooks, wanted).catch(firstFinding);
    const action = "webhook_endpoint.created";
    const { endpoint, secret } = await audited(webhooks, { action, ...about }, (transaction) =>
      createEndpoint(webhooks, owner, checked, transaction),
    );
    const text = details({ receiver: endpoint.endpointId, url, secret });
    return { json: { ...endpoint, secret }, text: `${text}\n\n${onceNote}` };
  });

  action(receivers.command("list").description("list them"), async ({ webhooks, owner }) => {
    const all = await listEndpoints(webhooks, owner);
    const endpoints = all.filter((endpoint) => endpoint.events.some((event) => events.includes(event)));
    const rows = endpoints.map(({ endpointId, url, events: wanted, enabled }) => ({
      receiver: endpointId,
      url: printable(url),
      ...(events.length > 1 && { events: wanted.join(" ") }),
      enabled: enabled ? "yes" : "no",
    }));
    return { json: endpoints, text: table(rows, `Nobody is told of ${subject} yet.`) };
  });

  action(
    receivers
      .command("remove")
      .description(`no longer tell an endpoint of ${subject}`)
      .argument("<receiver>", "its id, as list shows it"),
    async ({ webhooks, owner, about }, id: string) => {
      await audited(webhooks, { action: "webhook_endpoint.deleted", ...about }, async (transaction) => {
        await deleteEndpoint(webhooks, owner, id, transaction);
        return { endpoint: { endpointId: id } };
      });
      return { json: { receiver: id, removed: true }, text: details({ receiver: id, removed: "yes" }) };
    },
  );
}
