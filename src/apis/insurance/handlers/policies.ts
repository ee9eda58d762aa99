import type { Schemas } from "#generated/insurance/contract.ts";
import { downloadHeaders } from "#src/http/download-headers.ts";
import { replayedHeader } from "#src/http/idempotency.ts";
import type { Caller, HandlersOf } from "../callers.ts";
import type { HandlerDependencies } from "../dependencies.ts";
import { policyEntity } from "../entities.ts";
import { noteUse } from "../forms/kept-files.ts";
import { createdAnswer, writeCallOf } from "../idempotent-writes.ts";
import { newestFirst } from "../newest-first.ts";
import { cancelPolicy } from "../policies/cancellation.ts";
import { attachDocument, downloadDocument, readDocuments } from "../policies/documents.ts";
import { DownloadLimiter } from "../policies/download-limiter.ts";
import type { PolicyName } from "../policies/policy-record.ts";
import { readPolicy } from "../policies/reading.ts";
import { contentTypeOf } from "../presenters/download.ts";
import { presentPolicy, presentPolicyDocument, presentPolicyRow } from "../presenters/records.ts";
import { askForChange } from "../sales/quotes.ts";

export function policyHandlers(dependencies: HandlerDependencies): HandlersOf<"Policies"> {
  const limiter = new DownloadLimiter();
  const change = async (
    context: "renewal" | "endorsement",
    request: { readonly path: PolicyName; readonly body: Schemas["PolicyChangeRequest"] } & Parameters<
      typeof writeCallOf
    >[0],
    call: { readonly identity: Caller; readonly requestId: string },
  ) => {
    const { path, body } = request;
    await noteUse(dependencies.database.dataSource.manager, call.identity, body, new Date(dependencies.now()));
    return createdAnswer(await askForChange(dependencies, context, path, body, writeCallOf(request, call)));
  };
  return {
    async listPolicies({ query }, { identity }) {
      const policies = { entity: policyEntity, list: "policies", present: presentPolicyRow };
      return { status: 200, body: await newestFirst(dependencies, identity, policies, query) };
    },

    async getPolicy({ path }, { identity, requestId }) {
      const read = await readPolicy(dependencies, identity, path, requestId);
      const { providerId } = path;
      const { environment } = identity;
      return { status: 200, body: { policy: presentPolicy({ providerId, environment, ...read }) } };
    },

    async listPolicyDocuments({ path }, { identity, requestId }) {
      const documents = await readDocuments(dependencies, identity, path, requestId);
      return { status: 200, body: { items: documents.map(presentPolicyDocument) } };
    },

    async downloadPolicyDocument({ path }, { identity, requestId, outgoing }) {
      limiter.acquire({ ...path, ...identity }, outgoing);
      const { filename, mediaType, bytes } = await downloadDocument(dependencies, identity, path, requestId);
      return {
        status: 200,
        type: contentTypeOf(mediaType),
        body: bytes,
        headers: downloadHeaders(filename, path.documentId),
      };
    },

    async requestRenewal(request, call) {
      return await change("renewal", request, call);
    },

    async requestEndorsement(request, call) {
      return await change("endorsement", request, call);
    },

    async attachPolicyDocument(request, call) {
      const { path, body } = request;
      return createdAnswer(await attachDocument(dependencies, path, body, writeCallOf(request, call)));
    },

    async cancelPolicy(request, call) {
      const { replayed, body } = await cancelPolicy(
        dependencies,
        request.path,
        request.body,
        writeCallOf(request, call),
      );
      return { status: 200, body, ...(replayed && { headers: replayedHeader }) };
    },
  };
}
