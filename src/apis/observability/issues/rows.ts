// SQL: as many rows as a fold has, in a few statements.
/** Reads and writes the rows of issues. Whoever changes them has the tenant's lock. */
import { Any, type EntityManager, type EntitySchema, type EntitySchemaColumnOptions, MoreThan } from "typeorm";
import { Slice } from "#src/http/event-loop.ts";
import { lockName } from "#src/storage/named-lock.ts";
import { rowsOfParameters } from "#src/storage/parameters.ts";
import type { Queryable, Transaction } from "#src/storage/transaction.ts";
import type { Tenant } from "../records.ts";
import { type Fingerprint, fingerprintEntity, fingerprints } from "./entities/fingerprint.ts";
import { type Issue, issueEntity, issues } from "./entities/issue.ts";
import { joined, noEvents, type Tally } from "./tally.ts";

/** Issues of one tenant change one after the other, until the transaction ends. */
export async function lockIssues({ client }: Pick<Transaction, "client">, tenant: Tenant): Promise<void> {
  await lockName(client, `issues/${tenant.projectId}/${tenant.environment}`);
}

/** Rows that are read at a time: what is made of them does not hold the event loop for long. */
const rowsAtOnce = 500;

/** By the primary key, without the repository: a fold reads thousands, and to build each through it costs ten times the rest. */
export async function foldedFingerprints(
  db: Queryable,
  { projectId, environment }: Tenant,
  wanted: readonly string[],
): Promise<Fingerprint[]> {
  const found: Fingerprint[] = [];
  const slice = new Slice();
  for (let at = 0; at < wanted.length; at += rowsAtOnce) {
    const { rows } = await db.query<Written<Fingerprint, "eventCount" | "hours" | "releases" | "users" | "events">>(
      `SELECT fingerprint, kind, group_fingerprint AS "groupFingerprint", issue_id AS "issueId", title, culprit, level,
         event_count AS "eventCount", first_seen AS "firstSeen", last_seen AS "lastSeen", hours, releases, users, events
       FROM ${eachOf("issue_fingerprints", "fingerprint")}`,
      [projectId, environment, wanted.slice(at, at + rowsAtOnce)],
    );
    for (const { eventCount, hours, releases, users, events, ...row } of rows) {
      if (slice.isOver) await slice.next();
      found.push({
        ...row,
        ...{ projectId, environment, eventCount: Number(eventCount) },
        ...{
          hours: JSON.parse(hours) as Fingerprint["hours"],
          releases: JSON.parse(releases) as Fingerprint["releases"],
        },
        ...{ users: JSON.parse(users) as Fingerprint["users"], events: JSON.parse(events) as Fingerprint["events"] },
      });
    }
  }
  return found;
}

/** Likewise. */
export async function foldedIssues(
  db: Queryable,
  { projectId, environment }: Tenant,
  ids: readonly string[],
): Promise<Issue[]> {
  const found: Issue[] = [];
  for (let at = 0; at < ids.length; at += rowsAtOnce) {
    const { rows } = await db.query<Written<Issue, "eventCount" | "hourCount"> & { hourLimit: string | null }>(
      `SELECT id, title, culprit, level, state, resolved_in AS "resolvedIn", resolved_at AS "resolvedAt",
         ignored_until AS "ignoredUntil", owner, first_seen AS "firstSeen", last_seen AS "lastSeen", event_count AS "eventCount",
         releases, hour, hour_count AS "hourCount", hour_limit AS "hourLimit", escalated_at AS "escalatedAt", merged_into AS "mergedInto"
       FROM ${eachOf("issues", "id")}`,
      [projectId, environment, ids.slice(at, at + rowsAtOnce)],
    );
    for (const { eventCount, hourCount, hourLimit, ...row } of rows)
      found.push({
        ...row,
        ...{ projectId, environment, eventCount: Number(eventCount), hourCount: Number(hourCount) },
        hourLimit: hourLimit === null ? null : Number(hourLimit),
      });
  }
  return found;
}

/**
 * The tenant's rows whose last key column is one of $3, each looked up by the primary key. `key = ANY ($3)` is read otherwise where the statistics
 * do not know the tenant yet: all its rows, from another index.
 */
function eachOf(table: string, key: string): string {
  return `unnest($3::text[]) AS wanted (name) CROSS JOIN LATERAL (
    SELECT * FROM ${table} WHERE project_id = $1 AND environment = $2 AND ${key} = wanted.name OFFSET 0) AS found`;
}

