/** What is known of a statement's columns and values: which are equal, and to what. */
import type { A_Expr, JoinExpr, Node } from "libpg-query";

/** A column of a relation, a value, or something that nothing is known about. */
export type Term = string;

export interface Relation {
  /** As the statement calls it. */
  readonly name: string;
  /** Null for a subquery, a CTE, a function, a list of values. */
  readonly table: string | null;
  readonly columns: ReadonlyMap<string, Term>;
  /** The outer joins that may leave it empty: what they are joined on holds for it alone. */
  readonly optional: ReadonlySet<JoinExpr>;
}

/** Two terms that are equal; in the rows of an outer join only where `join` is given. */
export interface Equality {
  readonly terms: readonly [Term, Term];
  readonly join: JoinExpr | null;
}

export interface Level {
  readonly parent: Level | null;
  readonly statement: "select" | "insert" | "update" | "delete";
  /** The node of the statement, for rules about its form. */
  readonly node: object;
  readonly relations: Relation[];
  readonly equalities: Equality[];
  /** What it gives to the level that it is part of, by name. */
  readonly output: Map<string, Term>;
  /** The table that it writes. */
  target: Relation | null;
  /** Of an insert: the terms of the target's columns, row by row. */
  readonly rows: Map<string, Term>[];
  /** Where it stands in its parent. */
  readonly role: "statement" | "cte" | "from" | "lateral" | "expression" | "target";
}

/** The term of a column by its name, and its relation's where that is said: here, or in a level around. */
export function columnTerm(names: readonly string[], from: Level): Term | null {
  const [column = "", table] = names.toReversed();
  for (let level: Level | null = from; level !== null; level = level.parent)
    for (const { name, columns } of level.relations) {
      const term = columns.get(column);
      if (term !== undefined && (table === undefined || table === name)) return term;
    }
  return null;
}

/** The fields of a row, or the expression alone. */
export function partsOf(expression: Node): readonly Node[] {
  return "RowExpr" in expression ? (expression.RowExpr.args ?? []) : [expression];
}

export function operatorOf({ name }: A_Expr): string {
  const last = name?.at(-1);
  return last !== undefined && "String" in last ? (last.String.sval ?? "") : "";
}

/** Whether there is a node of this kind anywhere below. */
export function mentions(value: unknown, kind: string): boolean {
  if (typeof value !== "object" || value === null) return false;
  return kind in value || Object.values(value).some((part) => mentions(part, kind));
}

/** The terms that are equal to `term` in every row of the level, itself included; for `relation`, whose column it is. */
export function equalTo(level: Level, term: Term, relation?: Relation): Set<Term> {
  const pairs: Equality["terms"][] = [];
  for (let at: Level | null = level; at !== null; at = at.parent)
    for (const { terms, join } of at.equalities) if (join === null || relation?.optional.has(join)) pairs.push(terms);
  const known = new Set([term]);
  for (let before = 0; before < known.size; ) {
    before = known.size;
    for (const [a, b] of pairs) {
      if (known.has(a)) known.add(b);
      else if (known.has(b)) known.add(a);
    }
  }
  return known;
}

/** The value that a term is held equal to; null when there is none. */
export function heldValue(level: Level, term: Term, relation?: Relation): Term | null {
  for (const other of equalTo(level, term, relation)) if (other.startsWith("value ")) return other;
  return null;
}
