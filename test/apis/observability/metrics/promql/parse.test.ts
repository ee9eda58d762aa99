import { expect } from "chai";
import { QueryError } from "#src/apis/observability/metrics/promql/errors.ts";
import { treeJson } from "#src/apis/observability/metrics/promql/syntax/json.ts";
import { parseQuery, parseSelector } from "#src/apis/observability/metrics/promql/syntax/parser.ts";
import { formatted, printed } from "#src/apis/observability/metrics/promql/syntax/print.ts";

function refusal(query: string): string {
  try {
    return `took it: ${printed(parseQuery(query))}`;
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    expect(error.type).to.equal("bad_data");
    return error.message;
  }
}

describe("queries", () => {
  for (const [query, meaning] of [
    ["up", "up"],
    ["job:rate:5m", "job:rate:5m"],
    ['up{job="api",instance!~"dev.*"}', 'up{instance!~"dev.*",job="api"}'],
    ['{__name__=~"node_.*",mode!="idle"}', '{__name__=~"node_.*",mode!="idle"}'],
    ['{"rum.lcp",rating="good"}', '{__name__="rum.lcp",rating="good"}'],
    ["rum.lcp", "rum.lcp"],
    ['rum.lcp{url="a.b"}[5m]', 'rum.lcp{url="a.b"}[5m]'],
    ['{"a.b"="c"}', '{"a.b"="c"}'],
    ["up{a='it\\'s',b=`raw\\n`,c=\"\\x41\\u00e9\"}", 'up{a="it\'s",b="raw\\\\n",c="Aé"}'],
    ["up[1h30m]", "up[1h30m]"],
    ["up[90]", "up[1m30s]"],
    ["up[0.5]", "up[500ms]"],
    ["up offset 5m", "up offset 5m"],
    ["up offset -1w", "up offset -1w"],
    ["up[5m] offset 1m @ 1609746000.5", "up[5m] @ 1609746000.500 offset 1m"],
    ["up @ end() offset 1d", "up @ end() offset 1d"],
    ["up[1h:5m] @ start()", "up[1h:5m] @ start()"],
    ["up[1h:]", "up[1h:]"],
    ["((up)) # and a comment: rum.lcp{", "((up))"],
    ["sum", "sum"],
    ["by + offset", "by + offset"],
    ["SUM BY (a, sum) (up)", "sum by (a, sum) (up)"],
    ['sum(up) without (a, "b.c",)', 'sum without (a, "b.c") (up)'],
    ["topk(3, up)", "topk(3, up)"],
    ["a + on (b) group_left (c) d", "a + on (b) group_left (c) d"],
    ["a == bool ignoring (b) c", "a == bool ignoring (b) c"],
    ["a and on () b", "a and on () b"],
    ["rate(up[5m])", "rate(up[5m])"],
    ["-up ^ 2", "-up ^ 2"],
    ["017", "15"],
    ["0x1F", "31"],
    ["1_000", "1000"],
    ["1e3 > bool 5", "1000 > bool 5"],
    ["5m", "5m"],
    ["-Inf", "-Inf"],
    ["1e-7", "0.0000001"],
    ["1e21", "1000000000000000000000"],
    ['"a\\tb"', '"a\\tb"'],
  ] as const)
    it(`read ${query}`, () => {
      expect(printed(parseQuery(query))).to.equal(meaning);
      expect(printed(parseQuery(meaning)), "printed again").to.equal(meaning);
    });

  for (const [query, shape] of [
    ["-2 ^ 2", "-(2 ^ 2)"],
    ["2 ^ 3 ^ 2", "2 ^ (3 ^ 2)"],
    ["2 ^ -1 * 3", "(2 ^ -1) * 3"],
    ["-a * b", "(-a) * b"],
    ["1 + 2 * 3", "1 + (2 * 3)"],
    ["a - b - c", "(a - b) - c"],
    ["a or b and c", "a or (b and c)"],
    ["a and b unless c", "(a and b) unless c"],
    ["a == b + c", "a == (b + c)"],
    ["a atan2 b % c", "(a atan2 b) % c"],
    ["-up offset 5m", "-(up offset 5m)"],
  ] as const)
    it(`group ${query}`, () => {
      const bare = (value: unknown): unknown =>
        JSON.parse(JSON.stringify(value), (_key, each) => (each?.type === "parenExpr" ? each.expr : each));
      expect(bare(treeJson(parseQuery(query)))).to.deep.equal(bare(treeJson(parseQuery(shape))));
    });

  for (const [query, reason] of [
    ["", "1:1: parse error: no expression found in input"],
    ["up{", "1:4: parse error: unexpected end of input inside braces"],
    ['up{job="api"\n job}', '2:2: parse error: unexpected identifier "job" in label matching, expected "," or "}"'],
    ["up{job}", '1:7: parse error: unexpected "}" in label matching, expected label matching operator'],
    ["up{job=5}", "1:8: parse error: unexpected character inside braces: '5'"],
    ["{}", "1:1: parse error: vector selector must contain at least one non-empty matcher"],
    ['{a=""}', "at least one non-empty matcher"],
    ['{a=~".*",b!="x"}', "at least one non-empty matcher"],
    ['up{__name__="down"}', '1:1: parse error: metric name must not be set twice: "up" or "down"'],
    ['up{a=~"("}', "1:4: parse error: error parsing regexp: missing closing ): `(`"],
    ['up{a=~"(?=b)"}', "error parsing regexp"],
    [`up{a=~"${"(?:[ab]?){1000}".repeat(90)}z"}`, "at most 1000 instructions"],
    ["up offset 1m offset 2m", "1:1: parse error: offset may not be set multiple times"],
    ["up @ 1 @ 2", "1:1: parse error: @ <timestamp> may not be set multiple times"],
    ["sum(up) offset 5m", "offset modifier must be preceded by an instant vector selector"],
    ["up[0s]", "1:4: parse error: duration must be greater than 0"],
    ["up[1m1h]", "parse error:"],
    ["up[5m", "1:6: parse error: unclosed left bracket"],
    ["up[300y]", "duration out of range"],
    ["up[99999999999]", "duration out of range"],
    ["up offset 300y", "duration out of range"],
    ["up @ 1e17", "timestamp out of bounds for @ modifier: 100000000000000000.000000"],
    ["up @ Inf", "timestamp out of bounds for @ modifier: +Inf"],
    ["up[1m+1h]", "experimental duration expression is not enabled"],
    ["up anchored", "anchored modifier is experimental and not enabled"],
    ["sum(up", "1:7: parse error: unclosed left parenthesis"],
    ["up)", "1:3: parse error: unexpected right parenthesis ')'"],
    ["up down", '1:4: parse error: unexpected identifier "down"'],
    ["sum(up, down)", "wrong number of arguments for aggregate expression provided, expected 1, got 2"],
    ["sum()", "no arguments for aggregate expression provided"],
    ["sum(1)", "1:5: parse error: expected type instant vector in aggregation expression, got scalar"],
    ["rate(up)", '1:6: parse error: expected type range vector in call to function "rate", got instant vector'],
    ["abs(up,)", "1:7: parse error: trailing commas not allowed in function call args"],
    ["abs()", '1:1: parse error: expected 1 argument(s) in call to "abs", got 0'],
    ["round(up, 1, 2)", 'expected at most 2 argument(s) in call to "round", got 3'],
    ["nothing(up)", '1:1: parse error: unknown function with name "nothing"'],
    ["mad_over_time(up[5m])", 'function "mad_over_time" is not enabled'],
    ["limitk(1, up)", "limitk() is experimental and must be enabled"],
    ["1 == 2", "1:3: parse error: comparisons between scalars must use BOOL modifier"],
    ["up + bool 1", "1:4: parse error: bool modifier can only be used on comparison operators"],
    ["up and 1", 'set operator "and" not allowed in binary scalar expression'],
    ["a and on (b) group_left () c", 'no grouping allowed for "and" operation'],
    ["a + on (b) group_left (b) c", 'label "b" must not occur in ON and GROUP clause at once'],
    ["1 + on (a) up", "vector matching only allowed between instant vectors"],
    ["up[5m] + 1", "binary expression must contain only scalar and instant vector types"],
    ['-"a"', "unary expression only allowed on expressions of type scalar or instant vector"],
    ["up[5m][5m:]", "subquery is only allowed on instant vector, got matrix instead"],
    ['"abc', "1:1: parse error: unterminated quoted string"],
    ["`abc", "1:1: parse error: unterminated raw string"],
    ['up{a="\\q"}', "error unquoting string"],
    ['up{a="\\x00"}', "error unquoting string"],
    ['"\\xff"', "error unquoting string"],
    ["é + 1", "1:1: parse error: unexpected character: 'é'"],
    ['"é" é', "1:6: parse error: unexpected character: 'é'"],
    [`${"(".repeat(1_000)}up${")".repeat(1_000)}`, "at most 200 levels deep"],
    [`${"-".repeat(1_000)}up`, "at most 200 levels deep"],
    [Array(2_000).fill("1").join("+"), "at most 200 levels deep"],
    [`up${"[1m:1m]".repeat(1_000)}`, "at most 200 levels deep"],
    [`up{${'a="b",'.repeat(200)}}`, "at most 128 matchers"],
    ["a".repeat(20_000), "at most 16384 characters"],
  ] as const)
    it(`refuse ${query.slice(0, 40)}`, () => {
      expect(refusal(query)).to.include(reason);
    });

  it("are refused with a place, wherever they are cut off", () => {
    const query =
      'sum by (a) (rate(http_requests_total{b=~"c.*"}[5m] offset -1h @ 5)) / on (a) group_left (d) {"e.f"} > bool 1.5e3';
    for (let length = 0; length < query.length; length++)
      expect(refusal(query.slice(0, length))).to.match(/^(?:took it: |\d+:\d+: parse error: )/);
  });

  it("are read in little time, however wrong they are", () => {
    for (const junk of ["(", "{", "a{", "[", "-", "sum(", "by(", "1+", '"', "a[1m:", "@ ", "a offset "]) {
      const before = process.cpuUsage();
      refusal(junk.repeat(16_384 / junk.length));
      const { user, system } = process.cpuUsage(before);
      expect(user + system, junk).to.be.below(100_000);
    }
  });
});

