/** Signed in by a link: tenants, jobs and nodes are listed, a key is made and revoked. */
import { client } from "./client/client.gen.js";
import {
  createApiKey,
  createSession,
  endSession,
  listApiKeys,
  listAuditEvents,
  listJobs,
  listNodes,
  listQuotas,
  listTenants,
  revokeApiKey,
} from "./client/index.js";

const { BASE_URL: baseUrl = "", SIGN_IN_CODE: code = "" } = process.env;
client.setConfig({ baseUrl });
const { data: session, response } = await createSession({ body: { code }, throwOnError: true });
const [cookie = ""] = response.headers.get("set-cookie")?.split(";") ?? [];
client.setConfig({ headers: { cookie } });

const { data: tenants } = await listTenants({ query: { limit: 10 }, throwOnError: true });
const { data: jobs } = await listJobs({ throwOnError: true });
const { data: nodes } = await listNodes({ throwOnError: true });

const [business] = session.businesses;
const path = { businessId: business?.id ?? "" };
const headers = { "X-CSRF-Token": session.csrfToken };
const { data: quotas } = await listQuotas({ path, query: { environment: "test" }, throwOnError: true });
const body = { environment: "test", label: "A story of Hey API" } as const;
const { data: key } = await createApiKey({ path, headers, body, throwOnError: true });
const { data: keys } = await listApiKeys({ path, throwOnError: true });
const { data: revoked } = await revokeApiKey({ path: { ...path, keyId: key.id }, headers, throwOnError: true });
if (revoked.state !== "revoked") throw new Error("the key is not revoked");
const { data: log } = await listAuditEvents({ path, query: { limit: 1 }, throwOnError: true });
await endSession({ headers, throwOnError: true });
console.log(tenants.items.length, jobs.items.length, nodes.processes.length, quotas.items.length, keys.items.length);
console.log(log.items[0]?.action);
