/** Event ingest from servers and browsers: batches, of which the usable events are kept. */
import type { Schemas } from "#generated/observability/contract.ts";
import type { Batch, CallBase, SkippedRecord } from "#src/contract/types.ts";
import type { Sliceable } from "#src/http/event-loop.ts";
import { Problem } from "#src/http/problem.ts";
import { rateLimitHeaders } from "#src/http/rate-limit.ts";
import { type HandlersOf, tenantOf } from "../callers.ts";
import { eventRecord } from "../event-record.ts";
import type { EventRecord, Tenant } from "../records.ts";
import type { TelemetryWriter } from "../store/telemetry-writer.ts";

export interface EventHandlerDependencies {
  readonly telemetry: TelemetryWriter;
  /** Server and browser events of a tenant in a minute. */
  readonly eventsPerMinute: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** How many skipped events an answer names. */
const namedSkips = 100;
const maxReasonLength = 2_000;
const maxAheadMs = 24 * 3_600_000;

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
    const { rows, skipped, skippedCount } = await call.intake.decode(body.bytes.length, usable(body, source, now()));
    const amount = Math.max(rows.length, skippedCount);
    const quota = { name: "events", amount, limitPerMinute: eventsPerMinute };
    const outcome = await telemetry.append(tenant, { kind: "events", rows }, { quota });
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

interface Usable {
  readonly rows: EventRecord[];
  /** The first hundred. */
  readonly skipped: readonly SkippedRecord[];
  readonly skippedCount: number;
}

/** Throws Problem VALIDATION_FAILED when events were sent and none is usable. */
function* usable(body: Batch<Schemas["Event"]>, source: "server" | "browser", now: number): Sliceable<Usable> {
  const rows: EventRecord[] = [];
  const ahead: SkippedRecord[] = [];
  let aheadCount = 0;
  for (const { index, value } of body.records) {
    const findings = timeFindings(value.time, now, body.list ? `/body/${index}` : "/body");
    if (findings.length === 0) rows.push(eventRecord(value, source));
    else if (aheadCount++ < namedSkips) ahead.push({ index, findings });
    yield;
  }
  const skipped = [...body.skipped, ...ahead].sort((a, b) => a.index - b.index).slice(0, namedSkips);
  const skippedCount = body.skippedCount + aheadCount;
  if (rows.length === 0 && skippedCount > 0) {
    const fieldErrors = skipped.flatMap(({ findings }) => findings).slice(0, namedSkips);
    const details = { skipped: skippedCount };
    throw new Problem("VALIDATION_FAILED", { detail: "Nothing in the body is usable.", fieldErrors, details });
  }
  return { rows, skipped, skippedCount };
}

/** A clock that runs more than a day ahead would put its events before all others for as long. `at` points to the event. */
export function timeFindings(time: number, now: number, at: string) {
  if (time <= now + maxAheadMs) return [];
  return [{ path: `${at}/time`, code: "tooFarAhead", message: "is more than 24 hours ahead of the server's clock" }];
}

/** Pointers into the event: the position is beside them already. Only events of a list are skipped. */
function presentSkipped({ index, findings }: SkippedRecord): Schemas["SkippedEvent"] {
  const at = `/body/${index}`.length;
  const reason = findings.map(({ path, message }) => `${path.slice(at)} ${message}`.trim()).join("; ");
  return { index, reason: reason.slice(0, maxReasonLength) };
}
