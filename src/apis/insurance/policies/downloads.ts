/** Bytes of policy documents, on their way from the insurer to the business. */
import { notFound } from "#src/http/problem.ts";
import type { HandlerDependencies } from "../dependencies.ts";
import { type FetchedDocument, fetchDocument } from "../insurers/documents.ts";
import type { Tenant } from "../tenant.ts";
import { type PolicyName, policyOf } from "./policy-record.ts";

/** Ids that insurers may give documents. Others would change the address: `..` is that of another resource. */
const documentIds = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export type DownloadDependencies = Pick<HandlerDependencies, "database" | "insurers" | "destinations">;

/**
 * A document of a policy. Throws Problem NOT_FOUND, also for a policy of another business or environment, before anyone is
 * asked; and InsurerFailure as `fetchDocument` does.
 */
export async function downloadDocument(
  { database, insurers, destinations }: DownloadDependencies,
  tenant: Tenant,
  { documentId, ...name }: PolicyName & { readonly documentId: string },
  requestId: string,
): Promise<FetchedDocument> {
  await policyOf(database.dataSource.manager, tenant, name);
  if (!documentIds.test(documentId)) throw notFound("There is no such document.");
  const insurer = await insurers.reach(name.providerId, "getPolicyDocument");
  return fetchDocument(insurer, { policyId: name.policyId, documentId }, destinations, {
    requestId,
    environment: tenant.environment,
  });
}
