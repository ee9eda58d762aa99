// SQL: pages after a key that the reader chooses, and columns of many fingerprints.
/** Lists a tenant's issues. */
import type { CursorPage, Cursors } from "#src/http/cursor.ts";
import { Slice } from "#src/http/event-loop.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import type { CountedIssue } from "../presenters/issue.ts";
import type { Tenant } from "../records.ts";
import { contains, TenantFilter } from "../store/queries/filter.ts";
import type { Issue, IssueState } from "./entities/issue.ts";
import { joinedHours, keptHours, type Tally } from "./tally.ts";
import { joinedUsers } from "./users.ts";

export interface IssueFilters {
  readonly state?: IssueState | undefined;
  readonly level?: number | undefined;
  readonly release?: string | undefined;
  readonly q?: string | undefined;
  readonly sort: "lastSeen" | "firstSeen" | "eventCount";
}

interface Page {
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** The columns that a list may be in the order of. Indexes issues_last_seen, issues_first_seen and issues_event_count. */
const sorts = {
  lastSeen: { column: "last_seen", type: "timestamptz", of: ({ lastSeen }: Issue) => lastSeen.getTime() },
  firstSeen: { column: "first_seen", type: "timestamptz", of: ({ firstSeen }: Issue) => firstSeen.getTime() },
  eventCount: { column: "event_count", type: "bigint", of: ({ eventCount }: Issue) => Number(eventCount) },
} as const;

/** Throws Problem INVALID_CURSOR. `now` in ms. */
export async function listIssues(
  db: Queryable,
  cursors: Cursors,
  tenant: Tenant,
  filters: IssueFilters,
  { limit, cursor }: Page,
  now: number,
): Promise<CursorPage<CountedIssue>> {
  const { column, type, of } = sorts[filters.sort];
  const { items, nextCursor } = await cursors.page<Issue>({
    scope: { list: "issues", ...tenant, ...filters },
    limit,
    cursor,
    async read(after, take) {
      const filter = new TenantFilter(tenant).and("merged_into IS NULL");
      addFilters(filter, filters, new Date(now));
      if (after !== null) {
        const [value, id] = after;
        const place = filter.bind(type === "timestamptz" ? new Date(Number(value)) : value);
        filter.and(`(${column}, id) < (${place}::${type}, ${filter.bind(id)})`);
      }
      const { rows } = await db.query<Issue>(
        `SELECT id, title, culprit, level, state, resolved_in AS "resolvedIn", ignored_until AS "ignoredUntil", owner,
           first_seen AS "firstSeen", last_seen AS "lastSeen", event_count AS "eventCount"
         FROM issues WHERE ${filter} ORDER BY ${column} DESC, id DESC LIMIT ${take}`,
        filter.values,
      );
      return rows;
    },
    positionOf: (issue) => [of(issue), issue.id],
  });
  const tallies = await talliesOf(
    db,
    tenant,
    items.map(({ id }) => id),
  );
  const none = { hours: [], users: [] };
  return {
    items: items.map((issue) => ({
      issue: { ...issue, eventCount: Number(issue.eventCount) },
      tally: tallies.get(issue.id) ?? none,
    })),
    nextCursor,
  };
}

function addFilters(filter: TenantFilter, { state, level, release, q }: IssueFilters, now: Date): void {
  const isIgnored = () => `(state = 'ignored' AND (ignored_until IS NULL OR ignored_until > ${filter.bind(now)}))`;
  if (state === "ignored") filter.and(isIgnored());
  else if (state === "open") filter.and(`(state = 'open' OR (state = 'ignored' AND NOT ${isIgnored()}))`);
  else filter.where(state, (wanted) => `state = ${wanted}`);
  filter.where(level, (wanted) => `level = ${wanted}`).where(release, (wanted) => `${wanted} = ANY (releases)`);
  if (q !== undefined && q !== "") {
    const text = contains(filter, q);
    filter.and(`(${text("title")} OR ${text("culprit")})`);
  }
}

type Counted = Pick<Tally, "hours" | "users">;

/** By issue. */
async function talliesOf(
  db: Queryable,
  { projectId, environment }: Tenant,
  ids: readonly string[],
): Promise<Map<string, Counted>> {
  const tallies = new Map<string, Counted>();
  if (ids.length === 0) return tallies;
  // Index issue_fingerprints_issue.
  const { rows } = await db.query<{ issue_id: string; hours: string; users: string }>(
    `SELECT issue_id, hours, users FROM issue_fingerprints
     WHERE project_id = $1 AND environment = $2 AND issue_id = ANY ($3) AND event_count > 0`,
    [projectId, environment, ids],
  );
  const slice = new Slice();
  for (const row of rows) {
    if (slice.isOver) await slice.next();
    const [hours, users] = [JSON.parse(row.hours) as Tally["hours"], JSON.parse(row.users) as Tally["users"]];
    const before = tallies.get(row.issue_id);
    const last = Math.max(hours.at(-1)?.[0] ?? 0, before?.hours.at(-1)?.[0] ?? 0);
    tallies.set(
      row.issue_id,
      before === undefined
        ? { hours, users }
        : {
            hours: joinedHours(before.hours, hours, last - keptHours),
            users: joinedUsers(before.users, users),
          },
    );
  }
  return tallies;
}
