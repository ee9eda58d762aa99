import type { EventData, EventName } from "#src/apis/insurance/events.ts";
import { sentEvents } from "#test/contract/support/sent-events.ts";

/** The document's rules about the events that are sent. */
export const { describedEvents, eventExample, strayFrom } = sentEvents("insurance");

/** The document's example of an event's data. */
export function exampleData<Name extends EventName>(name: Name): EventData<Name> {
  return eventExample(name).data as EventData<Name>;
}
