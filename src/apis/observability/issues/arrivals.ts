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

/** Groups of one row, so that none is large. */
const groupsPerRow = 250;
/** Of a group in one flush. */
const keptEvents = 20;
const keptReleases = 20;
const keptUsers = 1_000;

interface Collected {
  readonly grouping: Grouping;
  level: number;
  newest: number;
  count: number;
  readonly releases: Map<string, number>;
  readonly users: Set<number>;
  readonly events: EventRef[];
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
    const key = grouping.stack ?? grouping.fingerprint;
    let group = this.#groups.get(key);
    if (group === undefined) {
      group = { grouping, level, newest: time, count: 0, releases: new Map(), users: new Set(), events: [] };
      this.#groups.set(key, group);
    }
    group.count++;
    if (time >= group.newest) [group.newest, group.level] = [time, level];
    if (group.events.length < keptEvents) group.events.push([this.#receivedAt, time, eventId]);
    if (release !== null && (group.releases.size < keptReleases || group.releases.has(release)))
      group.releases.set(release, (group.releases.get(release) ?? 0) + 1);
    if (grouping.user !== null && group.users.size < keptUsers) group.users.add(grouping.user);
  }

  /** Statements that write the counts; none when there is nothing to count. */
  get saving(): string[] {
    if (this.isEmpty) return [];
    const { projectId, environment } = this.#tenant;
    const groups = Array.from(this.#groups.values(), (group) => this.#arrived(group));
    const rows: LiteralValue[][] = [];
    for (let at = 0; at < groups.length; at += groupsPerRow) {
      const part = JSON.stringify(groups.slice(at, at + groupsPerRow));
      rows.push([projectId, environment, risingId(), part]);
    }
    return [`INSERT INTO issue_arrivals (project_id, environment, id, groups) VALUES ${rowsOfLiterals(rows)}`];
  }

  #arrived({ grouping, level, count, releases, users, events }: Collected): ArrivedGroup {
    const at = this.#receivedAt;
    const { fingerprint, stack, title, culprit } = grouping;
    return {
      fingerprint,
      stack,
      title,
      culprit,
      level,
      tally: {
        count,
        firstSeen: at,
        lastSeen: at,
        hours: [[hourOf(at), count]],
        releases: Array.from(releases, ([release, times]): ReleaseCount => [release, times, at, at]),
        users: [...users],
        events,
      },
    };
  }
}
