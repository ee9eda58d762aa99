/** Events and log records as they come, as server-sent events. */
import type { KeyVerifier } from "#src/identity/key-verifier.ts";
import { requireScopes } from "#src/identity/key-verifier.ts";
import { type HandlersOf, tenantOf } from "../callers.ts";
import { nextBlockOf } from "../store/blocks/commits.ts";
import type { RecordKind } from "../store/blocks/kind.ts";
import { placeOf } from "../tail/newest.ts";
import { type Tailed, tailedEvents, tailedLogs } from "../tail/tailed.ts";
import type { Tailing } from "../tail/tailing.ts";
import type { KeyCall, RunQuery } from "./queries.ts";

export interface TailHandlerDependencies {
  readonly keys: KeyVerifier;
  readonly query: RunQuery;
  readonly tailing: Tailing;
}

const streamHeaders = { "Cache-Control": "no-store", "X-Accel-Buffering": "no" } as const;

export function tailHandlers({ keys, query, tailing }: TailHandlerDependencies): HandlersOf<"Live tail"> {
  async function tail<Kind extends RecordKind, Filters extends object>(
    call: Call,
    tailed: Tailed<Kind, Filters>,
    { filters, seconds, last }: Asked<Filters>,
  ) {
    const tenant = tenantOf(call.identity);
    const next = await query(call, (db) => nextBlockOf(db, tailed.kind, tenant));
    const place = last === undefined ? null : placeOf(last);
    // A failover may have lost the last blocks: the reader's place is then beyond the next block.
    const from = place === null || place.block > next ? { block: next, index: 0 } : place;
    const recheck = async () => {
      const key = await keys.verify(credentialOf(call), call.remoteAddress);
      requireScopes(key, ["events:read"]);
      tenantOf(key);
    };
    const body = tailing.follow(tenant, tailed, { filters, from, longestMs: seconds * 1_000, recheck });
    return { status: 200, body, headers: streamHeaders } as const;
  }

  return {
    tailEvents: ({ query: { seconds, ...filters }, headers }, call) =>
      tail(call, tailedEvents, { seconds, filters, last: headers["last-event-id"] }),
    tailLogs: ({ query: { seconds, traceId, ...filters }, headers }, call) =>
      tail(call, tailedLogs, {
        ...{ seconds, last: headers["last-event-id"] },
        filters: { ...filters, traceId: traceId?.toLowerCase() },
      }),
  };
}

type Call = KeyCall & { readonly scheme: "ApiKey" | "BearerKey" };

interface Asked<Filters> {
  readonly filters: Filters;
  readonly seconds: number;
  readonly last: string | undefined;
}

/** The credential of the call. */
function credentialOf({ scheme, incoming: { headers } }: Call): string {
  return scheme === "ApiKey"
    ? String(headers["x-api-key"])
    : String(headers.authorization)
        .replace(/^\S+ +/, "")
        .trim();
}
