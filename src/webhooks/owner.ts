import type { Environment } from "#src/identity/environment.ts";

/** The owner of endpoints and events: a business, or any owner with an id of an API. Test and live are apart. */
export interface Owner {
  /** A UUID. */
  readonly ownerId: string;
  readonly environment: Environment;
}
