import type { Environment } from "#src/identity/environment.ts";

/** Whose data: a business, and which of its two worlds the key opens. */
export interface Tenant {
  /** A UUID. */
  readonly businessId: string;
  readonly environment: Environment;
}
