/** How each operation of the insurance API gets to each of its documented statuses. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { expect } from "chai";
import type { Schemas } from "#generated/insurance/contract.ts";
import { anApiKey, aProject } from "#test/builders/identity.ts";
import { anInsurersError } from "#test/builders/insurance/answers.ts";
import { InsuranceServer, type Merchant, type Problem } from "#test/builders/insurance/server.ts";
import { startTestServer } from "#test/support/server.ts";
import { type Bring, type ContractPlan, type Plan, startedPlan } from "../../../scripts/contract-runner/plan.ts";
import { bytesOf, type Draft, membersOf, withHeaders, withMembers } from "../../../scripts/contract-runner/request.ts";
import {
  asGiven,
  type Change,
  callers,
  invalid,
  nobody,
  unreadablePath,
} from "../../../scripts/contract-runner/shapes.ts";

/** Makes a request a good one, for a merchant whom no server has met. */
type Prepare = (draft: Draft, merchant: Merchant) => Draft | Promise<Draft>;

/** Servers on the same database: `frugal` has a budget of one request in a minute, `hasty` waits for insurers 300 ms. */
interface OtherServers {
  readonly frugal: { readonly baseUrl: string };
  readonly hasty: { readonly baseUrl: string };
}

const withPath = (draft: Draft, path: string): Draft => ({ ...draft, path: `/api/v1${path}` });
const withIdIn = (draft: Draft, collection: string, id: string): Draft => ({
  ...draft,
  path: draft.path.replace(new RegExp(`(?<=/${collection}/)[^/]+`), id),
});
const items = (body: { readonly items: readonly unknown[] }) => body.items;

/** What cannot be read at all: no JSON, a path that is no text, or a cursor that is none of ours. */
const unreadable: Change<Merchant> = (draft, merchant, unit) => {
  if (draft.body !== null) return { ...draft, body: bytesOf("{") };
  return unit.path.includes("{")
    ? unreadablePath(draft, merchant, unit)
    : { ...draft, query: { cursor: "bm90LW91cnM" } };
};

/** Insurers that sell accident cover without any trouble of their own. */
const steady = ["borealis", "caravel", "dunlin", "estuary", "farrier", "gullwing"];

/** An insurer's own words, under a status that no list has. */
const ownAnswer = (status: number) => (_request: IncomingMessage, response: ServerResponse) => {
  const error = anInsurersError("OWN_REASON", { message: "Our own reason." });
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(error));
};

