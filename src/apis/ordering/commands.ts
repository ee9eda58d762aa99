/** `accord ordering`: what an operator, or nobody in a sandbox, would do. */
import { Argument, Command, Option } from "commander";
import type { CommandContext } from "#src/apis/api-module.ts";
import { printable } from "#src/http/printable.ts";
import {
  createTerminal,
  details,
  type Outcome,
  onceNote,
  type Terminal,
  table,
} from "#src/identity/commands/terminal.ts";
import { audited, firstFinding } from "#src/webhooks/endpoint-commands.ts";
import { checkEndpoint, createEndpoint, deleteEndpoint, listEndpoints, rotateSecret } from "#src/webhooks/endpoints.ts";
import { allEvents } from "#src/webhooks/events.ts";
import type { Webhooks } from "#src/webhooks/webhooks.ts";
import { advanceDelivery } from "./deliveries/deliveries.ts";
import { type DeliveryStatus, deliveryStatuses } from "./deliveries/delivery-status.ts";
import { eventNames, shop, shopWebhooks } from "./events.ts";

/**
 * `ordering`, for the program to add. `open` is called when a command runs, not for its help; `write` takes what belongs
 * on standard output. Exit code 0: done; 1: refused or misused, and standard error says why.
 */
export function orderingCommand(
  open: () => Promise<WebhookContext>,
  write: (text: string) => void = (text) => process.stdout.write(text),
): Command {
  const terminal = createTerminal(open, write);
  const ordering = new Command("ordering").description(
    "the customer ordering API's sandbox, and who is told of what happens",
  );
  terminal.action(
    ordering
      .command("advance")
      .description("move a delivery one step on: assigned, picked up, in transit, delivered")
      .addArgument(new Argument("<delivery>", "its id: deliveryId of the payment attempt"))
      .addOption(new Option("--to <status>", "go all the way to this state").choices(deliveryStatuses)),
    async ({ database }, deliveryId: string, { to }: { to?: DeliveryStatus }) => {
      const moved = await advanceDelivery(database, deliveryId, to, new Date());
      const { status, orderId: order, updatedAt } = moved;
      const text = details({ delivery: deliveryId, order, status, updated: updatedAt.toISOString() });
      return { json: moved, text };
    },
  );
  ordering.addCommand(webhooksCommand(terminal));
  return ordering;
}

export type WebhookContext = Pick<CommandContext, "database" | "masterKey" | "close"> & {
  readonly config: Pick<CommandContext["config"], "webhookAllowLoopback">;
};

/** `accord ordering webhooks`: the endpoints that are told of payments and deliveries. Its work gets the shop's webhooks, which are opened for it and closed after it. */
export function webhooksCommand(terminal: Terminal<WebhookContext>): Command {
  const parent = new Command("webhooks").description("who is told of payments and deliveries");
  const action = <Given extends readonly unknown[]>(
    command: Command,
    work: (webhooks: Webhooks, ...given: Given) => Promise<Outcome>,
  ) =>
    terminal.action(command, async ({ database, masterKey, config }, ...given: Given) => {
      const webhooks = shopWebhooks(database, masterKey, config);
      try {
        return await work(webhooks, ...given);
      } finally {
        webhooks.close();
      }
    });
  action(
    parent
      .command("add")
      .description("tell a webhook endpoint; its signing secret is shown once")
      .argument("<url>", "an https URL")
      .option("--event <name...>", `only these: ${eventNames.join(", ")}`, [allEvents]),
    async (webhooks, url: string, { event: events }: { event: string[] }) => {
      const checked = await checkEndpoint(webhooks, { url, events: [...new Set(events)] }).catch(firstFinding);
      const { endpoint, secret } = await audited(webhooks, { action: "webhook_endpoint.created" }, (transaction) =>
        createEndpoint(webhooks, shop, checked, transaction),
      );
      const text = details({ endpoint: endpoint.endpointId, url, secret });
      return { json: { ...endpoint, secret }, text: `${text}\n\n${onceNote}` };
    },
  );
  action(parent.command("list").description("list them"), async (webhooks) => {
    const endpoints = await listEndpoints(webhooks, shop);
    const rows = endpoints.map(({ endpointId, url, events, enabled }) => ({
      endpoint: endpointId,
      url: printable(url),
      events: events.join(" "),
      enabled: enabled ? "yes" : "no",
    }));
    return { json: endpoints, text: table(rows, "Nobody is told yet.") };
  });
  action(
    parent
      .command("new-secret")
      .description("give an endpoint another signing secret, shown once; the one before signs beside it for 24 hours")
      .argument("<endpoint>", "its id, as list shows it"),
    async (webhooks, id: string) => {
      const { endpoint, secret } = await audited(webhooks, { action: "webhook_secret.rotated" }, (transaction) =>
        rotateSecret(webhooks, shop, id, transaction),
      );
      const text = details({ endpoint: id, secret });
      return { json: { ...endpoint, secret }, text: `${text}\n\n${onceNote}` };
    },
  );
  action(
    parent
      .command("remove")
      .description("no longer tell an endpoint")
      .argument("<endpoint>", "its id, as list shows it"),
    async (webhooks, id: string) => {
      await audited(webhooks, { action: "webhook_endpoint.deleted" }, async (transaction) => {
        await deleteEndpoint(webhooks, shop, id, transaction);
        return { endpoint: { endpointId: id } };
      });
      return { json: { endpoint: id, removed: true }, text: details({ endpoint: id, removed: "yes" }) };
    },
  );
  return parent;
}
