/** How each operation of the insurer protocol gets to each of its documented statuses, with the sandbox insurers. */
import { randomUUID } from "node:crypto";
import type { Schemas } from "#src/apis/insurance/insurers/protocol.ts";
import { type RunningSandbox, startSandboxInsurers } from "#src/sandbox/insurers/server.ts";
import { aPurchaseRequest, aQuoteRequest } from "#test/apis/insurance/insurers/counterparts.ts";
import type { Bring, ContractPlan, Plan, SendTo } from "../../../scripts/contract-runner/plan.ts";
import { bytesOf, type Draft, send, withHeaders, withMembers } from "../../../scripts/contract-runner/request.ts";

type Change = (draft: Draft) => Draft;

const headers =
  (given: Draft["headers"]): Change =>
  (draft) =>
    withHeaders(draft, given);
const withPath =
  (path: string): Change =>
  (draft) => ({ ...draft, path });
const withQuery =
  (query: Readonly<Record<string, string>>): Change =>
  (draft) => ({ ...draft, query });
const withBody =
  (changes: object): Change =>
  (draft) =>
    withMembers(draft, changes);

const models = (query: Readonly<Record<string, string>>): Change => {
  const path = "/options/vehicle-models/toyota";
  return (draft) => ({ ...draft, path, query });
};

