/** Event ingest from servers and browsers: batches, of which the usable events are kept. */
import type { Schemas } from "#generated/observability/contract.ts";
import type { Batch, CallBase, SkippedRecord } from "#src/contract/types.ts";
import type { FieldError } from "#src/http/problem.ts";
import { rateLimitHeaders } from "#src/http/rate-limit.ts";
import { type HandlersOf, tenantOf } from "../callers.ts";
import { eventRecord } from "../event-record.ts";
import { maxAheadMs } from "../moments.ts";
import type { Tenant } from "../records.ts";
import type { TelemetryWriter } from "../store/telemetry-writer.ts";

export interface EventHandlerDependencies {
  readonly telemetry: TelemetryWriter;
  /** Server and browser events of a tenant in a minute. */
  readonly eventsPerMinute: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

const maxReasonLength = 2_000;
const none: readonly FieldError[] = [];

export function eventHandlers({
  telemetry,
  eventsPerMinute,
  now,
}: EventHandlerDependencies): HandlersOf<"Event ingest"> {
  async function ingest(
    body: Batch<Schemas["Event"]>,
    source: "server" | "browser",
    tenant: Tenant,
    call: CallBase,
  ): Promise<{ status: 202; body: Schemas["IngestResult"] }> {
    const at = now();
    const { kept, skipped, skippedCount } = await body.read({
      check: ({ time }, pointer) => timeFindings(time, at, pointer),
      keep: (event) => eventRecord(event, source),
    });
    const amount = Math.max(kept.length, skippedCount);
    const quota = { name: "events", amount, limitPerMinute: eventsPerMinute };
    const outcome = await telemetry.append(tenant, { kind: "events", rows: kept }, { quota });
    Object.assign(call.answerHeaders, rateLimitHeaders(outcome.quota));
    return {
      status: 202,
      body: {
        ingested: outcome.stored,
        skipped: skippedCount,
        deduped: outcome.deduped,
        ...(skippedCount > 0 && { skippedEvents: skipped.map(presentSkipped) }),
      },
    };
  }

  return {
    ingestEvents: ({ body }, call) => ingest(body, "server", tenantOf(call.identity), call),
    ingestBrowserEvents: ({ body }, call) => {
      const { project, environment } = call.identity;
      return ingest(body, "browser", { projectId: project.id, environment }, call);
    },
  };
}

/** A clock that runs more than a day ahead would put its events before all others for as long. `at` points to the event. */
export function timeFindings(time: number, now: number, at: string): readonly FieldError[] {
  if (time <= now + maxAheadMs) return none;
  return [{ path: `${at}/time`, code: "tooFarAhead", message: "is more than 24 hours ahead of the server's clock" }];
}

/** Pointers into the event: the position is beside them already. Only events of a list are skipped. */
function presentSkipped({ index, findings }: SkippedRecord): Schemas["SkippedEvent"] {
  const at = `/body/${index}`.length;
  const reason = findings.map(({ path, message }) => `${path.slice(at)} ${message}`.trim()).join("; ");
  return { index, reason: reason.slice(0, maxReasonLength) };
}
