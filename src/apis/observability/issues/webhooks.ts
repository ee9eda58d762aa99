/** Webhook events about a project's issues, written in the transaction that changes the issues. */
import type { Transaction } from "#src/storage/transaction.ts";
import { emitWanted } from "#src/webhooks/events.ts";
import { presentIssueState } from "../presenters/issue.ts";
import type { Tenant } from "../records.ts";
import type { Issue } from "./entities/issue.ts";

export const issueEvents = ["issue.created", "issue.regressed", "issue.escalated"] as const;

export interface IssueChange {
  readonly type: (typeof issueEvents)[number];
  readonly issue: Issue;
}

/** Of the interface, as its document has it. */
const apiVersion = "1.0.0";
/** Most events written by one statement. */
const eventsAtOnce = 200;

/** Writes one event for each change, unless no endpoint of the project wants it. */
export async function tellOfIssues(
  transaction: Pick<Transaction, "client">,
  { projectId, environment }: Tenant,
  changes: readonly IssueChange[],
  now: number,
): Promise<void> {
  const owner = { ownerId: projectId, environment };
  for (let at = 0; at < changes.length; at += eventsAtOnce) {
    const events = changes.slice(at, at + eventsAtOnce).map(({ type, issue }) => ({
      type,
      apiVersion,
      resource: { type: "issue", providerId: null, id: issue.id },
      data: { ...presentIssueState(issue, now) },
    }));
    await emitWanted(transaction, owner, events, new Date(now));
  }
}
