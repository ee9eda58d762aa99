/** Lists that begin with the newest record: by `position`, a UUIDv7, so that what arrives meanwhile shifts no page. */
import { type EntitySchema, type FindOptionsWhere, LessThan } from "typeorm";
import type { Schemas } from "#generated/insurance/contract.ts";
import type { Cursors } from "#src/http/cursor.ts";
import type { Database } from "#src/storage/database.ts";
import type { Tenant } from "./tenant.ts";

interface Listed extends Tenant {
  position: string;
}

export interface NewestFirst<Row extends Listed> {
  readonly entity: EntitySchema<Row>;
  /** The list's name, which its cursors are bound to. */
  readonly list: string;
  /** Narrows the list; cursors are bound to it too. Members that are undefined do not. */
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
  { businessId, environment }: Tenant,
  { entity, list, filter, limit, cursor }: NewestFirst<Row>,
): Promise<NewestPage<Row>> {
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
  const scope = { list, businessId, environment, ...given };
  const [before] = cursor === undefined ? [] : cursors.open(scope, cursor);
  const where = {
    ...given,
    businessId,
    environment,
    ...(before !== undefined && { position: LessThan(before) }),
  } as FindOptionsWhere<Row>;
  const found = await dataSource
    .getRepository(entity)
    .find({ where, order: { position: "DESC" } as never, take: limit + 1 });
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const hasMore = found.length > limit && last !== undefined;
  return { rows, pagination: { limit, nextCursor: hasMore ? cursors.seal(scope, [last.position]) : null, hasMore } };
}
