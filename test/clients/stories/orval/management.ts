/** Signed in by a link: tenants, jobs and nodes are listed, a key is made and revoked. */
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

const { SIGN_IN_CODE: code = "" } = process.env;
const session = await createSession({ code });
if (session.status !== 201) throw new Error(session.data.detail);
const [cookie = ""] = session.headers.get("set-cookie")?.split(";") ?? [];
const read = { headers: { cookie } };
const write = { headers: { cookie, "X-CSRF-Token": session.data.csrfToken } };

const tenants = await listTenants({ limit: 10 }, read);
if (tenants.status !== 200) throw new Error(tenants.data.detail);
const jobs = await listJobs({}, read);
if (jobs.status !== 200) throw new Error(jobs.data.detail);
const nodes = await listNodes(read);
if (nodes.status !== 200) throw new Error(nodes.data.detail);

const businessId = session.data.businesses[0]?.id ?? "";
const quotas = await listQuotas(businessId, { environment: "test" }, read);
if (quotas.status !== 200) throw new Error(quotas.data.detail);
const key = await createApiKey(businessId, { environment: "test", label: "A story of Orval" }, write);
if (key.status !== 201) throw new Error(key.data.detail);
const keys = await listApiKeys(businessId, {}, read);
if (keys.status !== 200) throw new Error(keys.data.detail);
const revoked = await revokeApiKey(businessId, key.data.id, write);
if (revoked.status !== 200 || revoked.data.state !== "revoked") throw new Error("the key is not revoked");
const log = await listAuditEvents(businessId, { limit: 1 }, read);
if (log.status !== 200) throw new Error(log.data.detail);
await endSession(write);
console.log(tenants.data.items.length, jobs.data.items.length, nodes.data.processes.length, quotas.data.items.length);
console.log(keys.data.items.length, log.data.items[0]?.action);
