/**
 * Alerts that are notified together, and when (Alertmanager, dispatch and nflog): a group waits before its first notification, sends
 * another when something has changed, and repeats it while it fires.
 */
import type { Labels } from "../store.ts";
import type { Pairs } from "./rule.ts";
import { pairsOf } from "./written-samples.ts";

export interface ToldAlert {
  readonly labels: Labels;
  readonly annotations: Pairs;
  /** Milliseconds since the Unix epoch; the end is null while it fires. */
  readonly startsAt: number;
  readonly endsAt: number | null;
  readonly generatorUrl: string;
  readonly handedOn: HandedOn;
}

/** By which group of rules, and until when on that group's clock it fires without being handed on again (expiry.ts, ms). */
export interface HandedOn {
  readonly file: string;
  readonly group: string;
  readonly until: number;
}

/** By its fingerprint. */
type Alerts = Readonly<Record<string, ToldAlert>>;

export interface AlertGroup {
  /** The labels that the alerts have in common. */
  readonly labels: Labels;
  readonly alerts: Alerts;
  /** The last notification and its time; null before the first. */
  readonly told: {
    readonly at: number;
    readonly firing: readonly string[];
    readonly resolved: readonly string[];
  } | null;
}

/** In ms, but for the labels. */
export interface AlertTiming {
  readonly groupBy: readonly string[];
  readonly groupWaitMs: number;
  readonly groupIntervalMs: number;
  readonly repeatIntervalMs: number;
}

/** Alerts of a group; further ones are in no notification. */
const mostAlerts = 1_000;

/** The labels that decide an alert's group. */
export function groupLabels(labels: Labels, groupBy: readonly string[]): Labels {
  return [...pairsOf(labels)].filter(([name]) => groupBy.includes(name)).flat();
}

export function withAlerts(group: AlertGroup, alerts: readonly ToldAlert[]): AlertGroup {
  const all = new Map(Object.entries(group.alerts));
  for (const alert of alerts) {
    const key = fingerprint(alert.labels);
    if (all.has(key) || (all.size < mostAlerts && alert.endsAt === null)) all.set(key, alert);
  }
  return { ...group, alerts: Object.fromEntries(all) };
}

/** Ends the alerts that fire and are no longer handed on. `clockOf` (ms) gives undefined for a group of rules that is gone. */
export function endExpired(group: AlertGroup, now: number, clockOf: (by: HandedOn) => number | undefined): AlertGroup {
  const isExpired = ({ endsAt, handedOn }: ToldAlert) =>
    endsAt === null && (clockOf(handedOn) ?? Infinity) >= handedOn.until;
  const alerts = Object.entries(group.alerts).map(
    ([key, alert]) => [key, isExpired(alert) ? { ...alert, endsAt: now } : alert] as const,
  );
  return { ...group, alerts: Object.fromEntries(alerts) };
}

/** Whether to tell of the group now, and what is left of it afterwards: alerts that have ended go. */
export function lookedAt(
  group: AlertGroup,
  now: number,
  { repeatIntervalMs }: Pick<AlertTiming, "repeatIntervalMs">,
): { readonly tell: boolean; readonly after: AlertGroup } {
  const entries = Object.entries(group.alerts);
  const keys = (ended: boolean) => entries.filter(([, { endsAt }]) => (endsAt !== null) === ended).map(([key]) => key);
  const [firing, resolved] = [keys(false), keys(true)];
  const { told } = group;
  const news = (known: readonly string[], current: readonly string[]) => current.some((key) => !known.includes(key));
  let tell: boolean;
  if (told === null) tell = firing.length > 0;
  else if (news(told.firing, firing)) tell = true;
  else if (firing.length === 0) tell = told.firing.length > 0;
  else tell = news(told.resolved, resolved) || now - told.at >= repeatIntervalMs;
  const alerts = Object.fromEntries(entries.filter(([, { endsAt }]) => endsAt === null));
  return { tell, after: { ...group, alerts, told: tell ? { at: now, firing, resolved } : told } };
}

const offsetBasis = 0xcbf29ce484222325n;
const prime = 0x100000001b3n;

/** Of labels sorted by name, in hex (common/model, LabelSet.Fingerprint: FNV-1a of names and values, 0xff after each). */
export function fingerprint(labels: Labels): string {
  let sum = offsetBasis;
  for (const text of labels)
    for (const byte of [...Buffer.from(text), 0xff]) sum = BigInt.asUintN(64, (sum ^ BigInt(byte)) * prime);
  return sum.toString(16).padStart(16, "0");
}
