/** What every query answers alike. */
import type { Scope } from "#src/identity/scopes.ts";
import { expectProblem, expectQuota, needsActiveProject, refusesBadKeys } from "./refusals.ts";
import type { Answer, Headers, ObservabilityServer } from "./server.ts";

/** The quota of the servers that these tests start. */
export const quotaQueries = 30;

export interface QueryOperation {
  readonly server: ObservabilityServer;
  /** A request that gets through with every good key, whether or not its project holds data. */
  readonly send: (headers: Headers) => Promise<Answer<unknown>>;
  readonly scopes: readonly Scope[];
}

/** 401, 403, 404, 406 and 429; `more404` holds what else is not found. */
export function queriesAsDocumented({ server, send, scopes }: QueryOperation, more404 = () => {}): void {
  refusesBadKeys({ server, send, scopes });

  describe("404", () => {
    needsActiveProject({ server, send, scopes });
    more404();
  });

  describe("406", () => {
    it("refuses to answer in another media type than JSON", async () => {
      expectProblem(await send({ ...(await server.caller()), accept: "text/csv" }), 406, "NOT_ACCEPTABLE");
    });
  });

  describe("429", () => {
    it("holds the quota on queries of a minute", async () => {
      const caller = await server.caller();
      await expectQuota({ send: () => send(caller), limit: quotaQueries });
    });
  });
}
