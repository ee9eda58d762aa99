// SQL: a count of no more rows than matter.
/**
 * Folds what flushes have stored into issues: reads the blocks that wait, counts their events by group, and then changes fingerprints and
 * issues, some at a time. Each of these transactions records how far the blocks are folded, changes the states of issues and writes the
 * webhook events about it. So each event is counted once and each change reported once, whatever crashes when. Folds take turns, also
 * across servers; a fold that finds that another has continued with the same blocks leaves them.
 */
import type { EntityManager } from "typeorm";
import { Slice } from "#src/http/event-loop.ts";
import type { Database } from "#src/storage/database.ts";
import { inTransaction, type Transaction } from "#src/storage/transaction.ts";
import type { Tenant } from "../records.ts";
import { type Arrival, advance, listArrivals, mostArrivals, Overtaken } from "./arrivals.ts";
import type { Fingerprint } from "./entities/fingerprint.ts";
import type { Issue } from "./entities/issue.ts";
import type { Waiting } from "./pace.ts";
import {
  addTo,
  fingerprintsBy,
  fingerprintsById,
  issuesById,
  lockIssues,
  saveFingerprints,
  saveIssues,
  tallyOf,
} from "./rows.ts";
import { count, escalates, mayEscalate, newFingerprint, newIssue } from "./state.ts";
import { keyOf, type TalliedGroup, tallied } from "./tallies.ts";
import { joinedHours, keptHours } from "./tally.ts";
import { type IssueChange, tellOfIssues } from "./webhooks.ts";

export interface FoldOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Fingerprints that a tenant may have; the events of further ones are counted in one issue. 200,000 when left out. */
  readonly mostFingerprints?: number;
  /** Groups of one transaction, for which people who change issues wait; 1,000 when left out. */
  readonly groupsAtOnce?: number;
  readonly signal?: AbortSignal;
}

/** Events of one fold: what is counted of them takes some tens of megabytes. */
const mostEvents = 250_000;
/** Stacks of a group that wait for their symbols; those seen last longest ago are counted with the group itself. */
const waitingStacks = 50;

/** The group for events whose own group would be one too many. */
export const overflowFingerprint = "0".repeat(32);

export interface Folded {
  /** Those that were read. */
  readonly events: number;
  /** The events that waited before the fold. */
  readonly waiting: Waiting;
  readonly isMore: boolean;
  /** Another one was faster; there may be more. */
  readonly wasOvertaken: boolean;
}

/** Folds the oldest events that wait: those of as many whole flushes as have no more than `wanted` says of them, or of one. */
export async function foldArrivals(
  database: Database,
  tenant: Tenant,
  options: FoldOptions,
  wanted: (waiting: Waiting) => number = ({ events }) => events,
): Promise<Folded> {
  const arrivals = await listArrivals(database.pool, tenant);
  const [oldest] = arrivals;
  const none = { events: 0, waiting: { events: 0, forMs: 0 }, isMore: false, wasOvertaken: false };
  if (oldest === undefined) return none;
  const waiting = {
    events: arrivals.reduce((sum, { events }) => sum + events, 0),
    forMs: options.now() - oldest.receivedAt,
  };
  const most = Math.min(mostEvents, wanted(waiting));
  if (most < 1 && waiting.events > 0) return { ...none, waiting, isMore: true };
  const taken: Arrival[] = [];
  let events = 0;
  for (const arrival of arrivals) {
    // Rows that a fold has begun and not finished are folded apart from rows that none has begun.
    if (taken.length > 0 && (events + arrival.events > most || arrival.foldedTo !== oldest.foldedTo)) break;
    taken.push(arrival);
    events += arrival.events;
  }
  const isMore = taken.length < arrivals.length || arrivals.length === mostArrivals;
  const folded = { events, waiting, isMore, wasOvertaken: false };
  try {
    await foldTaken(database, tenant, options, taken, oldest.foldedTo);
    return folded;
  } catch (error) {
    if (error instanceof Overtaken) return { ...folded, isMore: true, wasOvertaken: true };
    throw error;
  }
}

/** Throws Overtaken. */
async function foldTaken(
  database: Database,
  tenant: Tenant,
  { now, mostFingerprints = 200_000, groupsAtOnce = 1_000, signal }: FoldOptions,
  taken: readonly Arrival[],
  begun: string,
): Promise<void> {
  const groups = await tallied(database.pool, tenant, taken, begun);
  let from = begun;
  for (const to of partsAfter(begun, Math.ceil(groups.length / groupsAtOnce))) {
    const those = groups.filter((group) => keyOf(group) > from && (to === null || keyOf(group) <= to));
    if (those.length === 0 && to !== null) continue;
    signal?.throwIfAborted();
    await inTransaction(database, async (transaction) => {
      await lockIssues(transaction, tenant);
      await advance(transaction, tenant, taken, from, to);
      if (those.length > 0) await new Fold(transaction, tenant, now()).run(those, mostFingerprints);
    });
    from = to ?? from;
  }
}

