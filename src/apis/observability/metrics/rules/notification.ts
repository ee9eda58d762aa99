/** The notification of receivers: the body of Alertmanager's webhook, version 4 (notify/webhook, template.Data). */
import { compareLabels } from "../labels.ts";
import { quote } from "../promql/syntax/quote.ts";
import type { Labels } from "../store.ts";
import { type AlertGroup, fingerprint, type ToldAlert } from "./alert-groups.ts";
import { pairsOf } from "./written-samples.ts";

/** Every body fits what webhooks take (src/webhooks/events.ts), in characters. */
const longestBody = 262_144;
/** How Go writes the moment of an alert that has not ended. */
const never = "0001-01-01T00:00:00Z";

export interface NotificationContext {
  readonly receiver: string;
  readonly externalUrl: string;
}

/** JSON. Alerts that do not fit are left out and counted. */
export function notificationBody(group: AlertGroup, { receiver, externalUrl }: NotificationContext): string {
  const all = Object.values(group.alerts).sort((a, b) => compareLabels(a.labels, b.labels));
  const body = (alerts: readonly object[]) =>
    JSON.stringify({
      receiver,
      status: all.some(({ endsAt }) => endsAt === null) ? "firing" : "resolved",
      alerts,
      groupLabels: Object.fromEntries(pairsOf(group.labels)),
      commonLabels: common(all.map(({ labels }) => [...pairsOf(labels)])),
      commonAnnotations: common(all.map(({ annotations }) => annotations)),
      externalURL: externalUrl,
      version: "4",
      groupKey: `{}:${labelsText(group.labels)}`,
      truncatedAlerts: all.length - alerts.length,
    });
  const alerts: object[] = [];
  let left = longestBody - body([]).length;
  for (const alert of all.map(presentAlert)) {
    left -= JSON.stringify(alert).length + 1;
    if (left < 0) break;
    alerts.push(alert);
  }
  return body(alerts);
}

function presentAlert({ labels, annotations, startsAt, endsAt, generatorUrl }: ToldAlert) {
  return {
    status: endsAt === null ? "firing" : "resolved",
    labels: Object.fromEntries(pairsOf(labels)),
    annotations: Object.fromEntries(annotations),
    startsAt: new Date(startsAt).toISOString(),
    endsAt: endsAt === null ? never : new Date(endsAt).toISOString(),
    generatorURL: generatorUrl,
    fingerprint: fingerprint(labels),
  };
}

/** Names that all have with one value. */
function common(lists: readonly (readonly (readonly [string, string])[])[]): Record<string, string> {
  const [first = [], ...others] = lists;
  const maps = others.map((list) => new Map(list));
  return Object.fromEntries(first.filter(([name, value]) => maps.every((map) => map.get(name) === value)));
}

function labelsText(labels: Labels): string {
  return `{${Array.from(pairsOf(labels), ([name, value]) => `${name}=${quote(value)}`).join(", ")}}`;
}
