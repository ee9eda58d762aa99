// SQL: as many rows as a fold has, in a few statements.
/** Reads and writes the rows of issues. Whoever changes them has the tenant's lock. */
import {
  Any,
  type EntityManager,
  type EntitySchema,
  type EntitySchemaColumnOptions,
  MoreThan,
  type ValueTransformer,
} from "typeorm";
import { Slice } from "#src/http/event-loop.ts";
import { lockName } from "#src/storage/named-lock.ts";
import { rowsOfParameters } from "#src/storage/parameters.ts";
import type { Queryable, Transaction } from "#src/storage/transaction.ts";
import type { Tenant } from "../records.ts";
import { type Fingerprint, fingerprintEntity, fingerprints } from "./entities/fingerprint.ts";
import { type Issue, issueEntity } from "./entities/issue.ts";
import { joined, noEvents, type Tally } from "./tally.ts";

/** Issues of one tenant change one after the other, until the transaction ends. */
export async function lockIssues({ client }: Pick<Transaction, "client">, tenant: Tenant): Promise<void> {
  await lockName(client, `issues/${tenant.projectId}/${tenant.environment}`);
}

/** Rows that are read at a time: what is made of them does not hold the event loop for long. */
const rowsAtOnce = 500;

export function fingerprintsById(db: Queryable, tenant: Tenant, wanted: readonly string[]): Promise<Fingerprint[]> {
  return rowsById(db, fingerprintEntity, "fingerprint", tenant, wanted);
}

export function issuesById(db: Queryable, tenant: Tenant, wanted: readonly string[]): Promise<Issue[]> {
  return rowsById(db, issueEntity, "id", tenant, wanted);
}

/**
 * The tenant's rows by the last column of their primary key, without the repository: a fold reads thousands, and to build each through it costs ten
 * times the rest. Each is looked up by itself. `key = ANY ($3)` is read otherwise where the statistics do not know the tenant yet: all its rows, from
 * another index.
 */
async function rowsById<Read extends object>(
  db: Queryable,
  entity: EntitySchema<Read>,
  key: string,
  { projectId, environment }: Tenant,
  wanted: readonly string[],
): Promise<Read[]> {
  const columns = columnsOf(entity);
  const names = columns.map(({ property, name }) => `${name} AS "${property}"`);
  const found: Read[] = [];
  const slice = new Slice();
  const ids = [...new Set(wanted)];
  for (let at = 0; at < ids.length; at += rowsAtOnce) {
    const { rows } = await db.query<Read>(
      `SELECT ${names} FROM unnest($3::text[]) AS wanted (name) CROSS JOIN LATERAL (
         SELECT * FROM ${entity.options.tableName}
         WHERE project_id = $1 AND environment = $2 AND ${key} = wanted.name OFFSET 0) AS found`,
      [projectId, environment, ids.slice(at, at + rowsAtOnce)],
    );
    for (const row of rows) {
      if (slice.isOver) await slice.next();
      for (const { property, transformer } of columns)
        if (transformer !== undefined) row[property] = transformer.from(row[property]);
      found.push(row);
    }
  }
  return found;
}

/** Every column of an entity: its property, its name, and how its values are read and written where that is special. */
function columnsOf<Read extends object>({ options }: EntitySchema<Read>) {
  return Object.entries<EntitySchemaColumnOptions | undefined>(options.columns).map(([property, column]) => ({
    property: property as keyof Read & string,
    name: column?.name ?? property,
    isKey: column?.primary === true,
    transformer: column?.transformer as ValueTransformer | undefined,
  }));
}

/** By the indexes issue_fingerprints_issue and issue_fingerprints_group. */
export async function fingerprintsBy(
  manager: EntityManager,
  tenant: Tenant,
  column: "issueId" | "groupFingerprint",
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
      if (rows.length < rowsAtOnce) break;
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
  entity: EntitySchema<Row>,
  rows: readonly Row[],
): Promise<void> {
  const columns = columnsOf(entity);
  const keys = columns.filter(({ isKey }) => isKey).map(({ name }) => name);
  const changes = columns.filter(({ isKey }) => !isKey).map(({ name }) => `${name} = excluded.${name}`);
  const width = columns.map(() => null);
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const part = rows.slice(at, at + rowsAtOnce);
    const values = part.flatMap((row) =>
      columns.map(({ property, transformer }) => transformer?.to(row[property]) ?? row[property]),
    );
    await db.query(
      `INSERT INTO ${entity.options.tableName} (${columns.map(({ name }) => name)}) VALUES ${rowsOfParameters(part.length, width)}
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
