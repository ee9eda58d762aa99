/** Signed in by a link: tenants, jobs and nodes are listed, a key is made, used for nothing, and revoked. */
import {
  APIKeysApi,
  AuditLogApi,
  Configuration,
  Environment,
  InstallationApi,
  QuotasApi,
  SessionsApi,
} from "./client/index.js";

const { BASE_URL: basePath = "", SIGN_IN_CODE: code = "" } = process.env;
const signedIn = await new SessionsApi(new Configuration({ basePath })).createSessionRaw({ signIn: { code } });
const [cookie = ""] = signedIn.raw.headers.get("set-cookie")?.split(";") ?? [];
const client = new Configuration({ basePath, headers: { cookie } });
const { csrfToken: xCSRFToken, businesses } = await new SessionsApi(client).getSession();

const installation = new InstallationApi(client);
const tenants = await installation.listTenants({ limit: 10 });
const jobs = await installation.listJobs({});
const nodes = await installation.listNodes();

const businessId = businesses[0]?.id ?? "";
const projectId = businesses[0]?.projects[0]?.id;
const quotas = await new QuotasApi(client).listQuotas({ businessId, environment: Environment.Test, projectId });
const keys = new APIKeysApi(client);
const apiKeyInput = { environment: Environment.Test, label: "A story in TypeScript" };
const { id: keyId } = await keys.createApiKey({ businessId, xCSRFToken, apiKeyInput });
const known = await keys.listApiKeys({ businessId });
const revoked = await keys.revokeApiKey({ businessId, keyId, xCSRFToken });
if (revoked.state !== "revoked") throw new Error("the key is not revoked");
const log = await new AuditLogApi(client).listAuditEvents({ businessId, limit: 1 });
await new SessionsApi(client).endSession({ xCSRFToken });
console.log(tenants.items.length, jobs.items.length, nodes.processes.length, quotas.items.length, known.items.length);
console.log(log.items[0]?.action);
