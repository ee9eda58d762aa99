/** Changes of issues by people: state, owner, merging and splitting. */
import type { EntityManager } from "typeorm";
import type { Schemas } from "#generated/observability/contract.ts";
import { parseDateTime } from "#src/http/date-time.ts";
import { conflict, notFound, Problem } from "#src/http/problem.ts";
import type { Database } from "#src/storage/database.ts";
import { inTransaction } from "#src/storage/transaction.ts";
import type { DetailedIssue } from "../presenters/issue.ts";
import type { Tenant } from "../records.ts";
import type { Fingerprint } from "./entities/fingerprint.ts";
import { type Issue, issues } from "./entities/issue.ts";
import { fingerprintsBy, issuesById, lockIssues, saveFingerprints, saveIssues, tallyOf, tallyOfAll } from "./rows.ts";
import { newIssue, setTotals } from "./state.ts";
import { joined, noEvents } from "./tally.ts";

/** Fingerprints of one issue, as its readers see them. */
const mostFingerprints = 500;

/** The issue, or the one that it was merged into. Throws Problem NOT_FOUND. */
export async function findIssue(manager: EntityManager, tenant: Tenant, id: string): Promise<Issue> {
  const records = issues.of(manager, tenant);
  const issue = await records.findOne({ id });
  const found = issue?.mergedInto == null ? issue : await records.findOne({ id: issue.mergedInto });
  if (found === null) throw notFound("There is no issue with this id.");
  return found;
}

/** Throws Problem NOT_FOUND. */
export async function issueDetail(manager: EntityManager, tenant: Tenant, id: string): Promise<DetailedIssue> {
  return await detailOf(manager, tenant, await findIssue(manager, tenant, id));
}

async function detailOf(manager: EntityManager, tenant: Tenant, issue: Issue): Promise<DetailedIssue> {
  const rows = await fingerprintsBy(manager, tenant, "issueId", [issue.id]);
  return { issue, tally: tallyOfAll(rows), fingerprints: groupsOf(rows) };
}

/** Those with most events first; without groups that have had none. */
function groupsOf(rows: readonly Fingerprint[]): DetailedIssue["fingerprints"] {
  const groups = [...Map.groupBy(rows, ({ groupFingerprint }) => groupFingerprint)].flatMap(([fingerprint, own]) => {
    const [shown] = own.toSorted((a, b) => Number(a.kind !== "group") - Number(b.kind !== "group"));
    const tally = own.map(tallyOf).reduce(joined, noEvents);
    return shown === undefined || tally.count === 0
      ? []
      : [{ fingerprint, title: shown.title, culprit: shown.culprit, tally }];
  });
  return groups.sort((a, b) => b.tally.count - a.tally.count || (a.fingerprint < b.fingerprint ? -1 : 1));
}

/** Throws Problem NOT_FOUND, and VALIDATION_FAILED for what does not go with the state. */
export function updateIssue(
  database: Database,
  tenant: Tenant,
  id: string,
  change: Schemas["IssueChange"],
  now: Date,
): Promise<DetailedIssue> {
  refuseFindings(change, now);
  return inTransaction(database, async (transaction) => {
    const { manager, client } = transaction;
    await lockIssues(transaction, tenant);
    const issue = await findIssue(manager, tenant, id);
    const { state, resolvedInRelease = null, ignoredUntil = null, owner } = change;
    if (owner !== undefined) issue.owner = owner;
    const isRepeated = state === "resolved" && issue.state === "resolved" && issue.resolvedIn === resolvedInRelease;
    if (state !== undefined && !isRepeated) {
      issue.state = state;
      issue.resolvedIn = resolvedInRelease;
      issue.resolvedAt = state === "resolved" ? now : null;
      issue.ignoredUntil = ignoredUntil === null ? null : parseDateTime(ignoredUntil);
    }
    await saveIssues(client, [issue]);
    return await detailOf(manager, tenant, issue);
  });
}

