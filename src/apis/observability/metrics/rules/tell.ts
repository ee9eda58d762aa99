/** Tells the receivers of a project of one group of alerts, in the transaction that writes down that it was told. */
import type { Database } from "#src/storage/database.ts";
import { lockName } from "#src/storage/named-lock.ts";
import { inTransaction, type Transaction } from "#src/storage/transaction.ts";
import { emitBareEvent, newEventId } from "#src/webhooks/events.ts";
import { alertEvent, receiver } from "../../receivers.ts";
import type { Tenant } from "../../records.ts";
import { type AlertGroup, type AlertTiming, endExpired, lookedAt } from "./alert-groups.ts";
import { alertGroups } from "./entities/alert-group.ts";
import { groupClocks } from "./group-rows.ts";
import { notificationBody } from "./notification.ts";
import { queueTelling } from "./queue.ts";
import { decodeJson, encodeJson } from "./rule-state.ts";

export interface TellingServices {
  readonly timing: AlertTiming;
  readonly externalUrl: string;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
}

/** Looks at the group if it is time to, and queues the next look. */
export async function tellOfAlerts(
  database: Database,
  { timing, externalUrl, now }: TellingServices,
  tenant: Tenant,
  key: string,
): Promise<void> {
  await inTransaction(database, async ({ manager, client }) => {
    await lockAlerts({ client }, tenant);
    const records = alertGroups.of(manager, tenant);
    const row = await records.findOne({ key });
    if (row === null) return;
    const at = new Date(now());
    if (row.nextAt > at) return await queueTelling(client, tenant, key, row.nextAt);
    const clockOf = await groupClocks(client, tenant);
    const group = endExpired(decodeJson<AlertGroup>(row.alerts), at.getTime(), clockOf);
    const { tell, after } = lookedAt(group, at.getTime(), timing);
    if (tell) {
      const owner = { ownerId: tenant.projectId, environment: tenant.environment };
      const body = notificationBody(group, { receiver, externalUrl });
      await emitBareEvent(client, owner, { eventId: newEventId(), type: alertEvent, body }, at);
    }
    if (Object.keys(after.alerts).length === 0) {
      await records.delete({ key });
      return;
    }
    const nextAt = new Date(at.getTime() + timing.groupIntervalMs);
    await records.update({ key }, { nextAt, alerts: encodeJson(after) });
    await queueTelling(client, tenant, key, nextAt);
  });
}

/** Groups of alerts of one tenant change one after the other, until the transaction ends. */
export async function lockAlerts({ client }: Pick<Transaction, "client">, tenant: Tenant): Promise<void> {
  await lockName(client, `metric_alerts/${tenant.projectId}/${tenant.environment}`);
}
