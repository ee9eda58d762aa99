/** Issues, for the tests of their operations. */
import type { Schemas } from "#generated/observability/contract.ts";
import type { Result } from "./ingest.ts";
import type { Answer, Headers, ObservabilityServer, Problem } from "./server.ts";

export type Issue = Schemas["Issue"];
export type IssueDetail = Schemas["IssueDetail"];
export type IssuePage = Schemas["IssuePage"];

const base = "/api/v1/monitor";

/** An error like no other of its type. */
export function anError(type: string, given: Record<string, unknown> = {}): Record<string, unknown> {
  const frames = [{ filename: "src/cart.ts", function: "totalOf", lineno: 7, colno: 3 }];
  return { level: 50, time: Date.now(), exception: { type, value: "no total", stacktrace: { frames } }, ...given };
}

export function issueCalls(server: ObservabilityServer) {
  const list = <T = IssuePage>(caller: Headers, query: Record<string, string> = {}) =>
    server.get<T>(`${base}/issues?${new URLSearchParams(query)}`, caller);
  const get = <T = IssueDetail>(caller: Headers, id: string) => server.get<T>(`${base}/issues/${id}`, caller);
  return {
    list,
    get,
    /** Throws unless all of it was taken. */
    async send(caller: Headers, ...events: Record<string, unknown>[]): Promise<void> {
      const { body } = await server.post<Result>(`${base}/ingest`, events, caller);
      if (body.ingested !== events.length) throw new Error(JSON.stringify(body));
    },
    async titles(caller: Headers, query: Record<string, string> = {}): Promise<string[]> {
      return (await list(caller, query)).body.items.map(({ title }) => title.replace(": no total", ""));
    },
    /** The issue with this type of exception. */
    async issueOf(caller: Headers, type: string): Promise<Issue> {
      const { body } = await list(caller, { limit: "200" });
      const issue = body.items.find(({ title }) => title.startsWith(`${type}:`));
      if (issue === undefined) throw new Error(`There is no issue of ${type}`);
      return issue;
    },
    update: <T = IssueDetail>(caller: Headers, id: string, change: unknown): Promise<Answer<T>> =>
      server.send<T>("PATCH", `${base}/issues/${id}`, { headers: caller, body: change }),
    events: <T = Schemas["EventPage"]>(caller: Headers, id: string, query: Record<string, string> = {}) =>
      server.get<T>(`${base}/issues/${id}/events?${new URLSearchParams(query)}`, caller),
    merge: <T = IssueDetail | Problem>(caller: Headers, id: string, issueIds: string[]) =>
      server.post<T>(`${base}/issues/${id}/merge`, { issueIds }, caller),
    split: <T = IssueDetail | Problem>(caller: Headers, id: string, fingerprints: string[]) =>
      server.post<T>(`${base}/issues/${id}/split`, { fingerprints }, caller),
  };
}
