import { expect } from "chai";
import fc from "fast-check";
import { InsurerFailure } from "#src/apis/insurance/insurers/failure.ts";
import { listFieldOptions } from "#src/apis/insurance/insurers/remote-options.ts";
import { Problem } from "#src/http/problem.ts";
import { anyCharacter } from "#test/support/any-character.ts";
import { runs } from "#test/support/runs.ts";
import { options, ScriptedInsurer } from "./counterparts.ts";

describe("an insurer that may say anything", () => {
  const insurer = new ScriptedInsurer();
  before(() => insurer.start());
  after(() => insurer.stop());

  it("is passed on as the protocol has it, or fails as an insurer does", async () => {
    const client = insurer.client();
    const statuses = fc.constantFrom(200, 201, 204, 301, 400, 404, 409, 418, 422, 500, 503);
    const almost = fc.record(
      { code: fc.string(), message: fc.string(), correlationId: fc.string(), fieldErrors: fc.jsonValue() },
      { requiredKeys: [] },
    );
    const bodies = fc.oneof(fc.jsonValue(), almost, fc.constant({ items: [], nextCursor: null }));
    await fc.assert(
      fc.asyncProperty(statuses, bodies, async (status, body) => {
        insurer.answerJson(status, body);
        client.breakerOf("listProducts").succeeded();
        try {
          const page = await client.call("listProducts", {}, options);
          expect([status, page]).to.deep.equal([200, { items: [], nextCursor: null }]);
        } catch (error) {
          expect(error).to.be.instanceOf(InsurerFailure);
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it("is never asked outside its own options, whatever a customer answered", async () => {
    const seen: string[] = [];
    insurer.answer = (request, response) => {
      seen.push(request.url ?? "");
      response.writeHead(200, { "content-type": "application/json" }).end('{"options":[],"nextCursor":null}');
    };
    const client = insurer.client();
    const field = { optionsUrl: "/options/models/{make}" };
    const hostile = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.constantFrom("..", "../", "%2e%2e", "a/../..", "?", "#"),
    );
    await fc.assert(
      fc.asyncProperty(hostile, async (make) => {
        const listing = async () => listFieldOptions(client, field, { make }, {}, options);
        const outcome = await listing().then(
          () => "listed",
          (error: unknown) => error,
        );
        if (outcome !== "listed") expect(outcome).to.be.instanceOf(Problem);
        else expect(decodeURIComponent(seen.at(-1) ?? "")).to.equal(`/options/models/${make}`);
      }),
      { numRuns: runs(300) },
    );
    expect(seen.every((url) => /^\/options\/models\/[^/?#]+$/.test(url))).to.equal(true);
  });
});
