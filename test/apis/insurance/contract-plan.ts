/** How each operation of the insurance API gets to each of its documented statuses. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { createApiKey } from "#src/identity/api-keys.ts";
import { InsuranceServer, type Merchant, type Problem } from "#test/apis/insurance/operations/server.ts";
import { anEndpoint } from "#test/apis/insurance/operations/webhooks.ts";
import { aProject } from "#test/support/identity.ts";
import { startTestServer } from "#test/support/server.ts";
import { withBudgetSpent } from "#test/support/spent-budget.ts";
import type { Bring, ContractPlan, Plan } from "../../../scripts/contract-runner/plan.ts";
import {
  bytesOf,
  type Draft,
  membersOf,
  send,
  withHeaders,
  withMembers,
} from "../../../scripts/contract-runner/request.ts";

/** Makes a request a good one, for a merchant whom no server has met. */
type Prepare = (draft: Draft, merchant: Merchant) => Draft | Promise<Draft>;

/** Servers on the same database: `frugal` has a budget of one request in a minute, `hasty` waits for insurers 300 ms. */
interface OtherServers {
  readonly frugal: { readonly baseUrl: string };
  readonly hasty: { readonly baseUrl: string };
}

const withPath = (draft: Draft, path: string): Draft => ({ ...draft, path: `/api/v1${path}` });
/** The id stands behind this segment. */
const withSegment = (draft: Draft, segment: string, id: string): Draft => ({
  ...draft,
  path: draft.path.replace(new RegExp(`(?<=/${segment}/)[^/]+`), id),
});
const asGiven: Prepare = (draft) => draft;
const items = (body: { readonly items: readonly unknown[] }) => body.items;
/** Answered from memory, whoever asks. */
const published = {
  200: (draft, sendTo) => sendTo(draft),
  406: (draft, sendTo) => sendTo(withHeaders(draft, { accept: "image/png" })),
} satisfies Record<number, Bring>;

/** Insurers that sell accident cover without any trouble of their own. */
const steady = ["borealis", "caravel", "dunlin", "estuary", "farrier", "gullwing"];

/** An insurer's own words, under a status that no list has. */
const ownAnswer = (status: number) => (_request: IncomingMessage, response: ServerResponse) => {
  const error = { code: "OWN_REASON", message: "Our own reason.", correlationId: "ins-1", fieldErrors: [] };
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(error));
};

