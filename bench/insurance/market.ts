/** A market: the sandbox insurers in a process of their own, the merchant API in another, and a merchant who sells. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { InsurerClient } from "#src/apis/insurance/insurers/client.ts";
import { registerInsurer } from "#src/apis/insurance/insurers/registry.ts";
import type { Tenant } from "#src/apis/insurance/tenant.ts";
import { createApiKey } from "#src/identity/api-keys.ts";
import { createBusiness } from "#src/identity/businesses.ts";
import { type SandboxAccess, startSandboxInsurers } from "#src/sandbox/insurers/server.ts";
import { type BenchDatabase, withDatabase } from "../observability/database.ts";
import { type BenchServer, benchMasterKey, startServer } from "../observability/server.ts";

export interface Market {
  readonly bench: BenchDatabase;
  /** `accord serve --api insurance`. */
  readonly server: BenchServer;
  readonly merchant: Tenant;
  /** What goes into the header x-api-key. */
  readonly key: string;
  /** An insurer that answers at once, past the server. */
  readonly insurer: InsurerClient;
}

export function withMarket(work: (market: Market) => Promise<void>): Promise<void> {
  return withDatabase(async (bench) => {
    const sandbox = await startSandbox();
    const insurer = new InsurerClient(sandbox.aegis);
    const server = await startServer(bench, ["--api", "insurance"]);
    try {
      const { database } = bench;
      await registerInsurer(database, benchMasterKey, sandbox.aegis, { allowLoopback: true });
      const business = await createBusiness(database, { name: "Bench", slug: `bench-${Date.now()}` });
      const { key } = await createApiKey(database, { business, project: null }, { environment: "test", scopes: [] });
      await work({ bench, server, merchant: { businessId: business.id, environment: "test" }, key, insurer });
    } finally {
      insurer.close();
      await server.stop();
      sandbox.stop();
    }
  });
}

async function startSandbox(): Promise<{ readonly aegis: SandboxAccess; stop(): void }> {
  const child = fork(fileURLToPath(import.meta.url));
  const [insurers] = (await once(child, "message")) as [SandboxAccess[]];
  const aegis = insurers.find(({ id }) => id === "aegis");
  if (aegis === undefined) throw new Error("The sandbox has no aegis");
  return { aegis, stop: () => child.kill() };
}

if (import.meta.main) {
  const { insurers } = await startSandboxInsurers({ port: 0, journal: null });
  process.send?.(insurers);
}
