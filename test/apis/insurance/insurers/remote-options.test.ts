import { expect } from "chai";
import { listFieldOptions } from "#src/apis/insurance/insurers/remote-options.ts";
import { Cursors } from "#src/http/cursor.ts";
import { Problem } from "#src/http/problem.ts";
import { failureOf, options, Sandbox, ScriptedInsurer } from "./counterparts.ts";

describe("options that an insurer lists on demand", () => {
  const sandbox = new Sandbox();
  before(() => sandbox.start());
  after(() => sandbox.stop());

  const models = { optionsUrl: "/options/vehicle-models/{vehicleMake}" };
  const list = (optionsUrl: string, values: Readonly<Record<string, unknown>>, query = {}) =>
    listFieldOptions(sandbox.client("aegis"), { optionsUrl }, values, query, options);

  it("searches a list", async () => {
    expect(await list("/options/vehicle-makes", {}, { query: "TOY" })).to.deep.equal({
      options: [{ value: "toyota", label: "Toyota" }],
      nextCursor: null,
    });
  });

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

  it("passes on that a search is too short", async () => {
    expect(await failureOf(list("/options/vehicle-makes", {}, { query: "t" }))).to.deep.include({
      status: 422,
      code: "QUERY_TOO_SHORT",
    });
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

describe("cursors of insurers", () => {
  const insurer = new ScriptedInsurer();
  before(() => insurer.start());
  after(() => insurer.stop());

  const listed = (nextCursor: string) => {
    insurer.answerJson(200, { options: [], nextCursor });
    return listFieldOptions(insurer.client(), { optionsUrl: "/options/cities" }, {}, {}, options);
  };

  it("are refused where they would be too long in a cursor of ours", async () => {
    expect(await failureOf(listed("\u{1f600}".repeat(512)))).to.deep.include({ kind: "invalid", status: 200 });
  });

  it("fit into a cursor of ours, even the longest", async () => {
    const { nextCursor } = await listed('"'.repeat(512));
    const cursors = new Cursors("secret");
    const ours = cursors.seal({}, [nextCursor ?? ""]);
    expect(cursors.open({}, ours)).to.deep.equal(['"'.repeat(512)]);
  });
});
