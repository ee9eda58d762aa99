/** Receivers of a project's alerts and issues: webhook endpoints whose owner is the project. */
import type { Config } from "#src/config.ts";
import type { Database } from "#src/storage/database.ts";
import type { MasterKey } from "#src/storage/master-key.ts";
import { testEvent } from "#src/webhooks/test-delivery.ts";
import { openWebhooks, type Webhooks } from "#src/webhooks/webhooks.ts";
import { issueEvents } from "./issues/webhooks.ts";

/** The event that receivers of alerts subscribe to. */
export const alertEvent = "alerts";
/** How notifications of alerts name whom they are for: all receivers of a project get the same. */
export const receiver = "accord";

export function projectWebhooks(
  database: Database,
  masterKey: MasterKey,
  { webhookAllowLoopback }: Pick<Config, "webhookAllowLoopback">,
): Webhooks {
  const eventNames = [alertEvent, ...issueEvents, testEvent];
  return openWebhooks({ database, masterKey, allowLoopback: webhookAllowLoopback, eventNames, apiVersion: "1.0.0" });
}
