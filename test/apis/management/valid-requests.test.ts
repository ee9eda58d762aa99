/** Requests that the management document calls valid, made at random: none is refused for its form. */

import { anApiKey } from "#test/builders/identity.ts";
import { ManagementServer, type Problem, type Signed } from "#test/builders/management.ts";
import { noneIsRefused, refusalsOfProblem } from "#test/contract/support/valid-requests.ts";
import { clientId, clientSecret, OpenIdServer } from "#test/support/openid-server.ts";

describe("requests that the management document calls valid", () => {
  const server = new ManagementServer();
  let provider: OpenIdServer;
  let owner: Signed;
  let operator: Pick<Signed, "reads" | "writes">;
  /** Of what is there, by the names of parameters and members. */
  let ids: Readonly<Record<string, string>>;
  before(async () => {
    provider = await OpenIdServer.start([]);
    const oidc = { oidcIssuer: provider.issuer, oidcClientId: clientId, oidcClientSecret: clientSecret };
    await server.start({ ...oidc, quotaSignIns: 1_000_000 });
    owner = await server.someone();
    operator = await server.theOperator();
    const { keyId } = await anApiKey(server.database, { owner });
    ids = { businessId: owner.business.id, projectId: owner.project.id, keyId };
  });
  after(async () => {
    await server.stop();
    await provider?.stop();
  });

  noneIsRefused("management", {
    known: (name, value, sampler) => (sampler.chance(0.8) ? (ids[name] ?? value) : value),
    isRule: () => false,
    async send(documented, { path, query, headers, text }) {
      const { operationId } = documented.operation;
      const caller =
        operationId === "endSession" || operationId === "signOutAtProvider"
          ? await server.someone()
          : /^list(Tenants|Jobs|Nodes)$/.test(operationId)
            ? operator
            : owner;
      const { "X-CSRF-Token": _, ...given } = headers;
      const own = documented.method === "get" ? caller.reads : caller.writes;
      const address = query.size === 0 ? path : `${path}?${query}`;
      const { status, body } = await server.send<Problem>(documented.method.toUpperCase(), address, {
        headers: { ...given, ...own },
        body: text,
      });
      return { status, body, refusals: refusalsOfProblem(documented, status, body) };
    },
  });
});
