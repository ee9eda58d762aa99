/** The demo of a first start: one business that may sell nearly everything, and another one beside it. */

import { Problem } from "#src/http/problem.ts";
import { createApiKey } from "#src/identity/api-keys.ts";
import { businessBySlug, createBusiness } from "#src/identity/businesses.ts";
import type { Business } from "#src/identity/entities.ts";
import type { Database } from "#src/storage/database.ts";
import type { MasterKey } from "#src/storage/master-key.ts";
import { seedCatalog } from "./catalog/demo.ts";

/**
 * Makes the businesses where they are missing, and new keys in any case: secrets of earlier ones cannot be read back.
 * Neither is activated for production, so that the live key shows how it is refused. The insurers must be reachable.
 */
export async function seedInsurance(database: Database, masterKey: MasterKey): Promise<Record<string, unknown>> {
  const first = await demoBusiness(database, "Demo Insurance Shop", "demo-insurance");
  const second = await demoBusiness(database, "Demo Insurance Rival", "demo-insurance-rival");
  await seedCatalog(database, masterKey, { first: first.id, second: second.id });
  const key = async (business: Business, environment: "test" | "live", label: string) => {
    const created = await createApiKey(database, { business, project: null }, { environment, scopes: [], label });
    return created.key;
  };
  return {
    apiKey: await key(first, "test", "demo"),
    liveApiKey: await key(first, "live", "demo, live"),
    otherApiKey: await key(second, "test", "demo, another business"),
  };
}

async function demoBusiness(database: Database, name: string, slug: string): Promise<Business> {
  const profile = { country: "NG", contactEmail: `${slug}@example.org` };
  try {
    return await businessBySlug(database, slug);
  } catch (error) {
    if (error instanceof Problem && error.code === "NOT_FOUND")
      return await createBusiness(database, { name, slug, profile });
    throw error;
  }
}
