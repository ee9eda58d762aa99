/** Has an insurer put a file among the documents of a policy, once. */
import type { Schemas } from "#generated/insurance/contract.ts";
import type { Answered, Asked } from "../insurers/protocol.ts";
import { protocolCall } from "../insurers/protocol-call.ts";
import type { EffectDependencies } from "../insurers/registry.ts";
import { declareOperation } from "../intents/operation.ts";
import { presentPolicyDocument } from "../presenters/records.ts";
import { announceDocuments } from "./announcements.ts";

interface PreparedDocument {
  readonly policyId: string;
  readonly body: Asked<"attachPolicyDocument">["body"];
}

/** The customer has to know whether the insurer has the file. */
export function documentOperation({ insurers, now }: EffectDependencies) {
  return declareOperation<PreparedDocument, Answered<"attachPolicyDocument">, Schemas["PolicyDocument"]>({
    whenLost: "settle",

    ...protocolCall(insurers, "attachPolicyDocument", ({ policyId, body }: PreparedDocument) => ({
      path: { policyId },
      body,
    })),

    async commit(transaction, intent, document) {
      const { providerId, request } = intent;
      const name = { providerId, policyId: request.policyId };
      await announceDocuments(transaction, intent, name, [document], new Date(now()));
      return { status: 201, body: presentPolicyDocument(document) };
    },
  });
}
