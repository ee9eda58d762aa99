import { expect } from "chai";
import fc from "fast-check";
import { listFieldOptions } from "#src/apis/insurance/forms/field-options.ts";
import { Cursors } from "#src/http/cursor.ts";
import { Problem } from "#src/http/problem.ts";
import { failureOf, options, Sandbox, ScriptedInsurer } from "#test/builders/insurance/insurers.ts";
import { anyCharacter } from "#test/support/any-character.ts";
import { whileTested } from "#test/support/api-server.ts";
import { runs } from "#test/support/runs.ts";

describe("options that an insurer lists on demand", () => {
  const sandbox = whileTested(new Sandbox());

  const models = { optionsUrl: "/options/vehicle-models/{vehicleMake}" };
  const list = (optionsUrl: string, values: Readonly<Record<string, unknown>>, query = {}) =>
    listFieldOptions(sandbox.client("aegis"), { optionsUrl }, values, query, options);

  it("loads what depends on another answer", async () => {
    const page = await list(models.optionsUrl, { vehicleMake: "toyota" }, { query: "yar" });
    expect(page.options).to.deep.equal([{ value: "yaris", label: "Yaris" }]);
  });

  it("reads a long list page by page, each option once", async () => {
    const values: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list("/options/destinations", {}, { limit: 10, ...(cursor === undefined ? {} : { cursor }) });
      values.push(...page.options.map(({ value }) => value));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(values.length).to.be.greaterThan(50);
    expect(new Set(values).size).to.equal(values.length);
  });

  const refused: readonly [values: Readonly<Record<string, unknown>>, rule: string][] = [
    [{}, "missing"],
    [{ vehicleMake: null }, "missing"],
    [{ vehicleMake: "" }, "missing"],
    [{ vehicleMake: ["toyota"] }, "not_scalar"],
    [{ vehicleMake: { a: 1 } }, "not_scalar"],
    [{ vehicleMake: ".." }, "escapes"],
    [{ vehicleMake: "." }, "escapes"],
    [{ vehicleMake: "../../policies/p1" }, "escapes"],
    [{ vehicleMake: "..\\policies" }, "escapes"],
    [{ vehicleMake: "%2e%2e" }, "escapes"],
    [{ vehicleMake: "a%2Fb" }, "escapes"],
    [{ vehicleMake: "a\u0000b" }, "escapes"],
    [{ vehicleMake: "a\r\nHost: evil" }, "escapes"],
    [{ vehicleMake: "\ud800" }, "escapes"],
    [{ vehicleMake: "a".repeat(201) }, "escapes"],
  ];
  const findingOf = (optionsUrl: string, values: Readonly<Record<string, unknown>>) => {
    try {
      void list(optionsUrl, values);
    } catch (error) {
      if (error instanceof Problem) return error.fieldErrors.map(({ path, code }) => `${path} ${code}`).join();
    }
    return "none";
  };
  it("refuses answers that lead to no list of the insurer, by their rule, and names the field", () => {
    for (const [values, rule] of refused)
      expect(findingOf(models.optionsUrl, values), JSON.stringify(values)).to.equal(`/body/values/vehicleMake ${rule}`);
  });

  it("does not take an inherited member for an answer", () => {
    expect(findingOf("/options/vehicle-models/{toString}", {})).to.equal("/body/values/toString missing");
  });
});

describe("options of an insurer that may say anything", () => {
  const insurer = whileTested(new ScriptedInsurer());

  it("never ask an insurer outside its own options, whatever a customer answered", async () => {
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

  const listed = (nextCursor: string) => {
    insurer.answerJson(200, { options: [], nextCursor });
    return listFieldOptions(insurer.client(), { optionsUrl: "/options/cities" }, {}, {}, options);
  };

  it("come with no cursor that would be too long in one of ours", async () => {
    expect(await failureOf(listed("\u{1f600}".repeat(512)))).to.deep.include({ kind: "invalid", status: 200 });
  });

  it("come with cursors that fit into one of ours, even the longest", async () => {
    const { nextCursor } = await listed('"'.repeat(512));
    const cursors = new Cursors("secret");
    const ours = cursors.seal({}, [nextCursor ?? ""]);
    expect(cursors.open({}, ours)).to.deep.equal(['"'.repeat(512)]);
  });
});