describe("queries that are long", () => {
  it("are split at operators and arguments", () => {
    const query =
      'sum by (job) (rate(http_requests_total{status=~"5.."}[5m])) / ignoring (code) sum by (job) (rate(http_requests_total[5m]))';
    expect(formatted(parseQuery(query))).to.equal(
      [
        '  sum by (job) (rate(http_requests_total{status=~"5.."}[5m]))',
        "/ ignoring (code)",
        "  sum by (job) (rate(http_requests_total[5m]))",
      ].join("\n"),
    );
    expect(formatted(parseQuery(`topk(5, (${query}))`))).to.equal(
      [
        "topk(",
        "  5,",
        "  (",
        '      sum by (job) (rate(http_requests_total{status=~"5.."}[5m]))',
        "    / ignoring (code)",
        "      sum by (job) (rate(http_requests_total[5m]))",
        "  )",
        ")",
      ].join("\n"),
    );
    expect(formatted(parseQuery("sum( up )"))).to.equal("sum(up)");
  });
});

describe("selectors of match[]", () => {
  it("are selectors and nothing around them", () => {
    expect(parseSelector('up{job="api"}').map(({ name }) => name)).to.deep.equal(["job", "__name__"]);
    for (const text of ["up[5m]", "up offset 1m", "1", "sum(up)"])
      expect(() => parseSelector(text)).to.throw(QueryError);
  });
});

