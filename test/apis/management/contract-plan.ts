/** How each operation of the management API gets to each of its documented statuses. */

import { setTimeout as delay } from "node:timers/promises";
import type { Schemas } from "#generated/management/contract.ts";
import { takeRequests } from "#src/http/request-budget.ts";
import { anApiKey } from "#test/support/identity.ts";
import { clientId, clientSecret, OpenIdServer } from "#test/support/openid-server.ts";
import type { Bring, ContractPlan, Plan } from "../../../scripts/contract-runner/plan.ts";
import { bytesOf, type Draft, withHeaders, withMembers } from "../../../scripts/contract-runner/request.ts";
import { ManagementServer, type Signed } from "./operations/server.ts";

type Change = (draft: Draft, caller: Signed) => Draft | Promise<Draft>;

/** Where the provider lets browsers come back to: the server's own port is known only when it runs. */
const back = { "x-forwarded-proto": "http", "x-forwarded-host": "accord.example.org" };
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
const unchanged: Change = (draft) => draft;

/** The address and the body name the caller's own business and project. */
const own: Change = (draft, { business, project }) => {
  const inPath = { ...draft, path: draft.path.replace(uuid, business.id) };
  if (!new TextDecoder().decode(draft.body ?? bytesOf("")).includes("businessId")) return inPath;
  return withMembers(inPath, { businessId: business.id, projectId: project.id });
};

const quotaSignIns = 1_000_000;

