import { expect } from "chai";
import fc from "fast-check";
import type { Expression } from "#src/apis/observability/metrics/promql/expression.ts";
import { parseQuery, parseSelector } from "#src/apis/observability/metrics/promql/parse.ts";
import { QueryError } from "#src/apis/observability/metrics/promql/query-error.ts";
import { runs } from "#test/support/runs.ts";

/** The selector as text: its matchers, then when it looks. */
function shown(expression: Expression): string {
  if (expression.kind === "scalar") return String(expression.value);
  if (expression.kind === "string") return JSON.stringify(expression.value);
  const { matchers, offsetMs, at } = expression;
  const list = matchers.map(({ name, operator, value }) => `${name}${operator}${value}`).join(" ");
  const range = expression.kind === "matrix" ? ` over ${expression.rangeMs}` : "";
  return `${list}${range}${offsetMs === 0 ? "" : ` offset ${offsetMs}`}${at === null ? "" : ` at ${at}`}`;
}

function refusal(query: string): string {
  try {
    return `took it: ${shown(parseQuery(query))}`;
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    expect(error.type).to.equal("bad_data");
    return error.detail;
  }
}

describe("queries", () => {
  for (const [query, meaning] of [
    ["up", "__name__=up"],
    ["job:rate:5m", "__name__=job:rate:5m"],
    ['up{job="api",instance!~"dev.*"}', "__name__=up job=api instance!~dev.*"],
    ['{__name__=~"node_.*",mode!="idle"}', "__name__=~node_.* mode!=idle"],
    ['{"rum.lcp",rating="good"}', "__name__=rum.lcp rating=good"],
    ["rum.lcp", "__name__=rum.lcp"],
    ['rum.lcp{url="a.b"}[5m]', "__name__=rum.lcp url=a.b over 300000"],
    ['{"a.b"="c"}', "a.b=c"],
    ["up{a='it\\'s',b=`raw\\n`,c=\"\\x41\\u00e9\"}", "__name__=up a=it's b=raw\\n c=Aé"],
    ["up[1h30m]", "__name__=up over 5400000"],
    ["up[90]", "__name__=up over 90000"],
    ["up offset 5m", "__name__=up offset 300000"],
    ["up offset -1w", "__name__=up offset -604800000"],
    ["up[5m] offset 1m @ 1609746000.5", "__name__=up over 300000 offset 60000 at 1609746000500"],
    ["up @ end() offset 1d", "__name__=up offset 86400000 at end"],
    ["((up)) # and a comment: rum.lcp{", "__name__=up"],
    ["sum", "__name__=sum"],
    ["1 + 2 * 3 ^ 2", "19"],
    ["-(4 % 3)", "-1"],
    ["0x1F", "31"],
    ["1e3 > bool 5", "1"],
    ["5m", "300"],
    ["Inf", "Infinity"],
    ['"a\\tb"', '"a\\tb"'],
  ] as const)
    it(`read ${query}`, () => {
      expect(shown(parseQuery(query))).to.equal(meaning);
    });

  for (const [query, reason] of [
    ["", "unexpected end of input"],
    ["up{", "1:4: parse error: unexpected end of input"],
    ['up{job="api"\n job}', '2:2: parse error: unexpected "job}"'],
    ["{}", "at least one non-empty matcher"],
    ['{a=""}', "at least one non-empty matcher"],
    ['{a=~".*",b!="x"}', "at least one non-empty matcher"],
    ['up{__name__="down"}', "metric name must not be set twice"],
    ['{"up","down"}', "metric name must not be set twice"],
    ['up{a=~"("}', "the pattern for a is not valid"],
    ['up{a=~"(?=b)"}', "the pattern for a is not valid"],
    [`up{a=~"${"(x".repeat(2_000)}"}`, "the pattern for a is not valid"],
    ["up offset 1m offset 2m", "offset and @ may each stand once"],
    ["up[0s]", "duration must be greater than 0"],
    ["up[1m1h]", '1:6: parse error: unexpected "1h]"'],
    ["up[300y]", "duration out of range"],
    ["up[99999999999]", "duration out of range"],
    ["up offset 300y", "duration out of range"],
    ["up @ 1e17", "timestamp out of bounds for @ modifier"],
    ["up @ -1e99", "timestamp out of bounds for @ modifier"],
    ["up @ Inf", "timestamp out of bounds for @ modifier"],
    ["up[1m+1h]", "durations that are calculated: not evaluated yet"],
    ["sum(up)", "aggregations: not evaluated yet"],
    ["rate(up[5m])", "functions: not evaluated yet"],
    ["up + 1", "operators between series: not evaluated yet"],
    ["up[5m:1m]", "subqueries: not evaluated yet"],
    ["-up", "the sign of series: not evaluated yet"],
    ["1 == 2", 'parse error: "==" does not go between two numbers'],
    ['up{a="\\q"}', "invalid escape"],
    ['up{a="\\x00"}', "U+0000"],
    [`${"(".repeat(100)}up${")".repeat(100)}`, "at most 64 levels"],
    [`up{${'a="b",'.repeat(200)}}`, "at most 128 matchers"],
    ["a".repeat(20_000), "at most 16384 characters"],
  ] as const)
    it(`refuse ${query.slice(0, 40)}`, () => {
      expect(refusal(query)).to.include(reason);
    });

  it("are read or refused, whatever they are made of", () => {
    const piece = fc.constantFrom(
      "up",
      "{",
      "}",
      '"a.b"',
      "rum.lcp",
      "=",
      "=~",
      "!~",
      "[5m]",
      " offset ",
      "1h",
      "@",
      "#",
      "(",
    );
    const text = fc.oneof(
      fc.array(piece, { maxLength: 12 }).map((list) => list.join("")),
      fc.string(),
    );
    fc.assert(
      fc.property(text, (query) => {
        refusal(query);
      }),
      { numRuns: runs(2_000) },
    );
  });
});