/** How often it is written that a known stack was seen (milliseconds). */
const seenEveryMs = 3_600_000;

/** The ends of so many parts of all fingerprints after this one, about as long as each other; null for the last. */
function* partsAfter(begun: string, count: number): Generator<string | null> {
  const start = Number.parseInt(begun.slice(0, 8) || "0", 16);
  for (let at = 1; at < count; at++) {
    const end = start + Math.floor(((2 ** 32 - start) * at) / count);
    yield end.toString(16).padStart(8, "0");
  }
  yield null;
}

class Fold {
  readonly #transaction: Transaction;
  readonly #manager: EntityManager;
  readonly #tenant: Tenant;
  readonly #now: number;
  readonly #fingerprints = new Map<string, Fingerprint>();
  readonly #issues = new Map<string, Issue>();
  readonly #changed = new Set<Fingerprint>();
  readonly #touched = new Set<Issue>();
  readonly #changes: IssueChange[] = [];
  /** New fingerprints that there is room for. */
  #room = 0;

  constructor(transaction: Transaction, tenant: Tenant, now: number) {
    this.#transaction = transaction;
    this.#manager = transaction.manager;
    this.#tenant = tenant;
    this.#now = now;
  }

  async run(groups: readonly TalliedGroup[], mostFingerprints: number): Promise<void> {
    await this.#load(
      groups.flatMap(({ fingerprint, stack }) => (stack === null ? [fingerprint] : [stack, fingerprint])),
    );
    await this.#load([...this.#fingerprints.values()].map(({ groupFingerprint }) => groupFingerprint));
    const isNew = ({ fingerprint, stack }: TalliedGroup) => !this.#fingerprints.has(stack ?? fingerprint);
    if (groups.some(isNew)) {
      this.#room = await this.#roomFor(mostFingerprints);
      if (this.#room < 2 * groups.length) await this.#load([overflowFingerprint]);
    }
    const ids = [...this.#fingerprints.values()].flatMap(({ issueId }) => issueId ?? []);
    for (const issue of await issuesById(this.#transaction.client, this.#tenant, ids))
      this.#issues.set(issue.id, issue);
    const grown = new Set<string>();
    const slice = new Slice();
    for (const group of groups) {
      if (slice.isOver) await slice.next();
      if (group.stack !== null && isNew(group)) grown.add(group.fingerprint);
      this.#count(group);
    }
    const dropped = await this.#withoutOldStacks(grown);
    await this.#escalate();
    await this.#save(dropped);
    await tellOfIssues(this.#transaction, this.#tenant, this.#changes, this.#now);
  }

  async #load(fingerprints: readonly string[]): Promise<void> {
    const unknown = fingerprints.filter((fingerprint) => !this.#fingerprints.has(fingerprint));
    for (const row of await fingerprintsById(this.#transaction.client, this.#tenant, unknown))
      this.#fingerprints.set(row.fingerprint, row);
  }

  async #roomFor(mostFingerprints: number): Promise<number> {
    const { rows } = await this.#transaction.client.query<{ count: string }>(
      `SELECT count(*) FROM (
         SELECT FROM issue_fingerprints WHERE project_id = $1 AND environment = $2 LIMIT $3) AS counted`,
      [this.#tenant.projectId, this.#tenant.environment, mostFingerprints],
    );
    return mostFingerprints - Number(rows[0]?.count);
  }

  #count(arrived: TalliedGroup): void {
    const { tally, level } = arrived;
    const counted = this.#counting(arrived);
    this.#keepMapping(arrived);
    const group = this.#fingerprints.get(counted.groupFingerprint) ?? counted;
    let issue = group.issueId === null ? undefined : this.#issues.get(group.issueId);
    const isNew = issue === undefined;
    if (issue === undefined) {
      issue = newIssue(this.#tenant, group);
      this.#issues.set(issue.id, issue);
    }
    for (const row of [group, counted]) {
      if (row.issueId !== issue.id) row.issueId = issue.id;
      this.#changed.add(row);
    }
    addTo(counted, tally, level);
    const isBack = count(issue, tally, level);
    this.#touched.add(issue);
    if (isNew) this.#changes.push({ type: "issue.created", issue });
    else if (isBack) this.#changes.push({ type: "issue.regressed", issue });
  }

  /** The row that counts these events: that of their stack while it waits for its symbols, otherwise that of their group. */
  #counting({ fingerprint, stack, ...shown }: TalliedGroup): Fingerprint {
    const known = stack === null ? undefined : this.#fingerprints.get(stack);
    if (known !== undefined) {
      const group = this.#fingerprints.get(known.groupFingerprint) ?? this.#made(known.groupFingerprint, known, known);
      return known.kind === "symbolicated" ? group : known;
    }
    const group = this.#fingerprints.get(fingerprint);
    const needed = (group === undefined ? 1 : 0) + (stack === null ? 0 : 1);
    if (needed > this.#room) return group ?? this.#overflow();
    this.#room -= needed;
    const own = group ?? this.#made(fingerprint, shown);
    return stack === null ? own : this.#made(stack, shown, own);
  }

  /**
   * A stack whose symbols are known has no events of its own, and is kept as long as it has some in its group. That is for the retention, which
   * counts days, so that it is written once an hour.
   */
  #keepMapping({ stack, tally }: TalliedGroup): void {
    const known = stack === null ? undefined : this.#fingerprints.get(stack);
    if (known?.kind !== "symbolicated" || tally.lastSeen - known.lastSeen.getTime() < seenEveryMs) return;
    known.lastSeen = new Date(tally.lastSeen);
    this.#changed.add(known);
  }

  #overflow(): Fingerprint {
    const about = { title: "Other problems: there are too many different ones", culprit: null, level: 50 };
    return this.#fingerprints.get(overflowFingerprint) ?? this.#made(overflowFingerprint, about);
  }

  /** A group, or a stack of `group`. */
  #made(
    fingerprint: string,
    { title, culprit, level }: Pick<Fingerprint, "title" | "culprit" | "level">,
    group?: Pick<Fingerprint, "groupFingerprint" | "issueId">,
  ): Fingerprint {
    const isGroup = group === undefined || group.groupFingerprint === fingerprint;
    const of = isGroup
      ? { kind: "group" as const, groupFingerprint: fingerprint }
      : { kind: "stack" as const, groupFingerprint: group.groupFingerprint };
    const about = { fingerprint, ...of, issueId: group?.issueId ?? null, title, culprit, level };
    const row = newFingerprint(this.#tenant, about, this.#now);
    this.#fingerprints.set(fingerprint, row);
    this.#changed.add(row);
    return row;
  }

  /** Groups with more stacks than are kept take the oldest of them over. Returns the fingerprints that are gone. */
  async #withoutOldStacks(grown: ReadonlySet<string>): Promise<string[]> {
    const stored = await fingerprintsBy(this.#manager, this.#tenant, "groupFingerprint", [...grown]);
    const all = new Map([...stored.map((row) => [row.fingerprint, row] as const), ...this.#fingerprints]);
    const stacks = [...all.values()].filter(
      ({ kind, groupFingerprint }) => kind === "stack" && grown.has(groupFingerprint),
    );
    const dropped: string[] = [];
    for (const [fingerprint, own] of Map.groupBy(stacks, ({ groupFingerprint }) => groupFingerprint)) {
      const group = this.#fingerprints.get(fingerprint);
      if (group === undefined) continue;
      own.sort((a, b) => b.lastSeen.getTime() - a.lastSeen.getTime());
      for (const row of own.slice(waitingStacks)) {
        addTo(group, tallyOf(row), row.level);
        this.#changed.add(group);
        this.#changed.delete(row);
        dropped.push(row.fingerprint);
      }
    }
    return dropped;
  }

  async #escalate(): Promise<void> {
    for (const issue of this.#touched) {
      if (!mayEscalate(issue, this.#now)) continue;
      const rows = await fingerprintsBy(this.#manager, this.#tenant, "issueId", [issue.id]);
      const all = new Map([...rows, ...this.#changed].map((row) => [row.fingerprint, row]));
      const hours = [...all.values()]
        .filter(({ issueId }) => issueId === issue.id)
        .reduce<Fingerprint["hours"]>((sum, row) => joinedHours(sum, row.hours, issue.hour - keptHours), []);
      if (escalates(issue, hours, this.#now)) this.#changes.push({ type: "issue.escalated", issue });
    }
  }

  async #save(dropped: readonly string[]): Promise<void> {
    const { client } = this.#transaction;
    await saveFingerprints(client, [...this.#changed]);
    await saveIssues(client, [...this.#touched]);
    if (dropped.length === 0) return;
    await client.query(
      "DELETE FROM issue_fingerprints WHERE project_id = $1 AND environment = $2 AND fingerprint = ANY ($3)",
      [this.#tenant.projectId, this.#tenant.environment, dropped],
    );
  }
}
