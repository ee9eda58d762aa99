/** Issues: events that are one problem, and what people decide about them. */
import type { Cursors } from "#src/http/cursor.ts";
import type { Database } from "#src/storage/database.ts";
import { type HandlersOf, tenantOf } from "../callers.ts";
import { findIssue, issueDetail, mergeIssues, splitIssue, updateIssue } from "../issues/changes.ts";
import { listIssueEvents } from "../issues/events.ts";
import type { FoldBeforeRead } from "../issues/folding.ts";
import { listIssues } from "../issues/list.ts";
import { fingerprintsBy } from "../issues/rows.ts";
import { presentEvent } from "../presenters/event.ts";
import { presentIssue, presentIssueDetail } from "../presenters/issue.ts";
import type { Tenant } from "../records.ts";
import type { QueryQuota } from "../store/quota.ts";
import { charged, type KeyCall, type RunQuery } from "./queries.ts";

export interface IssueHandlerDependencies {
  readonly database: Database;
  readonly cursors: Cursors;
  readonly query: RunQuery;
  readonly queryQuota: QueryQuota;
  readonly fold: FoldBeforeRead;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export function issueHandlers(dependencies: IssueHandlerDependencies): HandlersOf<"Issues"> {
  const { database, cursors, query, queryQuota, fold, now } = dependencies;
  const { manager } = database.dataSource;

  /** Charges for the request, and counts what has come in. Throws Problem PROJECT_NOT_FOUND and RATE_LIMITED. */
  const counted = async (call: KeyCall): Promise<Tenant> => {
    const tenant = await charged(queryQuota, call);
    await fold(tenant);
    return tenant;
  };

  return {
    async listIssues({ query: { limit, cursor, ...filters } }, call) {
      await fold(tenantOf(call.identity));
      const page = await query(call, (db, tenant) =>
        listIssues(db, cursors, tenant, filters, { limit, cursor }, now()),
      );
      return { status: 200, body: { ...page, items: page.items.map((issue) => presentIssue(issue, now())) } };
    },

    async getIssue({ path: { issueId } }, call) {
      const detail = await issueDetail(manager, await counted(call), issueId);
      return { status: 200, body: presentIssueDetail(detail, now()) };
    },

    async updateIssue({ path: { issueId }, body }, call) {
      const detail = await updateIssue(database, await counted(call), issueId, body, new Date(now()));
      return { status: 200, body: presentIssueDetail(detail, now()) };
    },

    async listIssueEvents({ path: { issueId }, query: { limit, cursor } }, call) {
      await fold(tenantOf(call.identity));
      const page = await query(call, async (db, tenant) => {
        const issue = await findIssue(manager, tenant, issueId);
        const fingerprints = await fingerprintsBy(manager, tenant, "issueId", [issue.id]);
        return await listIssueEvents(db, cursors, tenant, { issueId: issue.id, fingerprints }, { limit, cursor });
      });
      return { status: 200, body: { ...page, items: page.items.map(presentEvent) } };
    },

    async mergeIssues({ path: { issueId }, body: { issueIds } }, call) {
      const detail = await mergeIssues(database, await counted(call), issueId, issueIds);
      return { status: 200, body: presentIssueDetail(detail, now()) };
    },

    async splitIssue({ path: { issueId }, body: { fingerprints } }, call) {
      const detail = await splitIssue(database, await counted(call), issueId, fingerprints);
      return { status: 201, body: presentIssueDetail(detail, now()) };
    },
  };
}
