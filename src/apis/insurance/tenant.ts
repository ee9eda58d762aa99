import type { Environment } from "#src/identity/environment.ts";
import { column } from "#src/storage/entity.ts";
import type { Owner } from "#src/webhooks/owner.ts";

/** The owner of data: a business, and the environment of the key. */
export interface Tenant {
  /** A UUID. */
  readonly businessId: string;
  readonly environment: Environment;
}

/** The columns of a tenant, which the primary key of every table of tenants begins with. */
export const tenantColumns = { businessId: column.uuid.key, environment: column.textOf<Environment>().key };

/** The tenant alone, as a query wants it: a caller, an intent and a record have more members. */
export function tenantOf({ businessId, environment }: Tenant): Tenant {
  return { businessId, environment };
}

/** The owner of a tenant's webhooks. */
export function ownerOf({ businessId, environment }: Tenant): Owner {
  return { ownerId: businessId, environment };
}
