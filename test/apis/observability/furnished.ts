/** A project that has everything that the document's examples of requests tell of, as if it had been sent just now. */

import { aProject } from "#test/builders/identity.ts";
import { documentOf } from "#test/contract/support/plans.ts";
import { bytesOf, type Draft, draftOf, send, withHeaders } from "../../../scripts/contract-runner/request.ts";
import { unitsOf } from "../../../scripts/contract-runner/units.ts";
import type { Headers, ObservabilityServer } from "./operations/server.ts";

/** What the examples call now, in seconds. */
const then = 1_795_255_200;

const sent = ["ingestEvents", "ingestMobileEvent", "exportLogs", "exportTraces", "exportMetrics"];

/** The header of a key for such a project. */
export async function aFurnishedProject(server: ObservabilityServer): Promise<Headers> {
  const owner = await aProject(server.database);
  const headers = await server.caller({ owner });
  const { sign } = await server.app(owner.project);
  for (const unit of unitsOf(documentOf("observability")))
    if (sent.includes(unit.operationId) && unit.requestType === "application/json" && Number(unit.status) < 300)
      for (const { bytes } of unit.examples)
        await accepted(server, withHeaders(recent(draftOf(unit, bytes)), { ...headers, ...sign() }));
  return headers;
}

/** Sends a request that has to succeed. */
export async function accepted({ baseUrl }: ObservabilityServer, draft: Draft): Promise<void> {
  const { status, bytes } = await send(baseUrl, draft);
  if (status >= 300) throw new Error(`${draft.path} answered ${status}: ${new TextDecoder().decode(bytes)}`);
}

/** With times of today: nanoseconds are written as text, milliseconds as numbers. */
function recent(draft: Draft): Draft {
  const later = BigInt(Math.floor(Date.now() / 1_000) - then);
  const text = new TextDecoder().decode(draft.body ?? new Uint8Array());
  return {
    ...draft,
    body: bytesOf(
      text
        .replace(/"(1795255\d{3})(\d{9})"/g, (_, seconds, rest) => `"${BigInt(seconds) + later}${rest}"`)
        .replace(/\b(1795255\d{3})(\d{3})\b(?!")/g, (_, seconds, rest) => `${BigInt(seconds) + later}${rest}`),
    ),
  };
}
