// SQL: as many rows as a fold has, each of them new or known, in one statement.
/** Reads and writes the rows of issues. Whoever changes them has the tenant's lock. */
import { Any, type EntityManager, type EntitySchema, type EntitySchemaColumnOptions, MoreThan } from "typeorm";
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

/** Counts what a tally has with a fingerprint. */
export function addTo(row: Fingerprint, tally: Tally): void {
  setTally(row, joined(tallyOf(row), tally));
}

export function setTally(row: Fingerprint, { count, firstSeen, lastSeen, ...counted }: Tally): void {
  Object.assign(row, { eventCount: count, firstSeen: new Date(firstSeen), lastSeen: new Date(lastSeen), ...counted });
}
