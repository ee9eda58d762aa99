/** Stacks whose symbols have come: their events move to the group that the source says, those that are still to come too. */
import type { Database } from "#src/storage/database.ts";
import { inTransaction, type Transaction } from "#src/storage/transaction.ts";
import type { EventPayload } from "../event-record.ts";
import type { Tenant } from "../records.ts";
import { eventStack, type StackedEvent } from "../symbols/symbolication/event-stack.ts";
import type { SymbolicatedFrame, Symbolication } from "../symbols/symbolication/form.ts";
import { forward } from "./changes.ts";
import { type Fingerprint, fingerprints } from "./entities/fingerprint.ts";
import type { Issue } from "./entities/issue.ts";
import {
  culpritOf,
  type GroupedFrame,
  groupFingerprint,
  groupingOf,
  inApp,
  ofApplication,
  titleOf,
} from "./grouping.ts";
import {
  addTo,
  fingerprintsBy,
  fingerprintsById,
  issuesById,
  lockIssues,
  saveFingerprints,
  saveIssues,
  setTally,
  tallyOf,
} from "./rows.ts";
import { count, newFingerprint, newIssue, setTotals } from "./state.ts";
import { noEvents } from "./tally.ts";
import { type IssueChange, tellOfIssues } from "./webhooks.ts";

export type SymbolicatedEvent = StackedEvent & { readonly level: number; readonly message: string | null };

/** The group that symbols have decided for a stack. */
interface Decision extends Pick<Fingerprint, "title" | "culprit" | "level"> {
  readonly stack: string;
  readonly group: string;
}

/** Returns what to call with an event and the form of its stack, each time that it is complete. */
export function regroupedBySymbols(database: Database, now: () => number) {
  return async (tenant: Tenant, event: SymbolicatedEvent, form: Symbolication): Promise<void> => {
    const decision = decisionOf(event, form);
    if (decision === null) return;
    const known = await fingerprints.of(database.dataSource.manager, tenant).findOne({ fingerprint: decision.stack });
    // Most events repeat a stack that is known.
    if (known?.kind === "symbolicated" && known.groupFingerprint === decision.group) return;
    await inTransaction(database, async (transaction) => {
      await lockIssues(transaction, tenant);
      await regroup(transaction, tenant, decision, now());
    });
  };
}

/** Null where the client or the message decides. */
function decisionOf(event: SymbolicatedEvent, form: Symbolication): Decision | null {
  const { level, message, release, platform } = event;
  const payload = JSON.parse(event.payloadJson) as EventPayload;
  const { stack } = groupingOf({ level, message, release, platform, ...payload }, true) ?? { stack: null };
  const came = eventStack(event);
  if (stack === null || came === null || !("frames" in came)) return null;
  const { exception } = payload;
  const sent = exception?.stacktrace?.frames ?? [];
  const flags = came.frames.map((frame, at): [string, boolean | undefined] => [
    frame.raw,
    "inApp" in frame ? frame.inApp : sent[at]?.in_app,
  ]);
  const flagOf = new Map(flags);
  const named = form.frames.filter((frame) => frame.function !== null || frame.file !== null);
  const own = inApp(named, ({ raw, file }) => flagOf.get(raw) ?? ofApplication(file));
  const isCrash = payload.nativeStacktrace !== undefined || payload.nativeFrames !== undefined;
  const problem = {
    type: form.exceptionType ?? exception?.type ?? (isCrash ? "Crash" : null),
    message: exception?.value ?? message,
  };
  const grouped = came.family === "javascript" ? own.map(withoutMinifiedName) : own;
  return { stack, group: groupFingerprint(problem, grouped), title: titleOf(problem), culprit: culpritOf(own), level };
}

/** Parts of a script's name that no map has given and that are as short as a minifier's: another build has others. */
const minified = /(?<![\w$])[\w$]{1,2}(?![\w$])/g;

