import type { ApiDependencies } from "#src/apis/api-module.ts";
import { generated } from "#src/apis/generated.ts";
import { Cursors } from "#src/http/cursor.ts";
import { keysOf } from "#src/storage/master-key.ts";
import { createAccessTokens } from "../credentials/access-tokens.ts";
import { AttemptLimiter } from "../credentials/attempt-limiter.ts";
import { LoginLimits } from "../credentials/login-limits.ts";
import { Sessions } from "../credentials/sessions.ts";
import { removalOfFile, removalOfFiles } from "../files/removal.ts";
import { sendingOfResets } from "../mail/reset-mail.ts";

/** The dependencies of this API's handlers. */
export type HandlerDependencies = ReturnType<typeof handlerDependencies>;

export function handlerDependencies({ database, objects, masterKey, config, now = Date.now }: ApiDependencies) {
  const limiter = (kind: string, most: number) => new AttemptLimiter(database.pool, { kind, most, minutes: 60 });
  return {
    database,
    objects,
    cursors: new Cursors(...keysOf(masterKey)),
    sessions: new Sessions(database, masterKey, now),
    tokens: createAccessTokens(masterKey, now),
    logins: new LoginLimits(database, config.quotaFailedLogins, now),
    /** By network address. */
    registrations: limiter("registration", config.quotaRegistrations),
    resets: {
      /** By network address, like `tried`. */
      asked: limiter("reset-asked", config.quotaPasswordResets),
      tried: limiter("reset-tried", config.quotaPasswordResets),
      /** By e-mail address, whether an account has it or not. */
      ofAccount: limiter("reset-of-account", 5),
    },
    sendReset: sendingOfResets(masterKey, now),
    removeFile: removalOfFile(objects),
    removeFiles: removalOfFiles(objects),
    /** Of an account, in bytes. */
    storageQuota: config.quotaAccountBytes,
    /** Of the document. */
    apiVersion: generated("placeholder").document.info.version,
    /** Milliseconds since the epoch. */
    now,
  };
}
