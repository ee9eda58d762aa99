/** `accord ordering`: what an operator, or nobody in a sandbox, would do. */
import { Argument, Command, Option } from "commander";
import { createTerminal, details } from "#src/identity/commands/terminal.ts";
import { advanceDelivery } from "./deliveries/deliveries.ts";
import { type DeliveryStatus, deliveryStatuses } from "./deliveries/delivery-status.ts";
import { type WebhookContext, webhooksCommand } from "./webhook-commands.ts";

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