/** A frame by the parts of its name that a person has given; where there are none, by the text of its line. */
function withoutMinifiedName({ function: name, file, line, raw, context }: SymbolicatedFrame): GroupedFrame {
  if (name === null || !raw.startsWith(`${name} (`)) return { function: name, file, line };
  const given = name.replace(minified, "*");
  if (/[\w$]/.test(given)) return { function: given, file, line };
  return { function: context === undefined ? null : `at ${context.line.trim()}`, file, line };
}

async function regroup(
  transaction: Transaction,
  tenant: Tenant,
  { stack, group, ...shown }: Decision,
  now: number,
): Promise<void> {
  const { manager, client } = transaction;
  const known = new Map((await fingerprintsById(client, tenant, [stack, group])).map((row) => [row.fingerprint, row]));
  const row = (fingerprint: string, kind: Fingerprint["kind"]) =>
    newFingerprint(tenant, { fingerprint, kind, groupFingerprint: group, issueId: null, ...shown }, now);
  const of = known.get(stack) ?? row(stack, "symbolicated");
  const to = known.get(group) ?? row(group, "group");
  const [from, tally, issueId] = [of.groupFingerprint, tallyOf(of), of.issueId];
  of.kind = "symbolicated";
  of.groupFingerprint = group;
  if (issueId === null || tally.count === 0) {
    of.issueId = to.issueId;
    await saveFingerprints(client, [of, to]);
    return;
  }
  const others = (await fingerprintsBy(manager, tenant, "issueId", [issueId])).filter(
    ({ fingerprint }) => fingerprint !== stack && fingerprint !== group,
  );
  const [left] = await issuesById(client, tenant, [issueId]);
  const isAlone = others.every(({ eventCount }) => eventCount === 0);
  if (to.issueId === null && isAlone) to.issueId = issueId;
  const changes: IssueChange[] = [];
  const [joined] = to.issueId === null ? [] : await issuesById(client, tenant, [to.issueId]);
  const issue = joined ?? newIssue(tenant, shown);
  to.issueId = issue.id;
  of.issueId = issue.id;
  addTo(to, tally, of.level);
  setTally(of, { ...noEvents, firstSeen: tally.firstSeen, lastSeen: tally.lastSeen });
  await saveFingerprints(client, [of, to]);
  if (issue.id === issueId) {
    if (isAlone) Object.assign(issue, { title: shown.title, culprit: shown.culprit });
    await saveIssues(client, [issue]);
  } else {
    const isBack = count(issue, tally, of.level);
    if (joined === undefined) changes.push({ type: "issue.created", issue });
    else if (isBack) changes.push({ type: "issue.regressed", issue });
    await saveIssues(client, [issue]);
    if (left !== undefined) await leave(transaction, tenant, left, others, issue);
  }
  await forgetUnused(transaction, tenant, from, stack);
  await tellOfIssues(transaction, tenant, changes, now);
}

/** The issue that events have left, for another one. */
async function leave(
  { manager, client }: Transaction,
  tenant: Tenant,
  left: Issue,
  others: readonly Fingerprint[],
  to: Issue,
): Promise<void> {
  setTotals(left, others);
  await saveIssues(client, [left]);
  if (left.eventCount > 0) return;
  await saveFingerprints(
    client,
    others.map((row) => ({ ...row, issueId: to.id })),
  );
  await forward(manager, tenant, left.id, to.id);
}

/** A group of no events and no stacks: the next one of its form is another problem. */
async function forgetUnused({ manager }: Transaction, tenant: Tenant, group: string, stack: string): Promise<void> {
  const rows = await fingerprintsBy(manager, tenant, "groupFingerprint", [group]);
  const isUsed = rows.some(
    ({ fingerprint, eventCount }) => fingerprint !== stack && (fingerprint !== group || eventCount > 0),
  );
  if (!isUsed) await fingerprints.of(manager, tenant).delete({ fingerprint: group });
}
