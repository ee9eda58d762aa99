/** A project, and what its apps and its people do. */
import { randomUUID } from "node:crypto";
import type { Schemas } from "#generated/observability/contract.ts";
import type { Tenant } from "#src/apis/observability/records.ts";
import type { Headers, ObservabilityServer } from "#test/apis/observability/operations/server.ts";
import { aProject } from "#test/builders/identity.ts";
import { until } from "#test/support/until.ts";

export type StoredEvent = Schemas["StoredEvent"];

export interface App extends Tenant {
  /** With every scope. */
  readonly headers: Headers;
  /** Sends a crash; returns its id. */
  crash(event: object): Promise<string>;
  read(eventId: string): Promise<StoredEvent>;
  /** Waits until the event has this status. */
  becomes(eventId: string, status: Schemas["SymbolicationStatus"]): Promise<Schemas["Symbolication"]>;
}

/** Of a project of its own. Its crashes are of the release `shop@1.0`. */
export async function anApp(server: ObservabilityServer, environment: "test" | "live" = "test"): Promise<App> {
  const owner = await aProject(server.database);
  const { sign } = await server.app(owner.project, environment);
  const headers = await server.caller({ owner, environment });
  const read = async (eventId: string) => {
    const { body, status } = await server.get<StoredEvent>(`/api/v1/monitor/events/${eventId}`, headers);
    if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
    return body;
  };
  return {
    projectId: owner.project.id,
    environment,
    headers,
    read,
    async crash(event) {
      const eventId = randomUUID();
      const sent = { eventId, time: Date.now(), level: 60, release: "shop@1.0", ...event };
      const { body, status } = await server.post("/api/v1/monitor/ingest/mobile", sent, sign());
      if (status !== 202) throw new Error(`${status}: ${JSON.stringify(body)}`);
      return eventId;
    },
    async becomes(eventId, status) {
      let found: Schemas["Symbolication"] | undefined;
      await until(async () => {
        found = (await read(eventId)).symbolication;
        return found?.status === status;
      });
      return found as Schemas["Symbolication"];
    },
  };
}

/** The exception of a mobile event. */
export const thrown = ({ frames, ...exception }: { readonly frames: readonly unknown[] }) => ({
  exception: { ...exception, stacktrace: frames },
});
