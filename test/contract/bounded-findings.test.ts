import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect } from "chai";
import { insurancePresenters } from "#src/apis/insurance/api.ts";
import { observabilityPresenters } from "#src/apis/observability/api.ts";
import { orderingPresenters } from "#src/apis/ordering/api.ts";
import { placeholderPresenters } from "#src/apis/placeholder/api.ts";
import { checkAnswer } from "#src/contract/answer.ts";
import type { ProblemPresenter } from "#src/contract/api.ts";
import type { OpenApiDocument } from "#src/contract/document.ts";
import type { Exchange } from "#src/contract/exchange.ts";
import { compileOperations, type Operation, type Validators, validationStatusOf } from "#src/contract/operation.ts";
import { presentProblem } from "#src/contract/problem-json.ts";
import { Problem } from "#src/http/problem.ts";
import { presentInsurerError } from "#src/sandbox/insurers/refusals.ts";

const generated = join(import.meta.dirname, "../../generated");
const require = createRequire(import.meta.url);

const apis: Readonly<Record<string, Readonly<Record<string, ProblemPresenter>>>> = {
  observability: observabilityPresenters,
  insurance: insurancePresenters,
  ordering: orderingPresenters,
  placeholder: placeholderPresenters,
  insurer: { insurer: presentInsurerError },
};

/** What no single request should be found to be, in names that the caller has chosen. */
const faults = Array.from({ length: 150 }, (_, at) => ({
  path: `/body/${"~1".repeat(1_500)}${at}`,
  code: "unknown",
  message: `${"😀".repeat(1_500)} is not a known field`,
}));

describe("more findings than an answer can hold", () => {
  for (const [name, presenters] of Object.entries(apis)) {
    const document = JSON.parse(readFileSync(join(generated, name, "openapi.json"), "utf8")) as OpenApiDocument;
    const operations = compileOperations(document, require(join(generated, name, "validators.cjs")) as Validators);
    const status = validationStatusOf(document);
    const refusing = operations.filter(({ responses }) => responses.has(status));
    const problem = new Problem("VALIDATION_FAILED", { status, fieldErrors: faults, detail: "long ".repeat(1_000) });

    for (const style of new Set(refusing.map(({ errors }) => errors)))
      it(`make an answer of ${name}, as ${style}, that keeps to its document`, () => {
        const present = presenters[style] ?? presentProblem;
        for (const operation of refusing.filter(({ errors }) => errors === style)) {
          const mediaType = firstType(operation);
          const incoming = { headers: mediaType === null ? {} : { "content-type": mediaType } };
          const exchange = { requestId: "req_1", incoming } as Exchange;
          const answer = present(problem, exchange);
          checkAnswer(operation, { status, body: answer.checked }, answer.type, {
            ...answer.headers,
            "x-request-id": exchange.requestId,
          });
        }
      });
  }

  it("are cut to the first hundred, and each to what is still a pointer and whole characters", () => {
    const { fieldErrors, detail } = new Problem("VALIDATION_FAILED", {
      fieldErrors: faults,
      detail: "long ".repeat(1_000),
    });
    expect(fieldErrors).to.have.lengthOf(100);
    expect(detail).to.have.lengthOf(4_000);
    for (const { path, message } of fieldErrors) {
      expect(path).to.match(/^(?:\/(?:[^~/]|~[01])*)*$/);
      expect(message.isWellFormed()).to.equal(true);
      expect([path.length <= 2_000, message.length <= 2_000]).to.deep.equal([true, true]);
    }
  });
});

function firstType({ body }: Operation): string | null {
  return [...(body?.plans.keys() ?? [])][0] ?? null;
}
