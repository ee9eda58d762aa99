import { expect } from "chai";
import { passing } from "#src/apis/observability/metrics/labels.ts";
import { QueryError } from "#src/apis/observability/metrics/promql/errors.ts";
import { patternLimits, QueryPatterns } from "#src/apis/observability/metrics/promql/regexp.ts";
import { failureOf } from "#test/support/failure-of.ts";
import { turnsOf } from "#test/support/turns.ts";

const compile = (pattern: string) => new QueryPatterns().compile(pattern);

describe("patterns of labels", () => {
  it("let . match every character, as Prometheus does", () => {
    expect(compile("a.b").test("a\nb")).to.equal(true);
    expect(compile(".*").test("one\ntwo")).to.equal(true);
    expect(compile("(?-s:a.b)").test("a\nb")).to.equal(false);
  });

  it("are told apart when they are texts, also with what dashboards escape", () => {
    expect(compile("10\\.0\\.0\\.1:9100|10\\.0\\.0\\.2:9100").values).to.deep.equal(["10.0.0.1:9100", "10.0.0.2:9100"]);
    expect(compile("(a\\|b|c)").values).to.deep.equal(["a|b", "c"]);
    expect(compile("a||b").values).to.deep.equal(["a", "", "b"]);
    expect(compile("").values).to.deep.equal([""]);
    expect(compile("|").values).to.deep.equal([""]);
    for (const open of ["10.0.0.1", "\\d", "a\\w|b", "a+", "(a)|(b)"])
      expect(compile(open).values, open).to.equal(null);
  });

  it("may be a choice of many texts", () => {
    const texts = Array.from({ length: 1_001 }, (_, i) => String(i));
    const { test, values } = compile(texts.join("|"));
    expect([values, test("1000"), test("1001")]).to.deep.equal([null, true, false]);
  });

  for (const pattern of [
    `${"(?:[ab]?){1000}".repeat(90)}z`,
    "a{1000}".repeat(580),
    "(?:(?:[ab]{10}){10}){10}c",
    "((x{10}){100}){1}y",
    "\\pL{600}".repeat(2),
    "[a-z]{1,999}[^\\]]{2}",
  ])
    it(`have at most 1,000 instructions: ${pattern.slice(0, 30)}`, () => {
      const before = process.cpuUsage();
      expect(() => compile(pattern)).to.throw(SyntaxError, "at most 1000 instructions, its repetitions written out");
      const { user, system } = process.cpuUsage(before);
      expect(user + system).to.be.below(250_000);
    });

  it("may be long without repetitions", () => {
    const long = `${"[0-9a-f]".repeat(300)}|${"\\Qa{900}\\E".repeat(50)}|x{2}|[]a{900}]`;
    expect(compile(long).test("a{900}".repeat(50))).to.equal(true);
  });

  it("have at most so many instructions in one query", () => {
    const patterns = new QueryPatterns();
    const compileMany = () => {
      for (let count = 0; count < 100; count++) patterns.compile(`a{900}${count}`);
    };
    expect(compileMany).to.throw(SyntaxError, `at most ${patternLimits.instructionsOfAll} instructions together`);
  });

  it("are given up when they are too much for a text, or for all of them", () => {
    const text = "ab".repeat(8_000);
    expect(() => compile("(?:[ab]?){400}z").test(text)).to.throw(QueryError, "query matches too much");
    const { test } = compile("(?:[ab]?){100}z");
    const tests = () => {
      for (let count = 0; count < 1_000; count++) test(text);
    };
    expect(tests).to.throw(QueryError, "query matches too much");
  });

  it("pause by time while they are tested, and end with their query", async () => {
    const { test } = compile("(?:a|b)*a[ab]{200}z");
    const all = Array.from({ length: 40 }, (_, i) => ({
      labels: ["a", Array.from({ length: 8_000 }, (_, at) => ((at * 7_919 + i) % 13 < 6 ? "a" : "b")).join("")],
    }));
    const matchers = [[{ name: "a", matches: test }]];
    const turns = await turnsOf(async () => {
      expect(await passing(all, matchers, new AbortController().signal)).to.deep.equal([]);
    });
    expect(turns).to.be.at.least(20);
    await turnsOf(async () => {
      const gone = AbortSignal.abort(new Error("gone"));
      expect(await failureOf(passing(all, matchers, gone))).to.have.property("message", "gone");
    });
  });
});
