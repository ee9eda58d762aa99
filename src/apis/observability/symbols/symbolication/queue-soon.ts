/** Queues the symbolication of tenants whose events come in: soon after, and once for all that came in meanwhile. */
import type { Pool } from "pg";
import type { Log } from "#src/storage/log.ts";
import type { Tenant } from "../../records.ts";
import { queueSymbolication } from "./jobs.ts";

const pauseMs = 250;

/** Returns what to call after a commit. What cannot be queued now is queued by the sweep. */
export function symbolicateSoon(pool: Pool, log: Log): (tenant: Tenant) => void {
  const waiting = new Set<string>();
  return (tenant) => {
    const key = `${tenant.projectId} ${tenant.environment}`;
    if (waiting.has(key)) return;
    waiting.add(key);
    setTimeout(() => {
      waiting.delete(key);
      queueSymbolication(pool, tenant).catch((error: unknown) => log.warn(error, "Symbolication was not queued"));
    }, pauseMs).unref();
  };
}
