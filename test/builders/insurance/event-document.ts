import { sentEvents } from "#test/contract/support/sent-events.ts";

/** What the document says about the events that are sent. */
export const { describedEvents, eventExample, strayFrom } = sentEvents("insurance");
