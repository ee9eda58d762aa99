import type { EventData, EventName } from "#src/apis/insurance/events.ts";
import { sentEvents } from "#test/contract/support/sent-events.ts";

/** What the document says about the events that are sent. */
export const { describedEvents, eventExample, strayFrom } = sentEvents("insurance");

/** What the document gives as an example of an event's data. */
export function exampleData<Name extends EventName>(name: Name): EventData<Name> {
  return eventExample(name).data as EventData<Name>;
}
