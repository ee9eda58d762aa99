/** Lists that begin with the newest record: by `position`, a UUIDv7, so that what arrives meanwhile shifts no page. */
import { type EntitySchema, type FindOptionsOrder, type FindOptionsWhere, LessThan } from "typeorm";
import type { Schemas } from "#generated/insurance/contract.ts";
import type { Cursors } from "#src/http/cursor.ts";
import type { Database } from "#src/storage/database.ts";
import { type Tenant, tenantOf } from "./tenant.ts";

interface Listed extends Tenant {
  position: string;
}

export interface NewestFirst<Row extends Listed> {
  readonly entity: EntitySchema<Row>;
  /** The list's name, which its cursors are bound to. */
  readonly list: string;
  /** Narrows the list; cursors are bound to it too. */
  readonly filter: Partial<Row>;
  readonly limit: number;
  readonly cursor: string | undefined;
}

export interface NewestPage<Row> {
  readonly rows: readonly Row[];
  readonly pagination: Schemas["Pagination"];
}

/** One page of a tenant's records. Throws Problem INVALID_CURSOR. By the entity's index on (business_id, environment, position). */
export async function newestFirst<Row extends Listed>(
  { dataSource }: Database,
  cursors: Cursors,
  owner: Tenant,
  { entity, list, filter, limit, cursor }: NewestFirst<Row>,
): Promise<NewestPage<Row>> {
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
  return { rows: items, pagination: { limit, nextCursor, hasMore: nextCursor !== null } };
}