function planFor(sandbox: RunningSandbox): Plan {
  const access = (id: string) => {
    const insurer = sandbox.insurers.find((candidate) => candidate.id === id);
    if (insurer === undefined) throw new Error(`there is no insurer ${id}`);
    return insurer;
  };

  /** Sends to an insurer with its token and a key of the request's own. */
  async function ask(id: string, sendTo: SendTo, draft: Draft) {
    const { baseUrl, credential } = access(id);
    const headers = { authorization: `Bearer ${credential}`, "idempotency-key": randomUUID(), ...draft.headers };
    return sendTo({ ...draft, headers }, baseUrl);
  }

  /** For what has to happen before the request that the unit is about. */
  const atOnce: SendTo = (draft, baseUrl = sandbox.url) => send(baseUrl, draft);

  const fresh = (draft: Draft): Draft => {
    const { "idempotency-key": _, "Idempotency-Key": __, ...headers } = draft.headers;
    return { ...draft, headers };
  };
  const as =
    (change: Change = (draft) => draft, id = "aegis"): Bring =>
    (draft, sendTo) =>
      ask(id, sendTo, change(fresh(draft)));

  const faulty = (fault: string) => as(headers({ "x-sandbox-fault": fault }));
  const everyone = {
    401: ((draft, sendTo) => sendTo(draft, access("aegis").baseUrl)) satisfies Bring,
    406: as(headers({ accept: "text/html" })),
    500: faulty("status-500"),
    503: faulty("status-503"),
  };
  const writes = {
    ...everyone,
    400: as((draft) => ({ ...draft, body: bytesOf("{}") })),
    413: as((draft) => ({ ...draft, body: new Uint8Array(1024 * 1024 + 1) })),
    415: as(headers({ "content-type": "text/plain" })),
  };
  /** The same key, first with the request as it is and then with another. */
  const keyConflict =
    (other: object): Bring =>
    async (draft, sendTo) => {
      const keyed = withHeaders(fresh(draft), { "idempotency-key": randomUUID() });
      await ask("aegis", atOnce, keyed);
      return ask("aegis", sendTo, withBody(other)(keyed));
    };

  const post = (path: string, body: object): Draft => ({
    method: "POST",
    path,
    query: {},
    headers: { "content-type": "application/json" },
    body: bytesOf(JSON.stringify(body)),
  });
  const made = async (id: string, draft: Draft) => {
    const { status, bytes } = await ask(id, atOnce, draft);
    const body: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (status !== 201) throw new Error(`${draft.path} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  async function aQuote(id: string) {
    const { body } = aQuoteRequest({ configuration: {}, sale: {} });
    return (await made(id, post("/quotes", body))) as Schemas["Quote"];
  }
  async function aPolicy(id: string): Promise<string> {
    const { body } = aPurchaseRequest(await aQuote(id), { startDate: "2026-12-01" });
    return ((await made(id, post("/purchases", body))) as Schemas["Purchase"]).policy.policyId;
  }

  const buying =
    (change: Change = (draft) => draft): Bring =>
    async (draft, sendTo) => {
      const { quoteId, total: payment } = await aQuote("aegis");
      return ask("aegis", sendTo, change(withBody({ quoteId, payment })(fresh(draft))));
    };
  /** A policy of the insurer stands where the example's id is. */
  const ofAPolicy =
    (change: Change = (draft) => draft, id = "aegis"): Bring =>
    async (draft, sendTo) => {
      const policyId = await aPolicy(id);
      const path = draft.path.replace(/^\/policies\/[^/]+/, `/policies/${policyId}`);
      return ask(id, sendTo, change({ ...fresh(draft), path }));
    };
  const ofACancelledPolicy: Bring = async (draft, sendTo) => {
    const policyId = await aPolicy("aegis");
    const reason = { reason: "NO_LONGER_NEEDED", note: null, requestedEffectiveDate: null };
    await ask("aegis", atOnce, post(`/policies/${policyId}/cancellation`, reason));
    const path = draft.path.replace(/^\/policies\/[^/]+/, `/policies/${policyId}`);
    return ask("aegis", sendTo, { ...fresh(draft), path });
  };
  const documentOf =
    (documentId: string): Change =>
    (draft) => ({
      ...draft,
      path: draft.path.replace(/[^/]+$/, documentId),
    });
  const malformedPolicy = as((draft) => ({ ...draft, path: draft.path.replace(/^\/policies\/[^/]+/, "/policies/-") }));

  const aFile = async (): Promise<string> => {
    const file = { purpose: "EVIDENCE", filename: "report.pdf", mediaType: "application/pdf", bytes: 4 };
    return ((await made("aegis", post("/uploads", file))) as { fileId: string }).fileId;
  };
  const report = {
    formId: "personal-accident.claim",
    formVersion: 1,
    lossDate: "2026-12-24",
    inputs: { description: "Slipped on a wet floor.", estimatedLoss: 80_000, reportedToPolice: false },
    attachments: [],
  };
  const aClaim = async (): Promise<string> =>
    ((await made("aegis", post(`/policies/${await aPolicy("aegis")}/claims`, report))) as { claimId: string }).claimId;
  const ofAClaim =
    (change: Change = (draft) => draft): Bring =>
    async (draft, sendTo) => {
      const path = draft.path.replace(/^\/claims\/[^/]+/, `/claims/${await aClaim()}`);
      return ask("aegis", sendTo, change({ ...fresh(draft), path }));
    };
  /** With a file that was reserved. */
  const withFile =
    (bring: (change: Change) => Bring): Bring =>
    async (...given) =>
      bring(withBody({ fileId: await aFile() }))(...given);
  /** The same once more, under another key. */
  const twice =
    (bring: (change: Change) => Bring): Bring =>
    (draft, sendTo, unit) => {
      const again: SendTo = async (good, to) => {
        await atOnce(good, to);
        return sendTo(withHeaders(good, { "idempotency-key": randomUUID() }), to);
      };
      return bring((good) => good)(draft, again, unit);
    };
  const withAnyFile =
    (bring: (change: Change) => Bring) =>
    (change: Change) =>
    async (...given: Parameters<Bring>) => {
      const fileId = await aFile();
      return bring((draft) => change(withBody({ fileId })(draft)))(...given);
    };
  const malformedClaim = as((draft) => ({ ...draft, path: draft.path.replace(/^\/claims\/[^/]+/, "/claims/-") }));

  return {
    bring: {
      listProducts: { ...everyone, 200: as(), 400: as(withQuery({ limit: "101" })) },
      getProduct: { ...everyone, 200: as(), 400: as(withPath("/products/-")), 404: as(withPath("/products/unknown")) },
      getForm: {
        ...everyone,
        200: as(),
        400: as(withPath("/products/personal-accident/forms/whim")),
        404: as(withPath("/products/travel-single-trip/forms/renewal"), "caravel"),
      },
      listOptions: {
        ...everyone,
        200: as(withQuery({ query: "toy" })),
        400: as(withQuery({ query: "toy", cursor: "nonsense" })),
        404: as(withPath("/options/unknown")),
        422: as(withQuery({ query: "t" })),
      },
      listDependentOptions: {
        ...everyone,
        200: as(models({ query: "yar" })),
        400: as(models({ query: "yar", colour: "red" })),
        404: as(withPath("/options/vehicle-models/unknown")),
        422: as(models({})),
      },
      reserveUpload: {
        ...writes,
        201: as(),
        409: keyConflict({ bytes: 1 }),
        413: as(withBody({ bytes: 2 * 1024 * 1024 }), "dunlin"),
      },
      createQuote: {
        ...writes,
        201: as(),
        404: as(withBody({ productId: "home-contents" })),
        409: keyConflict({ configuration: {} }),
        422: as(withBody({ inputs: {} })),
      },
      createPurchase: {
        ...writes,
        201: buying(),
        404: as(),
        409: buying(withBody({ payment: { amountMinor: 1, currency: "NGN" } })),
        422: buying(withBody({ startDate: "2020-01-01" })),
      },
      getPolicy: { ...everyone, 200: ofAPolicy(), 400: malformedPolicy, 404: as() },
      listPolicyDocuments: { ...everyone, 200: ofAPolicy(), 400: malformedPolicy, 404: as() },
      getPolicyDocument: {
        ...everyone,
        200: ofAPolicy(documentOf("inline")),
        400: malformedPolicy,
        404: ofAPolicy(documentOf("unknown")),
      },
      attachPolicyDocument: {
        ...writes,
        201: withFile(ofAPolicy),
        404: as(),
        409: twice(withAnyFile(ofAPolicy)),
        422: ofAPolicy(withBody({ fileId: "f_unknown" })),
      },
      quotePolicyChange: {
        ...writes,
        201: ofAPolicy(),
        404: as(),
        409: ofACancelledPolicy,
        422: ofAPolicy(withBody({ inputs: {} })),
      },
      openClaim: {
        ...writes,
        201: ofAPolicy(),
        404: as(),
        409: twice(ofAPolicy),
        422: ofAPolicy(withBody({ inputs: {} })),
      },
      getClaim: { ...everyone, 200: ofAClaim(), 400: malformedClaim, 404: as() },
      attachToClaim: {
        ...writes,
        201: withFile(ofAClaim),
        404: as(),
        409: twice(withAnyFile(ofAClaim)),
        422: ofAClaim(withBody({ fileId: "f_unknown" })),
      },
      cancelPolicy: { ...writes, 200: ofAPolicy(), 404: as(), 409: ofAPolicy(undefined, "gullwing") },
    },
  };
}

/** When the document's examples happen. */
const now = Date.parse("2026-11-21T10:00:00.000Z");

export default {
  async start() {
    const sandbox = await startSandboxInsurers({ port: 0, journal: null, now: () => now });
    return { plan: planFor(sandbox), baseUrl: sandbox.url, stop: () => sandbox.close() };
  },
} satisfies ContractPlan;
