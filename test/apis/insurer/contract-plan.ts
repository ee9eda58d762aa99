/** How each operation of the insurer protocol gets to each of its documented statuses, with the sandbox insurers. */
import { randomUUID } from "node:crypto";
import type { Schemas } from "#src/apis/insurance/insurers/protocol.ts";
import { type RunningSandbox, startSandboxInsurers } from "#src/sandbox/insurers/server.ts";
import { aPurchaseCall, aQuoteCall } from "#test/builders/insurance/insurers.ts";
import type { ContractPlan, Plan } from "../../../scripts/contract-runner/plan.ts";
import { bytesOf, type Draft, send, withHeaders, withMembers } from "../../../scripts/contract-runner/request.ts";
import { asGiven, callers, nobody } from "../../../scripts/contract-runner/shapes.ts";

type Prepare = (draft: Draft) => Draft | Promise<Draft>;

const at =
  (path: string, query: Draft["query"] = {}): Prepare =>
  (draft) => ({ ...draft, path, query });
/** The good request with other members. */
const but =
  (good: Prepare, members: object): Prepare =>
  async (draft) =>
    withMembers(await good(draft), members);

/** The token of an insurer, and a key of the request's own instead of the example's. */
const signFor = (credential: string) => (draft: Draft) => {
  const { "Idempotency-Key": _, ...headers } = draft.headers;
  const own = { authorization: `Bearer ${credential}`, "idempotency-key": randomUUID() };
  return { ...draft, headers: { ...headers, ...own } };
};

function insurerOf({ insurers }: RunningSandbox, id: string) {
  const insurer = insurers.find((candidate) => candidate.id === id);
  if (insurer === undefined) throw new Error(`there is no insurer ${id}`);
  return insurer;
}