function refuseFindings({ state, resolvedInRelease, ignoredUntil }: Schemas["IssueChange"], now: Date): void {
  const findings = [
    ...(resolvedInRelease != null && state !== "resolved"
      ? [{ path: "/body/resolvedInRelease", code: "state", message: "goes with the state resolved alone" }]
      : []),
    ...(ignoredUntil != null && state !== "ignored"
      ? [{ path: "/body/ignoredUntil", code: "state", message: "goes with the state ignored alone" }]
      : []),
    ...(ignoredUntil != null && parseDateTime(ignoredUntil) <= now
      ? [{ path: "/body/ignoredUntil", code: "past", message: "must be in the future" }]
      : []),
  ];
  if (findings.length > 0) throw new Problem("VALIDATION_FAILED", { fieldErrors: findings });
}

/** Throws Problem NOT_FOUND when one of them is not there, INVALID_STATE_TRANSITION when they would be too much for one issue. */
export function mergeIssues(
  database: Database,
  tenant: Tenant,
  id: string,
  others: readonly string[],
): Promise<DetailedIssue> {
  return inTransaction(database, async (transaction) => {
    const { manager, client } = transaction;
    await lockIssues(transaction, tenant);
    const target = await findIssue(manager, tenant, id);
    const given = await issuesById(client, tenant, others);
    if (given.length < new Set(others).size) throw notFound("One of the issues is not there.");
    const sources = given.filter((issue) => issue.mergedInto === null && issue.id !== target.id);
    const rows = await fingerprintsBy(manager, tenant, "issueId", [target.id, ...sources.map((issue) => issue.id)]);
    const count = new Set(rows.map(({ groupFingerprint }) => groupFingerprint)).size;
    if (count > mostFingerprints)
      throw conflict(`Together they have ${count} fingerprints, and an issue has at most ${mostFingerprints}.`);
    const moved = rows.filter((row) => row.issueId !== target.id);
    for (const row of moved) row.issueId = target.id;
    setTotals(target, rows);
    await saveFingerprints(client, moved);
    await saveIssues(client, [target]);
    for (const source of sources) await forward(manager, tenant, source.id, target.id);
    return await detailOf(manager, tenant, target);
  });
}

/** Lets an issue that has nothing left return another one, and so those that returned it. */
export async function forward(manager: EntityManager, tenant: Tenant, from: string, to: string): Promise<void> {
  const records = issues.of(manager, tenant);
  // Index issues_merged.
  await records.update({ mergedInto: from }, { mergedInto: to });
  await records.update({ id: from }, { mergedInto: to });
}

/** Returns the new issue. Throws Problem NOT_FOUND, and INVALID_STATE_TRANSITION when it does not have these, or no others. */
export function splitIssue(
  database: Database,
  tenant: Tenant,
  id: string,
  leaving: readonly string[],
): Promise<DetailedIssue> {
  return inTransaction(database, async (transaction) => {
    const { manager, client } = transaction;
    await lockIssues(transaction, tenant);
    const issue = await findIssue(manager, tenant, id);
    const rows = await fingerprintsBy(manager, tenant, "issueId", [issue.id]);
    const groups = groupsOf(rows);
    const known = new Set(groups.map(({ fingerprint }) => fingerprint));
    if (leaving.some((fingerprint) => !known.has(fingerprint)))
      throw conflict("The issue does not have one of these fingerprints.");
    if (new Set(leaving).size === known.size)
      throw conflict("These are all fingerprints of the issue, and one at least has to stay.");
    const [moved, staying] = [
      rows.filter(({ groupFingerprint }) => leaving.includes(groupFingerprint)),
      rows.filter(({ groupFingerprint }) => !leaving.includes(groupFingerprint)),
    ];
    const [shown] = groups.filter(({ fingerprint }) => leaving.includes(fingerprint));
    const made = newIssue(tenant, {
      title: shown?.title ?? "",
      culprit: shown?.culprit ?? null,
      level: issue.level,
    });
    for (const row of moved) row.issueId = made.id;
    setTotals(made, moved);
    setTotals(issue, staying);
    await saveIssues(client, [issue, made]);
    await saveFingerprints(client, moved);
    return await detailOf(manager, tenant, made);
  });
}
