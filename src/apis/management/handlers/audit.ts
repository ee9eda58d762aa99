/** The audit log of a business. */
import { listAuditEvents } from "#src/identity/audit.ts";
import { type HandlersOf, requireRole } from "../callers.ts";
import type { HandlerDependencies } from "./dependencies.ts";

export function auditHandlers({ database, cursors }: HandlerDependencies): HandlersOf<"Audit log"> {
  return {
    async listAuditEvents({ path, query: { limit, cursor } }, { identity }) {
      const { businessId } = await requireRole(database, identity, path.businessId);
      const { items, nextCursor } = await cursors.page({
        scope: { list: "audit events", businessId },
        limit,
        cursor,
        read: (after, take) =>
          listAuditEvents(database, {
            businessId,
            limit: take,
            ...(after !== null && { before: String(after[0]) }),
          }),
        positionOf: ({ id }) => [id],
      });
      return {
        status: 200,
        body: {
          items: items.map(({ businessId: _, ...event }) => event),
          nextCursor,
        },
      };
    },
  };
}
