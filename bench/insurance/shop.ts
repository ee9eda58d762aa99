/** A merchant, the insurance API as it runs in production, and the sandbox insurers, each in a process of its own. */
import { join } from "node:path";
import { allowProduct } from "#src/apis/insurance/catalog/permissions.ts";
import { syncCatalog } from "#src/apis/insurance/catalog/sync.ts";
import type { InsurerAccess } from "#src/apis/insurance/insurers/client.ts";
import { Insurers, registerInsurer } from "#src/apis/insurance/insurers/registry.ts";
import type { Tenant } from "#src/apis/insurance/tenant.ts";
import { createApiKey } from "#src/identity/api-keys.ts";
import { createBusiness } from "#src/identity/businesses.ts";
import type { Database } from "#src/storage/database.ts";
import { type BenchDatabase, withDatabase } from "../observability/database.ts";
import { benchMasterKey, startServer } from "../observability/server.ts";
import { startChild } from "../process.ts";

export interface Shop {
  readonly bench: BenchDatabase;
  /** With the path before each operation's own. */
  readonly api: string;
  readonly tenant: Tenant;
  readonly headers: Readonly<Record<string, string>>;
  /** The process id of the server. */
  readonly pid: number;
}

export function withShop(work: (shop: Shop) => Promise<void>): Promise<void> {
  return withDatabase(async (bench) => {
    const sandbox = await startChild(join(import.meta.dirname, "sandbox.ts"), []);
    try {
      const tenant = await openShop(bench.owner, JSON.parse(sandbox.firstLine) as InsurerAccess[]);
      const server = await startServer(bench, ["serve", "--api", "insurance"]);
      try {
        const headers = { "x-api-key": tenant.key, "content-type": "application/json" };
        await work({ bench, api: `${server.baseUrl}/api/v1`, tenant, headers, pid: server.pid });
      } finally {
        await server.stop();
      }
    } finally {
      await sandbox.stop();
    }
  });
}

async function openShop(database: Database, insurers: readonly InsurerAccess[]): Promise<Tenant & { key: string }> {
  for (const insurer of insurers) await registerInsurer(database, benchMasterKey, insurer, { allowLoopback: true });
  const clients = new Insurers(database, benchMasterKey);
  await syncCatalog({ database, insurers: clients }, { signal: AbortSignal.timeout(30_000) });
  clients.close();
  const business = await createBusiness(database, { name: "Bench", slug: "bench" });
  const { key } = await createApiKey(database, { business, project: null }, { environment: "test", scopes: [] });
  const tenant = { businessId: business.id, environment: "test" } as const;
  const { rows } = await database.pool.query<{ provider_id: string; product_id: string }>(
    "SELECT provider_id, product_id FROM insurer_products",
  );
  for (const { provider_id: providerId, product_id: productId } of rows)
    await allowProduct(database, tenant, { providerId, productId, rateBasisPoints: 1_000 });
  return { ...tenant, key };
}
