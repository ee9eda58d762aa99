/** The placeholder API, put together: its document, its handlers and what they stand on. */
import type { Contract } from "#generated/placeholder/contract.ts";
import type { ApiDependencies, ApiModule, OpenedApi } from "#src/apis/api-module.ts";
import { generated } from "#src/apis/generated.ts";
import { bindApi, type ProblemPresenter } from "#src/contract/api.ts";
import { Cursors } from "#src/http/cursor.ts";
import { keysOf } from "#src/storage/master-key.ts";
import { overloadedWhenPassing } from "#src/storage/passing.ts";
import { type Callers, callerAuthenticators } from "./callers.ts";
import { placeholderCommand } from "./commands.ts";
import { createAccessTokens } from "./credentials/access-tokens.ts";
import { AttemptLimiter } from "./credentials/attempt-limiter.ts";
import { LoginLimits } from "./credentials/login-limits.ts";
import { Sessions } from "./credentials/sessions.ts";
import { seedPlaceholder } from "./demo.ts";
import { removalOfFile, removalOfFiles } from "./files/removal.ts";
import { authHandlers } from "./handlers/auth.ts";
import { fileHandlers } from "./handlers/files.ts";
import { notificationHandlers } from "./handlers/notifications.ts";
import { orderHandlers } from "./handlers/orders.ts";
import { productHandlers } from "./handlers/products.ts";
import { reportHandlers } from "./handlers/reports.ts";
import { settingsHandlers } from "./handlers/settings.ts";
import { systemHandlers } from "./handlers/system.ts";
import { uploadHandlers } from "./handlers/upload.ts";
import { userHandlers } from "./handlers/users.ts";
import { purgeOfSessions } from "./jobs.ts";
import { mailService } from "./mail/mail-service.ts";
import { sendingOfResets } from "./mail/reset-mail.ts";
import { presentFailure } from "./presenters/envelope.ts";
import { placeholderEntities, placeholderMigrations } from "./schema.ts";

/** How errors are written. */
const presenters: Readonly<Record<string, ProblemPresenter>> = { envelope: presentFailure };

async function open({ database, objects, masterKey, config, now = Date.now }: ApiDependencies): Promise<OpenedApi> {
  const contract = generated("placeholder");
  const tokens = createAccessTokens(masterKey, now);
  const limiter = (kind: string, most: number) => new AttemptLimiter(database.pool, { kind, most, minutes: 60 });
  const dependencies = {
    database,
    objects,
    cursors: new Cursors(...keysOf(masterKey)),
    sessions: new Sessions(database, masterKey, now),
    tokens,
    logins: new LoginLimits(database, config.quotaFailedLogins, now),
    registrations: limiter("registration", config.quotaRegistrations),
    resets: {
      asked: limiter("reset-asked", config.quotaPasswordResets),
      tried: limiter("reset-tried", config.quotaPasswordResets),
      ofAccount: limiter("reset-of-account", 5),
    },
    sendReset: sendingOfResets(masterKey, now),
    removeFile: removalOfFile(objects),
    removeFiles: removalOfFiles(objects),
    storageQuota: config.quotaAccountBytes,
    apiVersion: contract.document.info.version,
    now,
  };
  const api = bindApi<Contract, Callers>({
    ...contract,
    authenticators: callerAuthenticators(database, tokens, now),
    presenters,
    asProblem: overloadedWhenPassing,
    handlers: {
      ...authHandlers(dependencies),
      ...userHandlers(dependencies),
      ...productHandlers(dependencies),
      ...orderHandlers(dependencies),
      ...uploadHandlers(dependencies),
      ...fileHandlers(dependencies),
      ...reportHandlers(dependencies),
      ...notificationHandlers(dependencies),
      ...settingsHandlers(dependencies),
      ...systemHandlers(dependencies),
    },
  });
  const { sendReset, removeFiles, removeFile } = dependencies;
  return { api, jobs: [sendReset, removeFiles, removeFile, purgeOfSessions], close: async () => {} };
}

export const placeholder = {
  name: "placeholder",
  title: "Placeholder",
  entities: placeholderEntities,
  migrations: placeholderMigrations,
  sealed: [mailService.sealed],
  presenters,
  open,
  seed: ({ database }) => seedPlaceholder(database),
  commands: (open) => [placeholderCommand(open)],
} as const satisfies ApiModule;
