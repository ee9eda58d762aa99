/** Lists that begin with the newest record: by `position`, a UUIDv7, so that what arrives meanwhile shifts no page. */
import { type EntitySchema, type FindOptionsOrder, type FindOptionsWhere, LessThan } from "typeorm";
import type { Schemas } from "#generated/insurance/contract.ts";
import type { HandlerDependencies } from "./dependencies.ts";
import { type Tenant, tenantOf } from "./tenant.ts";

interface Listed extends Tenant {
  position: string;
}

export interface NewestFirst<Row extends Listed, Item> {
  readonly entity: EntitySchema<Row>;
  /** The list's name, which its cursors are bound to. */
  readonly list: string;
  readonly present: (row: Row) => Item;
}

/** A query of a list: its page, and what narrows the list, which cursors are bound to too. */
export type ListQuery<Row> = { readonly limit: number; readonly cursor?: string | undefined } & {
  readonly [Name in keyof Row]?: Row[Name] | undefined;
};

/**
 * One page of a tenant's records. Throws Problem INVALID_CURSOR. By the entity's index on (business_id, environment, position), or one
 * that has the filter before the position.
 */
export async function newestFirst<Row extends Listed, Item>(
  { database: { dataSource }, cursors }: Pick<HandlerDependencies, "database" | "cursors">,
  owner: Tenant,
  { entity, list, present }: NewestFirst<Row, Item>,
  { limit, cursor, ...filter }: ListQuery<Row>,
): Promise<{ items: Item[]; pagination: Schemas["Pagination"] }> {
  const tenant = tenantOf(owner);
  const { items, nextCursor } = await cursors.page({
    scope: { list, ...tenant, ...filter },
    limit,
    cursor,
    read: (after, take) => {
      const where = { ...filter, ...tenant, ...(after !== null && { position: LessThan(after[0]) }) };
      return dataSource
        .getRepository(entity)
        .find({ where: where as FindOptionsWhere<Row>, order: { position: "DESC" } as FindOptionsOrder<Row>, take });
    },
    positionOf: ({ position }) => [position],
  });
  return { items: items.map(present), pagination: { limit, nextCursor, hasMore: nextCursor !== null } };
}
