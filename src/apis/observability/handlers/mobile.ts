/** Event ingest from mobile apps: one event per request, under a token that carries one body. */
import { hash } from "node:crypto";
import type { Pool } from "pg";
import type { Schemas } from "#generated/observability/contract.ts";
import type { ReadBatch } from "#src/contract/types.ts";
import { Problem } from "#src/http/problem.ts";
import { rateLimitHeaders } from "#src/http/rate-limit.ts";
import { consumeNonce } from "#src/identity/mobile-token.ts";
import type { HandlersOf } from "../callers.ts";
import { mobileEventRecord } from "../event-record.ts";
import type { TelemetryWriter } from "../store/telemetry-writer.ts";
import { timeFindings } from "./events.ts";

export interface MobileHandlerDependencies {
  readonly pool: Pool;
  readonly telemetry: TelemetryWriter;
  /** Mobile events of a tenant in a minute. */
  readonly mobileEventsPerMinute: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export function mobileHandlers({
  pool,
  telemetry,
  mobileEventsPerMinute,
  now,
}: MobileHandlerDependencies): HandlersOf<"Mobile event ingest"> {
  return {
    async ingestMobileEvent({ body, mediaType }, call) {
      const token = call.identity;
      const event = onlyEvent(await body.read({ keep: (sent) => sent }), mediaType, now());
      await consumeNonce(pool, token, hash("sha256", body.bytes, "buffer"));
      const outcome = await telemetry.append(
        { projectId: token.projectId, environment: token.environment },
        { kind: "events", rows: [mobileEventRecord(event)] },
        { quota: { name: "mobile-events", amount: 1, limitPerMinute: mobileEventsPerMinute } },
      );
      return {
        status: 202,
        body: { ingested: outcome.stored, skipped: 0, deduped: outcome.deduped },
        headers: rateLimitHeaders(outcome.quota),
      };
    },
  };
}

/** Throws Problem VALIDATION_FAILED unless the body is one event, bare in JSON and on one line in NDJSON. */
function onlyEvent(
  { kept, skippedCount, list }: ReadBatch<Schemas["MobileEvent"]>,
  mediaType: string,
  now: number,
): Schemas["MobileEvent"] {
  const [event] = kept;
  const count = kept.length + skippedCount;
  if (event === undefined || count !== 1 || (list && mediaType === "application/json")) {
    throw new Problem("VALIDATION_FAILED", {
      fieldErrors: [{ path: "/body", code: "oneEvent", message: "must be exactly one event, and not a list" }],
    });
  }
  const fieldErrors = timeFindings(event.time, now, list ? "/body/0" : "/body");
  if (fieldErrors.length > 0) throw new Problem("VALIDATION_FAILED", { fieldErrors });
  return event;
}