function planFor(server: InsuranceServer, { frugal, hasty }: OtherServers): Plan {
  const owners = new Map<string | undefined, Merchant>();
  const aMerchant = async (): Promise<Merchant> => {
    const merchant = await server.aMerchant();
    owners.set(merchant.key["x-api-key"], merchant);
    return merchant;
  };

  /** Prepares with a new merchant's key, then sends. */
  const as =
    (
      prepare: Prepare,
      { change = (draft) => draft, to }: { change?: (draft: Draft) => Draft; to?: string } = {},
    ): Bring =>
    async (draft, sendTo) => {
      const merchant = await aMerchant();
      return sendTo(change(withHeaders(await prepare(draft, merchant), merchant.key)), to);
    };

  const notActivated: Bring = async (draft, sendTo) => sendTo(withHeaders(draft, await server.aLiveKeyTooSoon()));

  const overBudget = withBudgetSpent(frugal.baseUrl, async (draft) =>
    withHeaders(draft, (await server.aMerchant()).key),
  );

  /** What every operation with a key answers. `table` is one that it cannot do without. */
  const anyOperation = (prepare: Prepare, table: string) => ({
    401: ((draft, sendTo) => sendTo(draft)) satisfies Bring,
    403: notActivated,
    429: overBudget,
    500: (async (draft, sendTo) => {
      const merchant = await aMerchant();
      const good = withHeaders(await prepare(draft, merchant), merchant.key);
      return server.whileMissing(table, () => sendTo(good));
    }) satisfies Bring,
    503: as(prepare),
  });
  const unacceptable = (prepare: Prepare) =>
    as(prepare, { change: (draft) => withHeaders(draft, { accept: "image/png" }) });
  const malformedQuery = (prepare: Prepare) =>
    as(prepare, { change: (draft) => ({ ...draft, query: { ...draft.query, colour: "red" } }) });
  const withId = (id: string) =>
    as(asGiven, {
      change: (draft) => ({
        ...draft,
        path: draft.path.replace(
          /[^/]+(?=(\/(form|documents|attachments|renewals|endorsements|cancel|retry|replay|rotate-secret|test))?$)/,
          id,
        ),
      }),
    });
  const unreadablePath = withId("%00");
  const longPath = withId("x".repeat(201));
  const foreignCursor = as(asGiven, { change: (draft) => ({ ...draft, query: { cursor: "bm90LW91cnM" } }) });

  const read = (prepare: Prepare, table: string) => ({
    ...anyOperation(prepare, table),
    200: as(prepare),
    406: unacceptable(prepare),
    422: malformedQuery(prepare),
  });
  const list = (table: string) => ({ ...read(asGiven, table), 400: foreignCursor });
  /** Of what the merchant has, which it is given first. */
  const ownList = (table: string, give: (merchant: Merchant) => Promise<unknown>) => ({
    ...list(table),
    200: as(async (draft, merchant) => {
      await give(merchant);
      return draft;
    }),
  });
  const readOne = (prepare: Prepare, table: string) => ({
    ...read(prepare, table),
    404: as(asGiven),
    400: unreadablePath,
    422: longPath,
  });
  const badBodies = (prepare: Prepare) => ({
    400: as(prepare, { change: (draft) => ({ ...draft, body: bytesOf("{") }) }),
    413: as(prepare, { change: (draft) => ({ ...draft, body: new Uint8Array(1_048_577) }) }),
    415: as(prepare, { change: (draft) => withHeaders(draft, { "content-type": "text/plain" }) }),
    422: as(prepare, { change: (draft) => ({ ...draft, body: bytesOf("[]") }) }),
  });
  const write = (status: 200 | 201, prepare: Prepare, table: string) => ({
    ...anyOperation(prepare, table),
    ...badBodies(prepare),
    [status]: as(prepare),
    406: unacceptable(prepare),
  });

  /** A request that has succeeded under a key. */
  const done = async (prepare: Prepare, draft: Draft): Promise<Draft> => {
    const merchant = await aMerchant();
    const key = { ...merchant.key, "idempotency-key": randomUUID() };
    const good = withHeaders(await prepare(draft, merchant), key);
    const first = await send(server.baseUrl, good);
    if (first.status >= 300)
      throw new Error(`the first answered ${first.status}: ${new TextDecoder().decode(first.bytes)}`);
    return good;
  };
  /** The same request for the second time, under one key. */
  const repeated =
    (prepare: Prepare): Bring =>
    async (draft, sendTo) =>
      sendTo(await done(prepare, draft));
  /** Another request under the key of an earlier one. */
  const keyOfAnother =
    (prepare: Prepare, change: (draft: Draft) => Draft): Bring =>
    async (draft, sendTo) => {
      const received = await sendTo(change(await done(prepare, draft)));
      const answer = new TextDecoder().decode(received.bytes);
      if (!answer.includes('"IDEMPOTENCY_KEY_CONFLICT"')) throw new Error(`the key is in nobody's way: ${answer}`);
      return received;
    };

  let operationsInTrouble = 0;
  /** What an operation answers when its insurer does not play along. */
  const insurerTroubles = (prepareAt: (insurerId: string) => Prepare, call: RegExp) => {
    // Operations take turns at being refused a connection by an insurer, or it would be spared as one that is down.
    const insurerId = steady[operationsInTrouble++ % steady.length] ?? "";
    /** The merchant is told whose trouble it is, and what the insurer itself has said. */
    const inTrouble =
      (trouble: string | ReturnType<typeof ownAnswer>, told: Partial<Problem>, to?: string): Bring =>
      async (draft, sendTo) => {
        const merchant = await aMerchant();
        const good = withHeaders(await prepareAt(insurerId)(draft, merchant), merchant.key);
        const end = server.gateway.trouble({ insurerId, call, with: trouble });
        const received = await sendTo(good, to).finally(end);
        const problem = JSON.parse(new TextDecoder().decode(received.bytes)) as Problem;
        expect(problem).to.deep.include({ ...told, details: { providerId: insurerId, ...told.details } });
        return received;
      };
    const own = { code: "OWN_REASON", detail: "Our own reason.", details: { providerCorrelationId: "ins-1" } };
    return {
      "4XX": inTrouble(ownAnswer(451), own),
      502: inTrouble("drop", { code: "INSURER_UNREACHABLE" }),
      504: inTrouble("slow", { code: "INSURER_TIMEOUT" }, hasty.baseUrl),
      "5XX": inTrouble(ownAnswer(507), own),
    };
  };

  const accident = "personal-accident";
  const formOf: (insurerId: string) => Prepare = (insurerId) => (draft) =>
    withPath(draft, `/products/${insurerId}/${accident}/form`);
  const motorForm: Prepare = async (draft, merchant) => {
    await server.aFetchedForm(merchant, "aegis", "motor-comprehensive");
    return draft;
  };
  /** Only the first two sell something with remote options; every insurer has the lists. */
  const optionsOf: (insurerId: string) => Prepare = (insurerId) => async (draft, merchant) => {
    const form = await server.aFetchedForm(merchant, "aegis", "motor-comprehensive");
    await server.giveFormTo(merchant, insurerId, form.formId);
    return withPath(draft, `/forms/${insurerId}/${form.formId}/1/options`);
  };
  const uploadAt: (insurerId: string) => Prepare = (insurerId) => (draft) =>
    withMembers(draft, { providerId: insurerId });
  const quoteAt: (insurerId: string) => Prepare = (insurerId) => async (draft, merchant) => {
    await server.aFetchedForm(merchant, insurerId, accident);
    return withMembers(draft, { providerId: insurerId });
  };
  const purchaseAt: (insurerId: string) => Prepare = (insurerId) => async (draft, merchant) => {
    const { providerId, quoteId, payment } = server.aPurchaseRequest(await server.aQuote(merchant, insurerId));
    return withMembers(draft, { providerId, quoteId, payment });
  };
  const ofPolicy: (tail: string) => (insurerId: string) => Prepare =
    (tail) => (insurerId) => async (draft, merchant) => {
      const { providerId, policyId } = await server.aPurchase(merchant, insurerId);
      return withPath(draft, `/policies/${providerId}/${policyId}${tail}`);
    };
  const aQuote: Prepare = async (draft, merchant) => {
    const { providerId, quoteId } = await server.aQuote(merchant);
    return withPath(draft, `/quotes/${providerId}/${quoteId}`);
  };
  const aPurchase: Prepare = async (draft, merchant) => {
    const { providerId, purchaseId } = await server.aPurchase(merchant);
    return withPath(draft, `/purchases/${providerId}/${purchaseId}`);
  };
  const boughtQuote: Prepare = async (draft, merchant) => {
    const good = await purchaseAt("aegis")(draft, merchant);
    await server.must(server.post<Schemas["Purchase"]>("/purchases", membersOf(good), merchant.key));
    return good;
  };

  const claimAt: (insurerId: string) => Prepare = (insurerId) => async (draft, merchant) => {
    const { providerId, policyId } = await server.aClaimRequest(merchant, insurerId);
    return withMembers(draft, { providerId, policyId });
  };
  const aClaim: (insurerId: string) => Prepare = (insurerId) => async (draft, merchant) => {
    const { providerId, claimId } = await server.aClaim(merchant, insurerId);
    return withPath(draft, `/claims/${providerId}/${claimId}`);
  };
  const claimWithFile: (insurerId: string) => Prepare = (insurerId) => async (draft, merchant) => {
    const good = await aClaim(insurerId)(draft, merchant);
    const fileId = await server.anUpload(merchant, insurerId);
    return withMembers({ ...good, path: `${good.path}/attachments` }, { fileId });
  };
  const policyWithFile: (insurerId: string) => Prepare = (insurerId) => async (draft, merchant) => {
    const good = await ofPolicy("/documents")(insurerId)(draft, merchant);
    return withMembers(good, { fileId: await server.anUpload(merchant, insurerId) });
  };
  const changeOf: (context: "renewal" | "endorsement") => (insurerId: string) => Prepare =
    (context) => (insurerId) => async (draft, merchant) => {
      const good = await ofPolicy(`/${context}s`)(insurerId)(draft, merchant);
      await server.aFetchedForm(merchant, insurerId, accident, context);
      return good;
    };
  const priceOfChange = (context: "renewal" | "endorsement") => ({
    ...write(201, changeOf(context)("aegis"), "insurance_policies"),
    ...insurerTroubles(changeOf(context), /^POST \/policies\/[^/]+\/quotes/),
    200: repeated(changeOf(context)("aegis")),
    404: as(asGiven),
    409: keyOfAnother(changeOf(context)("aegis"), (draft) => withMembers(draft, { formVersion: 2 })),
  });
  const openedClaim: Prepare = async (draft, merchant) => {
    const good = await claimAt("aegis")(draft, merchant);
    await server.must(server.post<Schemas["Claim"]>("/claims", membersOf(good), merchant.key));
    return good;
  };

  const toEndpoint: Prepare = async (draft, merchant) =>
    withSegment(draft, "webhook-endpoints", (await anEndpoint(server, merchant)).endpoint.endpointId);
  const toLoopback: Prepare = (draft) => withMembers(draft, { url: "http://127.0.0.1:9/hook" });
  const aDelivery: Prepare = async (draft, merchant) =>
    withSegment(draft, "deliveries", (await server.aDelivery(merchant)).deliveryId);
  const aDeliveryThatArrived: Prepare = async (draft, merchant) =>
    withSegment(draft, "deliveries", (await server.aDelivery(merchant, "SUCCEEDED")).deliveryId);
  const anEventOf: Prepare = async (draft, merchant) =>
    withSegment(draft, "events", (await server.aDelivery(merchant)).eventId);
  const aDisabledEndpoint = async (merchant: Merchant): Promise<string> => {
    const { endpointId } = (await anEndpoint(server, merchant)).endpoint;
    const headers = { ...merchant.key, "content-type": "application/json" };
    await server.must(
      server.send("PATCH", `/webhook-endpoints/${endpointId}`, { headers, body: '{"enabled": false}' }),
    );
    return endpointId;
  };
  const badKey = (prepare: Prepare) =>
    as(prepare, { change: (draft) => withHeaders(draft, { "idempotency-key": "first" }) });

  /** A 404 of these is about products or insurers, which others sell too. */
  const ofTheCatalog = new Set(["getProduct", "getForm", "reserveUpload", "createQuote", "replayWebhookEvents"]);
  let others: readonly Merchant[] | undefined;
  const foreigners: Plan["foreigners"] = async (draft, { operationId }) => {
    const owner = owners.get(draft.headers["x-api-key"]);
    if (owner === undefined) throw new Error("no merchant has this key");
    if (ofTheCatalog.has(operationId)) return [];
    others ??= [await server.aMerchant(), await server.aMerchant({ environment: "live" })];
    const live = await server.aMerchant({ environment: "live", businessId: owner.businessId });
    return [live, ...others].map(({ businessId, environment, key }) => ({
      who: `the ${environment} key of ${businessId === owner.businessId ? "the business itself" : "another business"}`,
      draft: withHeaders(draft, key),
    }));
  };

  const strangers: { readonly who: string; readonly key: string; readonly status: 401 | 403 }[] = [];
  const makeStrangers = async () => {
    const { keyId } = await server.aMerchant({ sells: [] });
    strangers.push({ who: "a wrong secret", key: `${keyId}:${"A".repeat(43)}`, status: 401 });
    const owner = await aProject(server.database);
    const { key } = await createApiKey(await server.database.operator(), owner, { environment: "test", scopes: [] });
    strangers.push({ who: "the key of a project", key, status: 403 });
  };

  return {
    counters: ["api_key_uses", "request_budgets"],
    foreigners,
    outgoingCalls: () => server.gateway.seen.length,
    shownOnce: ["secret"],
    lists: {
      ...{ listQuotes: items, listPurchases: items, listPolicies: items, listClaims: items },
      ...{ listWebhookDeliveries: items, listWebhookEndpoints: items },
    },
    async strangers(draft) {
      if (strangers.length === 0) await makeStrangers();
      return strangers.map(({ who, key, status }) => ({
        who,
        status,
        draft: withHeaders(draft, { "x-api-key": key }),
      }));
    },
    bring: {
      getHealth: {
        ...published,
        500: (draft, sendTo) => server.whileMissing("insurers", () => sendTo(draft)),
        503: (draft, sendTo) => sendTo(draft),
      },
      getOpenApiDocument: published,
      getReference: published,
      getTaxonomy: read(asGiven, "taxonomy_nodes"),
      listProducts: list("sellable_products"),
      getProduct: {
        ...readOne(asGiven, "sellable_products"),
        404: as((draft) => withPath(draft, "/products/aegis/space-travel")),
      },
      listCommercialRates: list("sellable_products"),
      getForm: {
        ...read(asGiven, "sellable_products"),
        ...insurerTroubles(formOf, /^GET \/products\/.*\/forms\//),
        400: unreadablePath,
        404: as((draft) => withPath(draft, "/products/aegis/space-travel/form")),
        422: as((draft) => ({ ...draft, query: { context: "birthday" } })),
      },
      listFieldOptions: {
        ...write(200, motorForm, "fetched_forms"),
        ...insurerTroubles(optionsOf, /^GET \/options\//),
        404: as(asGiven),
      },
      reserveUpload: {
        ...write(201, asGiven, "sellable_products"),
        ...insurerTroubles(uploadAt, /^POST \/uploads/),
        200: repeated(asGiven),
        404: as((draft) => withMembers(draft, { providerId: "nobody" })),
        409: keyOfAnother(asGiven, (draft) => withMembers(draft, { filename: "another.pdf" })),
        413: as((draft) => withMembers(draft, { providerId: "dunlin", bytes: 2_000_000 })),
      },
      compareProducts: write(200, asGiven, "sellable_products"),
      listQuotes: ownList("insurance_quotes", (merchant) => server.aQuote(merchant)),
      createQuote: {
        ...write(201, quoteAt("aegis"), "fetched_forms"),
        ...insurerTroubles(quoteAt, /^POST \/quotes/),
        200: repeated(quoteAt("aegis")),
        404: as((draft) => withMembers(draft, { productId: "space-travel" })),
        409: keyOfAnother(quoteAt("aegis"), (draft) => withMembers(draft, { channel: "BRANCH" })),
      },
      getQuote: readOne(aQuote, "insurance_quotes"),
      listPurchases: ownList("insurance_purchases", (merchant) => server.aPurchase(merchant)),
      createPurchase: {
        ...write(201, purchaseAt("aegis"), "insurance_quotes"),
        ...insurerTroubles(purchaseAt, /^POST \/purchases/),
        200: repeated(purchaseAt("aegis")),
        404: as(asGiven),
        409: as(boughtQuote),
      },
      getPurchase: readOne(aPurchase, "insurance_purchases"),
      listPolicies: ownList("insurance_policies", (merchant) => server.aPurchase(merchant)),
      getPolicy: {
        ...readOne(ofPolicy("")("aegis"), "insurance_policies"),
        ...insurerTroubles(ofPolicy(""), /^GET \/policies\/[^/]+$/),
      },
      listPolicyDocuments: {
        ...readOne(ofPolicy("/documents")("aegis"), "insurance_policies"),
        ...insurerTroubles(ofPolicy("/documents"), /^GET \/policies\/[^/]+\/documents$/),
      },
      downloadPolicyDocument: (({ 406: _, ...rest }) => ({
        ...rest,
        ...insurerTroubles(ofPolicy("/documents/inline"), /^GET \/policies\/[^/]+\/documents\/inline$/),
      }))(readOne(ofPolicy("/documents/inline")("aegis"), "insurance_policies")),
      cancelPolicy: {
        ...write(200, ofPolicy("/cancel")("aegis"), "insurance_policies"),
        ...insurerTroubles(ofPolicy("/cancel"), /^POST \/policies\//),
        404: as(asGiven),
        409: as(ofPolicy("/cancel")("gullwing")),
      },
      requestRenewal: priceOfChange("renewal"),
      requestEndorsement: priceOfChange("endorsement"),
      attachPolicyDocument: {
        ...write(201, policyWithFile("aegis"), "insurance_policies"),
        ...insurerTroubles(policyWithFile, /^POST \/policies\/[^/]+\/documents/),
        200: repeated(policyWithFile("aegis")),
        404: as(asGiven),
        409: keyOfAnother(policyWithFile("aegis"), (draft) => withMembers(draft, { type: "OTHER" })),
      },
      listClaims: ownList("insurance_claims", (merchant) => server.aClaim(merchant)),
      createClaim: {
        ...write(201, claimAt("aegis"), "insurance_claims"),
        ...insurerTroubles(claimAt, /^POST \/policies\/[^/]+\/claims/),
        200: repeated(claimAt("aegis")),
        404: as(asGiven),
        409: as(openedClaim),
      },
      getClaim: {
        ...readOne(aClaim("aegis"), "insurance_claims"),
        ...insurerTroubles(aClaim, /^GET \/claims\/[^/]+$/),
      },
      attachToClaim: {
        ...write(201, claimWithFile("aegis"), "insurance_claims"),
        ...insurerTroubles(claimWithFile, /^POST \/claims\//),
        200: repeated(claimWithFile("aegis")),
        404: as(asGiven),
        409: keyOfAnother(claimWithFile("aegis"), (draft) => withMembers(draft, { fileId: "f_another" })),
      },
      listWebhookDeliveries: ownList("webhook_deliveries", (merchant) => server.aDelivery(merchant)),
      getWebhookDelivery: readOne(aDelivery, "webhook_deliveries"),
      retryWebhookDelivery: {
        ...readOne(aDelivery, "webhook_deliveries"),
        400: badKey(aDelivery),
        409: as(aDeliveryThatArrived),
      },
      replayWebhookEvent: {
        ...readOne(anEventOf, "webhook_events"),
        ...write(200, anEventOf, "webhook_events"),
        409: as(async (draft, merchant) =>
          withMembers(await anEventOf(draft, merchant), { endpointId: await aDisabledEndpoint(merchant) }),
        ),
      },
      replayWebhookEvents: {
        ...write(200, asGiven, "webhook_events"),
        404: as((draft) => withMembers(draft, { endpointId: "whe_unknown" })),
        409: as(async (draft, merchant) => withMembers(draft, { endpointId: await aDisabledEndpoint(merchant) })),
      },
      listWebhookEndpoints: (({ 400: _, ...rest }) => rest)(
        ownList("webhook_endpoints", (merchant) => anEndpoint(server, merchant)),
      ),
      createWebhookEndpoint: {
        ...write(201, toLoopback, "webhook_endpoints"),
        200: repeated(toLoopback),
        409: keyOfAnother(toLoopback, (draft) => withMembers(draft, { events: ["*"] })),
      },
      getWebhookEndpoint: readOne(toEndpoint, "webhook_endpoints"),
      updateWebhookEndpoint: {
        ...write(200, toEndpoint, "webhook_endpoints"),
        404: as(asGiven),
        409: keyOfAnother(toEndpoint, (draft) => withMembers(draft, { events: ["quote.created"] })),
      },
      deleteWebhookEndpoint: (({ 406: _, 200: __, ...rest }) => ({
        ...rest,
        204: as(toEndpoint),
        400: badKey(toEndpoint),
        409: keyOfAnother(toEndpoint, (draft) => withSegment(draft, "webhook-endpoints", "another")),
      }))(readOne(toEndpoint, "webhook_endpoints")),
      rotateWebhookSecret: {
        ...readOne(toEndpoint, "webhook_endpoints"),
        400: badKey(toEndpoint),
        409: keyOfAnother(toEndpoint, (draft) => withSegment(draft, "webhook-endpoints", "another")),
      },
      testWebhookEndpoint: readOne(toEndpoint, "webhook_endpoints"),
      listWebhookEvents: read(asGiven, "request_budgets"),
    },
  };
}

export default {
  async start() {
    const server = new InsuranceServer();
    await server.start();
    const shared = { apis: ["insurance"], database: server.database } as const;
    const frugal = await startTestServer({
      ...shared,
      config: { webhookAllowLoopback: true, quotaInsuranceRequests: 1 },
    });
    const hasty = await startTestServer({ ...shared, config: { webhookAllowLoopback: true, insurerDeadlineMs: 300 } });
    return {
      plan: planFor(server, { frugal, hasty }),
      baseUrl: server.baseUrl,
      database: server.database,
      async stop() {
        await frugal.stop();
        await hasty.stop();
        await server.stop();
      },
    };
  },
} satisfies ContractPlan;
