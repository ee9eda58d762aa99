/** The newest events of an issue. */
import type { CursorPage, Cursors } from "#src/http/cursor.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import type { Tenant } from "../records.ts";
import { eventsReceived, type StoredEvent } from "../store/queries/events.ts";
import type { Fingerprint } from "./entities/fingerprint.ts";
import type { EventRef } from "./tally.ts";

/** Lists the stored events, newest first. A page ends with the event that makes it exceed 4 MiB. Throws Problem INVALID_CURSOR. */
export async function listIssueEvents(
  db: Queryable,
  cursors: Cursors,
  tenant: Tenant,
  { issueId, fingerprints }: { readonly issueId: string; readonly fingerprints: readonly Fingerprint[] },
  { limit, cursor }: { readonly limit: number; readonly cursor: string | undefined },
): Promise<CursorPage<StoredEvent>> {
  const events = fingerprints.flatMap((row) => row.events).sort((a, b) => b[0] - a[0] || (a[2] < b[2] ? 1 : -1));
  const scope = { list: "issue-events", ...tenant, issueId };
  const positionOf = ([receivedAt, , eventId]: EventRef) => [receivedAt, eventId];
  const { items: refs, nextCursor } = await cursors.page<EventRef>({
    scope,
    limit,
    cursor,
    read: async (after, take) => events.filter((event) => after === null || isAfter(event, after)).slice(0, take),
    positionOf,
  });
  const keys = refs.map(([receivedAt, , eventId]) => ({ eventId, receivedAt: new Date(receivedAt) }));
  const { events: items, reached } = await eventsReceived(db, tenant, keys);
  const last = refs[reached - 1];
  return { items, nextCursor: reached < refs.length && last ? cursors.seal(scope, positionOf(last)) : nextCursor };
}

/** Whether it comes later in the list, where ids of one moment fall. */
function isAfter([receivedAt, , eventId]: EventRef, [moment, id]: readonly (string | number)[]): boolean {
  return receivedAt < Number(moment) || (receivedAt === moment && eventId < String(id));
}
