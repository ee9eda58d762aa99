/** What every question about metrics refuses alike, in the words of Prometheus. */
import { expect } from "chai";
import type { Prometheus } from "./metrics.ts";
import { needsActiveProject, refusesBadKeys } from "./refusals.ts";
import type { Answer, Headers, ObservabilityServer } from "./server.ts";

const errorTypes: Readonly<Record<number, string>> = {
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  406: "not_acceptable",
  429: "too_many_requests",
  500: "internal",
  503: "unavailable",
};

function expectError(answer: Answer<unknown>, status: number): void {
  const { status: outcome, errorType, error } = answer.body as Prometheus<never>;
  expect([answer.status, outcome, errorType]).to.deep.equal([status, "error", errorTypes[status]]);
  expect(error).to.be.a("string").that.is.not.equal("");
  expect(answer.headers.get("x-request-id")).to.be.a("string");
}

export function metricQuestionsAsDocumented(operation: {
  readonly server: ObservabilityServer;
  readonly send: (headers: Headers) => Promise<Answer<unknown>>;
}): void {
  const asked = { ...operation, scopes: ["ingest:write", "metrics:read"], expectRefusal: expectError } as const;
  refusesBadKeys(asked);

  describe("404", () => {
    needsActiveProject(asked);
  });
}
