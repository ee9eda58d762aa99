/** Queues work for tenants whose telemetry comes in: soon after, and once for all that came in meanwhile. */
import type { Log } from "#src/storage/log.ts";
import { type Tenant, tenantName } from "../records.ts";

/** Returns what to call after a commit. What cannot be queued now is queued by the sweep of that work. */
export function queuedSoon(
  pauseMs: number,
  queue: (tenant: Tenant) => Promise<void>,
  log: Log,
): (tenant: Tenant) => void {
  const waiting = new Set<string>();
  return (tenant) => {
    const key = tenantName(tenant);
    if (waiting.has(key)) return;
    waiting.add(key);
    setTimeout(() => {
      waiting.delete(key);
      queue(tenant).catch((error: unknown) => log.warn(error, "Work on new telemetry was not queued"));
    }, pauseMs).unref();
  };
}
