// SQL: roles and rights, which no repository can express.
/**
 * Rights in the database. There are two group roles, one for each kind of process: `accord_serve` answers requests, `accord_work` runs
 * jobs. The role that migrates owns everything. Operators add logins to the groups (docs/handbook/database-roles.md). After every
 * migration, the rights are compared with the policy, and only differences are changed.
 */
import { escapeIdentifier, type Pool, type PoolClient } from "pg";
import type { EntityManager } from "typeorm";
import { advisoryLocks } from "./advisory-locks.ts";
import { scramVerifier } from "./scram.ts";
import { type Connected, inTransaction } from "./transaction.ts";

const groups = { serve: "accord_serve", work: "accord_work" } as const;

export type Group = keyof typeof groups;

/** A right on a table. `{ update }` is an UPDATE of only these columns. There is no TRUNCATE, TRIGGER or REFERENCES. */
export type Right = "SELECT" | "INSERT" | "UPDATE" | "DELETE" | { readonly update: readonly string[] };

export type Rights = Readonly<Record<Group, readonly Right[]>>;

export interface RightsPolicy {
  /** By schema: the rights on its tables that are not in `tables`. There are no rights in other schemas. */
  readonly schemas: Readonly<Record<string, Rights>>;
  /** By table, as `schema.table`. */
  readonly tables: Readonly<Record<string, Rights>>;
  /** By function, as `schema.function`: the groups that may call functions that run with the owner's rights. */
  readonly functions: Readonly<Record<string, readonly Group[]>>;
}

/** A login that is a member of groups. With a password, it is created when missing. */
export interface Login {
  readonly name: string;
  readonly password?: string;
  readonly groups: readonly Group[];
}

export interface RightsReport {
  /** The statements that were run; none when all rights already matched the policy. */
  readonly changed: readonly string[];
  /** Statements that the migrating role was not allowed to run, for a role that is. */
  readonly refused: readonly string[];
}

/**
 * Makes roles, memberships and rights match the policy, in one transaction. Needs the owner of the tables. When that role may not create
 * or grant roles, the statements are reported in `refused`; rights are granted once the roles exist. `onChanged` is called in the same
 * transaction, to record the changes.
 */
export function applyRights(
  owner: Connected,
  policy: RightsPolicy,
  logins: readonly Login[] = [],
  onChanged: (manager: EntityManager, statements: readonly string[]) => Promise<void> = async () => {},
): Promise<RightsReport> {
  return inTransaction(owner, async ({ client, manager }) => {
    // Processes that start at the same time take turns, however long that takes.
    await client.query("SET LOCAL lock_timeout = 0");
    await client.query("SELECT pg_advisory_xact_lock($1)", [advisoryLocks.rights]);
    const changed: string[] = [];
    const refused: string[] = [];
    const attempt = async (statement: string, secret = "") => {
      ((await allowed(client, statement + secret)) ? changed : refused).push(statement);
    };
    for (const name of await missingRoles(client, Object.values(groups))) await attempt(`CREATE ROLE ${name} NOLOGIN`);
    if (refused.length > 0) return { changed, refused };
    const missing = new Set(
      await missingRoles(
        client,
        logins.map(({ name }) => name),
      ),
    );
    for (const { name, password } of logins.filter((login) => missing.has(login.name))) {
      const secret = password === undefined ? "" : ` PASSWORD '${scramVerifier(password)}'`;
      await attempt(`CREATE ROLE ${escapeIdentifier(name)} LOGIN`, secret);
    }
    for (const statement of await missingMembers(client, logins)) await attempt(statement);
    for (const statement of await differences(client, policy)) {
      await client.query(statement);
      changed.push(statement);
    }
    if (changed.length > 0) await onChanged(manager, changed);
    return { changed, refused };
  });
}

/**
 * The tables on which this connection has more rights than either group: it may change rows that the policy protects, or alter the table.
 * Empty for a login of the groups.
 */
