/** Callers: integrators, with an access token and their credentials, within 300 requests a minute. */
import type { Contract } from "#generated/wallet/contract.ts";
import type { Authenticators, Credential, HandlersByTag } from "#src/contract/types.ts";
import { Problem } from "#src/http/problem.ts";
import { overQuota, rateLimitHeaders } from "#src/http/rate-limit.ts";
import { RequestBudgets } from "#src/http/request-budget.ts";
import type { InstallationOperator, VerifyOperator } from "#src/identity/access-tokens.ts";
import { decodeCredentials } from "./access/consumers.ts";
import type { Integrator } from "./entities.ts";
import type { HandlerDependencies } from "./handlers/dependencies.ts";

export interface Callers {
  readonly AccessToken: Integrator;
  readonly Consumer: Integrator;
  readonly Operator: InstallationOperator;
}

/** The handlers of a tag of the document. */
export type HandlersOf<Tag extends keyof Contract["tags"]> = HandlersByTag<Contract, Callers, Tag>;

export function callerAuthenticators(
  { database, consumers, tokens }: Pick<HandlerDependencies, "database" | "consumers" | "tokens">,
  requestsPerMinute: number,
  verifyOperator: VerifyOperator,
): Authenticators<Contract, Callers> {
  const budgets = new RequestBudgets(database.pool);
  const withinBudget = async (integrator: Integrator, { answerHeaders }: Credential) => {
    const budget = await budgets.spend(`wallet ${integrator.id}`, requestsPerMinute);
    if (!budget.allowed) throw overQuota(budget);
    Object.assign(answerHeaders, rateLimitHeaders(budget));
    return integrator;
  };
  return {
    AccessToken: {
      async authenticate(credential) {
        const { sub: integratorId } = await tokens.verify(credential.value);
        const integrator = await consumers.verify(walletCredentials(credential), credential.remoteAddress);
        // A token that goes with somebody else's credentials is nobody's.
        if (integrator.id !== integratorId) throw mismatched();
        return await withinBudget(integrator, credential);
      },
    },
    Consumer: {
      async authenticate(credential) {
        const credentials = decodeCredentials(credential.value);
        if (credentials === null) throw malformed("HTTP Basic");
        return await withinBudget(await consumers.verify(credentials, credential.remoteAddress), credential);
      },
    },
    Operator: {
      authenticate: ({ value }) => verifyOperator(value),
      ownerOf: ({ id }) => id,
    },
  };
}

/** A plus sign in a query is a space (WHATWG URL, application/x-www-form-urlencoded), and base64 has plus signs. */
function walletCredentials({ queryText }: Credential) {
  const credentials = decodeCredentials(
    new URLSearchParams(queryText).get("wallet-credentials")?.replaceAll(" ", "+") ?? "",
  );
  if (credentials === null) throw malformed("wallet-credentials");
  return credentials;
}

/** @param what the place of the credentials in the request. */
function malformed(what: string): Problem {
  return new Problem("UNAUTHENTICATED", {
    detail: `${what} must be the base64 of the consumer key, a colon and the consumer secret.`,
  });
}

function mismatched(): Problem {
  return new Problem("UNAUTHENTICATED", {
    detail: "The access token and the wallet-credentials do not belong together.",
  });
}
