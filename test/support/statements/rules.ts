/**
 * What a cluster asks of a statement, and what isolates tenants: a table that lies apart by a column is read and written with
 * that column held equal to one value. What reads or writes the rows of many tenants is a sweep, which has to be allowed by
 * name (sweeps.ts), and for which Citus refuses more forms.
 */
import {
  type CopyStmt,
  type FuncCall,
  type Node,
  type OnConflictClause,
  parseSync,
  type RangeVar,
  type SelectStmt,
  type TypeCast,
} from "libpg-query";
import { type Distribution, distribution } from "#src/storage/distribution.ts";
import type { Catalogue } from "./catalogue.ts";
import { StatementReader } from "./levels.ts";
import { equalTo, heldValue, type Level, mentions, operatorOf, type Relation, type Term } from "./terms.ts";

/** Of one tenant; of many; of tables that are everywhere, or on the coordinator; of no table; about the schema itself. */
export type StatementClass = "tenant" | "sweep" | "reference" | "local" | "no table" | "schema";

export interface Verdict {
  readonly class: StatementClass;
  /** Of a sweep: the tables that it reads or writes without regard to whose rows they are. */
  readonly swept: readonly string[];
  /** Tables on every node of which it writes or locks rows: it waits for all nodes, and fails while one is away. */
  readonly everywhere: readonly string[];
  readonly notifies: boolean;
  /** What a cluster would refuse, or do otherwise than one PostgreSQL. */
  readonly faults: readonly string[];
}

/** A table where a statement names it. */
interface Use {
  readonly level: Level;
  readonly relation: Relation;
  readonly table: string;
  readonly entry: Distribution;
  /** The values to which its column is held; none where it is not. */
  readonly values: readonly Term[];
  /** Held equal to the column of a table that lies beside it. */
  readonly beside: boolean;
}

/** A fault that is only slow. */
export const detour = "INSERT … SELECT from a function detours through the coordinator: write rows of VALUES";

/** A verdict for each statement of a message. Throws what the parser throws. */
export function judge(text: string, catalogue: Catalogue): Verdict[] {
  const statements = (parseSync(text).stmts ?? []).map(({ stmt }) => stmt as Node);
  return statements.map((statement) => {
    const verdict = judgeStatement(statement, text, catalogue);
    if (statements.length === 1 || !isPassedOn(statement)) return verdict;
    return {
      ...verdict,
      faults: [...verdict.faults, "nodes run the whole message that a SET LOCAL stands in: setLocally"],
    };
  });
}

/** SET LOCAL and SET TRANSACTION, which Citus sends to the nodes as the text of their message. */
function isPassedOn(statement: Node): boolean {
  if (!("VariableSetStmt" in statement)) return false;
  const { is_local: isLocal, kind } = statement.VariableSetStmt;
  return isLocal === true || kind === "VAR_SET_MULTI";
}

function judgeStatement(statement: Node, text: string, catalogue: Catalogue): Verdict {
  // A walk through all of a statement is for those that name the function.
  const callsOf = (name: string) => (text.includes(name) ? callsWithin(statement, name) : []);
  if ("CopyStmt" in statement) return judgeCopy(statement.CopyStmt, catalogue);
  const reader = new StatementReader(catalogue);
  reader.read(statement);
  const { levels } = reader;
  if (levels.length === 0) {
    const [kind = ""] = Object.keys(statement);
    return {
      class: schemaStatement.test(kind) ? "schema" : "no table",
      swept: [],
      everywhere: [],
      notifies: "NotifyStmt" in statement,
      faults:
        "CreateExtensionStmt" in statement && statement.CreateExtensionStmt.if_not_exists === true
          ? ["CREATE EXTENSION IF NOT EXISTS wants the owner of one that is there: ask pg_extension first"]
          : [],
    };
  }
  const strangers: string[] = [];
  const uses = usesOf(levels, catalogue, strangers);
  const apart = uses.filter(({ entry }) => entry.kind === "distributed");
  const free = apart.filter(({ values }) => values.length === 0);
  const values = new Set(apart.filter(({ level }) => level.rows.length < 2).flatMap(({ values }) => values));
  const faults = [
    ...strangers.map((table) => `${table} is in no class: a line in src/storage/distribution.ts is missing`),
    ...(free.length === 0 && values.size > 1 ? ["is of several tenants"] : []),
    ...(apart.length > 0 ? formFaults(levels, uses, catalogue) : []),
    ...(free.length > 0 ? sweepFaults(levels, free, apart) : []),
    ...(callsOf("set_config").some(setsLocally) ? ["set_config is not passed on to nodes: setLocally is"] : []),
    ...overloaded.flatMap((name) =>
      callsOf(name).some(({ args: [first] = [] }) => first !== undefined && "ParamRef" in first)
        ? [`${name}($1) could be one of several functions: $1::int`]
        : [],
    ),
  ];
  const everywhere = uses.filter(({ entry, level, relation }) => {
    const locks = level.statement === "select" && (level.node as SelectStmt).lockingClause !== undefined;
    return entry.kind === "reference" && (locks || relation === level.target);
  });
  const swept = [...new Set(free.map(({ table }) => table))];
  return {
    class: classOf(uses, free),
    swept,
    everywhere: [...new Set(everywhere.map(({ table }) => table))],
    notifies: callsOf("pg_notify").length > 0,
    faults: [...new Set(faults)],
  };
}

