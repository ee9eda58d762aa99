/**
 * Entities: what TypeORM reads of a table, and the type of its rows, both from one list of columns.
 *
 *     export const mealEntity = declareEntity("meals", { mealId: key(text), price: integer, soldOutAt: nullable(timestamp) });
 *
 *     export type Meal = Row<typeof mealEntity>;
 */
import { EntitySchema, type EntitySchemaColumnOptions } from "typeorm";

declare const valueOfColumn: unique symbol;

/** A column whose values in rows are of type `Value`. */
export type Column<Value> = EntitySchemaColumnOptions & { readonly [valueOfColumn]?: () => Value };

type Columns = Readonly<Record<string, Column<unknown>>>;

type RowOf<Listed extends Columns> = {
  readonly [Name in keyof Listed]: Listed[Name] extends Column<infer Value> ? Value : never;
};

/** The rows of an entity, as they are read. */
export type Row<Entity> = Entity extends EntitySchema<infer Read> ? Read : never;

/** The same where the code changes a row in memory before it is written. */
export type MutableRow<Entity> = { -readonly [Name in keyof Row<Entity>]: Row<Entity>[Name] };

/** A column is called as its property, in snake case, unless it is given a `name`. */
export function declareEntity<Listed extends Columns>(tableName: string, listed: Listed): EntitySchema<RowOf<Listed>> {
  const columns = Object.fromEntries(
    Object.entries(listed).map(([property, column]) => [property, { name: snakeCase(property), ...column }]),
  );
  return new EntitySchema({ name: tableName, tableName, columns } as ConstructorParameters<
    typeof EntitySchema<RowOf<Listed>>
  >[0]);
}

function snakeCase(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A column that needs more than the types below. */
export function column<Value>(options: EntitySchemaColumnOptions): Column<Value> {
  return options;
}

/** A column of the primary key, whose columns are in the order of the list. */
export function key<Value>(of: Column<Value>): Column<Value> {
  return { ...of, primary: true };
}

export function nullable<Value>(of: Column<Value>): Column<Value | null> {
  return { ...of, nullable: true } as Column<Value | null>;
}

export function array<Value>(of: Column<Value>): Column<Value[]> {
  return { ...of, array: true } as Column<Value[]>;
}

export const text = column<string>({ type: "text" });
export const uuid = column<string>({ type: "uuid" });
export const boolean = column<boolean>({ type: "boolean" });
export const integer = column<number>({ type: "integer" });
export const smallint = column<number>({ type: "smallint" });
export const double = column<number>({ type: "double precision" });
export const timestamp = column<Date>({ type: "timestamptz" });
/** A moment whose fractions of a second end with the milliseconds, as those of a Date do. */
export const milliseconds = column<Date>({ type: "timestamptz", precision: 3 });
/** A day, `YYYY-MM-DD`. */
export const date = column<string>({ type: "date" });
export const bytes = column<Buffer>({ type: "bytea" });
/** A number of 64 bits, as text. */
export const bigint = column<string>({ type: "bigint" });

/** A bigint column whose values stay below 2^53, such as an amount in minor units. It is read as a number; pg alone returns text. */
export const safeBigint = column<number>({
  type: "bigint",
  transformer: {
    from: (value: string | null) => (value === null ? null : Number(value)),
    to: (value: number | null) => value,
  },
});

/** Text of a closed set. */
export function textOf<Value extends string>(): Column<Value> {
  return column({ type: "text" });
}

export function json<Value>(): Column<Value> {
  return column({ type: "json" });
}

export function jsonb<Value>(): Column<Value> {
  return column({ type: "jsonb" });
}
