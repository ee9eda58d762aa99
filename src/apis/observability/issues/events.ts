/** The newest events of an issue. */
import type { CursorPage, Cursors } from "#src/http/cursor.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import type { Tenant } from "../records.ts";
import { eventsReceived, type StoredEvent } from "../store/queries/events.ts";
import type { Fingerprint } from "./entities/fingerprint.ts";
import type { EventRef } from "./tally.ts";

/** Newest first, of those that are still stored. Throws Problem INVALID_CURSOR. */
export async function listIssueEvents(
  db: Queryable,
  cursors: Cursors,
  tenant: Tenant,
  { issueId, fingerprints }: { readonly issueId: string; readonly fingerprints: readonly Fingerprint[] },
  { limit, cursor }: { readonly limit: number; readonly cursor: string | undefined },
): Promise<CursorPage<StoredEvent>> {
  const events = fingerprints.flatMap((row) => row.events).sort((a, b) => b[0] - a[0] || (a[2] < b[2] ? 1 : -1));
  const page = await cursors.page<EventRef>({
    scope: { list: "issue-events", ...tenant, issueId },
    limit,
    cursor,
    read: async (after, take) => events.filter((event) => after === null || isAfter(event, after)).slice(0, take),
    positionOf: ([receivedAt, , eventId]) => [receivedAt, eventId],
  });
  const keys = page.items.map(([receivedAt, , eventId]) => ({ eventId, receivedAt: new Date(receivedAt) }));
  return { ...page, items: await eventsReceived(db, tenant, keys) };
}

/** Whether it comes later in the list, where ids of one moment fall. */
function isAfter([receivedAt, , eventId]: EventRef, [moment, id]: readonly (string | number)[]): boolean {
  return receivedAt < Number(moment) || (receivedAt === moment && eventId < String(id));
}
