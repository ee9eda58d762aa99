/** Issues as they are answered. */
import type { Schemas } from "#generated/observability/contract.ts";
import type { Fingerprint } from "../issues/entities/fingerprint.ts";
import type { Issue } from "../issues/entities/issue.ts";
import { stateAt } from "../issues/state.ts";
import { daily, hourly, type Tally } from "../issues/tally.ts";
import { countUsers } from "../issues/users.ts";

export interface CountedIssue {
  readonly issue: Issue;
  /** What its fingerprints have counted. */
  readonly tally: Pick<Tally, "hours" | "users">;
}

export interface DetailedIssue {
  readonly issue: Issue;
  readonly tally: Tally;
  readonly fingerprints: readonly FingerprintGroup[];
}

/** A fingerprint of the issue with all its stacks. */
export type FingerprintGroup = Pick<Fingerprint, "fingerprint" | "title" | "culprit"> & { readonly tally: Tally };

/** `now` in ms. */
function presentCommon(issue: Issue, now: number) {
  const state = stateAt(issue, now);
  return {
    issueId: issue.id,
    title: issue.title,
    culprit: issue.culprit,
    level: issue.level,
    state,
    resolvedInRelease: issue.resolvedIn,
    ignoredUntil: state === "ignored" ? (issue.ignoredUntil?.toISOString() ?? null) : null,
    owner: issue.owner,
    firstSeen: issue.firstSeen.toISOString(),
    lastSeen: issue.lastSeen.toISOString(),
    eventCount: issue.eventCount,
  };
}

/** Without what is counted besides. */
export function presentIssueState(issue: Issue, now: number): Schemas["IssueSnapshot"] {
  return { ...presentCommon(issue, now), lastRelease: issue.releases[0] ?? null };
}

export function presentIssue({ issue, tally: { hours, users } }: CountedIssue, now: number): Schemas["Issue"] {
  const trend = { hours: hourly(hours, now, 24), days: daily(hours, now, 14) };
  return { ...presentCommon(issue, now), userCount: countUsers(users), trend };
}

export function presentIssueDetail({ issue, tally, fingerprints }: DetailedIssue, now: number): Schemas["IssueDetail"] {
  return {
    ...presentIssue({ issue, tally }, now),
    releases: tally.releases.map(([release, eventCount, firstSeen, lastSeen]) => ({
      release,
      eventCount,
      firstSeen: new Date(firstSeen).toISOString(),
      lastSeen: new Date(lastSeen).toISOString(),
    })),
    fingerprints: fingerprints.map(({ fingerprint, title, culprit, tally: { count, firstSeen, lastSeen } }) => ({
      ...{ fingerprint, title, culprit, eventCount: count },
      firstSeen: new Date(firstSeen).toISOString(),
      lastSeen: new Date(lastSeen).toISOString(),
    })),
  };
}
