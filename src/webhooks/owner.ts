import type { Environment } from "#src/identity/environment.ts";
import { key, textOf, uuid } from "#src/storage/entity.ts";

/** The owner of endpoints and events: a business, or any owner with an id of an API. Test and live are apart. */
export interface Owner {
  /** A UUID. */
  readonly ownerId: string;
  readonly environment: Environment;
}

/** The columns of an owner, which the primary keys of all webhook tables begin with. */
export const ownerColumns = { ownerId: key(uuid), environment: key(textOf<Environment>()) };
