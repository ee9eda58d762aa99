// SQL: rows that are taken and deleted in one statement, and a count of no more rows than matter.
/**
 * Folds what flushes have counted into issues. One transaction takes the arrivals, counts them, changes the states of their issues and
 * writes the events that tell of it: so each event is counted once, and each change told of once, whoever crashes when. Folds of one
 * tenant take turns, those of other servers too.
 */
import type { EntityManager } from "typeorm";
import { Slice } from "#src/http/event-loop.ts";
import type { Database } from "#src/storage/database.ts";
import { inTransaction, type Transaction } from "#src/storage/transaction.ts";
import type { Tenant } from "../records.ts";
import { type ArrivedGroup, arrivedGroups } from "./arrivals.ts";
import type { Fingerprint } from "./entities/fingerprint.ts";
import type { Issue } from "./entities/issue.ts";
import {
  addTo,
  fingerprintsBy,
  foldedFingerprints,
  foldedIssues,
  lockIssues,
  saveFingerprints,
  saveIssues,
  tallyOf,
} from "./rows.ts";
import { count, escalates, mayEscalate, newIssue } from "./state.ts";
import { joined, joinedHours, keptHours } from "./tally.ts";
import { type IssueChange, tellOfIssues } from "./webhooks.ts";

export interface FoldOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Fingerprints that a tenant may have; the events of further ones are counted in one issue. 200,000 when left out. */
  readonly mostFingerprints?: number;
}

/** Rows of arrivals that one transaction takes at most, and after how many bytes it takes no further one. */
export interface FoldSize {
  readonly rows: number;
  readonly bytes: number;
}

/** As much as a reader waits for. */
export const readersFold: FoldSize = { rows: 200, bytes: 256 * 1024 };
/** Many events of one fingerprint cost what one does, so a job takes many at once. */
const jobsFold: FoldSize = { rows: 2_000, bytes: 2 * 1024 * 1024 };
/** Stacks of a group that wait for their symbols; those seen last longest ago are counted with the group itself. */
const waitingStacks = 50;

/** The group of events whose own would be too many. */
export const overflowFingerprint = "0".repeat(32);

/** Folds the oldest arrivals. True when there may be more. */
export function foldArrivals(
  database: Database,
  tenant: Tenant,
  { now, mostFingerprints = 200_000 }: FoldOptions,
  size: FoldSize = jobsFold,
): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    await lockIssues(transaction, tenant);
    const { arrived, areAll } = await takeArrivals(transaction, tenant, size);
    if (arrived.length > 0) await new Fold(transaction, tenant, now()).run(await summed(arrived), mostFingerprints);
    return !areAll;
  });
}

async function takeArrivals({ client }: Transaction, { projectId, environment }: Tenant, size: FoldSize) {
  // Primary key (project_id, environment, id). Nobody else takes them meanwhile.
  const { rows: waiting } = await client.query<{ id: string; bytes: number }>(
    `SELECT id, octet_length(groups) AS bytes FROM issue_arrivals WHERE project_id = $1 AND environment = $2
     ORDER BY id LIMIT $3`,
    [projectId, environment, size.rows],
  );
  let bytes = 0;
  const taken = waiting.filter((row, index) => {
    const isTaken = index === 0 || bytes < size.bytes;
    bytes += row.bytes;
    return isTaken;
  });
  const { rows } = await client.query<{ groups: string }>(
    "DELETE FROM issue_arrivals WHERE project_id = $1 AND environment = $2 AND id = ANY ($3) RETURNING groups",
    [projectId, environment, taken.map(({ id }) => id)],
  );
  const arrived: ArrivedGroup[] = [];
  const slice = new Slice();
  for (const { groups } of rows) {
    if (slice.isOver) await slice.next();
    arrived.push(...arrivedGroups(groups));
  }
  return { arrived, areAll: taken.length === waiting.length && waiting.length < size.rows };
}

/** One for each stack or group, called as it was first, in the order in which they were first seen. */
async function summed(arrived: readonly ArrivedGroup[]): Promise<ArrivedGroup[]> {
  const sums = new Map<string, ArrivedGroup>();
  const slice = new Slice();
  for (const group of arrived.toSorted((a, b) => a.tally.firstSeen - b.tally.firstSeen)) {
    if (slice.isOver) await slice.next();
    const key = group.stack ?? group.fingerprint;
    const { level, tally } = group;
    const before = sums.get(key);
    sums.set(key, before === undefined ? group : { ...before, level, tally: joined(before.tally, tally) });
  }
  return [...sums.values()];
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

  async run(groups: readonly ArrivedGroup[], mostFingerprints: number): Promise<void> {
    await this.#load(
      groups.flatMap(({ fingerprint, stack }) => (stack === null ? [fingerprint] : [stack, fingerprint])),
    );
    await this.#load([...this.#fingerprints.values()].map(({ groupFingerprint }) => groupFingerprint));
    const isNew = ({ fingerprint, stack }: ArrivedGroup) => !this.#fingerprints.has(stack ?? fingerprint);
    if (groups.some(isNew)) {
      this.#room = await this.#roomFor(mostFingerprints);
      if (this.#room < 2 * groups.length) await this.#load([overflowFingerprint]);
    }
    const ids = [...this.#fingerprints.values()].flatMap(({ issueId }) => issueId ?? []);
    for (const issue of await foldedIssues(this.#transaction.client, this.#tenant, [...new Set(ids)]))
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
    const unknown = [...new Set(fingerprints)].filter((fingerprint) => !this.#fingerprints.has(fingerprint));
    for (const row of await foldedFingerprints(this.#transaction.client, this.#tenant, unknown))
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

  #count(arrived: ArrivedGroup): void {
    const { tally, level } = arrived;
    const counted = this.#counting(arrived);
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
    addTo(counted, tally);
    counted.level = level;
    const isBack = count(issue, tally, level);
    this.#touched.add(issue);
    if (isNew) this.#changes.push({ type: "issue.created", issue });
    else if (isBack) this.#changes.push({ type: "issue.regressed", issue });
  }

  /** The row that counts these events: that of their stack while it waits for its symbols, otherwise that of their group. */
  #counting({ fingerprint, stack, ...shown }: ArrivedGroup): Fingerprint {
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
    const row: Fingerprint = {
      ...this.#tenant,
      fingerprint,
      kind: isGroup ? "group" : "stack",
      groupFingerprint: isGroup ? fingerprint : group.groupFingerprint,
      issueId: group?.issueId ?? null,
      ...{ title, culprit, level, eventCount: 0 },
      ...{
        firstSeen: new Date(this.#now),
        lastSeen: new Date(this.#now),
        hours: [],
        releases: [],
        users: [],
        events: [],
      },
    };
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
        addTo(group, tallyOf(row));
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