/** Functions of PostgreSQL that Citus has of other types as well. */
const overloaded = ["pg_cancel_backend", "pg_terminate_backend"];

const schemaStatement =
  /^(?:Create|Alter|Drop|Grant|Index|View|Rename|Comment|Truncate|Revoke|Vacuum|DefineStmt|Reindex|RuleStmt)/;

function classOf(uses: readonly Use[], free: readonly Use[]): StatementClass {
  const has = (kind: Distribution["kind"]) => uses.some((use) => use.entry.kind === kind);
  if (free.length > 0) return "sweep";
  if (has("distributed")) return "tenant";
  if (has("local")) return "local";
  return has("reference") ? "reference" : "no table";
}

/** The rows carry their tenants, which only the code can tell. */
function judgeCopy({ relation, attlist }: CopyStmt, catalogue: Catalogue): Verdict {
  const table = catalogue.parentOf(relation?.relname ?? "");
  const entry = distribution[table];
  if (entry?.kind !== "distributed") {
    const everywhere = entry?.kind === "reference" ? [table] : [];
    return { class: entry?.kind ?? "local", swept: [], everywhere, notifies: false, faults: [] };
  }
  const columns = (attlist ?? []).map((column) => ("String" in column ? column.String.sval : ""));
  return {
    class: "tenant",
    swept: [],
    everywhere: [],
    notifies: false,
    faults: columns.includes(entry.column) ? [] : [`the COPY lacks ${entry.column}`],
  };
}

function usesOf(levels: readonly Level[], catalogue: Catalogue, strangers: string[]): Use[] {
  const found = levels.flatMap((level) =>
    level.relations.flatMap((relation) => {
      if (relation.table === null) return [];
      const table = catalogue.parentOf(relation.table);
      const entry = entryOf(table);
      if (entry !== null) return [{ level, relation, table, entry }];
      // What no migration makes, a test has made for itself.
      if (catalogue.columnsOf(table).length > 0) strangers.push(table);
      return [];
    }),
  );
  const groups = new Map<Term, string>();
  for (const { relation, entry } of found)
    if (entry.kind === "distributed") groups.set(relation.columns.get(entry.column) ?? "", entry.group);
  return found.map((use) => ({ ...use, ...hold(use, groups) }));
}

/** Null for a table that should be in the list and is not. */
function entryOf(table: string): Distribution | null {
  if (/^(?:graphile_worker\.|pg_|information_schema\.)/.test(table))
    return { kind: "local", reason: "of the system or the queue" };
  return distribution[table] ?? null;
}

function hold(
  { level, relation, entry }: Omit<Use, "values" | "beside">,
  groups: ReadonlyMap<Term, string>,
): Pick<Use, "values" | "beside"> {
  if (entry.kind !== "distributed") return { values: [], beside: false };
  const own = relation.columns.get(entry.column) ?? "";
  const written = level.statement === "insert" && relation === level.target;
  const terms = written ? level.rows.map((row) => row.get(entry.column) ?? "") : [own];
  const held = terms.map((term) => heldValue(level, term, relation));
  const beside = terms.every((term) =>
    [...equalTo(level, term, relation)].some((other) => other !== own && groups.get(other) === entry.group),
  );
  return { values: held.every((value) => value !== null) ? held.filter((value) => value !== null) : [], beside };
}