function planFor(server: InsuranceServer, { frugal, hasty }: OtherServers): Plan {
  const owners = new Map<string | undefined, Merchant>();
  const aMerchant = async (): Promise<Merchant> => {
    const merchant = await server.aMerchant();
    owners.set(merchant.key["x-api-key"], merchant);
    return merchant;
  };

  const sign = (draft: Draft, { key }: Pick<Merchant, "key">): Draft => withHeaders(draft, key);
  const merchants = { server, make: aMerchant, sign };
  const { as, ready } = callers(merchants);
  const notActivated = callers({ server, make: async () => ({ key: await server.aLiveKeyTooSoon() }), sign });
  const { operation, ofOwn, keyOfAnother } = callers({
    ...merchants,
    frugal,
    usual: { 400: as(unreadable), 403: notActivated.as(), 422: as(invalid) },
  });
  const visitors = callers({ ...nobody, server });

  let operationsInTrouble = 0;
  /** What an operation answers when its insurer does not play along. */
  const insurerTroubles = (prepareAt: (insurerId: string) => Prepare, call: RegExp) => {
    // Operations take turns at being refused a connection by an insurer, or it would be spared as one that is down.
    const insurerId = steady[operationsInTrouble++ % steady.length] ?? "";
    /** The merchant is told whose trouble it is, and what the insurer itself has said. */
    const inTrouble =
      (trouble: string | ReturnType<typeof ownAnswer>, told: Partial<Problem>, to?: string): Bring =>
      async (draft, sendTo, unit) => {
        const good = await ready(prepareAt(insurerId), draft, unit);
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

  const atInsurer = (table: string, prepareAt: (insurerId: string) => Prepare, call: RegExp) => ({
    ...operation(table, prepareAt("aegis")),
    ...insurerTroubles(prepareAt, call),
  });

  const accident = "personal-accident";
  const formOf: (insurerId: string) => Prepare = (insurerId) => (draft) =>
    withPath(draft, `/products/${insurerId}/${accident}/form`);
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
    ...atInsurer("insurance_policies", changeOf(context), /^POST \/policies\/[^/]+\/quotes/),
    409: keyOfAnother(changeOf(context)("aegis"), (draft) => withMembers(draft, { formVersion: 2 })),
  });
  const openedClaim: Prepare = async (draft, merchant) => {
    const good = await claimAt("aegis")(draft, merchant);
    await server.must(server.post<Schemas["Claim"]>("/claims", membersOf(good), merchant.key));
    return good;
  };

  const toEndpoint: Prepare = async (draft, merchant) =>
    withIdIn(draft, "webhook-endpoints", (await server.anEndpoint(merchant)).endpoint.endpointId);
  const toLoopback: Prepare = (draft) => withMembers(draft, { url: "http://127.0.0.1:9/hook" });
  /** To an endpoint of its own. */
  const deliveryTo = async (merchant: Merchant) => {
    await server.anEndpoint(merchant);
    return server.aDelivery(merchant);
  };
  const aDelivery: Prepare = async (draft, merchant) =>
    withIdIn(draft, "deliveries", (await deliveryTo(merchant)).deliveryId);
  const aDeliveryThatArrived: Prepare = async (draft, merchant) => {
    const good = await aDelivery(draft, merchant);
    await server.database.pool.query(
      "UPDATE webhook_deliveries SET status = 'SUCCEEDED', next_attempt_at = NULL WHERE owner_id = $1",
      [merchant.businessId],
    );
    return good;
  };
  const anEventOf: Prepare = async (draft, merchant) => withIdIn(draft, "events", (await deliveryTo(merchant)).eventId);
  const aDisabledEndpoint = async (merchant: Merchant): Promise<string> => {
    const { endpointId } = (await server.anEndpoint(merchant)).endpoint;
    const headers = { ...merchant.key, "content-type": "application/json" };
    await server.must(
      server.send("PATCH", `/webhook-endpoints/${endpointId}`, { headers, body: '{"enabled": false}' }),
    );
    return endpointId;
  };
  const keyOfAnotherEndpoint = keyOfAnother(toEndpoint, (draft) => withIdIn(draft, "webhook-endpoints", "another"));

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
    const { key } = await anApiKey(server.database, { owner, scopes: [] });
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
      getHealth: visitors.operation("insurers"),
      getOpenApiDocument: visitors.operation(null),
      getReference: visitors.operation(null),
      getTaxonomy: operation("taxonomy_nodes"),
      listProducts: operation("sellable_products"),
      getProduct: {
        ...operation("sellable_products"),
        404: as((draft) => withPath(draft, "/products/aegis/space-travel")),
      },
      listCommercialRates: operation("sellable_products"),
      getForm: {
        ...atInsurer("sellable_products", formOf, /^GET \/products\/.*\/forms\//),
        // The example is of a product whose form has every kind of field.
        200: as(),
        404: as((draft) => withPath(draft, "/products/aegis/space-travel/form")),
      },
      listFieldOptions: atInsurer("fetched_forms", optionsOf, /^GET \/options\//),
      reserveUpload: {
        ...atInsurer("sellable_products", uploadAt, /^POST \/uploads/),
        404: as((draft) => withMembers(draft, { providerId: "nobody" })),
        409: keyOfAnother(asGiven, (draft) => withMembers(draft, { filename: "another.pdf" })),
        413: as((draft) => withMembers(draft, { providerId: "dunlin", bytes: 2_000_000 })),
      },
      compareProducts: operation("sellable_products"),
      listQuotes: ofOwn("insurance_quotes", (merchant) => server.aQuote(merchant)),
      createQuote: {
        ...atInsurer("fetched_forms", quoteAt, /^POST \/quotes/),
        404: as((draft) => withMembers(draft, { productId: "space-travel" })),
        409: keyOfAnother(quoteAt("aegis"), (draft) => withMembers(draft, { channel: "BRANCH" })),
      },
      getQuote: operation("insurance_quotes", aQuote),
      listPurchases: ofOwn("insurance_purchases", (merchant) => server.aPurchase(merchant)),
      createPurchase: {
        ...atInsurer("insurance_quotes", purchaseAt, /^POST \/purchases/),
        409: as(boughtQuote),
      },
      getPurchase: operation("insurance_purchases", aPurchase),
      listPolicies: ofOwn("insurance_policies", (merchant) => server.aPurchase(merchant)),
      getPolicy: atInsurer("insurance_policies", ofPolicy(""), /^GET \/policies\/[^/]+$/),
      listPolicyDocuments: atInsurer(
        "insurance_policies",
        ofPolicy("/documents"),
        /^GET \/policies\/[^/]+\/documents$/,
      ),
      downloadPolicyDocument: atInsurer(
        "insurance_policies",
        ofPolicy("/documents/inline"),
        /^GET \/policies\/[^/]+\/documents\/inline$/,
      ),
      cancelPolicy: {
        ...atInsurer("insurance_policies", ofPolicy("/cancel"), /^POST \/policies\//),
        409: as(ofPolicy("/cancel")("gullwing")),
      },
      requestRenewal: priceOfChange("renewal"),
      requestEndorsement: priceOfChange("endorsement"),
      attachPolicyDocument: {
        ...atInsurer("insurance_policies", policyWithFile, /^POST \/policies\/[^/]+\/documents/),
        409: keyOfAnother(policyWithFile("aegis"), (draft) => withMembers(draft, { type: "OTHER" })),
      },
      listClaims: ofOwn("insurance_claims", (merchant) => server.aClaim(merchant)),
      createClaim: {
        ...atInsurer("insurance_claims", claimAt, /^POST \/policies\/[^/]+\/claims/),
        409: as(openedClaim),
      },
      getClaim: atInsurer("insurance_claims", aClaim, /^GET \/claims\/[^/]+$/),
      attachToClaim: {
        ...atInsurer("insurance_claims", claimWithFile, /^POST \/claims\//),
        409: keyOfAnother(claimWithFile("aegis"), (draft) => withMembers(draft, { fileId: "f_another" })),
      },
      listWebhookDeliveries: ofOwn("webhook_deliveries", deliveryTo),
      getWebhookDelivery: operation("webhook_deliveries", aDelivery),
      retryWebhookDelivery: { ...operation("webhook_deliveries", aDelivery), 409: as(aDeliveryThatArrived) },
      replayWebhookEvent: {
        ...operation("webhook_events", anEventOf),
        409: as(async (draft, merchant) =>
          withMembers(await anEventOf(draft, merchant), { endpointId: await aDisabledEndpoint(merchant) }),
        ),
      },
      replayWebhookEvents: {
        ...operation("webhook_events"),
        404: as((draft) => withMembers(draft, { endpointId: "whe_unknown" })),
        409: as(async (draft, merchant) => withMembers(draft, { endpointId: await aDisabledEndpoint(merchant) })),
      },
      listWebhookEndpoints: ofOwn("webhook_endpoints", (merchant) => server.anEndpoint(merchant)),
      createWebhookEndpoint: {
        ...operation("webhook_endpoints", toLoopback),
        409: keyOfAnother(toLoopback, (draft) => withMembers(draft, { events: ["*"] })),
      },
      getWebhookEndpoint: operation("webhook_endpoints", toEndpoint),
      updateWebhookEndpoint: {
        ...operation("webhook_endpoints", toEndpoint),
        409: keyOfAnother(toEndpoint, (draft) => withMembers(draft, { events: ["quote.created"] })),
      },
      deleteWebhookEndpoint: { ...operation("webhook_endpoints", toEndpoint), 409: keyOfAnotherEndpoint },
      rotateWebhookSecret: { ...operation("webhook_endpoints", toEndpoint), 409: keyOfAnotherEndpoint },
      testWebhookEndpoint: operation("webhook_endpoints", toEndpoint),
      listWebhookEvents: operation("request_budgets"),
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
    return startedPlan(planFor(server, { frugal, hasty }), server, frugal, hasty);
  },
} satisfies ContractPlan;
