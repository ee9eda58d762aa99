/** The management API, put together: people's sessions, API keys and the audit log. */
import type { Contract } from "#generated/management/contract.ts";
import type { ApiDependencies, ApiModule, OpenedApi } from "#src/apis/api-module.ts";
import { generated } from "#src/apis/generated.ts";
import { bindApi } from "#src/contract/api.ts";
import { forgetSignIns } from "#src/identity/console-sessions.ts";
import { declareJob } from "#src/jobs/job.ts";
import { overloadedWhenPassing } from "#src/storage/passing.ts";
import { type Callers, callerAuthenticators } from "./callers.ts";
import { auditHandlers } from "./handlers/audit.ts";
import { handlerDependencies } from "./handlers/dependencies.ts";
import { installationHandlers } from "./handlers/installation.ts";
import { keyHandlers } from "./handlers/keys.ts";
import { quotaHandlers } from "./handlers/quotas.ts";
import { sessionHandlers } from "./handlers/sessions.ts";
import { signInHandlers } from "./handlers/sign-in.ts";

async function open(given: ApiDependencies): Promise<OpenedApi> {
  const dependencies = handlerDependencies(given);
  const api = bindApi<Contract, Callers>({
    ...generated("management"),
    authenticators: callerAuthenticators(dependencies.sessions, dependencies.proxies),
    asProblem: overloadedWhenPassing,
    handlers: {
      ...signInHandlers(dependencies),
      ...sessionHandlers(dependencies),
      ...keyHandlers(dependencies),
      ...auditHandlers(dependencies),
      ...quotaHandlers(dependencies),
      ...installationHandlers(dependencies),
    },
  });
  return { api, jobs: [forgetSignInsJob], close: async () => {} };
}

export const management = {
  name: "management",
  title: "Management",
  entities: [],
  migrations: [],
  open,
} as const satisfies ApiModule;

/** Forgets links and sessions that have been over for long, daily. */
export const forgetSignInsJob = declareJob<unknown>({
  name: "forget-sign-ins",
  cron: "41 3 * * *",
  maxAttempts: 3,
  run: async (_payload, { database }) => {
    await forgetSignIns(database);
  },
});
