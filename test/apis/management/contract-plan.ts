/** How each operation of the management API gets to each of its documented statuses. */
import type { Schemas } from "#generated/management/contract.ts";
import { takeRequests } from "#src/http/request-budget.ts";
import { anApiKey } from "#test/builders/identity.ts";
import { ManagementServer, type Signed } from "#test/builders/management.ts";
import { clientId, clientSecret, OpenIdServer } from "#test/support/openid-server.ts";
import { type Bring, type ContractPlan, type Plan, startedPlan } from "../../../scripts/contract-runner/plan.ts";
import { bytesOf, type Draft, withHeaders, withMembers } from "../../../scripts/contract-runner/request.ts";
import { type Change, callers, nobody, untilLimited } from "../../../scripts/contract-runner/shapes.ts";

/** Where the provider lets browsers come back to: the server's own port is known only when it runs. */
const back = { "x-forwarded-proto": "http", "x-forwarded-host": "accord.example.org" };
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** The address and the body name the caller's own business and project. */
const own: Change<Signed> = (draft, { business, project }) => {
  const inPath = { ...draft, path: draft.path.replace(uuid, business.id) };
  if (!new TextDecoder().decode(draft.body ?? bytesOf("")).includes("businessId")) return inPath;
  return withMembers(inPath, { businessId: business.id, projectId: project.id });
};

/** The token that the document gives as an example goes. */
function withoutToken({ headers: { "X-CSRF-Token": _, ...headers }, ...draft }: Draft): Draft {
  return { ...draft, headers };
}

const signed = (draft: Draft, { reads, writes }: Pick<Signed, "reads" | "writes">): Draft =>
  withHeaders(withoutToken(draft), draft.method === "GET" ? reads : writes);

const quotaSignIns = 1_000_000;

function planFor(server: ManagementServer, provider: OpenIdServer): Plan {
  /** Their session is known already: what fails without a table is the operation. */
  const someone = (role: "owner" | "viewer") => async () => {
    const caller = await server.someone(role);
    await server.get("/v1/session", caller.reads);
    return caller;
  };
  const owner = someone("owner");
  const { as, operation } = callers({ server, make: owner, sign: signed });
  const viewers = callers({ server, make: someone("viewer"), sign: signed });
  /** Their token is the document's example. */
  const forgers = callers({ server, make: owner, sign: (draft, { reads }) => withHeaders(draft, reads) });
  const noCsrfToken: Bring = async (draft, sendTo) =>
    sendTo(withHeaders(withoutToken(draft), (await server.someone()).reads));
  const operators = callers({ server, make: () => server.theOperator(), sign: signed, usual: { 403: as() } });

  const ownKey: Change<Signed> = async (draft, caller, unit) => {
    const { keyId } = await anApiKey(server.database, { owner: caller });
    const { path } = await own(draft, caller, unit);
    return { ...draft, path: path.replace(/sk_test_[0-9a-f]+/, keyId) };
  };
  const ofProject: Change<Signed> = async (draft, caller, unit) => ({
    ...(await own(draft, caller, unit)),
    query: { environment: "test", projectId: caller.project.id },
  });

  /** What the provider has answered somebody with this name. */
  const answered = async (draft: Draft, email: string): Promise<Draft> => {
    const { body } = await server.send<Schemas["ProviderSignIn"]>("POST", "/v1/sign-in/provider", { headers: back });
    return withMembers(withHeaders(draft, back), {
      attempt: body.attempt,
      answer: await provider.walk(body.url, { email }),
    });
  };
  const answer = async (draft: Draft) => answered(draft, (await server.aPerson("viewer")).person.name);
  /** Whoever sends it may want another minute, of which more is left. */
  const limited: Bring = (draft, sendTo) =>
    untilLimited(async () => {
      // The next minute's budget, which counts in this one too.
      const next = new Date(Date.now() + 60_000);
      await takeRequests(server.database.pool, "sign-in 192.0.2.9", quotaSignIns, quotaSignIns, { now: next });
      return sendTo(withHeaders(draft, { "x-forwarded-for": "192.0.2.9" }));
    });
  const visitors = callers({ ...nobody, server, usual: { 429: limited } });

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
      const { cookie: _, "x-csrf-token": __, ...headers } = draft.headers;
      return [{ who: "an owner of another business", draft: signed({ ...draft, headers }, await server.someone()) }];
    },
    bring: {
      getSignInMethods: visitors.operation("request_budgets"),
      beginProviderSignIn: {
        ...visitors.operation("request_budgets"),
        502: (draft, sendTo) => provider.whileDown(() => sendTo(draft)),
      },
      completeProviderSignIn: {
        ...visitors.operation("request_budgets", answer),
        403: visitors.as((draft) => answered(draft, "nobody@example.org")),
        502: async (draft, sendTo) => {
          const ready = await answer(draft);
          return provider.whileDown(() => sendTo(ready));
        },
      },
      signOutAtProvider: { ...operation("console_sessions"), 400: noCsrfToken, 403: forgers.as() },
      createSession: visitors.operation("console_sessions", async (draft) =>
        withMembers(draft, { code: await server.aCode((await server.aPerson("owner")).person) }),
      ),
      getSession: operation("business_members"),
      endSession: { ...operation("console_sessions"), 400: noCsrfToken, 403: forgers.as() },
      createAccessToken: { ...operation("business_members", own), 403: forgers.as(own) },
      listApiKeys: operation("api_keys", own),
      createApiKey: { ...operation("api_keys", own), 403: viewers.as(own) },
      revokeApiKey: { ...operation("api_keys", ownKey), 403: viewers.as(ownKey), 404: as(own) },
      listQuotas: operation("quota_windows", ofProject),
      listTenants: operators.operation("people"),
      listJobs: operators.operation("people"),
      listNodes: operators.operation("people"),
      listAuditEvents: operation("audit_events", own),
    },
  };
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
    return startedPlan(planFor(server, provider), server, provider);
  },
} satisfies ContractPlan;