/** A row as the driver reads it: these columns as text, and without the tenant. */
type Written<Row, Texts extends keyof Row> = Omit<Row, Texts | "projectId" | "environment"> & Record<Texts, string>;

export async function issuesById(manager: EntityManager, tenant: Tenant, ids: readonly string[]): Promise<Issue[]> {
  const found: Issue[] = [];
  for (let at = 0; at < ids.length; at += rowsAtOnce)
    found.push(...(await issues.of(manager, tenant).find({ where: { id: Any(ids.slice(at, at + rowsAtOnce)) } })));
  return found;
}

/** By the primary key, or by the indexes issue_fingerprints_issue and issue_fingerprints_group. */
export async function fingerprintsBy(
  manager: EntityManager,
  tenant: Tenant,
  column: "fingerprint" | "issueId" | "groupFingerprint",
  values: readonly string[],
): Promise<Fingerprint[]> {
  const records = fingerprints.of(manager, tenant);
  const found: Fingerprint[] = [];
  for (let at = 0; at < values.length; at += rowsAtOnce) {
    const those = { [column]: Any(values.slice(at, at + rowsAtOnce)) };
    for (let after: string | undefined; ; ) {
      const where = { ...those, ...(after !== undefined && { fingerprint: MoreThan(after) }) };
      const rows = await records.find({ where, order: { fingerprint: "ASC" }, take: rowsAtOnce });
      found.push(...rows);
      // There is one of each fingerprint.
      if (column === "fingerprint" || rows.length < rowsAtOnce) break;
      after = rows.at(-1)?.fingerprint;
    }
  }
  return found;
}

export async function saveIssues(db: Queryable, rows: readonly Issue[]): Promise<void> {
  await saveRows(db, issueEntity, rows);
}

export async function saveFingerprints(db: Queryable, rows: readonly Fingerprint[]): Promise<void> {
  await saveRows(db, fingerprintEntity, rows);
}

async function saveRows<Row extends object>(
  db: Queryable,
  { options }: EntitySchema<Row>,
  rows: readonly Row[],
): Promise<void> {
  const columns = Object.entries(options.columns) as [keyof Row & string, EntitySchemaColumnOptions][];
  const names = columns.map(([property, { name }]) => name ?? property);
  const keys = columns.flatMap(([property, { name, primary }]) => (primary === true ? [name ?? property] : []));
  const changes = names.filter((name) => !keys.includes(name)).map((name) => `${name} = excluded.${name}`);
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const part = rows.slice(at, at + rowsAtOnce);
    const values = part.flatMap((row) =>
      columns.map(([property, { transformer }]) =>
        transformer !== undefined && "to" in transformer ? transformer.to(row[property]) : row[property],
      ),
    );
    const width = columns.map(() => null);
    await db.query(
      `INSERT INTO ${options.tableName} (${names}) VALUES ${rowsOfParameters(part.length, width)}
       ON CONFLICT (${keys}) DO UPDATE SET ${changes}`,
      values,
    );
  }
}

export function tallyOf({ eventCount, firstSeen, lastSeen, hours, releases, users, events }: Fingerprint): Tally {
  return {
    count: eventCount,
    firstSeen: firstSeen.getTime(),
    lastSeen: lastSeen.getTime(),
    ...{ hours, releases, users, events },
  };
}

/** The sum of the counts of these fingerprints. */
export function tallyOfAll(rows: readonly Fingerprint[]): Tally {
  return rows.map(tallyOf).reduce(joined, noEvents);
}

/** The level of the newest event of these fingerprints; undefined where they have none. */
export function levelOf(rows: readonly Fingerprint[]): number | undefined {
  const [newest] = rows.filter(({ eventCount }) => eventCount > 0).sort((a, b) => +b.lastSeen - +a.lastSeen);
  return newest?.level;
}

/** Counts what a tally has with a fingerprint; its newest event has this level. */
export function addTo(row: Fingerprint, tally: Tally, level: number): void {
  if (tally.count > 0 && (row.eventCount === 0 || tally.lastSeen >= row.lastSeen.getTime())) row.level = level;
  setTally(row, joined(tallyOf(row), tally));
}

export function setTally(row: Fingerprint, { count, firstSeen, lastSeen, ...counted }: Tally): void {
  Object.assign(row, { eventCount: count, firstSeen: new Date(firstSeen), lastSeen: new Date(lastSeen), ...counted });
}
