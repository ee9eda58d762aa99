import type { Cursors } from "#src/http/cursor.ts";
import type { Database } from "#src/storage/database.ts";
import type { ObjectStore } from "#src/storage/objects/object-store.ts";
import type { AccessTokens } from "../credentials/access-tokens.ts";
import type { AttemptLimiter } from "../credentials/attempt-limiter.ts";
import type { LoginLimits } from "../credentials/login-limits.ts";
import type { Sessions } from "../credentials/sessions.ts";
import type { RemoveFile, RemoveFiles } from "../files/removal.ts";
import type { SendReset } from "../mail/reset-mail.ts";

/** Dependencies of the handlers of this API. */
export interface HandlerDependencies {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly cursors: Cursors;
  readonly sessions: Sessions;
  readonly tokens: AccessTokens;
  readonly logins: LoginLimits;
  /** By network address. */
  readonly registrations: AttemptLimiter;
  readonly resets: {
    /** By network address, like `tried`. */
    readonly asked: AttemptLimiter;
    readonly tried: AttemptLimiter;
    /** By e-mail address, whether an account has it or not. */
    readonly ofAccount: AttemptLimiter;
  };
  readonly sendReset: SendReset;
  readonly removeFile: RemoveFile;
  readonly removeFiles: RemoveFiles;
  /** Of an account, in bytes. */
  readonly storageQuota: number;
  /** Of the document. */
  readonly apiVersion: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}
