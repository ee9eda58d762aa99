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

const maxDescriptionLength = 500;
const maxEventNames = 100;

/**
 * Looks at what is given, the addresses of the url's host included. Throws Problem VALIDATION_FAILED (422) with every
 * finding: a url that is refused, an event that is unknown, a text that is too long. No finding tells an address.
 */
export async function checkEndpoint<Fields extends EndpointChanges>(
  { destinations, eventNames }: Pick<Webhooks, "destinations" | "eventNames">,
  fields: Fields,
): Promise<Checked<Fields>> {
  const { url, events, description } = fields;
  const findings: FieldError[] = [];
  if (description != null && [...description].length > maxDescriptionLength) {
    const message = `must not be longer than ${maxDescriptionLength} characters`;
    findings.push({ path: "/body/description", code: "maxLength", message });
  }
  if (events !== undefined) findings.push(...findingsAboutEvents(events, eventNames));
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

function findingsAboutEvents(events: readonly string[], known: readonly string[]): FieldError[] {
  const path = "/body/events";
  if (events.length === 0) return [{ path, code: "minItems", message: "must name at least one event" }];
  if (events.length > maxEventNames) {
    return [{ path, code: "maxItems", message: `must not have more than ${maxEventNames} names` }];
  }
  return events.flatMap((name, index) =>
    name === allEvents || known.includes(name)
      ? []
      : [{ path: `${path}/${index}`, code: "unknownEvent", message: `must be ${allEvents} or the name of an event` }],
  );
}