function planFor(sandbox: RunningSandbox): Plan {
  const callersOf = (id: string) => {
    const { baseUrl, credential } = insurerOf(sandbox, id);
    return { ...nobody, server: { baseUrl }, sign: signFor(credential) };
  };
  const aegis = callersOf("aegis");
  const { as } = callers(aegis);
  const faulty = (fault: string) => as((draft) => withHeaders(draft, { "x-sandbox-fault": fault }));
  const faultyAtWill = callers({ ...aegis, usual: { 500: faulty("status-500"), 503: faulty("status-503") } });
  const { keyOfAnother } = faultyAtWill;
  const operation = (good?: Prepare) => faultyAtWill.operation(null, good);

  async function made<T>(path: string, body: object, { server, sign } = aegis): Promise<T> {
    const headers = { "content-type": "application/json" };
    const draft = { method: "POST", path, query: {}, headers, body: bytesOf(JSON.stringify(body)) };
    const { status, bytes } = await send(server.baseUrl, sign(draft));
    const text = new TextDecoder().decode(bytes);
    if (status >= 300) throw new Error(`${path} answered ${status}: ${text}`);
    return JSON.parse(text) as T;
  }
  const aQuote = (from = aegis) =>
    made<Schemas["Quote"]>("/quotes", aQuoteCall({ configuration: {}, sale: {} }).body, from);
  async function aPolicy(from = aegis): Promise<string> {
    const { body } = aPurchaseCall(await aQuote(from), { startDate: "2026-12-01" });
    return (await made<Schemas["Purchase"]>("/purchases", body, from)).policy.policyId;
  }
  const aFile = async () => (await made<{ fileId: string }>("/uploads", file)).fileId;

  const buying: Prepare = async (draft) => {
    const { quoteId, total: payment } = await aQuote();
    return withMembers(draft, { quoteId, payment });
  };
  /** A policy of the insurer stands where the example's id is. */
  const ofAPolicy: Prepare = async (draft) => ({
    ...draft,
    path: draft.path.replace(/^\/policies\/[^/]+/, `/policies/${await aPolicy()}`),
  });
  const ofGullwing: Prepare = async (draft) => ({
    ...draft,
    path: draft.path.replace(/^\/policies\/[^/]+/, `/policies/${await aPolicy(callersOf("gullwing"))}`),
  });
  const ofACancelledPolicy: Prepare = async (draft) => {
    const good = await ofAPolicy(draft);
    const reason = { reason: "NO_LONGER_NEEDED", note: null, requestedEffectiveDate: null };
    await made(good.path.replace(/[^/]+$/, "cancellation"), reason);
    return good;
  };
  const withDocument =
    (documentId: string): Prepare =>
    async (draft) => {
      const good = await ofAPolicy(draft);
      return { ...good, path: good.path.replace(/[^/]+$/, documentId) };
    };
  const ofAClaim: Prepare = async (draft) => {
    const { claimId } = await made<{ claimId: string }>(`/policies/${await aPolicy()}/claims`, report);
    return { ...draft, path: draft.path.replace(/^\/claims\/[^/]+/, `/claims/${claimId}`) };
  };
  /** With a file that was reserved. */
  const withFile =
    (good: Prepare): Prepare =>
    async (draft) =>
      withMembers(await good(draft), { fileId: await aFile() });
  /** The same has been asked for before, under another key. */
  const again =
    (good: Prepare): Prepare =>
    async (draft) => {
      const ready = await good(draft);
      await send(aegis.server.baseUrl, aegis.sign(ready));
      return ready;
    };

  return {
    bring: {
      listProducts: operation(),
      getProduct: { ...operation(), 404: as(at("/products/unknown")) },
      getForm: {
        ...operation(),
        404: callers(callersOf("caravel")).as(at("/products/travel-single-trip/forms/renewal")),
      },
      listOptions: {
        ...operation((draft) => ({ ...draft, query: { query: "toy" } })),
        404: as(at("/options/unknown")),
        422: as((draft) => ({ ...draft, query: { query: "t" } })),
      },
      listDependentOptions: {
        ...operation(at("/options/vehicle-models/toyota", { query: "yar" })),
        404: as(at("/options/vehicle-models/unknown")),
        422: as(at("/options/vehicle-models/toyota")),
      },
      reserveUpload: {
        ...operation(),
        409: keyOfAnother(asGiven, (draft) => withMembers(draft, { bytes: 1 })),
        413: callers(callersOf("dunlin")).as(but(asGiven, { bytes: 2 * 1024 * 1024 })),
      },
      createQuote: {
        ...operation(),
        404: as(but(asGiven, { productId: "home-contents" })),
        409: keyOfAnother(asGiven, (draft) => withMembers(draft, { configuration: {} })),
        422: as(but(asGiven, { inputs: {} })),
      },
      createPurchase: {
        ...operation(buying),
        409: as(but(buying, { payment: { amountMinor: 1, currency: "NGN" } })),
        422: as(but(buying, { startDate: "2020-01-01" })),
      },
      getPolicy: operation(ofAPolicy),
      listPolicyDocuments: operation(ofAPolicy),
      getPolicyDocument: { ...operation(withDocument("inline")), 404: as(withDocument("unknown")) },
      attachPolicyDocument: {
        ...operation(withFile(ofAPolicy)),
        409: as(again(withFile(ofAPolicy))),
        422: as(but(ofAPolicy, { fileId: "f_unknown" })),
      },
      quotePolicyChange: {
        ...operation(ofAPolicy),
        409: as(ofACancelledPolicy),
        422: as(but(ofAPolicy, { inputs: {} })),
      },
      openClaim: {
        ...operation(ofAPolicy),
        409: as(again(ofAPolicy)),
        422: as(but(ofAPolicy, { inputs: {} })),
      },
      getClaim: operation(ofAClaim),
      attachToClaim: {
        ...operation(withFile(ofAClaim)),
        409: as(again(withFile(ofAClaim))),
        422: as(but(ofAClaim, { fileId: "f_unknown" })),
      },
      cancelPolicy: { ...operation(ofAPolicy), 409: callers(callersOf("gullwing")).as(ofGullwing) },
    },
  };
}

const file = { purpose: "EVIDENCE", filename: "report.pdf", mediaType: "application/pdf", bytes: 4 };
const report = {
  formId: "personal-accident.claim",
  formVersion: 1,
  lossDate: "2026-12-24",
  inputs: { description: "Slipped on a wet floor.", estimatedLoss: 80_000, reportedToPolice: false },
  attachments: [],
};

/** When the document's examples happen. */
const now = Date.parse("2026-11-21T10:00:00.000Z");

export default {
  async start() {
    const sandbox = await startSandboxInsurers({ port: 0, journal: null, now: () => now });
    return { plan: planFor(sandbox), baseUrl: insurerOf(sandbox, "aegis").baseUrl, stop: () => sandbox.close() };
  },
} satisfies ContractPlan;
