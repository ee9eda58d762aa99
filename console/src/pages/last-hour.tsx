/** What happened to a project in the last hour: its issues, and how much it has logged. */
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { type Business, type Environment, homeOf, type Project, ScopeContext, useApis, useScope } from "../session.ts";
import { Await, useLoad } from "../ui/loading.tsx";
import { Level } from "../ui/parts.tsx";

const hourMs = 3_600_000;
const issuesShown = 5;

interface LastHourProps {
  readonly business: Business;
  readonly project: Project;
  readonly environment: Environment;
}

export function LastHour({ business, project, environment }: LastHourProps): JSX.Element {
  const scope = useMemo(() => ({ business, project, environment }), [business, project, environment]);
  return (
    <ScopeContext.Provider value={scope}>
      <Seen />
    </ScopeContext.Provider>
  );
}

function Seen(): JSX.Element {
  const scope = useScope();
  const { observability } = useApis();
  const hour = useLoad(
    async (signal) => {
      const now = Date.now();
      const [since, until] = [new Date(now - hourMs).toISOString(), new Date(now).toISOString()];
      const { items } = await observability.get("/api/v1/monitor/issues", {
        query: { sort: "lastSeen", limit: issuesShown },
        signal,
      });
      const { buckets } = await observability.get("/api/v1/monitor/logs/counts", {
        query: { since, until, buckets: 1 },
        signal,
      });
      const logs = { all: 0, errors: 0 };
      for (const { count, error, fatal } of buckets) {
        logs.all += count;
        logs.errors += error + fatal;
      }
      const issues = items.filter(({ lastSeen }) => lastSeen >= since);
      return { issues: issues.map((issue) => ({ ...issue, isNew: issue.firstSeen >= since })), logs };
    },
    [observability],
  );
  const there = homeOf(scope);
  return (
    <Await from={hour}>
      {({ issues, logs }) =>
        issues.length === 0 && logs.all === 0 ? (
          <p class="quiet">Nothing in the last hour.</p>
        ) : (
          <>
            <ul class="plain">
              {issues.map(({ issueId, level, title, isNew }) => (
                <li key={issueId}>
                  <Level level={level} /> <a href={`${there}/issues/${issueId}`}>{title}</a>{" "}
                  {isNew && <span class="tag">new</span>}
                </li>
              ))}
            </ul>
            <p class="quiet">
              {issues.length === issuesShown
                ? "These issues and perhaps more, "
                : issues.length === 0
                  ? "No issue, "
                  : ""}
              {logs.all.toLocaleString("en")} log records in the last hour, {logs.errors.toLocaleString("en")} of them
              errors:{" "}
              <a href={`${there}/logs`}>
                logs
                <span class="hidden">
                  {" "}
                  of {scope.project?.name}, {scope.environment}
                </span>
              </a>
            </p>
          </>
        )
      }
    </Await>
  );
}
