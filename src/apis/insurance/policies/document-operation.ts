/** Has an insurer put a file among the documents of a policy, once. */
import type { Schemas } from "#generated/insurance/contract.ts";
import type { Answered, Asked } from "../insurers/protocol.ts";
import type { Insurers } from "../insurers/registry.ts";
import { declareOperation } from "../intents/operation.ts";
import { presentPolicyDocument } from "../presenters/records.ts";
import { announceDocuments } from "./announcements.ts";

interface PreparedDocument {
  readonly policyId: string;
  readonly body: Asked<"attachPolicyDocument">["body"];
}

/** The customer has to know whether the insurer has the file. */
export function documentOperation({ insurers, now }: { readonly insurers: Insurers; readonly now: () => number }) {
  return declareOperation<PreparedDocument, Answered<"attachPolicyDocument">, Schemas["PolicyDocument"]>({
    whenLost: "settle",

    async call({ providerId, environment, insurerKey, request: { policyId, body } }, { requestId }) {
      const insurer = await insurers.reach(providerId, "attachPolicyDocument");
      const asked = { path: { policyId }, body, idempotencyKey: insurerKey };
      return insurer.call("attachPolicyDocument", asked, { requestId, environment });
    },

    async commit(transaction, intent, document) {
      const { providerId, request } = intent;
      const name = { providerId, policyId: request.policyId };
      await announceDocuments(transaction, intent, name, [document], new Date(now()));
      return { status: 201, body: presentPolicyDocument(document) };
    },
  });
}
