/** The management API, put together: people's sessions, API keys and the audit log. */
import type { Contract } from "#generated/management/contract.ts";
import type { ApiDependencies, ApiModule, OpenedApi } from "#src/apis/api-module.ts";
import { generated } from "#src/apis/generated.ts";
import { bindApi } from "#src/contract/api.ts";
import { Cursors } from "#src/http/cursor.ts";
import { trustedProxies } from "#src/http/forwarded.ts";
import { AccessTokens } from "#src/identity/access-tokens.ts";
import { createSessionVerifier, forgetSignIns } from "#src/identity/console-sessions.ts";
import { OpenIdProvider } from "#src/identity/openid-provider.ts";
import { declareJob } from "#src/jobs/job.ts";
import { keysOf } from "#src/storage/master-key.ts";
import { overloadedWhenPassing } from "#src/storage/passing.ts";
import { type Callers, callerAuthenticators } from "./callers.ts";
import { auditHandlers } from "./handlers/audit.ts";
import { installationHandlers } from "./handlers/installation.ts";
import { keyHandlers } from "./handlers/keys.ts";
import { quotaHandlers } from "./handlers/quotas.ts";
import { sessionHandlers } from "./handlers/sessions.ts";
import { signInHandlers } from "./handlers/sign-in.ts";
import { signInQuota } from "./sign-in-quota.ts";

async function open({ database, masterKey, config, quotas, now = Date.now }: ApiDependencies): Promise<OpenedApi> {
  const sessions = createSessionVerifier(database, now);
  const proxies = trustedProxies(config.trustedProxies);
  const dependencies = {
    database,
    cursors: new Cursors(...keysOf(masterKey)),
    sessions,
    accessTokens: new AccessTokens(masterKey),
    provider: new OpenIdProvider(config, masterKey, now),
    proxies,
    quotas,
    chargeSignIn: signInQuota(database.pool, config.quotaSignIns),
    now,
  };
  const api = bindApi<Contract, Callers>({
    ...generated("management"),
    authenticators: callerAuthenticators(sessions, proxies),
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