/** What Citus refuses of any statement on tables that lie apart. */
function formFaults(levels: readonly Level[], uses: readonly Use[], catalogue: Catalogue): string[] {
  return levels.flatMap((level) => {
    const here = uses.filter((use) => use.level === level);
    const target = here.find(({ relation }) => relation === level.target);
    const apart = here.filter(({ entry }) => entry.kind === "distributed");
    const groups = new Set(apart.map(({ entry }) => (entry.kind === "distributed" ? entry.group : "")));
    const below = levels.filter((other) => other.parent === level && other.role !== "cte");
    const readsApart = uses.some(
      (use) => (use.level === level || below.includes(use.level)) && use.entry.kind === "distributed",
    );
    return [
      ...(groups.size > 1 ? ["joins tables that do not lie together"] : []),
      ...(apart.length > 0 && here.some(({ entry }) => entry.kind === "local")
        ? ["joins a table of the coordinator to one that lies apart"]
        : []),
      ...(target !== undefined && target.entry.kind !== "distributed" && readsApart
        ? [`writes ${target.table} by a table that lies apart: use a materialised CTE`]
        : []),
      ...(level.role === "cte" && selectsNothing(level) && apart.length > 0
        ? ["a CTE without columns: select one"]
        : []),
      ...(target?.entry.kind === "distributed" ? targetFaults(level, target.entry.column, catalogue) : []),
    ];
  });
}

function selectsNothing({ statement, node }: Level): boolean {
  const { targetList, valuesLists, op } = node as SelectStmt;
  return statement === "select" && targetList === undefined && valuesLists === undefined && op === "SETOP_NONE";
}

/** Parts of a statement that changes rows of a table that lies apart. */
interface ChangeParts {
  readonly targetList?: Node[];
  readonly whereClause?: Node;
  readonly onConflictClause?: OnConflictClause;
  readonly returningClause?: unknown;
  readonly selectStmt?: { readonly SelectStmt?: SelectStmt };
}

function targetFaults(level: Level, column: string, catalogue: Catalogue): string[] {
  const node = level.node as ChangeParts;
  const { onConflictClause: conflict } = node;
  const changes = level.statement === "insert" ? conflict : node;
  const sets = changes?.targetList ?? [];
  const arbiter = (conflict?.infer?.indexElems ?? []).map((element) =>
    "IndexElem" in element ? element.IndexElem.name : "",
  );
  const from = node.selectStmt?.SelectStmt?.fromClause ?? [];
  const unstable = unstableParts([sets, changes?.whereClause], level.statement === "insert", catalogue);
  return [
    ...(sets.some((set) => "ResTarget" in set && set.ResTarget.name === column && level.statement !== "insert")
      ? [`changes ${column}, by which the table lies apart`]
      : []),
    ...(conflict?.infer?.indexElems !== undefined && !arbiter.includes(column) ? [`ON CONFLICT lacks ${column}`] : []),
    ...unstable.map((part) => `${part} is no constant for a cluster: pass what it gives as a parameter`),
    ...castsOfColumns([sets, changes?.whereClause]).map(
      (type) => `a column's cast to ${type} is no constant for a cluster: cast where its value is given`,
    ),
    ...unstableParts([node.returningClause], true, catalogue).map(
      (part) => `${part} in RETURNING runs on another node`,
    ),
    ...(from.length > 0 && from.every((item) => "RangeFunction" in item) ? [detour] : []),
    ...(from.some((item) => "RangeVar" in item && mayBeCte(item.RangeVar, catalogue))
      ? ["what INSERT … SELECT reads of a CTE goes to every node, also one that is away: write rows of VALUES"]
      : []),
  ];
}

/** A name without a schema that is no table's. */
function mayBeCte({ schemaname, relname = "" }: RangeVar, catalogue: Catalogue): boolean {
  return schemaname === undefined && catalogue.columnsOf(relname).length === 0;
}

/**
 * Functions that may answer differently each time. Where everything is asked for, and within CASE and COALESCE, also those that are the same
 * during a statement; otherwise those only when they are called with columns.
 */
