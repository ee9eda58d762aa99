/** `accord ordering`: what an operator, or nobody in a sandbox, would do. */
import { Argument, Command, Option } from "commander";
import { isRefusal, Problem } from "#src/http/problem.ts";
import { details } from "#src/identity/commands/terminal.ts";
import { advanceDelivery } from "./deliveries/deliveries.ts";
import { type DeliveryStatus, deliveryStatuses } from "./deliveries/delivery-status.ts";
import type { Delivery } from "./entities/delivery.ts";
import { type WebhookContext, webhooksCommand } from "./webhook-commands.ts";

export type OrderingContext = WebhookContext;

interface AdvanceOptions {
  readonly to?: DeliveryStatus;
  readonly json?: boolean;
}

/**
 * `ordering`, for the program to add. `open` is called when a command runs, not for its help; `write` takes what belongs
 * on standard output. Exit code 0: done; 1: refused or misused, and standard error says why.
 */
export function orderingCommand(
  open: () => Promise<OrderingContext>,
  write: (text: string) => void = (text) => process.stdout.write(text),
): Command {
  const ordering = new Command("ordering").description(
    "the customer ordering API's sandbox, and who is told of what happens",
  );
  ordering
    .command("advance")
    .description("move a delivery one step on: assigned, picked up, in transit, delivered")
    .addArgument(new Argument("<delivery>", "its id: deliveryId of the payment attempt"))
    .addOption(new Option("--to <status>", "go all the way to this state").choices(deliveryStatuses))
    .option("--json", "print JSON")
    .action(async (deliveryId: string, { to, json }: AdvanceOptions, command: Command) => {
      const outcome = await advance(open, deliveryId, to);
      if (outcome instanceof Problem) command.error(`error: ${outcome.detail}`, { exitCode: 1 });
      const { status, orderId, updatedAt } = outcome;
      const text = details({ delivery: deliveryId, order: orderId, status, updated: updatedAt.toISOString() });
      write(json ? `${JSON.stringify(outcome, null, 2)}\n` : `${text}\n`);
    });
  ordering.addCommand(webhooksCommand(open, write));
  return ordering;
}

async function advance(
  open: () => Promise<OrderingContext>,
  deliveryId: string,
  to: DeliveryStatus | undefined,
): Promise<Delivery | Problem> {
  const context = await open();
  try {
    return await advanceDelivery(context.database, deliveryId, to, new Date());
  } catch (error) {
    if (isRefusal(error)) return error;
    throw error;
  } finally {
    await context.close();
  }
}
