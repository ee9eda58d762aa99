/** Counts the events of many flushes at once, by what they belong to. */
import { fromNowInSlices, Slice } from "#src/http/event-loop.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import type { EventPayload } from "../event-record.ts";
import type { Tenant } from "../records.ts";
import { readBody, readHead } from "../store/blocks/kind.ts";
import { eventRecords, given } from "../store/event-records.ts";
import { type Arrival, readArrivals } from "./arrivals.ts";
import { type Grouping, groupingOf } from "./grouping.ts";
import { type EventRef, hourOf, keptEvents, newestEvents, type ReleaseCount, settled, type Tally } from "./tally.ts";

/** The events of one stack, or of one group where symbols say no more. */
export interface TalliedGroup extends Pick<Grouping, "fingerprint" | "stack" | "title" | "culprit"> {
  /** Of the newest event. */
  readonly level: number;
  readonly tally: Tally;
}

/** Key of the fingerprint that counts these events: the stack's, or the group's. */
export const keyOf = ({ fingerprint, stack }: Pick<Grouping, "fingerprint" | "stack">): string => stack ?? fingerprint;

interface Counted {
  /** As it was called first. */
  readonly grouping: Grouping;
  level: number;
  newest: EventRef;
  count: number;
  firstSeen: number;
  lastSeen: number;
  readonly hours: [hour: number, count: number][];
  readonly releases: Map<string, [count: number, firstSeen: number, lastSeen: number]>;
  readonly users: Set<number>;
  events: EventRef[];
}

/** Those that count by keys after this one. The one that came first is the first. */
export async function tallied(
  db: Queryable,
  tenant: Tenant,
  arrivals: readonly Arrival[],
  after: string,
): Promise<TalliedGroup[]> {
  const groups = new Map<string, Counted>();
  const slice = new Slice();
  for await (const { payload, headBytes } of readArrivals(db, tenant, arrivals)) {
    if (slice.isOver) await slice.next();
    const head = await fromNowInSlices(readHead(eventRecords, payload.subarray(0, headBytes)));
    const body = await fromNowInSlices(readBody(eventRecords, payload, headBytes));
    for (let index = 0; index < head.time.length; index++) {
      if (slice.isOver) await slice.next();
      const has = head.given.get(index);
      if ((has & given.isProblem) === 0) continue;
      const level = head.level.get(index);
      const release = has & given.release ? head.release.get(index) : null;
      const grouping = groupingOf(
        {
          ...(JSON.parse(body.payload.get(index)) as EventPayload),
          ...{ level, release, message: has & given.message ? body.message.get(index) : null },
          platform: has & given.platform ? head.platform.get(index) : null,
        },
        (has & given.mayNeedSymbols) !== 0,
      );
      if (grouping === null || keyOf(grouping) <= after) continue;
      const event: EventRef = [
        Number(head.receivedAt.get(index)),
        Number(head.time.get(index) / 1_000_000n),
        head.eventId.get(index),
      ];
      countEvent(groups, grouping, { event, level, release });
    }
  }
  const all: TalliedGroup[] = [];
  for (const { grouping, level, users, releases, ...counted } of groups.values()) {
    if (slice.isOver) await slice.next();
    const named = Array.from(releases, ([name, counts]): ReleaseCount => [name, ...counts]);
    all.push({ ...grouping, level, tally: settled({ ...counted, users: [...users], releases: named }) });
  }
  return all;
}

interface CountedEvent {
  readonly event: EventRef;
  readonly level: number;
  readonly release: string | null;
}

function countEvent(groups: Map<string, Counted>, grouping: Grouping, { event, level, release }: CountedEvent): void {
  const [receivedAt, time] = event;
  let counted = groups.get(keyOf(grouping));
  if (counted === undefined) {
    counted = {
      ...{ grouping, level, newest: event, count: 0, firstSeen: receivedAt, lastSeen: receivedAt },
      ...{ hours: [], releases: new Map(), users: new Set(), events: [] },
    };
    groups.set(keyOf(grouping), counted);
  }
  counted.count++;
  counted.firstSeen = Math.min(counted.firstSeen, receivedAt);
  counted.lastSeen = Math.max(counted.lastSeen, receivedAt);
  const [newest, itsTime] = counted.newest;
  if (receivedAt > newest || (receivedAt === newest && time >= itsTime))
    [counted.newest, counted.level] = [event, level];
  const hour = counted.hours.find(([known]) => known === hourOf(receivedAt));
  if (hour === undefined) counted.hours.push([hourOf(receivedAt), 1]);
  else hour[1]++;
  if (grouping.user !== null) counted.users.add(grouping.user);
  if (release !== null) {
    const known = counted.releases.get(release);
    if (known === undefined) counted.releases.set(release, [1, receivedAt, receivedAt]);
    else {
      known[0]++;
      [known[1], known[2]] = [Math.min(known[1], receivedAt), Math.max(known[2], receivedAt)];
    }
  }
  counted.events.push(event);
  if (counted.events.length >= 4 * keptEvents) counted.events = newestEvents(counted.events);
}
