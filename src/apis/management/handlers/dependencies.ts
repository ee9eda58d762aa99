import type { Cursors } from "#src/http/cursor.ts";
import type { TrustedProxies } from "#src/http/forwarded.ts";
import type { AccessTokens } from "#src/identity/access-tokens.ts";
import type { SessionVerifier } from "#src/identity/console-sessions.ts";
import type { OpenIdProvider } from "#src/identity/openid-provider.ts";
import type { ReadQuotas } from "#src/identity/quota-use.ts";
import type { Database } from "#src/storage/database.ts";
import type { ChargeSignIn } from "../sign-in-quota.ts";

/** Dependencies of the handlers of this API. */
export interface HandlerDependencies {
  readonly database: Database;
  readonly cursors: Cursors;
  readonly sessions: SessionVerifier;
  readonly accessTokens: AccessTokens;
  readonly provider: OpenIdProvider;
  readonly proxies: TrustedProxies;
  readonly quotas: ReadQuotas;
  readonly chargeSignIn: ChargeSignIn;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}
