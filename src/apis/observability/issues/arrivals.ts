/**
 * Counts of the events of a flush by fingerprint, written in the transaction of the flush as one row or a few. Events and their counts are
 * committed together, and a flush takes no lock of an issue. A job folds the rows into issues soon after (fold.ts).
 */
import { type LiteralValue, rowsOfLiterals } from "#src/storage/literals.ts";
import { risingId } from "#src/storage/rising-id.ts";
import type { EventRecord, Tenant } from "../records.ts";
import type { Grouping } from "./grouping.ts";
import { type EventRef, hourOf, type ReleaseCount, type Tally } from "./tally.ts";

/** The events of one stack, or of one group where symbols say no more. */
export interface ArrivedGroup extends Pick<Grouping, "fingerprint" | "stack" | "title" | "culprit"> {
  /** Of the newest event, by its own time. */
  readonly level: number;
  readonly tally: Tally;
}

/** A group as it waits: names are left out, and so is the time of receipt, which is that of the row. */
type WrittenGroup = [
  fingerprint: string,
  stack: string | null,
  title: string,
  culprit: string | null,
  level: number,
  count: number,
  /** Name and count of each. */
  releases: (string | number)[],
  users: number[],
  /** Time (ms) and id of each. */
  events: (number | string)[],
];

/** One row, as JSON. */
interface WrittenRow {
  /** Time of receipt in ms. */
  readonly at: number;
  readonly groups: readonly WrittenGroup[];
}

/** Groups of one row, so that none is large. */
const groupsPerRow = 250;
/** Of a group in one flush. */
const keptEvents = 20;
const keptReleases = 20;
const keptUsers = 1_000;

interface Collected {
  readonly group: WrittenGroup;
  newest: number;
  /** Of more than one user. */
  users: Set<number> | undefined;
}

/** The problems of one flush. */
export class Arrivals {
  readonly #tenant: Tenant;
  readonly #receivedAt: number;
  readonly #groups = new Map<string, Collected>();

  /** `receivedAt` is that of the flush, in ms. */
  constructor(tenant: Tenant, receivedAt: number) {
    this.#tenant = tenant;
    this.#receivedAt = receivedAt;
  }

  get isEmpty(): boolean {
    return this.#groups.size === 0;
  }

  add({ eventId, time, level, release, grouping }: EventRecord): void {
    if (grouping === null) return;
    const { fingerprint, stack, title, culprit, user } = grouping;
    const collected = this.#groups.get(stack ?? fingerprint);
    if (collected === undefined) {
      const releases = release === null ? [] : [release, 1];
      const users = user === null ? [] : [user];
      const group: WrittenGroup = [fingerprint, stack, title, culprit, level, 1, releases, users, [time, eventId]];
      this.#groups.set(stack ?? fingerprint, { group, newest: time, users: undefined });
      return;
    }
    const { group } = collected;
    group[5]++;
    if (time >= collected.newest) [collected.newest, group[4]] = [time, level];
    const [releases, users, events] = [group[6], group[7], group[8]];
    if (events.length < 2 * keptEvents) events.push(time, eventId);
    if (release !== null) countRelease(releases, release);
    if (user !== null && users.length < keptUsers) {
      collected.users ??= new Set(users);
      if (!collected.users.has(user)) users.push(user);
      collected.users.add(user);
    }
  }

  /** Statements that write the counts; none when there is nothing to count. */
  get saving(): string[] {
    if (this.isEmpty) return [];
    const { projectId, environment } = this.#tenant;
    const groups = Array.from(this.#groups.values(), ({ group }) => group);
    const rows: LiteralValue[][] = [];
    for (let from = 0; from < groups.length; from += groupsPerRow) {
      const row: WrittenRow = { at: this.#receivedAt, groups: groups.slice(from, from + groupsPerRow) };
      rows.push([projectId, environment, risingId(), JSON.stringify(row)]);
    }
    return [`INSERT INTO issue_arrivals (project_id, environment, id, groups) VALUES ${rowsOfLiterals(rows)}`];
  }
}

function countRelease(releases: (string | number)[], release: string): void {
  const known = releases.indexOf(release);
  if (known !== -1) releases[known + 1] = Number(releases[known + 1]) + 1;
  else if (releases.length < 2 * keptReleases) releases.push(release, 1);
}

/** The groups of one row of `issue_arrivals`. */
export function arrivedGroups(row: string): ArrivedGroup[] {
  const read = JSON.parse(row) as WrittenRow | ArrivedGroup[];
  // Rows of earlier versions have the groups as they are.
  if (Array.isArray(read)) return read;
  const { at, groups } = read;
  const hour = hourOf(at);
  return groups.map(([fingerprint, stack, title, culprit, level, count, releases, users, events]) => ({
    ...{ fingerprint, stack, title, culprit, level },
    tally: {
      ...{ count, firstSeen: at, lastSeen: at, hours: [[hour, count]], users },
      releases: pairs<string, number>(releases).map(([release, times]): ReleaseCount => [release, times, at, at]),
      events: pairs<number, string>(events).map(([time, eventId]): EventRef => [at, time, eventId]),
    },
  }));
}

function pairs<One, Other>(flat: readonly (One | Other)[]): [One, Other][] {
  return Array.from({ length: flat.length / 2 }, (_, index) => [flat[2 * index] as One, flat[2 * index + 1] as Other]);
}
