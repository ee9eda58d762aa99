/** Validation of an endpoint's fields. It runs before a transaction begins, since it resolves the host of the url. */
import { type FieldError, Problem } from "#src/http/problem.ts";
import { DestinationRefused } from "./destination-rules.ts";
import { allEvents } from "./events.ts";
import type { Webhooks } from "./webhooks.ts";

export interface NewEndpoint {
  readonly url: string;
  readonly events: readonly string[];
  readonly description?: string | null;
}

export type EndpointChanges = Partial<NewEndpoint> & { readonly enabled?: boolean };

const checked = Symbol("checked");

/** Fields that `checkEndpoint` has let through. The url stays as it was written: every attempt reads and checks it anew. */
export type Checked<Fields extends EndpointChanges> = Fields & { readonly [checked]: true };

/**
 * Looks at what no schema can say, the addresses of the url's host included. Throws Problem VALIDATION_FAILED (422) with every finding: a
 * url that is refused, an event that is unknown. No finding tells an address.
 */
export async function checkEndpoint<Fields extends EndpointChanges>(
  { destinations, eventNames }: Pick<Webhooks, "destinations" | "eventNames">,
  fields: Fields,
): Promise<Checked<Fields>> {
  const { url, events } = fields;
  const findings = (events ?? []).flatMap((name, index): FieldError[] => {
    if (name === allEvents || eventNames.includes(name)) return [];
    const message = `must be ${allEvents} or the name of an event`;
    return [{ path: `/body/events/${index}`, code: "unknownEvent", message }];
  });
  if (url !== undefined) {
    try {
      await destinations.check(url);
    } catch (error) {
      if (!(error instanceof DestinationRefused)) throw error;
      findings.push({ path: "/body/url", code: error.rule, message: error.message });
    }
  }
  if (findings.length > 0) throw refusedFields(findings);
  return { ...fields, ...(events !== undefined && { events: [...new Set(events)] }), [checked]: true };
}

export function refusedFields(fieldErrors: readonly FieldError[]): Problem {
  return new Problem("VALIDATION_FAILED", { status: 422, fieldErrors });
}
