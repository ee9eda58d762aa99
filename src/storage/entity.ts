/**
 * Entities: what TypeORM reads of a table, and the type of its rows, both from one list of columns.
 *
 *     export const mealEntity = declareEntity("meals", {
 *       mealId: column.text.key,
 *       price: column.integer,
 *       soldOutAt: column.timestamp.nullable,
 *     });
 *
 *     export type Meal = Row<typeof mealEntity>;
 */
import { EntitySchema, type EntitySchemaColumnOptions } from "typeorm";

/** A column whose values in rows are of type `Value`. */
export class Column<Value> {
  readonly options: EntitySchemaColumnOptions;
  /** For the compiler alone. */
  declare readonly value: Value;

  constructor(options: EntitySchemaColumnOptions) {
    this.options = options;
  }

  /** The same as a column of the primary key, whose columns are in the order of the list. */
  get key(): Column<Value> {
    return this.with({ primary: true });
  }

  get nullable(): Column<Value | null> {
    return new Column({ ...this.options, nullable: true });
  }

  get array(): Column<Value[]> {
    return new Column({ ...this.options, array: true });
  }

  /** The same with another name than its property's in snake case. */
  named(name: string): Column<Value> {
    return this.with({ name });
  }

  with(options: Partial<EntitySchemaColumnOptions>): Column<Value> {
    return new Column({ ...this.options, ...options });
  }
}

type Columns = Readonly<Record<string, Column<unknown>>>;

type RowOf<Listed extends Columns> = { readonly [Name in keyof Listed]: Listed[Name]["value"] };

/** The rows of an entity, as they are read. */
export type Row<Entity> = Entity extends EntitySchema<infer Read> ? Read : never;

/** The same where the code changes a row in memory before it is written. */
export type MutableRow<Entity> = { -readonly [Name in keyof Row<Entity>]: Row<Entity>[Name] };

/** A column is called as its property, in snake case, unless it is `named`. */
export function declareEntity<Listed extends Columns>(tableName: string, listed: Listed): EntitySchema<RowOf<Listed>> {
  const columns = Object.fromEntries(
    Object.entries(listed).map(([property, { options }]) => [property, { name: snakeCase(property), ...options }]),
  );
  return new EntitySchema({ name: tableName, tableName, columns } as ConstructorParameters<
    typeof EntitySchema<RowOf<Listed>>
  >[0]);
}

/** The entities that a module exports, given as `import * as tables`. */
export function entitiesIn(tables: Readonly<Record<string, unknown>>): EntitySchema[] {
  return Object.values(tables).filter((table) => table instanceof EntitySchema);
}

function snakeCase(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The types of columns. */
export const column = {
  text: new Column<string>({ type: "text" }),
  uuid: new Column<string>({ type: "uuid" }),
  boolean: new Column<boolean>({ type: "boolean" }),
  integer: new Column<number>({ type: "integer" }),
  smallint: new Column<number>({ type: "smallint" }),
  double: new Column<number>({ type: "double precision" }),
  timestamp: new Column<Date>({ type: "timestamptz" }),
  /** A moment whose fractions of a second end with the milliseconds, as those of a Date do. */
  milliseconds: new Column<Date>({ type: "timestamptz", precision: 3 }),
  /** A day, `YYYY-MM-DD`. */
  date: new Column<string>({ type: "date" }),
  bytes: new Column<Buffer>({ type: "bytea" }),
  /** A number of 64 bits, as text. */
  bigint: new Column<string>({ type: "bigint" }),
  /** A bigint below 2^53, such as an amount in minor units. It is read as a number; pg alone returns text. */
  safeBigint: new Column<number>({
    type: "bigint",
    transformer: {
      from: (value: string | null) => (value === null ? null : Number(value)),
      to: (value: number | null) => value,
    },
  }),
  /** Text of a closed set. */
  textOf: <Value extends string>() => new Column<Value>({ type: "text" }),
  json: <Value>() => new Column<Value>({ type: "json" }),
  jsonb: <Value>() => new Column<Value>({ type: "jsonb" }),
};
