// SQL: a partitioned table, read by many keys in one statement.
/** Reads what became of stacks, for those who read what they belong to. */
import type { Queryable } from "#src/storage/transaction.ts";
import type { Tenant } from "../../records.ts";
import type { SubjectKind, SymbolicationStatus } from "../../symbols/symbolication/entity.ts";

export interface StoredSymbolication {
  readonly status: SymbolicationStatus;
  /** See `Symbolication` in symbolication/form.ts; null before the first run. */
  readonly resultJson: string | null;
}

/** A row as its subject is named (symbolication/subjects.ts), with the time of its receipt. */
export interface SymbolicationKey {
  readonly subject: string;
  readonly receivedAt: Date;
}

/** Of one kind, in the order of the keys; null for those that need no symbols. */
export async function symbolicationsOf(
  db: Queryable,
  tenant: Tenant,
  kind: SubjectKind,
  keys: readonly (SymbolicationKey | null)[],
): Promise<(StoredSymbolication | null)[]> {
  const rows = await read<{ status: SymbolicationStatus; result: string | null }>(
    db,
    tenant,
    { kind, columns: "status, result", ofWaiting: "'pending', NULL" },
    keys,
  );
  return rows.map((row) => row && { status: row.status, resultJson: row.result });
}

/** The bytes that they add to an answer. */
export async function bytesOfSymbolications(
  db: Queryable,
  tenant: Tenant,
  kind: SubjectKind,
  keys: readonly (SymbolicationKey | null)[],
): Promise<number[]> {
  const wanted = { kind, columns: "coalesce(octet_length(result), 0) AS bytes", ofWaiting: "0" };
  const rows = await read<{ bytes: number }>(db, tenant, wanted, keys);
  return rows.map((row) => row?.bytes ?? 0);
}

interface Wanted {
  readonly kind: SubjectKind;
  readonly columns: string;
  /** The same of a stack that has no row of its own yet. */
  readonly ofWaiting: string;
}

async function read<Row>(
  db: Queryable,
  { projectId, environment }: Tenant,
  { kind, columns, ofWaiting }: Wanted,
  keys: readonly (SymbolicationKey | null)[],
): Promise<(Row | null)[]> {
  const given = keys.flatMap((key) => key ?? []);
  if (given.length === 0) return keys.map(() => null);
  // Primary keys (project_id, environment, kind, subject, received_at) and (project_id, environment, received_at, id).
  const { rows } = await db.query<Row & { subject: string; received_at: Date }>(
    `SELECT subject, received_at, ${columns} FROM symbolications
     WHERE project_id = $1 AND environment = $2 AND kind = $3 AND subject = ANY ($4) AND received_at = ANY ($5)
     UNION ALL
     SELECT waiting.subject, received_at, ${ofWaiting}
     FROM waiting_stacks, unnest(subjects) AS waiting (subject)
     WHERE project_id = $1 AND environment = $2 AND kind = $3 AND received_at = ANY ($5) AND waiting.subject = ANY ($4)`,
    [projectId, environment, kind, given.map(({ subject }) => subject), given.map(({ receivedAt }) => receivedAt)],
  );
  const nameOf = (subject: string, receivedAt: Date) => `${receivedAt.getTime()} ${subject}`;
  const found = new Map(rows.map((row) => [nameOf(row.subject, row.received_at), row]));
  return keys.map((key) => (key && found.get(nameOf(key.subject, key.receivedAt))) ?? null);
}