function unstableParts(parts: unknown, everything: boolean, catalogue: Catalogue): string[] {
  if (typeof parts !== "object" || parts === null) return [];
  if ("SubLink" in parts) return [];
  const all = everything || "CaseExpr" in parts || "CoalesceExpr" in parts;
  const found = Object.values(parts).flatMap((part) => unstableParts(part, all, catalogue));
  if ("FuncCall" in parts) {
    const call = parts.FuncCall as { funcname?: Node[] };
    const last = call.funcname?.at(-1);
    const name = last !== undefined && "String" in last ? (last.String.sval ?? "") : "";
    const volatility = catalogue.volatilityOf(name);
    if (volatility === "v" || (volatility === "s" && (everything || mentions(call, "ColumnRef"))))
      found.push(`${name}()`);
  }
  if ("SQLValueFunction" in parts && everything) found.push("the current time");
  if ("A_Expr" in parts) {
    const expression = parts.A_Expr as Parameters<typeof operatorOf>[0];
    const sides = [expression.lexpr, expression.rexpr];
    // A time plus an interval depends on the session's time zone; the difference of two times does not.
    const times = sides.filter((side) => side !== undefined && isTime(side, catalogue));
    if (/^[+-]$/.test(operatorOf(expression)) && times.length === 1) found.push("arithmetic with a timestamptz");
  }
  return found;
}

/** Types whose input depends on settings of the session: a text becomes one by a function that is STABLE. */
const typesBySettings = /^(?:date|time|timetz|timestamp|timestamptz|interval|regclass)$/;

function castsOfColumns(parts: unknown): string[] {
  if (typeof parts !== "object" || parts === null || "SubLink" in parts) return [];
  const below = Object.values(parts).flatMap(castsOfColumns);
  if (!("TypeCast" in parts)) return below;
  const { arg, typeName } = parts.TypeCast as TypeCast;
  const last = typeName?.names?.at(-1);
  const type = last !== undefined && "String" in last ? (last.String.sval ?? "") : "";
  return arg !== undefined && "ColumnRef" in arg && typesBySettings.test(type) ? [type, ...below] : below;
}

function isTime(side: Node, catalogue: Catalogue): boolean {
  const last = "ColumnRef" in side ? side.ColumnRef.fields?.at(-1) : undefined;
  return (
    last !== undefined && "String" in last && catalogue.typesOf(last.String.sval ?? "").has("timestamp with time zone")
  );
}

/** What Citus refuses of statements that reach many nodes. */
function sweepFaults(levels: readonly Level[], free: readonly Use[], apart: readonly Use[]): string[] {
  const within = (inner: Level, outer: Level): boolean =>
    inner === outer || (inner.parent !== null && within(inner.parent, outer));
  return [
    ...levels.flatMap((level) => {
      const node = level.node as SelectStmt;
      const swept = free.some((use) => within(use.level, level));
      return [
        ...(swept && node.lockingClause !== undefined
          ? ["locks rows of many tenants: look the tenant up, then lock with it"]
          : []),
        ...(level.role === "target" && apart.some((use) => within(use.level, level))
          ? ["a subquery beside what is selected: a CTE for each"]
          : []),
        ...(level.role === "lateral" && free.some((use) => within(use.level, level) && !use.beside)
          ? ["LATERAL over tables that do not lie together: a query for each row"]
          : []),
      ];
    }),
    ...free
      .filter(({ beside, level, relation }) => {
        if (beside || level.role === "lateral") return false;
        const others = apart.filter(
          (other) => other.relation !== relation && (other.level === level || other.level === level.parent),
        );
        const outer = others.filter((other) => other.level !== level);
        const joined = others.some((other) => other.level === level);
        return joined || outer.some((other) => correlated(level, other.relation));
      })
      .map(({ table }) => `${table} is joined without its column`),
  ];
}

function correlated(level: Level, { columns }: Relation): boolean {
  const theirs = new Set(columns.values());
  const inSubquery = level.equalities.some(({ terms }) => terms.some((term) => theirs.has(term)));
  return inSubquery && level.role !== "from" && level.role !== "cte" && !isInList(level);
}

/** `x IN (SELECT …)` compares with the outer row, but the subquery stands by itself. */
function isInList(level: Level): boolean {
  const { parent } = level;
  const own = new Set(level.relations.flatMap(({ columns }) => [...columns.values()]));
  return parent?.equalities.some(({ terms }) => terms.some((term) => own.has(term))) === true;
}

/** `set_config(…, true)`; for a session there is no other way to set what a condition decides. */
function setsLocally(call: FuncCall): boolean {
  return JSON.stringify(call.args?.at(-1) ?? {}).includes('"boolval":true');
}

function callsWithin(value: unknown, name: string): FuncCall[] {
  if (typeof value !== "object" || value === null) return [];
  const below = Object.values(value).flatMap((part) => callsWithin(part, name));
  if (!("FuncCall" in value)) return below;
  const call = value.FuncCall as FuncCall;
  const last = call.funcname?.at(-1);
  return last !== undefined && "String" in last && last.String.sval === name ? [call, ...below] : below;
}
