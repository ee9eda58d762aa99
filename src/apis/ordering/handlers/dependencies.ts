import type { ApiDependencies } from "#src/apis/api-module.ts";
import { Cursors } from "#src/http/cursor.ts";
import { trustedProxies } from "#src/http/forwarded.ts";
import { keysOf } from "#src/storage/master-key.ts";
import { Following } from "../deliveries/following.ts";
import { FormTokens } from "../payments/form-token.ts";

/** The dependencies of this API's handlers. */
export type HandlerDependencies = ReturnType<typeof handlerDependencies>;

export function handlerDependencies({ database, masterKey, config, log, now = Date.now }: ApiDependencies) {
  return {
    database,
    cursors: new Cursors(...keysOf(masterKey)),
    proxies: trustedProxies(config.trustedProxies),
    /** Of the payment page. */
    tokens: new FormTokens(masterKey),
    following: new Following({ pool: database.pool, log }),
    /** Milliseconds since the epoch. */
    now,
  };
}
