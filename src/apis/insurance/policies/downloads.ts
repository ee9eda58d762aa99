/** Bytes of policy documents, on their way from the insurer to the business. */
import type { ServerResponse } from "node:http";
import { Problem } from "#src/http/problem.ts";
import { type FetchedDocument, fetchDocument } from "../insurers/documents.ts";
import type { InsuranceParts } from "../parts.ts";
import type { Tenant } from "../tenant.ts";
import { type PolicyName, policyOf } from "./policies.ts";

/** What insurers may call a document. Others would be part of an address: `..` is one of another thing. */
const documentIds = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export type DownloadParts = Pick<InsuranceParts, "database" | "insurers" | "destinations">;

/** Documents are in memory, some 50 MiB for a large one in base64: this many at a time in a process. */
const mostAtOnce = 16;
/** Of one insurer, so that a slow one leaves room for the others. */
const mostOfInsurer = 8;

/** Counts the documents that this process holds. */
export class DownloadDesk {
  readonly #held = new Map<string, number>();
  #total = 0;

  /**
   * Counts one in until the answer has left: a caller that reads slowly keeps the whole document here. Throws Problem
   * OVERLOADED when there are too many.
   */
  hold(providerId: string, outgoing: ServerResponse): void {
    const ofInsurer = this.#held.get(providerId) ?? 0;
    if (this.#total >= mostAtOnce || ofInsurer >= mostOfInsurer)
      throw new Problem("OVERLOADED", {
        detail: "Too many documents are being downloaded.",
        headers: { "Retry-After": "1" },
      });
    this.#total++;
    this.#held.set(providerId, ofInsurer + 1);
    if (outgoing.closed) this.#release(providerId);
    else outgoing.once("close", () => this.#release(providerId));
  }

  #release(providerId: string): void {
    this.#total--;
    const left = (this.#held.get(providerId) ?? 1) - 1;
    if (left === 0) this.#held.delete(providerId);
    else this.#held.set(providerId, left);
  }
}

/**
 * A document of a policy. Throws Problem NOT_FOUND, also for a policy of another business or environment, before anyone is
 * asked; and InsurerFailure as `fetchDocument` does.
 */
export async function downloadDocument(
  { database, insurers, destinations }: DownloadParts,
  tenant: Tenant,
  { documentId, ...name }: PolicyName & { readonly documentId: string },
  requestId: string,
): Promise<FetchedDocument> {
  await policyOf(database.pool, tenant, name);
  if (!documentIds.test(documentId)) throw new Problem("NOT_FOUND", { detail: "There is no such document." });
  const insurer = await insurers.reach(name.providerId, "getPolicyDocument");
  return fetchDocument(insurer, { policyId: name.policyId, documentId }, destinations, { requestId });
}
