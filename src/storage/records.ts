/**
 * Repositories for records that have an owner: a customer, a user, a business in an environment. The owner is part of every condition: a
 * look-up without the owner does not compile, and records of other owners are never found.
 *
 *     export const orders = records(orderEntity, ["userId"]);
 *
 *     const order = await orders.of(manager, { userId }).findOne({ id });
 *
 * In a transaction, `manager` is that of the transaction. Statements whose conditions are only equalities are written as text once
 * (written-statements.ts); TypeORM's repositories do all others.
 */
import {
  type EntityManager,
  type EntitySchema,
  type FindManyOptions,
  type FindOneOptions,
  FindOperator,
  type FindOptionsWhere,
  type ObjectLiteral,
  type QueryDeepPartialEntity,
} from "typeorm";
import { type Equal, WrittenStatements } from "./written-statements.ts";

/** The columns other than the owner's. */
type Own<Row, Key extends keyof Row> = Omit<Row, Key>;

type Where<Row, Key extends keyof Row> = FindOptionsWhere<Own<Row, Key>>;

type Order<Row> = Pick<FindManyOptions<Row>, "order" | "skip" | "take">;

type FindOptions<Row, Key extends keyof Row> = Order<Row> & { readonly where?: Where<Row, Key> };

/** The names of columns with numbers. */
type Numeric<Row> = string & keyof { [Name in keyof Row as Row[Name] extends number ? Name : never]: Row[Name] };

/** A row lock until the end of the transaction: FOR UPDATE or FOR NO KEY UPDATE. */
type Lock = FindOneOptions["lock"];

/** The repository of an entity. */
interface Records<Row extends ObjectLiteral, Key extends keyof Row> {
  readonly entity: EntitySchema<Row>;
  /** The records of one owner, read and written through `manager`. Other members of `owner` than the key columns are ignored. */
  of(manager: EntityManager, owner: Readonly<Pick<Row, Key>>): RecordsOfOwner<Row, Key>;
}

/** Declares the repository of an entity whose owner is in the columns `keys`. */
export function records<Row extends ObjectLiteral, Key extends keyof Row>(
  entity: EntitySchema<Row>,
  keys: readonly Key[],
): Records<Row, Key> {
  const statements = new WrittenStatements(entity);
  return {
    entity,
    of(manager, owner) {
      const own = {} as Pick<Row, Key>;
      for (const key of keys) own[key] = owner[key];
      return new RecordsOfOwner(manager, entity, statements, own);
    },
  };
}

class RecordsOfOwner<Row extends ObjectLiteral, Key extends keyof Row> {
  readonly #manager: EntityManager;
  readonly #entity: EntitySchema<Row>;
  readonly #statements: WrittenStatements<Row>;
  readonly #owner: Pick<Row, Key>;

  constructor(
    manager: EntityManager,
    entity: EntitySchema<Row>,
    statements: WrittenStatements<Row>,
    owner: Pick<Row, Key>,
  ) {
    this.#manager = manager;
    this.#entity = entity;
    this.#statements = statements;
    this.#owner = owner;
  }

  find({ where, ...order }: FindOptions<Row, Key> = {}): Promise<Row[]> {
    const owned = this.#owned(where);
    return isEquality(owned) && Object.keys(order).length === 0
      ? this.#statements.find(this.#manager, owned)
      : this.#manager.find(this.#entity, { ...order, where: owned });
  }

  /** The rows that match `where` and one of `either`, in no particular order. */
  findEither(where: Equal<Own<Row, Key>>, either: readonly Equal<Own<Row, Key>>[]): Promise<Row[]> {
    return this.#statements.find(this.#manager, this.#owned(where) as Equal<Row>, either as readonly Equal<Row>[]);
  }

  /** The rows, and their number without `skip` and `take`. */
  findAndCount({ where, ...order }: FindOptions<Row, Key> = {}): Promise<[Row[], number]> {
    return this.#manager.findAndCount(this.#entity, { ...order, where: this.#owned(where) });
  }

  findOne(where: Where<Row, Key>, lock?: Lock): Promise<Row | null> {
    const owned = this.#owned(where);
    return isEquality(owned) && lock === undefined
      ? this.#statements.findOne(this.#manager, owned)
      : this.#manager.findOne(this.#entity, { where: owned, ...(lock && { lock }) });
  }

  count(where?: Where<Row, Key>): Promise<number> {
    return this.#manager.count(this.#entity, { where: this.#owned(where) });
  }

  /** The sum of a numeric column; 0 when there are no rows. */
  async sum(column: Numeric<Row>, where?: Where<Row, Key>): Promise<number> {
    return Number((await this.#manager.sum(this.#entity, column, this.#owned(where))) ?? 0);
  }

  insert(row: Own<Row, Key>): Promise<void> {
    return this.#statements.insert(this.#manager, { ...row, ...this.#owner } as unknown as Row);
  }

  /** Updates rows. Returns how many were changed. */
  async update(where: Where<Row, Key>, changes: Partial<Own<Row, Key>>): Promise<number> {
    const owned = this.#owned(where);
    if (isEquality(owned)) return await this.#statements.update(this.#manager, owned, changes as Equal<Row>);
    const values = changes as unknown as QueryDeepPartialEntity<Row>;
    return (await this.#manager.update(this.#entity, owned, values)).affected ?? 0;
  }

  /** Deletes rows. Returns how many were deleted. */
  async delete(where: Where<Row, Key>): Promise<number> {
    const owned = this.#owned(where);
    if (isEquality(owned)) return await this.#statements.delete(this.#manager, owned);
    return (await this.#manager.delete(this.#entity, owned)).affected ?? 0;
  }

  #owned(where: object = {}): FindOptionsWhere<Row> {
    return { ...where, ...this.#owner } as FindOptionsWhere<Row>;
  }
}

/** Whether the condition has only values, and none of TypeORM's operators. */
function isEquality<Row>(where: FindOptionsWhere<Row>): where is FindOptionsWhere<Row> & Equal<Row> {
  return !Object.values(where).some((value) => value instanceof FindOperator);
}
