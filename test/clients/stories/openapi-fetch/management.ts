/** Signed in by a link: tenants, jobs and nodes are listed, a key is made and revoked. */
import { createManagementClient } from "./management.js";

const { BASE_URL: baseUrl = "", SIGN_IN_CODE: code = "" } = process.env;
const session = await createManagementClient({ baseUrl }).POST("/v1/sessions", { body: { code } });
if (session.error) throw new Error(session.error.detail);
const [cookie = ""] = session.response.headers.get("set-cookie")?.split(";") ?? [];
const management = createManagementClient({ baseUrl, headers: { cookie } });

const tenants = await management.GET("/v1/tenants", { params: { query: { limit: 10 } } });
if (tenants.error) throw new Error(tenants.error.detail);
const jobs = await management.GET("/v1/jobs");
if (jobs.error) throw new Error(jobs.error.detail);
const nodes = await management.GET("/v1/nodes");
if (nodes.error) throw new Error(nodes.error.detail);

const path = { businessId: session.data.businesses[0]?.id ?? "" };
const header = { "X-CSRF-Token": session.data.csrfToken };
const query = { environment: "test" } as const;
const quotas = await management.GET("/v1/businesses/{businessId}/quotas", { params: { path, query } });
if (quotas.error) throw new Error(quotas.error.detail);
const key = await management.POST("/v1/businesses/{businessId}/keys", {
  params: { path, header },
  body: { environment: "test", label: "A story of openapi-fetch" },
});
if (key.error) throw new Error(key.error.detail);
const keys = await management.GET("/v1/businesses/{businessId}/keys", { params: { path } });
if (keys.error) throw new Error(keys.error.detail);
const revoked = await management.POST("/v1/businesses/{businessId}/keys/{keyId}/revoke", {
  params: { path: { ...path, keyId: key.data.id }, header },
});
if (revoked.data?.state !== "revoked") throw new Error("the key is not revoked");
const log = await management.GET("/v1/businesses/{businessId}/audit-events", { params: { path, query: { limit: 1 } } });
if (log.error) throw new Error(log.error.detail);
await management.DELETE("/v1/session", { params: { header } });
console.log(tenants.data.items.length, jobs.data.items.length, nodes.data.processes.length, quotas.data.items.length);
console.log(keys.data.items.length, log.data.items[0]?.action);