export async function surplusRights(pool: Pool, policy: RightsPolicy): Promise<string[]> {
  const kept = Object.entries(policy.tables).filter(([, rights]) =>
    Object.values(rights).every((list) => !list.includes("UPDATE")),
  );
  const { rows } = await pool.query<{ name: string }>(
    `SELECT name FROM unnest($1::text[]) AS name
     WHERE to_regclass(name) IS NOT NULL AND has_table_privilege(to_regclass(name), 'UPDATE, TRUNCATE, TRIGGER')`,
    [kept.map(([name]) => name)],
  );
  return rows.map(({ name }) => name);
}

async function missingRoles(client: PoolClient, names: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT DISTINCT name FROM unnest($1::text[]) AS name WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name)",
    [names],
  );
  return rows.map(({ name }) => name);
}

/** The memberships that logins lack. Superusers and the owner of the tables need none. */
async function missingMembers(client: PoolClient, logins: readonly Login[]): Promise<string[]> {
  const wanted = logins.flatMap(({ name, groups: of }) => of.map((group) => [name, groups[group]] as const));
  const { rows } = await client.query<{ statement: string }>(
    `SELECT format('GRANT %I TO %I', wanted.role, wanted.login) AS statement
     FROM unnest($1::text[], $2::text[]) AS wanted (login, role)
     JOIN pg_roles ON rolname = wanted.login
     WHERE NOT rolsuper AND rolname <> current_user AND NOT pg_has_role(wanted.login, wanted.role, 'USAGE')`,
    [wanted.map(([login]) => login), wanted.map(([, role]) => role)],
  );
  return rows.map(({ statement }) => statement);
}

/** SQLSTATEs of a role that already exists. Roles belong to the whole server, so the migration of another database may have created it. */
const alreadyThere = new Set(["42710", "23505"]);
const insufficientPrivilege = "42501";

/** Runs a statement; returns false when this role is not allowed to. */
async function allowed(client: PoolClient, statement: string): Promise<boolean> {
  await client.query("SAVEPOINT attempt");
  try {
    await client.query(statement);
    return true;
  } catch (error) {
    const { code = "" } = error as { code?: string };
    await client.query("ROLLBACK TO SAVEPOINT attempt");
    if (alreadyThere.has(code)) return true;
    if (code === insufficientPrivilege) return false;
    throw error;
  }
}

interface Relation {
  readonly schema: string;
  readonly name: string;
  /** The quoted name, for statements. */
  readonly quoted: string;
  readonly kind: "table" | "sequence";
  /** Whether row-level security hides its rows from all roles but the owner. */
  readonly closed: boolean;
  readonly actual: Readonly<Record<Group, readonly string[]>>;
}

async function differences(client: PoolClient, policy: RightsPolicy): Promise<string[]> {
  const statements: string[] = [];
  const schemas = Object.keys(policy.schemas);
  const { rows: closedSchemas } = await client.query<{ schema: string; role: string }>(
    `SELECT nspname AS schema, role FROM pg_namespace, unnest($2::text[]) AS role
     WHERE nspname = ANY ($1) AND NOT has_schema_privilege(role, oid, 'USAGE')`,
    [schemas, Object.values(groups)],
  );
  for (const { schema, role } of closedSchemas) statements.push(`GRANT USAGE ON SCHEMA ${schema} TO ${role}`);
  const { rows: openSchemas } = await client.query<{ schema: string }>(
    `SELECT nspname AS schema FROM pg_namespace, aclexplode(nspacl) AS acl
     WHERE nspname = ANY ($1) AND acl.grantee = 0 AND acl.privilege_type = 'CREATE'`,
    [schemas],
  );
  for (const { schema } of openSchemas) statements.push(`REVOKE CREATE ON SCHEMA ${schema} FROM PUBLIC`);
  for (const relation of await relations(client, schemas)) {
    for (const group of ["serve", "work"] as const) statements.push(...relationDifference(relation, group, policy));
  }
  const { rows: functions } = await client.query<{ name: string; quoted: string; serve: boolean; work: boolean }>(
    `SELECT nspname || '.' || proname AS name, pg_proc.oid::regprocedure::text AS quoted,
       has_function_privilege($2, pg_proc.oid, 'EXECUTE') AS serve, has_function_privilege($3, pg_proc.oid, 'EXECUTE') AS work
     FROM pg_proc JOIN pg_namespace ON pg_namespace.oid = pronamespace WHERE nspname || '.' || proname = ANY ($1)`,
    [Object.keys(policy.functions), groups.serve, groups.work],
  );
  for (const found of functions) {
    for (const group of policy.functions[found.name] ?? [])
      if (!found[group]) statements.push(`GRANT EXECUTE ON FUNCTION ${found.quoted} TO ${groups[group]}`);
  }
  return statements;
}

