/** Counts of events: how many, when, in which releases, for which users, and the ids of the newest. */
import { joinedUsers, type UserSketch } from "./users.ts";

/** Hours since the Unix epoch, and the events received in it. */
export type HourCount = readonly [hour: number, count: number];

/** Times of receipt in ms. */
export type ReleaseCount = readonly [release: string, count: number, firstSeen: number, lastSeen: number];

/** An event: when it was received and when it happened (ms), and its id. */
export type EventRef = readonly [receivedAt: number, time: number, eventId: string];

export interface Tally {
  readonly count: number;
  /** Times of receipt in ms. */
  readonly firstSeen: number;
  readonly lastSeen: number;
  /** Rising. */
  readonly hours: readonly HourCount[];
  /** The one seen last first. */
  readonly releases: readonly ReleaseCount[];
  readonly users: UserSketch;
  /** The newest first. */
  readonly events: readonly EventRef[];
}

export const hourMs = 3_600_000;
export const hourOf = (ms: number): number => Math.floor(ms / hourMs);

/** How long hours are kept: the trend of 14 days, with the whole of its first day. */
export const keptHours = 15 * 24;
const keptReleases = 50;
export const keptEvents = 100;

/** In order and within bounds, as tallies are. */
export function settled(counted: Tally): Tally {
  const { hours, releases, users, events, lastSeen } = counted;
  return {
    ...counted,
    hours: joinedHours([], hours, hourOf(lastSeen) - keptHours),
    releases: joinedReleases([], releases),
    users: joinedUsers([], users),
    events: newestEvents(events),
  };
}

/** Joins tallies. The sum does not depend on the order in which they are joined. */
export function joined(one: Tally, other: Tally): Tally {
  if (one.count === 0) return other;
  if (other.count === 0) return one;
  const lastSeen = Math.max(one.lastSeen, other.lastSeen);
  return {
    count: one.count + other.count,
    firstSeen: Math.min(one.firstSeen, other.firstSeen),
    lastSeen,
    hours: joinedHours(one.hours, other.hours, hourOf(lastSeen) - keptHours),
    releases: joinedReleases(one.releases, other.releases),
    users: joinedUsers(one.users, other.users),
    events: joinedEvents(one.events, other.events),
  };
}

const newestFirst = (a: EventRef, b: EventRef) => b[0] - a[0] || (a[2] < b[2] ? 1 : -1);

function joinedEvents(one: readonly EventRef[], other: readonly EventRef[]): EventRef[] {
  const [first] = one;
  // Most of what comes in is newer than all that is known.
  if (first !== undefined && other.every(([receivedAt]) => receivedAt > first[0]))
    return [...other.toSorted(newestFirst), ...one].slice(0, keptEvents);
  return newestEvents([...one, ...other]);
}

/** The newest first, and no more than are kept. */
export function newestEvents(events: readonly EventRef[]): EventRef[] {
  return events.toSorted(newestFirst).slice(0, keptEvents);
}

export const noEvents: Tally = {
  count: 0,
  firstSeen: 0,
  lastSeen: 0,
  hours: [],
  releases: [],
  users: [],
  events: [],
};

export function joinedHours(one: readonly HourCount[], other: readonly HourCount[], after: number): HourCount[] {
  const last = one.at(-1);
  const [only, more] = other;
  // Most of what comes in is of one hour, the last one that is known or a later one.
  if (last !== undefined && only !== undefined && more === undefined && only[0] >= last[0] && only[0] > after) {
    const kept = one.filter(([hour]) => hour > after && hour < only[0]);
    return [...kept, last[0] === only[0] ? [last[0], last[1] + only[1]] : only];
  }
  const counts = new Map(one.filter(([hour]) => hour > after));
  for (const [hour, count] of other) if (hour > after) counts.set(hour, (counts.get(hour) ?? 0) + count);
  return [...counts].sort(([a], [b]) => a - b);
}

function joinedReleases(one: readonly ReleaseCount[], other: readonly ReleaseCount[]): readonly ReleaseCount[] {
  if (other.length === 0) return one;
  const releases = new Map(one.map((release) => [release[0], release]));
  for (const [name, count, first, last] of other) {
    const known = releases.get(name);
    releases.set(
      name,
      known === undefined
        ? [name, count, first, last]
        : [name, known[1] + count, Math.min(known[2], first), Math.max(known[3], last)],
    );
  }
  return [...releases.values()].sort((a, b) => b[3] - a[3] || (a[0] < b[0] ? 1 : -1)).slice(0, keptReleases);
}

/** The events of each of the last hours, the oldest first; `now` in ms is in the last of them. */
export function hourly(hours: readonly HourCount[], now: number, count: number): number[] {
  const last = hourOf(now);
  const of = new Map(hours);
  return Array.from({ length: count }, (_, index) => of.get(last - count + 1 + index) ?? 0);
}

/** The same by days of UTC. */
export function daily(hours: readonly HourCount[], now: number, count: number): number[] {
  const last = Math.floor(hourOf(now) / 24);
  const days = Array.from({ length: count }, () => 0);
  for (const [hour, events] of hours) {
    const at = count - 1 - (last - Math.floor(hour / 24));
    if (at >= 0 && at < count) days[at] = (days[at] ?? 0) + events;
  }
  return days;
}
