/** `accord ordering webhooks`: the endpoints that are told of payments and deliveries. */
import { Command } from "commander";
import type { CommandContext } from "#src/apis/api-module.ts";
import { printable } from "#src/http/printable.ts";
import { details, type Outcome, onceNote, type Terminal, table } from "#src/identity/commands/terminal.ts";
import { audited, firstFinding } from "#src/webhooks/endpoint-commands.ts";
import { checkEndpoint } from "#src/webhooks/endpoint-fields.ts";
import { createEndpoint, deleteEndpoint, listEndpoints, rotateSecret } from "#src/webhooks/endpoints.ts";
import { allEvents } from "#src/webhooks/events.ts";
import type { Webhooks } from "#src/webhooks/webhooks.ts";
import { eventNames, shop, shopWebhooks } from "./events.ts";

export type WebhookContext = Pick<CommandContext, "database" | "masterKey" | "close"> & {
  readonly config: Pick<CommandContext["config"], "webhookAllowLoopback">;
};

/** Runs a command with the shop's webhooks, which are opened for it and closed after it. */
type Run = (command: Command, work: (webhooks: Webhooks) => Promise<Outcome>) => Promise<void>;

export function webhooksCommand(terminal: Terminal<WebhookContext>): Command {
  const run: Run = (command, work) =>
    terminal.run(command, async ({ database, masterKey, config }) => {
      const webhooks = shopWebhooks(database, masterKey, config);
      try {
        return await work(webhooks);
      } finally {
        webhooks.close();
      }
    });
  return new Command("webhooks")
    .description("who is told of payments and deliveries")
    .addCommand(addCommand(run))
    .addCommand(listCommand(run))
    .addCommand(newSecretCommand(run))
    .addCommand(removeCommand(run));
}

function addCommand(run: Run): Command {
  return new Command("add")
    .description("tell a webhook endpoint; its signing secret is shown once")
    .argument("<url>", "an https URL")
    .option("--event <name...>", `only these: ${eventNames.join(", ")}`, [allEvents])
    .option("--json", "print JSON")
    .action((url: string, { event: events }: { event: string[] }, command: Command) =>
      run(command, async (webhooks) => {
        const checked = await checkEndpoint(webhooks, { url, events: [...new Set(events)] }).catch(firstFinding);
        const { endpoint, secret } = await audited(webhooks, { action: "webhook_endpoint.created" }, (transaction) =>
          createEndpoint(webhooks, shop, checked, transaction),
        );
        const text = details({ endpoint: endpoint.endpointId, url, secret });
        return { json: { ...endpoint, secret }, text: `${text}\n\n${onceNote}` };
      }),
    );
}

function listCommand(run: Run): Command {
  return new Command("list")
    .description("list them")
    .option("--json", "print JSON")
    .action((_options: object, command: Command) =>
      run(command, async (webhooks) => {
        const endpoints = await listEndpoints(webhooks, shop);
        const rows = endpoints.map(({ endpointId, url, events, enabled }) => ({
          endpoint: endpointId,
          url: printable(url),
          events: events.join(" "),
          enabled: enabled ? "yes" : "no",
        }));
        return { json: endpoints, text: table(rows, "Nobody is told yet.") };
      }),
    );
}

function newSecretCommand(run: Run): Command {
  return new Command("new-secret")
    .description("give an endpoint another signing secret, shown once; the one before signs beside it for 24 hours")
    .argument("<endpoint>", "its id, as list shows it")
    .option("--json", "print JSON")
    .action((id: string, _options: object, command: Command) =>
      run(command, async (webhooks) => {
        const { endpoint, secret } = await audited(webhooks, { action: "webhook_secret.rotated" }, (transaction) =>
          rotateSecret(webhooks, shop, id, transaction),
        );
        const text = details({ endpoint: id, secret });
        return { json: { ...endpoint, secret }, text: `${text}\n\n${onceNote}` };
      }),
    );
}

function removeCommand(run: Run): Command {
  return new Command("remove")
    .description("no longer tell an endpoint")
    .argument("<endpoint>", "its id, as list shows it")
    .option("--json", "print JSON")
    .action((id: string, _options: object, command: Command) =>
      run(command, async (webhooks) => {
        await audited(webhooks, { action: "webhook_endpoint.deleted" }, async (transaction) => {
          await deleteEndpoint(webhooks, shop, id, transaction);
          return { endpoint: { endpointId: id } };
        });
        return { json: { endpoint: id, removed: true }, text: details({ endpoint: id, removed: "yes" }) };
      }),
    );
}
