/** How the operations on issues get to each of their documented statuses; contract-plan.ts has the others. */
import { randomUUID } from "node:crypto";
import type { Schemas } from "#generated/observability/contract.ts";
import type { Bring } from "../../../scripts/contract-runner/plan.ts";
import { type Draft, withHeaders, withMembers } from "../../../scripts/contract-runner/request.ts";
import type { Headers } from "./operations/server.ts";
import type { Brings, PlanParts } from "./symbols-plan.ts";

type IssuesPlanParts = Omit<PlanParts, "ofArtifacts">;

const base = "/api/v1/monitor";
const issueId = /iss_[0-9a-f-]{36}/;

export function issuesPlan({ server, aKey, as, body, common }: IssuesPlanParts): Readonly<Record<string, Brings>> {
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
    ): Bring =>
    async (draft, sendTo) => {
      const { headers } = await aKey();
      const ids = await someIssues(headers, count);
      const named = withHeaders({ ...draft, path: draft.path.replace(issueId, ids[0] ?? "") }, headers);
      return sendTo(await change(named, ids, headers));
    };

  const fingerprintsOf = async (id: string, headers: Headers): Promise<string[]> => {
    const { body } = await server.get<Schemas["IssueDetail"]>(`${base}/issues/${id}`, headers);
    return body.fingerprints.map(({ fingerprint }) => fingerprint);
  };

  /** An issue that two were merged into. */
  const merged: Bring = about(2, async (draft, [id = "", ...issueIds], headers) => {
    await server.post(`${base}/issues/${id}/merge`, { issueIds }, headers);
    return withMembers(draft, { fingerprints: (await fingerprintsOf(id, headers)).slice(0, 1) });
  });

  const tooLarge: Bring = async (draft, sendTo) => {
    const { headers, project } = await aKey();
    const [id = "", other = ""] = await someIssues(headers, 2);
    await server.database.owner.query(manyFingerprints, [project.id, other]);
    const named = withHeaders({ ...draft, path: draft.path.replace(issueId, id) }, headers);
    return sendTo(withMembers(named, { issueIds: [other] }));
  };

  const malformedPath = as((draft) => ({ ...draft, path: draft.path.replace(issueId, "nonsense") }));
  const one: Brings = { ...common, 404: as() };
  return {
    listIssues: {
      ...common,
      200: about(2),
      400: as((draft) => ({ ...draft, query: { limit: "nonsense" } })),
    },
    getIssue: { ...one, 200: about(), 400: malformedPath },
    updateIssue: { ...one, ...body, 200: about(), 400: as((draft) => withMembers(draft, { state: "regressed" })) },
    listIssueEvents: { ...one, 200: about(), 400: malformedPath },
    mergeIssues: {
      ...one,
      ...body,
      200: about(2, (draft, [, ...issueIds]) => withMembers(draft, { issueIds })),
      400: as((draft) => withMembers(draft, { issueIds: [] })),
      409: tooLarge,
    },
    splitIssue: {
      ...one,
      ...body,
      201: merged,
      400: as((draft) => withMembers(draft, { fingerprints: [] })),
      409: about(1, async (draft, [id = ""], headers) =>
        withMembers(draft, { fingerprints: await fingerprintsOf(id, headers) }),
      ),
    },
  };
}

const manyFingerprints = `INSERT INTO issue_fingerprints (project_id, environment, fingerprint, kind, group_fingerprint, issue_id,
    title, level, event_count, first_seen, last_seen, hours, releases, users, events)
  SELECT $1, 'test', lpad(i::text, 32, '0'), 'group', lpad(i::text, 32, '0'), $2, 'E', 50, 1, now(), now(), '[]', '[]', '[]', '[]'
  FROM generate_series(1, 500) AS i`;
