/** The demo tenant of a first start: one business, one project, and a key for everything the tour does. */
import { Problem } from "#src/http/problem.ts";
import { createApiKey } from "#src/identity/api-keys.ts";
import { businessBySlug, createBusiness } from "#src/identity/businesses.ts";
import type { Environment } from "#src/identity/environment.ts";
import { createMobileSecret } from "#src/identity/mobile-secrets.ts";
import { createProject, projectByPath } from "#src/identity/projects.ts";
import { type Scope, scopes } from "#src/identity/scopes.ts";
import type { Database } from "#src/storage/database.ts";
import type { MasterKey } from "#src/storage/master-key.ts";

/** The origin that the demo project's browser sessions are good for. */
const allowedOrigin = "http://localhost:3000";

/** Makes the tenant where it is missing, and new keys in any case: secrets of earlier ones cannot be read back. */
export async function seedObservability(database: Database, masterKey: MasterKey): Promise<Record<string, unknown>> {
  const business = await unlessKnown(
    () => businessBySlug(database, "demo-observability"),
    () => createBusiness(database, { name: "Demo Observability", slug: "demo-observability" }),
  );
  const project = await unlessKnown(
    () => projectByPath(database, "demo-observability/shop"),
    () => createProject(database, business, { name: "Shop", slug: "shop", allowedOrigins: [allowedOrigin] }),
  );
  const key = async (environment: Environment, granted: readonly Scope[], label: string) => {
    const created = await createApiKey(database, { business, project }, { environment, scopes: [...granted], label });
    return created.key;
  };
  const mobileSecret = async (environment: Environment) => {
    const created = await createMobileSecret(database, masterKey, project, { environment, overlapMs: 0 });
    return created.secret;
  };
  return {
    projectId: project.id,
    apiKey: await key("test", scopes, "demo"),
    liveApiKey: await key("live", scopes, "demo, live"),
    ingestOnlyKey: await key("test", ["ingest:write"], "demo, ingest only"),
    mobileSecret: await mobileSecret("test"),
    liveMobileSecret: await mobileSecret("live"),
    allowedOrigin,
  };
}

async function unlessKnown<T>(find: () => Promise<T>, make: () => Promise<T>): Promise<T> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof Problem && error.code === "NOT_FOUND") return await make();
    throw error;
  }
}
