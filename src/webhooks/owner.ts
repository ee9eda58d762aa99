import type { Environment } from "#src/identity/environment.ts";
import { column } from "#src/storage/entity.ts";

/** The owner of endpoints and events: a business, or any owner with an id of an API. Test and live are apart. */
export interface Owner {
  /** A UUID. */
  readonly ownerId: string;
  readonly environment: Environment;
}

/** The columns of an owner, which the primary keys of all webhook tables begin with. */
export const ownerKeys = ["ownerId", "environment"] as const;
export const ownerColumns = { ownerId: column.uuid.key, environment: column.textOf<Environment>().key };