function planFor(server: ManagementServer, provider: OpenIdServer): Plan {
  const signed = (draft: Draft, { reads, writes }: Pick<Signed, "reads" | "writes">): Draft => {
    // The token that the document gives as an example goes.
    const { "X-CSRF-Token": _, ...headers } = draft.headers;
    return withHeaders({ ...draft, headers }, draft.method === "GET" ? reads : writes);
  };
  const as =
    (change: Change, role: "owner" | "viewer" = "owner"): Bring =>
    async (draft, sendTo) => {
      const caller = await server.someone(role);
      return sendTo(signed(await change(draft, caller), caller));
    };
  const asIs: Bring = (draft, sendTo) => sendTo(draft);
  const unacceptable =
    (change: Change): Change =>
    async (draft, caller) =>
      withHeaders(await change(draft, caller), { accept: "image/png" });
  const badQuery: Change = async (draft, caller) => ({ ...(await own(draft, caller)), query: { limit: "many" } });
  const noId: Change = (draft) => ({ ...draft, path: draft.path.replace(uuid, "nonsense") });

  const secured = (table: string, good: Change = own) => ({
    401: asIs,
    500: (async (draft, sendTo) => {
      const caller = await server.someone();
      const ready = signed(await good(draft, caller), caller);
      // The session is known: what fails is the operation.
      await server.get("/v1/session", caller.reads);
      return server.whileMissing(table, () => sendTo(ready));
    }) satisfies Bring,
    503: as(good),
  });
  const answers = (table: string, good: Change = own) => ({ ...secured(table, good), 406: as(unacceptable(good)) });
  const takesJson = (good: Change) => ({
    400: as(async (draft, caller) => ({ ...(await good(draft, caller)), body: bytesOf("{") })),
    413: as(async (draft, caller) => ({ ...(await good(draft, caller)), body: new Uint8Array(16_385) })),
    415: as(async (draft, caller) => withHeaders(await good(draft, caller), { "content-type": "text/plain" })),
  });
  const withoutCsrfToken =
    (change: Change): Bring =>
    async (draft, sendTo) => {
      const caller = await server.someone();
      return sendTo(withHeaders(await change(draft, caller), caller.reads));
    };
  const noCsrfToken: Bring = async ({ headers: { "X-CSRF-Token": _, ...headers }, ...draft }, sendTo) =>
    sendTo(withHeaders({ ...draft, headers }, (await server.someone()).reads));
  const aLink: Change = async (draft, { person }) => withMembers(draft, { code: await server.aCode(person) });
  const fromLink =
    (change: Change): Bring =>
    async (draft, sendTo) => {
      const { person, business, project } = await server.aPerson("owner");
      return sendTo(await change(draft, { person, business, project } as Signed));
    };
  const ownKey: Change = async (draft, caller) => {
    const { keyId } = await anApiKey(server.database, { owner: caller });
    const { path } = await own(draft, caller);
    return { ...draft, path: path.replace(/sk_test_[0-9a-f]+/, keyId) };
  };
  const asOperator =
    (change: (draft: Draft) => Draft = (draft) => draft): Bring =>
    async (draft, sendTo) =>
      sendTo(signed(change(draft), await server.theOperator()));
  /** For operators alone; `fails` does something while what the operation needs cannot be found. */
  const operators = (fails: <T>(work: () => Promise<T>) => Promise<T>) => ({
    200: asOperator(),
    401: asIs,
    403: as(unchanged),
    406: asOperator((draft) => withHeaders(draft, { accept: "image/png" })),
    500: (async (draft, sendTo) => {
      // The session is not known yet: it is looked up while something is missing.
      const ready = signed(draft, await server.theOperator());
      return fails(() => sendTo(ready));
    }) satisfies Bring,
    503: asOperator(),
  });
  const withoutPeople = <T>(work: () => Promise<T>) => server.whileMissing("people", work);
  const badCursor = asOperator((draft) => ({ ...draft, query: { cursor: "nonsense" } }));
  const ofProject: Change = async (draft, caller) => ({
    ...(await own(draft, caller)),
    query: { environment: "test", projectId: caller.project.id },
  });
  const ofNobody: Change = (draft) => draft;

  /** What the provider has answered somebody with this name. */
  const answered = async (draft: Draft, email: string): Promise<Draft> => {
    const { body } = await server.send<Schemas["ProviderSignIn"]>("POST", "/v1/sign-in/provider", { headers: back });
    return withMembers(withHeaders(draft, back), {
      attempt: body.attempt,
      answer: await provider.walk(body.url, { email }),
    });
  };
  const answer = async (draft: Draft) => answered(draft, (await server.aPerson("viewer")).person.name);
  const limited: Bring = async (draft, sendTo) => {
    for (;;) {
      // The next minute's budget, which counts in this one too.
      const next = new Date(Date.now() + 60_000);
      await takeRequests(server.database.pool, "sign-in 192.0.2.9", quotaSignIns, quotaSignIns, next);
      const received = await sendTo(withHeaders(draft, { "x-forwarded-for": "192.0.2.9" }));
      // Whoever sends it may want another minute, of which more is left.
      if (received.status === 429) return received;
      await delay(100);
    }
  };
  const signsIn = (good: (draft: Draft) => Draft | Promise<Draft>) => ({
    406: (async (draft, sendTo) => sendTo(withHeaders(await good(draft), { accept: "image/png" }))) satisfies Bring,
    429: limited,
    500: (async (draft, sendTo) => {
      const ready = await good(draft);
      return server.whileMissing("request_budgets", () => sendTo(ready));
    }) satisfies Bring,
    503: (async (draft, sendTo) => sendTo(await good(draft))) satisfies Bring,
  });

  return {
    counters: ["request_budgets"],
    async strangers(draft) {
      const ended = await server.someone();
      await server.send("DELETE", "/v1/session", { headers: ended.writes });
      const { token } = await server.someone();
      const cookies = { forged: `${token.slice(0, -4)}AAAA`, ended: ended.token, nonsense: "nonsense" };
      return Object.entries(cookies).map(([who, value]) => ({
        who: `a session that is ${who}`,
        draft: withHeaders(draft, { cookie: `accord=${value}` }),
        status: 401 as const,
      }));
    },
    async foreigners(draft) {
      const other = await server.someone();
      return [{ who: "an owner of another business", draft: signed(withoutCookie(draft), other) }];
    },
    bring: {
      getSignInMethods: { ...signsIn((draft) => draft), 200: asIs },
      beginProviderSignIn: {
        ...signsIn((draft) => draft),
        201: asIs,
        502: (draft, sendTo) => provider.whileDown(() => sendTo(draft)),
      },
      completeProviderSignIn: {
        ...signsIn(answer),
        201: async (draft, sendTo) => sendTo(await answer(draft)),
        400: (draft, sendTo) => sendTo({ ...draft, body: bytesOf("{") }),
        401: asIs,
        403: async (draft, sendTo) => sendTo(await answered(draft, "nobody@example.org")),
        413: (draft, sendTo) => sendTo({ ...draft, body: new Uint8Array(16_385) }),
        415: (draft, sendTo) => sendTo(withHeaders(draft, { "content-type": "text/plain" })),
        502: async (draft, sendTo) => {
          const ready = await answer(draft);
          return provider.whileDown(() => sendTo(ready));
        },
      },
      signOutAtProvider: {
        ...answers("console_sessions", unchanged),
        200: as(unchanged),
        400: noCsrfToken,
        403: withoutCsrfToken(unchanged),
      },
      createSession: {
        201: fromLink(aLink),
        400: fromLink((draft) => ({ ...draft, body: bytesOf("{") })),
        401: asIs,
        406: fromLink(unacceptable(aLink)),
        413: fromLink((draft) => ({ ...draft, body: new Uint8Array(4_097) })),
        415: fromLink(async (draft, caller) =>
          withHeaders(await aLink(draft, caller), { "content-type": "text/plain" }),
        ),
        429: limited,
        500: async (draft, sendTo) => {
          const { person } = await server.aPerson("owner");
          const ready = withMembers(draft, { code: await server.aCode(person) });
          return server.whileMissing("console_sessions", () => sendTo(ready));
        },
        503: fromLink(aLink),
      },
      getSession: { ...answers("business_members", unchanged), 200: as(unchanged) },
      endSession: {
        ...secured("console_sessions", unchanged),
        204: as(unchanged),
        400: noCsrfToken,
        403: withoutCsrfToken(unchanged),
      },
      createAccessToken: {
        ...answers("business_members"),
        ...takesJson(own),
        201: as(own),
        403: withoutCsrfToken(own),
        404: as(ofNobody),
      },
      listApiKeys: { ...answers("api_keys"), 200: as(own), 400: as(badQuery), 404: as(ofNobody) },
      createApiKey: {
        ...answers("api_keys"),
        ...takesJson(own),
        201: as(own),
        403: as(own, "viewer"),
        404: as(ofNobody),
      },
      revokeApiKey: {
        ...answers("api_keys", ownKey),
        200: as(ownKey),
        400: as(noId),
        403: as(ownKey, "viewer"),
        404: as(own),
      },
      listQuotas: {
        ...answers("quota_windows", ofProject),
        200: as(ofProject),
        400: as(async (draft, caller) => ({ ...(await own(draft, caller)), query: { environment: "nowhere" } })),
        404: as(ofNobody),
      },
      listTenants: { ...operators(withoutPeople), 400: badCursor },
      listJobs: { ...operators(withoutPeople), 400: badCursor },
      listNodes: operators(withoutPeople),
      listAuditEvents: { ...answers("audit_events"), 200: as(own), 400: as(badQuery), 404: as(ofNobody) },
    },
  };
}

function withoutCookie({ headers: { cookie: _, "x-csrf-token": __, ...headers }, ...draft }: Draft): Draft {
  return { ...draft, headers };
}

export default {
  async start() {
    const server = new ManagementServer();
    const provider = await OpenIdServer.start([
      `${back["x-forwarded-proto"]}://${back["x-forwarded-host"]}/console/sign-in`,
    ]);
    await server.start({
      ...{ oidcIssuer: provider.issuer, oidcClientId: clientId, oidcClientSecret: clientSecret },
      ...{ trustedProxies: ["127.0.0.1"], quotaSignIns },
    });
    const { baseUrl, database } = server;
    const stop = async () => {
      await server.stop();
      await provider.stop();
    };
    return { plan: planFor(server, provider), baseUrl, database, stop };
  },
} satisfies ContractPlan;