describe("matchers", () => {
  const matching = (selector: string, texts: readonly string[]) =>
    texts.filter((text) => parseSelector(`up{a${selector}}`)[0]?.matches(text));

  it("hold patterns to the whole text", () => {
    expect(matching('=~"b+"', ["b", "bbb", "abc", ""])).to.deep.equal(["b", "bbb"]);
    expect(matching('=~"x|y.*"', ["x", "xy", "y", "yz"])).to.deep.equal(["x", "y", "yz"]);
    expect(matching('!~"x|yz"', ["x", "xy", "yz", ""])).to.deep.equal(["xy", ""]);
    expect(matching('=~"ab*"', ["a", "abb", "b"])).to.deep.equal(["a", "abb"]);
    expect(matching('=~"(?i)get"', ["GET", "get", "gets"])).to.deep.equal(["GET", "get"]);
  });

  it("say which texts they can match, where these can be counted, and never the empty one", () => {
    const values = (selector: string) => parseSelector(`up{a${selector}}`)[0]?.values;
    expect(values('="b"')).to.deep.equal(["b"]);
    expect(values('=~"b|c"')).to.deep.equal(["b", "c"]);
    expect(values('=~"(?:b|c)"')).to.deep.equal(["b", "c"]);
    for (const open of ['=~"b.c"', '=~"b|"', '=""', '!="b"', '!~"b"', '=~"a(b|c)"', '=~"(b)|(c)"'])
      expect(values(open), open).to.equal(undefined);
  });
});
