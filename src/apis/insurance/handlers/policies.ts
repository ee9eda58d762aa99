import { downloadHeaders } from "#src/http/download-headers.ts";
import { replayedHeader } from "#src/http/idempotency.ts";
import type { HandlersOf } from "../callers.ts";
import type { HandlerDependencies } from "../dependencies.ts";
import { createdAnswer, writeCallOf } from "../insurer-write.ts";
import { cancelPolicy } from "../policies/cancellation.ts";
import { attachDocument } from "../policies/document-operation.ts";
import { readDocuments } from "../policies/documents.ts";
import { DownloadLimiter } from "../policies/download-limiter.ts";
import { downloadDocument } from "../policies/downloads.ts";
import { listPolicies } from "../policies/policies.ts";
import { readPolicy } from "../policies/reading.ts";
import { contentTypeOf } from "../presenters/download.ts";
import { presentPolicy, presentPolicyDocument, presentPolicyRow } from "../presenters/records.ts";

export function policyHandlers(dependencies: HandlerDependencies): HandlersOf<"Policies"> {
  const limiter = new DownloadLimiter();
  return {
    async listPolicies({ query }, { identity }) {
      const { rows, pagination } = await listPolicies(dependencies, identity, query);
      return { status: 200, body: { items: rows.map(presentPolicyRow), pagination } };
    },

    async getPolicy({ path }, { identity, requestId }) {
      const document = await readPolicy(dependencies, identity, path, requestId);
      const { providerId } = path;
      const { environment } = identity;
      const { status } = document;
      return { status: 200, body: { policy: presentPolicy({ providerId, environment, status, document }) } };
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
