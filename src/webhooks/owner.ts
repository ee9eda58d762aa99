import type { Environment } from "#src/identity/environment.ts";

/** Whose endpoints and events these are: a business, or whatever an API gives an id; test and live never meet. */
export interface Owner {
  /** A UUID. */
  readonly ownerId: string;
  readonly environment: Environment;
}
