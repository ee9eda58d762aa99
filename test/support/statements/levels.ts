/**
 * What a statement says about its tables: which of them it reads and writes, level by level (a subquery is a level of its own),
 * and which of their columns it holds equal to each other and to values. Values are parameters and constants.
 */
import type {
  CommonTableExpr,
  InsertStmt,
  JoinExpr,
  Node,
  RangeVar,
  SelectStmt,
  SubLink,
  WithClause,
} from "libpg-query";
import type { Catalogue } from "./catalogue.ts";
import {
  columnTerm,
  type Equality,
  heldValue,
  type Level,
  mentions,
  operatorOf,
  partsOf,
  type Relation,
  type Term,
} from "./terms.ts";

type Ctes = ReadonlyMap<string, Level | null>;

/** Reads one statement into its levels, the outermost first; none for one that is neither a query nor a change of rows. */
export class StatementReader {
  readonly levels: Level[] = [];
  readonly #catalogue: Catalogue;
  #unknown = 0;

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
  }

  read(statement: Node): void {
    this.#read(statement, null, new Map(), "statement");
  }

  #read(node: Node, parent: Level | null, ctes: Ctes, role: Level["role"]): Level | null {
    if ("SelectStmt" in node) return this.#select(node.SelectStmt, parent, ctes, role);
    if ("InsertStmt" in node) return this.#insert(node.InsertStmt, parent, ctes, role);
    if ("UpdateStmt" in node || "DeleteStmt" in node) return this.#change(node, parent, ctes, role);
    return null;
  }

  #level(statement: Level["statement"], node: object, parent: Level | null, role: Level["role"]): Level {
    const level: Level = {
      parent,
      statement,
      node,
      relations: [],
      equalities: [],
      output: new Map(),
      target: null,
      rows: [],
      role,
    };
    this.levels.push(level);
    return level;
  }

  #select(node: SelectStmt, parent: Level | null, outer: Ctes, role: Level["role"]): Level {
    const ctes = this.#with(node.withClause, parent, outer);
    const level = this.#level("select", node, parent, role);
    if (node.larg !== undefined && node.rarg !== undefined) {
      const sides = [node.larg, node.rarg].map((side) => this.#select(side, parent, ctes, role));
      const [left = [], right = []] = sides.map((side) =>
        [...side.output].map(([name, term]) => [name, side, term] as const),
      );
      for (const [index, [name, leftSide, term]] of left.entries()) {
        const [, rightSide, other] = right[index] ?? [name, leftSide, "?"];
        const value = heldValue(leftSide, term);
        level.output.set(name, value !== null && value === heldValue(rightSide, other) ? value : this.#unknownTerm());
      }
      return level;
    }
    for (const item of node.fromClause ?? []) this.#from(item, level, ctes, new Set());
    const children = this.#subqueries(
      [
        node.targetList,
        node.whereClause,
        node.havingClause,
        node.groupClause,
        node.sortClause,
        node.valuesLists,
        node.fromClause,
      ],
      level,
      ctes,
    );
    if (node.whereClause !== undefined)
      level.equalities.push(...this.#equalities(node.whereClause, level, children, null));
    for (const [index, target] of (node.targetList ?? []).entries()) this.#output(target, index, level);
    return level;
  }

  #insert(node: InsertStmt, parent: Level | null, outer: Ctes, role: Level["role"]): Level {
    const ctes = this.#with(node.withClause, parent, outer);
    const level = this.#level("insert", node, parent, role);
    if (node.relation === undefined) return level;
    level.target = this.#relation(node.relation, level, new Map(), new Set());
    const columns = node.cols?.map((column) => ("ResTarget" in column ? (column.ResTarget.name ?? "") : "")) ?? [
      ...level.target.columns.keys(),
    ];
    const select =
      node.selectStmt !== undefined && "SelectStmt" in node.selectStmt ? node.selectStmt.SelectStmt : undefined;
    for (const list of select?.valuesLists ?? []) {
      const items = "List" in list ? (list.List.items ?? []) : [];
      level.rows.push(new Map(items.map((item, index) => [columns[index] ?? "", this.#term(item, level)])));
    }
    if (select !== undefined && select.valuesLists === undefined) {
      const source = this.#select(select, level, ctes, "from");
      level.equalities.push(...source.equalities);
      level.rows.push(new Map([...source.output.values()].map((term, index) => [columns[index] ?? "", term])));
    }
    this.#subqueries([select?.valuesLists, node.onConflictClause, node.returningClause], level, ctes);
    this.#returning(node.returningClause?.exprs, level);
    return level;
  }

  #change(
    node: Extract<Node, { UpdateStmt: unknown } | { DeleteStmt: unknown }>,
    parent: Level | null,
    outer: Ctes,
    role: Level["role"],
  ): Level {
    const statement = "UpdateStmt" in node ? node.UpdateStmt : node.DeleteStmt;
    const ctes = this.#with(statement.withClause, parent, outer);
    const level = this.#level("UpdateStmt" in node ? "update" : "delete", statement, parent, role);
    if (statement.relation !== undefined)
      level.target = this.#relation(statement.relation, level, new Map(), new Set());
    const from =
      "fromClause" in statement ? statement.fromClause : "usingClause" in statement ? statement.usingClause : [];
    for (const item of from ?? []) this.#from(item, level, ctes, new Set());
    const children = this.#subqueries(
      [statement.whereClause, "targetList" in statement ? statement.targetList : [], statement.returningClause, from],
      level,
      ctes,
    );
    if (statement.whereClause !== undefined)
      level.equalities.push(...this.#equalities(statement.whereClause, level, children, null));
    this.#returning(statement.returningClause?.exprs, level);
    return level;
  }

  #returning(exprs: Node[] | undefined, level: Level): void {
    for (const [index, target] of (exprs ?? []).entries()) this.#output(target, index, level);
  }

  #with(clause: WithClause | undefined, parent: Level | null, outer: Ctes): Ctes {
    const ctes = new Map(outer);
    for (const item of clause?.ctes ?? []) {
      if (!("CommonTableExpr" in item)) continue;
      const cte: CommonTableExpr = item.CommonTableExpr;
      // A recursive one meets itself: nothing is known of it then.
      if (clause?.recursive) ctes.set(cte.ctename ?? "", null);
      const level = cte.ctequery === undefined ? null : this.#read(cte.ctequery, parent, ctes, "cte");
      ctes.set(cte.ctename ?? "", level);
    }
    return ctes;
  }

  #from(item: Node, level: Level, ctes: Ctes, optional: ReadonlySet<JoinExpr>): void {
    if ("RangeVar" in item) this.#relation(item.RangeVar, level, ctes, optional);
    else if ("RangeSubselect" in item) {
      const { subquery, alias, lateral } = item.RangeSubselect;
      const child = subquery === undefined ? null : this.#read(subquery, level, ctes, lateral ? "lateral" : "from");
      this.#derived(alias?.aliasname ?? "", child, level, optional);
    } else if ("RangeFunction" in item) {
      const { alias } = item.RangeFunction;
      const name = alias?.aliasname ?? "";
      const named = (alias?.colnames ?? []).map((column) => ("String" in column ? (column.String.sval ?? "") : ""));
      const columns = new Map([...named, name].map((column) => [column, this.#unknownTerm()]));
      level.relations.push({ name, table: null, columns, optional });
    } else if ("JoinExpr" in item) this.#join(item.JoinExpr, level, ctes, optional);
  }

  #join(join: JoinExpr, level: Level, ctes: Ctes, optional: ReadonlySet<JoinExpr>): void {
    const outer = join.jointype !== "JOIN_INNER";
    const may = new Set([...optional, join]);
    const sides = [
      { item: join.larg, optional: join.jointype === "JOIN_RIGHT" || join.jointype === "JOIN_FULL" ? may : optional },
      { item: join.rarg, optional: join.jointype === "JOIN_LEFT" || join.jointype === "JOIN_FULL" ? may : optional },
    ].map(({ item, optional }) => {
      const start = level.relations.length;
      if (item !== undefined) this.#from(item, level, ctes, optional);
      return level.relations.slice(start);
    });
    const condition = join.jointype === "JOIN_FULL" ? null : outer ? join : null;
    if (join.jointype === "JOIN_FULL") return;
    for (const column of join.usingClause ?? []) {
      const name = "String" in column ? (column.String.sval ?? "") : "";
      const [left, right] = sides.map((relations) =>
        relations.find(({ columns }) => columns.has(name))?.columns.get(name),
      );
      if (left !== undefined && right !== undefined) level.equalities.push({ terms: [left, right], join: condition });
    }
    if (join.quals !== undefined) level.equalities.push(...this.#equalities(join.quals, level, new Map(), condition));
  }

  #relation(range: RangeVar, level: Level, ctes: Ctes, optional: ReadonlySet<JoinExpr>): Relation {
    const table = range.relname ?? "";
    const name = range.alias?.aliasname ?? table;
    if (range.schemaname === undefined && ctes.has(table))
      return this.#derived(name, ctes.get(table) ?? null, level, optional);
    const full =
      range.schemaname === undefined || range.schemaname === "public" ? table : `${range.schemaname}.${table}`;
    const known = this.#catalogue.columnsOf(full);
    const id = this.#unknown++;
    const relation = {
      name,
      table: full,
      columns: new Map(known.map((column) => [column, `column ${id} ${column}`])),
      optional,
    };
    level.relations.push(relation);
    return relation;
  }

  #derived(name: string, source: Level | null, level: Level, optional: ReadonlySet<JoinExpr>): Relation {
    const relation = { name, table: null, columns: source?.output ?? new Map<string, Term>(), optional };
    level.relations.push(relation);
    // What holds in each of its rows holds here, too, unless an outer join makes rows of nothing.
    if (source !== null && optional.size === 0) level.equalities.push(...source.equalities);
    return relation;
  }

  /** A level for each subquery in these expressions, but not for those in FROM. */
  #subqueries(expressions: readonly unknown[], level: Level, ctes: Ctes): Map<SubLink, Level> {
    const found = new Map<SubLink, Level>();
    const visit = (value: unknown, role: Level["role"]): void => {
      if (typeof value !== "object" || value === null) return;
      if ("RangeSubselect" in value) return;
      if ("SubLink" in value) {
        const link = value.SubLink as SubLink;
        visit(link.testexpr, role);
        const child = link.subselect === undefined ? null : this.#read(link.subselect, level, ctes, role);
        if (child !== null) found.set(link, child);
        return;
      }
      for (const part of Object.values(value)) visit(part, role);
    };
    for (const [index, expression] of expressions.entries())
      visit(expression, level.statement === "select" && index === 0 ? "target" : "expression");
    return found;
  }

  /** What a condition holds to be equal whenever it is true. */
  #equalities(condition: Node, level: Level, children: Map<SubLink, Level>, join: JoinExpr | null): Equality[] {
    if ("BoolExpr" in condition) {
      const parts = (condition.BoolExpr.args ?? []).map((part) => this.#equalities(part, level, children, join));
      if (condition.BoolExpr.boolop === "AND_EXPR") return parts.flat();
      if (condition.BoolExpr.boolop !== "OR_EXPR") return [];
      const [first = [], ...others] = parts;
      const says = (part: readonly Equality[], { terms: [a, b] }: Equality) =>
        part.some(({ terms: [c, d] }) => (a === c && b === d) || (a === d && b === c));
      return first.filter((equality) => others.every((part) => says(part, equality)));
    }
    if ("SubLink" in condition) {
      const { subLinkType, testexpr, operName } = condition.SubLink;
      const child = children.get(condition.SubLink);
      if (subLinkType !== "ANY_SUBLINK" || operName !== undefined || testexpr === undefined || child === undefined)
        return [];
      const outputs = [...child.output.values()];
      const pairs = partsOf(testexpr).map(
        (part, index): Equality => ({ terms: [this.#term(part, level), outputs[index] ?? "?"], join }),
      );
      return [...pairs, ...child.equalities];
    }
    if (!("A_Expr" in condition)) return [];
    const { kind, lexpr, rexpr } = condition.A_Expr;
    if (lexpr === undefined || rexpr === undefined || operatorOf(condition.A_Expr) !== "=") return [];
    if (kind === "AEXPR_IN") {
      const items = "List" in rexpr ? (rexpr.List.items ?? []) : [];
      const [only] = items;
      return items.length === 1 && only !== undefined
        ? [{ terms: [this.#term(lexpr, level), this.#term(only, level)], join }]
        : [];
    }
    if (kind !== "AEXPR_OP") return [];
    const [left, right] = [partsOf(lexpr), partsOf(rexpr)];
    if (left.length !== right.length) return [];
    return left.map((part, index) => ({
      terms: [this.#term(part, level), this.#term(right[index] ?? part, level)],
      join,
    }));
  }

  #output(target: Node, index: number, level: Level): void {
    if (!("ResTarget" in target) || target.ResTarget.val === undefined) return;
    const { val, name } = target.ResTarget;
    if ("ColumnRef" in val) {
      const fields = val.ColumnRef.fields ?? [];
      const last = fields.at(-1);
      if (last !== undefined && "A_Star" in last) {
        const [of] = fields;
        const only = of !== undefined && "String" in of ? of.String.sval : undefined;
        for (const relation of level.relations)
          if (only === undefined || relation.name === only)
            for (const [column, term] of relation.columns) level.output.set(column, term);
        return;
      }
      if (last !== undefined && "String" in last)
        return void level.output.set(name ?? last.String.sval ?? "", this.#term(val, level));
    }
    level.output.set(name ?? `column ${index}`, this.#term(val, level));
  }

  #term(expression: Node, level: Level): Term {
    // A cast of a value is a value; a cast column is no column that rows could be found by.
    if ("TypeCast" in expression && expression.TypeCast.arg !== undefined && !mentions(expression, "ColumnRef"))
      return this.#term(expression.TypeCast.arg, level);
    if ("ColumnRef" in expression) {
      const names = (expression.ColumnRef.fields ?? []).map((field) =>
        "String" in field ? (field.String.sval ?? "") : "",
      );
      return columnTerm(names, level) ?? this.#unknownTerm();
    }
    if (mentions(expression, "ColumnRef") || mentions(expression, "SubLink")) return this.#unknownTerm();
    if ("SetToDefault" in expression) return this.#unknownTerm();
    return `value ${JSON.stringify(expression, (key, value) => (key === "location" ? undefined : value))}`;
  }

  #unknownTerm(): Term {
    return `unknown ${this.#unknown++}`;
  }
}
