/**
 * Statements on rows that are found by what their columns are equal to. TypeORM writes the text of a statement anew each time,
 * which took a quarter of the CPU of a purchase; here it is written once for each set of columns. Everything else is as
 * with a repository: names and types of columns are the entity's, values go through TypeORM's driver in both directions,
 * and errors are TypeORM's.
 */
import type { DataSource, EntityManager, EntityMetadata, EntitySchema, ObjectLiteral } from "typeorm";

/** Values that columns are equal to, or null. */
export type Equal<Row> = { readonly [Name in keyof Row]?: Row[Name] };

type ColumnMetadata = EntityMetadata["columns"][number];

interface Table {
  readonly dataSource: DataSource;
  readonly metadata: EntityMetadata;
  /** By the names of their properties. */
  readonly columns: ReadonlyMap<string, ColumnMetadata>;
  /** Those that a search gives. */
  readonly selected: readonly ColumnMetadata[];
}

type Fields = readonly (readonly [name: string, value: unknown])[];

export class WrittenStatements<Row extends ObjectLiteral> {
  readonly #entity: EntitySchema<Row>;
  /** By what is done, and to which columns. Both stand in the code, so there are few. */
  readonly #texts = new Map<string, string>();
  #table: Table | undefined;

  constructor(entity: EntitySchema<Row>) {
    this.#entity = entity;
  }

  /**
   * The rows that are equal to `where`, and to one of `either` where some are given, in no order; without the columns that the
   * entity does not select.
   */
  find(manager: EntityManager, where: Equal<Row>, either: readonly Equal<Row>[] = []): Promise<Row[]> {
    return this.#find(manager, where, either, "");
  }

  /** One of those rows; null when there is none. */
  async findOne(manager: EntityManager, where: Equal<Row>): Promise<Row | null> {
    return (await this.#find(manager, where, [], " LIMIT 1"))[0] ?? null;
  }

  async #find(manager: EntityManager, where: Equal<Row>, either: readonly Equal<Row>[], limit: string): Promise<Row[]> {
    const table = this.#tableOf(manager);
    const condition = fieldsOf(where);
    const alternatives = either.map(fieldsOf);
    const text = this.#text(`find${limit} ${[condition, ...alternatives].map(shapeOf).join(" or ")}`, () => {
      const columns = table.selected.map(
        (column) => `${quoted(column.databaseName)} AS ${quoted(column.propertyName)}`,
      );
      const conditions = equalTo(table, condition, alternatives);
      return `SELECT ${columns.join(", ")} FROM ${nameOf(table)} WHERE ${conditions}${limit}`;
    });
    const values = valuesOf(manager, table, [condition, ...alternatives].flatMap(named));
    const rows: Record<string, unknown>[] = await manager.query(text, values);
    const { driver } = manager.dataSource;
    for (const row of rows) {
      for (const column of table.selected)
        row[column.propertyName] = driver.prepareHydratedValue(row[column.propertyName], column);
    }
    return rows as Row[];
  }

  async insert(manager: EntityManager, row: Readonly<Row>): Promise<void> {
    const table = this.#tableOf(manager);
    const fields = fieldsOf(row);
    const text = this.#text(`insert ${fields.map(([name]) => name).join()}`, () => {
      const names = fields.map(([name]) => columnName(table, name));
      const places = fields.map((_, index) => `$${index + 1}`);
      return `INSERT INTO ${nameOf(table)} (${names.join(", ")}) VALUES (${places.join(", ")})`;
    });
    await manager.query(text, valuesOf(manager, table, fields));
  }

  /** Returns how many rows were changed. */
  async update(manager: EntityManager, where: Equal<Row>, changes: Equal<Row>): Promise<number> {
    const table = this.#tableOf(manager);
    const [condition, changed] = [fieldsOf(where), fieldsOf(changes)];
    const text = this.#text(`update ${changed.map(([name]) => name).join()} of ${shapeOf(condition)}`, () => {
      const set = changed.map(([name], index) => `${columnName(table, name)} = $${index + 1}`);
      return `UPDATE ${nameOf(table)} SET ${set.join(", ")} WHERE ${equalTo(table, condition, [], changed.length)}`;
    });
    const [, affected] = await manager.query<[unknown, number]>(
      text,
      valuesOf(manager, table, [...changed, ...named(condition)]),
    );
    return affected;
  }

  /** Returns how many rows were deleted. */
  async delete(manager: EntityManager, where: Equal<Row>): Promise<number> {
    const table = this.#tableOf(manager);
    const condition = fieldsOf(where);
    const text = this.#text(
      `delete ${shapeOf(condition)}`,
      () => `DELETE FROM ${nameOf(table)} WHERE ${equalTo(table, condition)}`,
    );
    const [, affected] = await manager.query<[unknown, number]>(text, valuesOf(manager, table, named(condition)));
    return affected;
  }

  #text(shape: string, write: () => string): string {
    let text = this.#texts.get(shape);
    if (text === undefined) {
      text = write();
      this.#texts.set(shape, text);
    }
    return text;
  }

  #tableOf({ dataSource }: EntityManager): Table {
    if (this.#table?.dataSource !== dataSource) {
      const metadata = dataSource.getMetadata(this.#entity);
      const { columns } = metadata;
      this.#table = {
        dataSource,
        metadata,
        columns: new Map(columns.map((column) => [column.propertyName, column])),
        selected: columns.filter(({ isSelect }) => isSelect),
      };
    }
    return this.#table;
  }
}

/** Throws TypeError for a condition that is none: it would be true of every tenant's rows. */
function fieldsOf(equal: object): Fields {
  const fields = Object.entries(equal);
  const nothing = fields.find(([, value]) => value === undefined);
  if (nothing !== undefined || fields.length === 0)
    throw new TypeError(nothing === undefined ? "There is no column" : `The column ${nothing[0]} is undefined`);
  return fields;
}

/** Those that stand as parameters: NULL is equal to nothing. */
function named(fields: Fields): Fields {
  return fields.filter(([, value]) => value !== null);
}

function shapeOf(fields: Fields): string {
  return fields.map(([name, value]) => (value === null ? `no ${name}` : name)).join();
}

function equalTo(table: Table, condition: Fields, either: readonly Fields[] = [], parametersBefore = 0): string {
  let last = parametersBefore;
  const all = (fields: Fields) =>
    fields
      .map(([name, value]) => `${columnName(table, name)} ${value === null ? "IS NULL" : `= $${++last}`}`)
      .join(" AND ");
  const first = all(condition);
  return either.length === 0 ? first : `${first} AND (${either.map((fields) => `(${all(fields)})`).join(" OR ")})`;
}

function valuesOf({ dataSource }: EntityManager, table: Table, fields: Fields): unknown[] {
  return fields.map(([name, value]) => dataSource.driver.preparePersistentValue(value, columnOf(table, name)));
}

function columnName(table: Table, name: string): string {
  return quoted(columnOf(table, name).databaseName);
}

function columnOf({ metadata, columns }: Table, name: string): ColumnMetadata {
  const column = columns.get(name);
  if (column === undefined) throw new TypeError(`${metadata.name} has no column ${name}`);
  return column;
}

function nameOf({ metadata }: Table): string {
  return quoted(metadata.tableName);
}

/** Names of our own, none of which has a quote in it. */
function quoted(name: string): string {
  return `"${name}"`;
}
