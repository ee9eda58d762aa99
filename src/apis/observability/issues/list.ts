// SQL: pages after a key that the reader chooses, and columns of many fingerprints.
/** Lists a tenant's issues. */
import type { CursorPage, Cursors } from "#src/http/cursor.ts";
import { Slice } from "#src/http/event-loop.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import type { CountedIssue } from "../presenters/issue.ts";
import type { Tenant } from "../records.ts";
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
      const values: unknown[] = [tenant.projectId, tenant.environment];
      const bind: Bind = (value) => `$${values.push(value)}`;
      const conditions = conditionsOf(filters, bind, new Date(now));
      if (after !== null) {
        const [value, id] = after;
        const place = bind(type === "timestamptz" ? new Date(Number(value)) : value);
        conditions.push(`(${column}, id) < (${place}::${type}, ${bind(id)})`);
      }
      const { rows } = await db.query<Issue>(
        `SELECT id, title, culprit, level, state, resolved_in AS "resolvedIn", ignored_until AS "ignoredUntil", owner,
           first_seen AS "firstSeen", last_seen AS "lastSeen", event_count AS "eventCount"
         FROM issues WHERE project_id = $1 AND environment = $2 AND merged_into IS NULL ${conditions.map((one) => `AND ${one}`).join(" ")}
         ORDER BY ${column} DESC, id DESC LIMIT ${take}`,
        values,
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

/** Adds a value to those of the query, and returns its placeholder. */
type Bind = (value: unknown) => string;

function conditionsOf({ state, level, release, q }: IssueFilters, bind: Bind, now: Date): string[] {
  const conditions: string[] = [];
  const isIgnored = () => `(state = 'ignored' AND (ignored_until IS NULL OR ignored_until > ${bind(now)}))`;
  if (state === "ignored") conditions.push(isIgnored());
  else if (state === "open") conditions.push(`(state = 'open' OR (state = 'ignored' AND NOT ${isIgnored()}))`);
  else if (state !== undefined) conditions.push(`state = ${bind(state)}`);
  if (level !== undefined) conditions.push(`level = ${bind(level)}`);
  if (release !== undefined) conditions.push(`${bind(release)} = ANY (releases)`);
  if (q !== undefined && q !== "") {
    const pattern = bind(`%${q.replace(/[\\%_]/g, "\\$&")}%`);
    // Where the text is plain ASCII, so is what it can match, and comparing bytes takes less than half the time.
    const collation = /^[\0-\x7f]*$/.test(q) ? ' COLLATE "C"' : "";
    conditions.push(`(title${collation} ILIKE ${pattern} OR culprit${collation} ILIKE ${pattern})`);
  }
  return conditions;
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
