/** Changes of webhook endpoints with their line in the audit log, and what commands say of wrong ones. */
import { invalid, Problem } from "#src/http/problem.ts";
import { type Audited, audit } from "#src/identity/audit.ts";
import { inTransaction, type Transaction } from "#src/storage/transaction.ts";
import type { Webhooks } from "./webhooks.ts";

/** Changes an endpoint, and writes the audit event in the same transaction. */
export function audited<T extends { readonly endpoint: { readonly endpointId: string } }>(
  { database, now }: Webhooks,
  about: Omit<Audited, "subject">,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return inTransaction(database, async (transaction) => {
    const done = await work(transaction);
    await audit(transaction.manager, { ...about, subject: done.endpoint.endpointId }, now());
    return done;
  });
}

/** Throws what is wrong with an endpoint as a command says it: there are no fields, but a URL and names of events. */
export function firstFinding(error: unknown): never {
  const [finding] = error instanceof Problem ? error.fieldErrors : [];
  if (finding === undefined) throw error;
  throw invalid(`The ${finding.path === "/body/url" ? "url" : "event"} ${finding.message}.`);
}
