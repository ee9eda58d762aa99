import type { ApiDependencies } from "#src/apis/api-module.ts";
import { Cursors } from "#src/http/cursor.ts";
import { trustedProxies } from "#src/http/forwarded.ts";
import { AccessTokens } from "#src/identity/access-tokens.ts";
import { createSessionVerifier } from "#src/identity/console-sessions.ts";
import { OpenIdProvider } from "#src/identity/openid-provider.ts";
import { keysOf } from "#src/storage/master-key.ts";
import { signInQuota } from "../sign-in-quota.ts";

/** The dependencies of this API's handlers. */
export type HandlerDependencies = ReturnType<typeof handlerDependencies>;

export function handlerDependencies({ database, masterKey, config, quotas, now = Date.now }: ApiDependencies) {
  return {
    database,
    cursors: new Cursors(...keysOf(masterKey)),
    sessions: createSessionVerifier(database, now),
    accessTokens: new AccessTokens(masterKey),
    provider: new OpenIdProvider(config, masterKey, now),
    proxies: trustedProxies(config.trustedProxies),
    quotas,
    chargeSignIn: signInQuota(database.pool, config.quotaSignIns),
    /** Milliseconds since the epoch. */
    now,
  };
}
