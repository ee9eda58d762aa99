import { expect } from "chai";
import { generated } from "#src/apis/generated.ts";
import { apiModules } from "#src/apis/index.ts";
import { checkAnswer } from "#src/contract/answer.ts";
import type { ProblemPresenter } from "#src/contract/api.ts";
import type { Exchange } from "#src/contract/exchange.ts";
import { compileOperations, type Operation, validationStatusOf } from "#src/contract/operation.ts";
import { presentProblem } from "#src/contract/problem-json.ts";
import { Problem } from "#src/http/problem.ts";
import { presentInsurerError } from "#src/sandbox/insurers/dependencies.ts";

const documents: readonly { name: string; presenters?: Readonly<Record<string, ProblemPresenter>> }[] = [
  ...apiModules,
  { name: "insurer", presenters: { insurer: presentInsurerError } },
];

/** What no single request should be found to be, in names that the caller has chosen. */
const faults = Array.from({ length: 150 }, (_, at) => ({
  path: `/body/${"~1".repeat(1_500)}${at}`,
  code: "unknown",
  message: `${"😀".repeat(1_500)} is not a known field`,
}));

/** The caller's, which authentication has put there. */
const quota = { "X-RateLimit-Limit": "600", "X-RateLimit-Remaining": "599", "X-RateLimit-Reset": "60" };

describe("more findings than an answer can hold", () => {
  for (const { name, presenters = {} } of documents) {
    const { document, validators } = generated(name);
    const operations = compileOperations(document, validators);
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
            ...quota,
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
