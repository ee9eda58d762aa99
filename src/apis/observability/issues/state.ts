/** An issue through its life: made by its first event, resolved or ignored by people, open again by further events. */
import { risingId } from "#src/storage/rising-id.ts";
import type { Tenant } from "../records.ts";
import type { Fingerprint } from "./entities/fingerprint.ts";
import type { Issue, IssueState } from "./entities/issue.ts";
import { regressesIn } from "./releases.ts";
import { levelOf, tallyOfAll } from "./rows.ts";
import { type HourCount, hourMs, hourOf, type Tally } from "./tally.ts";

/** Releases of an issue that are kept, for the list's filter. */
const keptReleases = 50;

export function newIssue(tenant: Tenant, of: Pick<Fingerprint, "title" | "culprit" | "level">): Issue {
  return {
    ...tenant,
    id: `iss_${risingId()}`,
    ...{ title: of.title, culprit: of.culprit, level: of.level },
    ...{ state: "open", resolvedIn: null, resolvedAt: null, ignoredUntil: null, owner: null },
    ...{ firstSeen: new Date(0), lastSeen: new Date(0), eventCount: 0, releases: [] },
    ...{ hour: 0, hourCount: 0, hourLimit: null, escalatedAt: null, mergedInto: null },
  };
}

/** A fingerprint before its first event; `now` in ms. */
export function newFingerprint(
  tenant: Tenant,
  of: Pick<Fingerprint, "fingerprint" | "kind" | "groupFingerprint" | "issueId" | "title" | "culprit" | "level">,
  now: number,
): Fingerprint {
  const counted = { eventCount: 0, hours: [], releases: [], users: [], events: [] };
  return { ...tenant, ...of, ...counted, firstSeen: new Date(now), lastSeen: new Date(now) };
}

/** As people see it at a moment (ms). */
export function stateAt({ state, ignoredUntil }: Pick<Issue, "state" | "ignoredUntil">, now: number): IssueState {
  return state === "ignored" && ignoredUntil !== null && ignoredUntil.getTime() <= now ? "open" : state;
}

/** Counts further events with an issue, the newest of which has this level. True when it was resolved and has come back. */
export function count(issue: Issue, tally: Tally, level: number): boolean {
  const isBack = regresses(issue, tally);
  if (isBack) issue.state = "regressed";
  if (tally.lastSeen >= issue.lastSeen.getTime()) issue.level = level;
  addTotals(issue, tally);
  return isBack;
}

function regresses({ state, resolvedAt, resolvedIn, releases }: Issue, tally: Tally): boolean {
  if (state !== "resolved" || resolvedAt === null || tally.lastSeen <= resolvedAt.getTime()) return false;
  if (resolvedIn === null) return true;
  return tally.releases.some(
    ([release, , , lastSeen]) => lastSeen > resolvedAt.getTime() && regressesIn(release, resolvedIn, releases),
  );
}

function addTotals(issue: Issue, tally: Tally): void {
  if (tally.count === 0) return;
  const firstSeen = issue.eventCount === 0 ? tally.firstSeen : Math.min(issue.firstSeen.getTime(), tally.firstSeen);
  issue.firstSeen = new Date(firstSeen);
  issue.lastSeen = new Date(Math.max(issue.lastSeen.getTime(), tally.lastSeen));
  issue.eventCount += tally.count;
  const added = tally.releases.map(([release]) => release).filter((release) => !issue.releases.includes(release));
  if (added.length > 0) issue.releases = [...added, ...issue.releases].slice(0, keptReleases);
  for (const [hour, events] of tally.hours) {
    if (hour > issue.hour) [issue.hour, issue.hourCount, issue.hourLimit] = [hour, events, null];
    else if (hour === issue.hour) issue.hourCount += events;
  }
}

/** The totals and the level of an issue whose fingerprints are others now. */
export function setTotals(issue: Issue, rows: readonly Fingerprint[]): void {
  issue.eventCount = 0;
  issue.lastSeen = new Date(0);
  [issue.releases, issue.hour, issue.hourCount, issue.hourLimit] = [[], 0, 0, null];
  addTotals(issue, tallyOfAll(rows));
  issue.level = levelOf(rows) ?? issue.level;
}

const fewInAnHour = 10;
const timesTheUsual = 5;
const dayMs = 24 * hourMs;
const comparedHours = 14 * 24;

/** Whether it is worth looking up how many events an hour usually has; `now` in ms. */
export function mayEscalate(issue: Issue, now: number): boolean {
  const { firstSeen, escalatedAt, hour, hourCount, hourLimit } = issue;
  const state = stateAt(issue, now);
  return (
    hour === hourOf(now) &&
    hourCount >= Math.max(fewInAnHour, hourLimit ?? 0) &&
    (state === "open" || state === "regressed") &&
    now - firstSeen.getTime() >= dayMs &&
    (escalatedAt === null || now - escalatedAt.getTime() >= dayMs)
  );
}

/**
 * Whether an issue is much more frequent than it was: at least 10 events in this hour of the clock, and 5 times as many as the hours of
 * the last 14 days before it had on average. Told once in 24 hours, and not in the first 24 of an issue.
 */
export function escalates(issue: Issue, hours: readonly HourCount[], now: number): boolean {
  const known = Math.min(comparedHours, Math.max(1, issue.hour - hourOf(issue.firstSeen.getTime())));
  const before = hours.filter(([hour]) => hour < issue.hour && hour >= issue.hour - known);
  const usual = before.reduce((sum, [, events]) => sum + events, 0) / known;
  issue.hourLimit = Math.ceil(timesTheUsual * usual);
  if (issue.hourCount < Math.max(fewInAnHour, issue.hourLimit)) return false;
  issue.escalatedAt = new Date(now);
  return true;
}