/** The tables of the schemas, without partitions: rows are accessed through the parent, whose rights count. */
async function relations(client: PoolClient, schemas: readonly string[]): Promise<Relation[]> {
  const { rows } = await client.query<Omit<Relation, "actual"> & { rights: [string, string][] }>(
    `SELECT nspname AS schema, relname AS name, c.oid::regclass::text AS quoted,
       CASE relkind WHEN 'S' THEN 'sequence' ELSE 'table' END AS kind,
       relrowsecurity AND NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = c.oid) AS closed,
       ARRAY(
         SELECT ARRAY[pg_get_userbyid(grantee)::text, privilege_type] FROM aclexplode(relacl)
         WHERE pg_get_userbyid(grantee) = ANY ($2)
         UNION ALL
         SELECT ARRAY[pg_get_userbyid(grantee)::text, privilege_type || ' ' || attname]
         FROM pg_attribute, aclexplode(attacl)
         WHERE attrelid = c.oid AND NOT attisdropped AND pg_get_userbyid(grantee) = ANY ($2)
       ) AS rights
     FROM pg_class c JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE nspname = ANY ($1) AND relkind IN ('r', 'p', 'v', 'S') AND NOT relispartition
       AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype = 'e')
     ORDER BY nspname, relname`,
    [schemas, Object.values(groups)],
  );
  return rows.map(({ rights, ...relation }) => {
    const of = (role: string) => rights.filter(([grantee]) => grantee === role).map(([, right]) => right);
    return { ...relation, actual: { serve: of(groups.serve), work: of(groups.work) } };
  });
}

function relationDifference(relation: Relation, group: Group, { schemas, tables }: RightsPolicy): string[] {
  const { schema, name, quoted, kind, closed, actual } = relation;
  const role = groups[group];
  const statements: string[] = [];
  const inSchema = schemas[schema]?.[group] ?? [];
  const rights = tables[`${schema}.${name}`]?.[group] ?? inSchema;
  if (closed && rights.length > 0)
    statements.push(`CREATE POLICY ${role} ON ${quoted} TO ${role} USING (true) WITH CHECK (true)`);
  const wanted = kind === "table" ? rights.flatMap(namesOf) : inSchema.includes("INSERT") ? ["USAGE", "SELECT"] : [];
  if (actual[group].toSorted().join() === wanted.toSorted().join()) return statements;
  const on = `ON ${kind.toUpperCase()} ${quoted}`;
  if (actual[group].length > 0) statements.push(`REVOKE ALL ${on} FROM ${role}`);
  const granted = kind === "table" ? rights.map(textOf) : wanted;
  if (granted.length > 0) statements.push(`GRANT ${granted.join(", ")} ${on} TO ${role}`);
  return statements;
}

function namesOf(right: Right): string[] {
  return typeof right === "string" ? [right] : right.update.map((column) => `UPDATE ${column}`);
}

function textOf(right: Right): string {
  return typeof right === "string" ? right : `UPDATE (${right.update.join(", ")})`;
}
