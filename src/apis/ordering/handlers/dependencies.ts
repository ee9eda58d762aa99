import type { Cursors } from "#src/http/cursor.ts";
import type { TrustedProxies } from "#src/http/forwarded.ts";
import type { Database } from "#src/storage/database.ts";
import type { Following } from "../deliveries/following.ts";
import type { FormTokens } from "../payments/form-token.ts";

/** Dependencies of the handlers of this API. */
export interface HandlerDependencies {
  readonly database: Database;
  readonly cursors: Cursors;
  readonly proxies: TrustedProxies;
  /** Of the payment page. */
  readonly tokens: FormTokens;
  readonly following: Following;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}