describe("selectors of match[]", () => {
  it("are selectors and nothing around them", () => {
    expect(parseSelector('up{job="api"}').map(({ name }) => name)).to.deep.equal(["__name__", "job"]);
    for (const text of ["up[5m]", "up offset 1m", "1", "sum(up)"])
      expect(() => parseSelector(text)).to.throw(QueryError);
  });
});

describe("matchers", () => {
  const matching = (selector: string, texts: readonly string[]) =>
    texts.filter((text) => parseSelector(`up{a${selector}}`)[1]?.matches(text));

  it("hold patterns to the whole text", () => {
    expect(matching('=~"b+"', ["b", "bbb", "abc", ""])).to.deep.equal(["b", "bbb"]);
    expect(matching('=~"x|y.*"', ["x", "xy", "y", "yz"])).to.deep.equal(["x", "y", "yz"]);
    expect(matching('!~"x|yz"', ["x", "xy", "yz", ""])).to.deep.equal(["xy", ""]);
    expect(matching('=~"ab*"', ["a", "abb", "b"])).to.deep.equal(["a", "abb"]);
    expect(matching('=~"(?i)get"', ["GET", "get", "gets"])).to.deep.equal(["GET", "get"]);
  });

  it("say which texts they can match, where these can be counted, and never the empty one", () => {
    const values = (selector: string) => parseSelector(`up{a${selector}}`)[1]?.values;
    expect(values('="b"')).to.deep.equal(["b"]);
    expect(values('=~"b|c"')).to.deep.equal(["b", "c"]);
    expect(values('=~"(?:b|c)"')).to.deep.equal(["b", "c"]);
    for (const open of ['=~"b.c"', '=~"b|"', '=""', '!="b"', '!~"b"', '=~"a(b|c)"', '=~"(b)|(c)"'])
      expect(values(open), open).to.equal(undefined);
  });
});
