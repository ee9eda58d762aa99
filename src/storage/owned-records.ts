/**
 * Records that belong to somebody: a customer, a user, a business in an environment. The owner stands in every
 * condition, so that a look-up without the owner does not compile and a record of somebody else is never found.
 *
 *     export const orders = ownedRecords(orderEntity, ["userId"]);
 *
 *     const order = await orders.of(manager, { userId }).findOne({ id });
 *
 * Within a transaction `manager` is the transaction's.
 */
import type {
  EntityManager,
  EntitySchema,
  FindManyOptions,
  FindOneOptions,
  FindOptionsWhere,
  ObjectLiteral,
  QueryDeepPartialEntity,
} from "typeorm";

/** Columns beside the owner's. */
type Own<Row, Key extends keyof Row> = Omit<Row, Key>;

type Where<Row, Key extends keyof Row> = FindOptionsWhere<Own<Row, Key>>;

type FindOptions<Row, Key extends keyof Row> = Pick<FindManyOptions<Row>, "order" | "skip" | "take"> & {
  readonly where?: Where<Row, Key>;
};

/** Names of columns that hold numbers, as TypeORM has them. */
type Numeric<Row> = string & keyof { [Name in keyof Row as Row[Name] extends number ? Name : never]: Row[Name] };

/** FOR UPDATE or FOR NO KEY UPDATE until the end of the transaction. */
type Lock = FindOneOptions["lock"];

class OwnedRecords<Row extends ObjectLiteral, Key extends keyof Row> {
  readonly entity: EntitySchema<Row>;
  readonly #keys: readonly Key[];

  constructor(entity: EntitySchema<Row>, keys: readonly Key[]) {
    this.entity = entity;
    this.#keys = keys;
  }

  /** The records of one owner, read and written through `manager`. */
  of(manager: EntityManager, owner: Readonly<Pick<Row, Key>>): RecordsOfOwner<Row, Key> {
    const own = Object.fromEntries(this.#keys.map((key) => [key, owner[key]])) as Pick<Row, Key>;
    return new RecordsOfOwner(manager, this.entity, own);
  }
}

export function ownedRecords<Row extends ObjectLiteral, Key extends keyof Row>(
  entity: EntitySchema<Row>,
  keys: readonly Key[],
): OwnedRecords<Row, Key> {
  return new OwnedRecords(entity, keys);
}

class RecordsOfOwner<Row extends ObjectLiteral, Key extends keyof Row> {
  readonly #manager: EntityManager;
  readonly #entity: EntitySchema<Row>;
  readonly #owner: Pick<Row, Key>;

  constructor(manager: EntityManager, entity: EntitySchema<Row>, owner: Pick<Row, Key>) {
    this.#manager = manager;
    this.#entity = entity;
    this.#owner = owner;
  }

  find({ where, ...options }: FindOptions<Row, Key> = {}): Promise<Row[]> {
    return this.#manager.find(this.#entity, { ...options, where: this.#owned(where) });
  }

  /** The rows, and how many there are without `skip` and `take`. */
  findAndCount({ where, ...options }: FindOptions<Row, Key> = {}): Promise<[Row[], number]> {
    return this.#manager.findAndCount(this.#entity, { ...options, where: this.#owned(where) });
  }

  findOne(where: Where<Row, Key>, lock?: Lock): Promise<Row | null> {
    return this.#manager.findOne(this.#entity, { where: this.#owned(where), ...(lock && { lock }) });
  }

  count(where?: Where<Row, Key>): Promise<number> {
    return this.#manager.count(this.#entity, { where: this.#owned(where) });
  }

  /** Of a numeric column; 0 where there are no rows. */
  async sum(column: Numeric<Row>, where?: Where<Row, Key>): Promise<number> {
    return Number((await this.#manager.sum(this.#entity, column, this.#owned(where))) ?? 0);
  }

  async insert(row: Own<Row, Key>): Promise<void> {
    await this.#manager.insert(this.#entity, { ...row, ...this.#owner } as unknown as QueryDeepPartialEntity<Row>);
  }

  /** Returns how many rows were changed. */
  async update(where: Where<Row, Key>, changes: Partial<Own<Row, Key>>): Promise<number> {
    const values = changes as unknown as QueryDeepPartialEntity<Row>;
    return (await this.#manager.update(this.#entity, this.#owned(where), values)).affected ?? 0;
  }

  /** Returns how many rows were deleted. */
  async delete(where: Where<Row, Key>): Promise<number> {
    return (await this.#manager.delete(this.#entity, this.#owned(where))).affected ?? 0;
  }

  #owned(where: Where<Row, Key> = {}): FindOptionsWhere<Row> {
    return { ...where, ...this.#owner } as FindOptionsWhere<Row>;
  }
}
