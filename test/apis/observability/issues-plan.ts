/** How the operations on issues get to each of their documented statuses; contract-plan.ts has the others. */
import { randomUUID } from "node:crypto";
import type { Schemas } from "#generated/observability/contract.ts";
import type { Plan } from "../../../scripts/contract-runner/plan.ts";
import { type Draft, withMembers } from "../../../scripts/contract-runner/request.ts";
import type { Change } from "../../../scripts/contract-runner/shapes.ts";
import type { Headers } from "./operations/server.ts";
import type { Caller, PlanParts } from "./plan-parts.ts";

const base = "/api/v1/monitor";
const issueId = /iss_[0-9a-f-]{36}/;

export function issuesPlan({ server, keys: { as, operation } }: PlanParts): Plan["bring"] {
  /** The ids of so many issues, the one with the newest event first. */
  const someIssues = async (headers: Headers, count: number): Promise<string[]> => {
    const words = Array.from({ length: count }, () => randomUUID().replace(/\d/g, "x"));
    const exception = (word: string) => ({
      type: word,
      value: "no",
      stacktrace: { frames: [{ filename: "src/cart.ts", function: "totalOf", lineno: 7, colno: 3 }] },
    });
    const user = { id: "u-1" };
    const events = words.map((word) => ({
      level: 50,
      time: Date.now(),
      release: "shop@1",
      user,
      exception: exception(word),
    }));
    await server.post(`${base}/ingest`, events, headers);
    const { body } = await server.get<Schemas["IssuePage"]>(`${base}/issues?limit=200`, headers);
    return body.items.map((issue) => issue.issueId);
  };

  /** Asks about an issue that is there, with others of the project. */
  const about =
    (
      count = 1,
      change: (draft: Draft, ids: readonly string[], headers: Headers) => Promise<Draft> | Draft = (draft) => draft,
    ): Change<Caller> =>
    async (draft, { headers }) => {
      const ids = await someIssues(headers, count);
      return await change({ ...draft, path: draft.path.replace(issueId, ids[0] ?? "") }, ids, headers);
    };

  const fingerprintsOf = async (id: string, headers: Headers): Promise<string[]> => {
    const { body } = await server.get<Schemas["IssueDetail"]>(`${base}/issues/${id}`, headers);
    return body.fingerprints.map(({ fingerprint }) => fingerprint);
  };

  /** An issue that two were merged into. */
  const merged = about(2, async (draft, [id = "", ...issueIds], headers) => {
    await server.post(`${base}/issues/${id}/merge`, { issueIds }, headers);
    return withMembers(draft, { fingerprints: (await fingerprintsOf(id, headers)).slice(0, 1) });
  });

  const tooLarge: Change<Caller> = async (draft, { headers, project }) => {
    const [id = "", other = ""] = await someIssues(headers, 2);
    await server.database.owner.query(manyFingerprints, [project.id, other]);
    return withMembers({ ...draft, path: draft.path.replace(issueId, id) }, { issueIds: [other] });
  };

  const one = (good: Change<Caller>) => ({ ...operation("issues", good), 404: as() });
  return {
    listIssues: operation("issues", about(2)),
    getIssue: one(about()),
    updateIssue: one(about()),
    listIssueEvents: one(about()),
    mergeIssues: {
      ...one(about(2, (draft, [, ...issueIds]) => withMembers(draft, { issueIds }))),
      409: as(tooLarge),
    },
    splitIssue: {
      ...one(merged),
      409: as(
        about(1, async (draft, [id = ""], headers) =>
          withMembers(draft, { fingerprints: await fingerprintsOf(id, headers) }),
        ),
      ),
    },
  };
}

const manyFingerprints = `INSERT INTO issue_fingerprints (project_id, environment, fingerprint, kind, group_fingerprint, issue_id,
    title, level, event_count, first_seen, last_seen, hours, releases, users, events)
  SELECT $1, 'test', lpad(i::text, 32, '0'), 'group', lpad(i::text, 32, '0'), $2, 'E', 50, 1, now(), now(), '[]', '[]', '[]', '[]'
  FROM generate_series(1, 500) AS i`;
