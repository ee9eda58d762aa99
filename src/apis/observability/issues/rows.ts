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
       FROM issue_fingerprints WHERE project_id = $1 AND environment = $2 AND fingerprint = ANY ($3)`,
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
       FROM issues WHERE project_id = $1 AND environment = $2 AND id = ANY ($3)`,
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

/** Rows that there are already, with further events; what else is in them stays. */
export async function countFingerprints(db: Queryable, tenant: Tenant, rows: readonly Fingerprint[]): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const part = rows.slice(at, at + rowsAtOnce);
    // Primary key (project_id, environment, fingerprint).
    await db.query(
      `UPDATE issue_fingerprints AS known SET
         issue_id = counted.issue_id, level = counted.level, event_count = counted.event_count,
         first_seen = counted.first_seen, last_seen = counted.last_seen, hours = counted.hours,
         releases = counted.releases, users = counted.users, events = counted.events
       FROM unnest($3::text[], $4::text[], $5::smallint[], $6::bigint[], $7::timestamptz[], $8::timestamptz[], $9::text[], $10::text[],
         $11::text[], $12::text[])
         AS counted (fingerprint, issue_id, level, event_count, first_seen, last_seen, hours, releases, users, events)
       WHERE known.project_id = $1 AND known.environment = $2 AND known.fingerprint = ANY ($3)
         AND known.fingerprint = counted.fingerprint`,
      [
        ...[tenant.projectId, tenant.environment, part.map(({ fingerprint }) => fingerprint)],
        ...[part.map(({ issueId }) => issueId), part.map(({ level }) => level)],
        ...[part.map(({ eventCount }) => eventCount), part.map(({ firstSeen }) => firstSeen)],
        ...[part.map(({ lastSeen }) => lastSeen), part.map(({ hours }) => JSON.stringify(hours))],
        ...[part.map(({ releases }) => JSON.stringify(releases)), part.map(({ users }) => JSON.stringify(users))],
        part.map(({ events }) => JSON.stringify(events)),
      ],
    );
  }
}

/** Rows that there are already, with further events of releases that they have; what else is in them stays. */
export async function countIssues(db: Queryable, tenant: Tenant, rows: readonly Issue[]): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const part = rows.slice(at, at + rowsAtOnce);
    // Primary key (project_id, environment, id).
    await db.query(
      `UPDATE issues AS known SET
         state = counted.state, level = counted.level, event_count = counted.event_count,
         first_seen = counted.first_seen, last_seen = counted.last_seen, hour = counted.hour,
         hour_count = counted.hour_count, hour_limit = counted.hour_limit, escalated_at = counted.escalated_at
       FROM unnest($3::text[], $4::text[], $5::smallint[], $6::bigint[], $7::timestamptz[], $8::timestamptz[], $9::integer[], $10::bigint[],
         $11::bigint[], $12::timestamptz[])
         AS counted (id, state, level, event_count, first_seen, last_seen, hour, hour_count, hour_limit, escalated_at)
       WHERE known.project_id = $1 AND known.environment = $2 AND known.id = ANY ($3) AND known.id = counted.id`,
      [
        ...[tenant.projectId, tenant.environment, part.map(({ id }) => id), part.map(({ state }) => state)],
        ...[part.map(({ level }) => level), part.map(({ eventCount }) => eventCount)],
        ...[part.map(({ firstSeen }) => firstSeen), part.map(({ lastSeen }) => lastSeen)],
        ...[part.map(({ hour }) => hour), part.map(({ hourCount }) => hourCount)],
        ...[part.map(({ hourLimit }) => hourLimit), part.map(({ escalatedAt }) => escalatedAt)],
      ],
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

/** Counts what a tally has with a fingerprint. */
export function addTo(row: Fingerprint, tally: Tally): void {
  setTally(row, joined(tallyOf(row), tally));
}

export function setTally(row: Fingerprint, { count, firstSeen, lastSeen, ...counted }: Tally): void {
  Object.assign(row, { eventCount: count, firstSeen: new Date(firstSeen), lastSeen: new Date(lastSeen), ...counted });
}
