/** The placeholder API, put together: its document, its handlers and what they stand on. */
import type { Contract } from "#generated/placeholder/contract.ts";
import type { ApiDependencies, ApiModule, OpenedApi } from "#src/apis/api-module.ts";
import { generated } from "#src/apis/generated.ts";
import { bindApi, type ProblemPresenter } from "#src/contract/api.ts";
import { entitiesIn } from "#src/storage/entity.ts";
import { overloadedWhenPassing } from "#src/storage/passing.ts";
import { type Callers, callerAuthenticators } from "./callers.ts";
import { placeholderCommand } from "./commands.ts";
import { seedPlaceholder } from "./demo.ts";
import * as tables from "./entities.ts";
import { authHandlers } from "./handlers/auth.ts";
import { handlerDependencies } from "./handlers/dependencies.ts";
import { notificationHandlers } from "./handlers/notifications.ts";
import { orderHandlers } from "./handlers/orders.ts";
import { productHandlers } from "./handlers/products.ts";
import { reportHandlers } from "./handlers/reports.ts";
import { settingsHandlers } from "./handlers/settings.ts";
import { systemHandlers } from "./handlers/system.ts";
import { fileHandlers, uploadHandlers } from "./handlers/upload.ts";
import { userHandlers } from "./handlers/users.ts";
import { purgeOfSessions } from "./jobs.ts";
import { mailService } from "./mail/reset-mail.ts";
import { CreatePlaceholder1795000130000 } from "./migrations/1795000130000-create-placeholder.ts";
import { presentFailure } from "./presenters/envelope.ts";

/** How errors are written. */
const presenters: Readonly<Record<string, ProblemPresenter>> = { envelope: presentFailure };

async function open(given: ApiDependencies): Promise<OpenedApi> {
  const dependencies = handlerDependencies(given);
  const api = bindApi<Contract, Callers>({
    ...generated("placeholder"),
    authenticators: callerAuthenticators(dependencies),
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
  entities: [...entitiesIn(tables), mailService.entity],
  migrations: [CreatePlaceholder1795000130000],
  sealed: [mailService.sealed],
  presenters,
  open,
  seed: ({ database }) => seedPlaceholder(database),
  commands: (open) => [placeholderCommand(open)],
} as const satisfies ApiModule;
