import { expect } from "chai";
import fc from "fast-check";
import { TemplateError } from "#src/apis/observability/metrics/rules/template/error.ts";
import { sampleFound } from "#src/apis/observability/metrics/rules/template/functions.ts";
import { QueryResult } from "#src/apis/observability/metrics/rules/template/go-format.ts";
import { expander, parseTemplate } from "#src/apis/observability/metrics/rules/template/parse.ts";
import { runs } from "#test/support/runs.ts";

describe("templates of alerts", () => {
  const data = {
    labels: new Map([
      ["job", "cart"],
      ["instance", "shop.example.org:9100"],
      ["a-b", "dash"],
    ]),
    value: 1234.5678,
    now: 1_795_255_200_000,
    externalUrl: "https://accord.example.org/observability",
  };
  const query = (expression: string) => {
    if (expression === "none") return new QueryResult([]);
    if (expression !== "up") throw new TemplateError("error calling query: 1:1: parse error");
    const found = ["b", "a", "c"].map((job, index) => sampleFound(new Map([["job", job]]), index / 2));
    return new QueryResult(found);
  };
  const text = (template: string, value = data.value) => {
    let work = 0;
    const spend = (more: number) => {
      work += more;
      if (work > 4_000_000) throw new TemplateError("a template does too much");
    };
    return expander(template, "A")({ ...data, value, spend, query });
  };

  // What Go and Prometheus 3 make of them.
  for (const [template, expected] of Object.entries({
    plain: "plain",
    "{{ $labels.job }} on {{.Labels.instance}}{{ $labels.missing }}!": "cart on shop.example.org:9100!",
    "{{ $value }} {{ .Value }} {{ 1000000.0 }} {{ 7 }}": "1234.5678 1234.5678 1e+06 7",
    "{{ humanize $value }} {{ $value | humanize1024 }} {{ 0.00012 | humanize }}": "1.235k 1.206ki 120u",
    "{{ humanizeDuration 90061.5 }} {{ humanizeDuration 0.25 }} {{ 12.5 | humanizeDuration }}":
      "1d 1h 1m 1s 250ms 12.5s",
    "{{ humanizePercentage 0.12345 }} {{ humanizeTimestamp 1435065584.128 }}":
      "12.35% 2015-06-23 13:19:44.128 +0000 UTC",
    '{{ printf "%.2f|%6.1f|%-4d|%05d|%q|%s|%v|%%" $value 2.25 7 42 "x" "y" 1e21 }}':
      '1234.57|   2.2|7   |00042|"x"|y|1e+21|%',
    '{{ printf "%d %s" $value 1 }} {{ printf "%d" }} {{ printf "x" 1 }}':
      "%!d(float64=1234.5678) %!s(int=1) %!d(MISSING) x%!(EXTRA int=1)",
    '{{ if gt $value 1000.0 }}high{{ else if eq $labels.job "cart" }}cart{{ else }}low{{ end }}': "high",
    '{{ if and (eq .Labels.job "cart") (not (lt $value 1.0)) }}yes{{ end }}': "yes",
    "{{ with $labels.missing }}{{ . }}{{ else }}none{{ end }}{{ with .Labels.job }}, {{ . }}{{ end }}": "none, cart",
    "{{ with $x := $labels.job }}{{ $x }}{{ . }}{{ end }}{{ if $n := len $labels }}{{ $n }}{{ end }}": "cartcart3",
    "a {{- /* nothing */ -}} b {{- 1 -}} c": "ab1c",
    '{{ $x := $labels.job | toUpper }}{{ $x }} {{ title "shop cart" }} {{ index $labels "a-b" }}':
      "CART Shop Cart dash",
    '{{ reReplaceAll "(.*):.*" "$1" $labels.instance }} {{ match "^shop" $labels.instance }}': "shop.example.org true",
    '{{ reReplaceAll "(?P<a>.)(.)" "$a$2$$$01$3" "xy" }}': "xy$",
    "{{ stripPort $labels.instance }} {{ stripDomain $labels.instance }}": "shop.example.org shop:9100",
    "{{ externalURL }} {{ $externalURL }} {{ pathPrefix }}": `${data.externalUrl} ${data.externalUrl} /observability`,
    '{{ graphLink "up == 0" }} {{ parseDuration "1h30m" }} {{ now }}':
      "/graph?g0.expr=up+%3D%3D+0&g0.tab=0 5400 1.7952552e+09",
    '{{ range query "up" }}{{ .Labels.job }}={{ .Value }} {{ end }}': "b=0 a=0.5 c=1 ",
    '{{ range $i, $s := query "up" | sortByLabel "job" }}{{ $i }}{{ $s.Labels.job }}{{ end }}': "0a1b2c",
    '{{ with query "up" }}{{ . | first | value }} {{ first . | label "job" }} {{ len . }}{{ end }}': "0 b 3",
    '{{ range query "none" }}some{{ else }}none{{ end }}{{ if query "none" }}!{{ end }}': "none",
    "{{ range $name, $text := $labels }}{{ $name }}:{{ $text }};{{ end }}":
      "a-b:dash;instance:shop.example.org:9100;job:cart;",
    "{{ range 5 }}{{ if eq . 1 }}{{ continue }}{{ end }}{{ if gt . 3 }}{{ break }}{{ end }}{{ . }}{{ end }}": "023",
    '{{ define "x" }}<{{ . }}{{ $ }}>{{ end }}{{ template "x" $labels.job }}{{ template "x" }}':
      "<cartcart><<no value><no value>>",
    '{{ block "y" .Value }}{{ . }}{{ end }}{{ define "z" }}{{ .arg1 }}{{ .arg2 }}{{ end }}{{ template "z" (args 1 "b") }}':
      "1234.5678b<no value>",
    "{{ toTime 1435065584.128 }} {{ toDuration 3723.5 }} {{ toDuration 0.0015 }} {{ toDuration -60 }}":
      "2015-06-23 13:19:44.128 +0000 UTC 1h2m3.5s 1.5ms -1m0s",
    '{{ html "<a&\'>" }} {{ js "it\'s <x>=" }} {{ safeHtml "<b>" }} {{ slice "shopping" 1 4 }} {{ index (query "up") 1 | label "job" }}':
      "&lt;a&amp;&#39;&gt; it\\'s \\u003Cx\\u003E\\u003D <b> hop a",
    "{{ .Labels }} {{ len $labels }}": "map[a-b:dash instance:shop.example.org:9100 job:cart] 3",
  } as const))
    it(`expands ${template}`, () => expect(text(template)).to.equal(expected));

  it("rounds what lies in the middle to the even digit, as Go does", () => {
    expect(text('{{ printf "%.0f %.0f %.2f %.3g" 0.5 1.5 0.125 12.25 }}')).to.equal("0 2 0.12 12.2");
  });

  it("says in the text what went wrong", () => {
    expect(text('{{ humanize "x" }}')).to.equal(
      '<error expanding template: error executing template __alert_A: strconv.ParseFloat: parsing "x": invalid syntax>',
    );
    expect(text("{{ $value.x }}")).to.include("can't evaluate field x in type float64");
    expect(text('{{ query "(" }}')).to.include("error calling query: 1:1: parse error");
    expect(text('{{ first (query "none") }}')).to.include("first() called on vector with no elements");
    expect(text('{{ template "nowhere" }}')).to.include('template "nowhere" not defined');
    expect(text("{{ range $value }}{{ end }}")).to.include("range can't iterate over 1234.5678");
    expect(text('{{ range query "up" }}{{ .Job }}{{ end }}')).to.include(
      "can't evaluate field Job in type *template.sample",
    );
  });

  for (const [template, reason] of [
    ["{{ $value", "unclosed action"],
    ["{{ if true }}", "unexpected EOF"],
    ["{{ end }}", "unexpected {{end}}"],
    ["{{ range $labels }}", "unexpected EOF"],
    ["{{ break }}", "{{break}} outside {{range}}"],
    ['{{ if 1 }}{{ define "x" }}{{ end }}{{ end }}', "unexpected {{define}}"],
    ['{{ define "x" }}{{ $labels }}{{ end }}', 'undefined variable "$labels"'],
    ['{{ define "x" }}1{{ end }}{{ define "x" }}2{{ end }}', 'multiple definition of template "x"'],
    ["{{ range $a, 1 := $labels }}{{ end }}", "range can only initialize variables"],
    ["{{ with $a, $b := 1 }}{{ end }}", "too many declarations in with"],
    ["{{ range 3 }}{{ end x }}", "unexpected text in end"],
    ["{{ if 1 }}{{ else with 1 }}{{ end }}", "unexpected text in else"],
    ["{{ template x }}", 'unexpected "x" in template clause'],
    ["{{ tmpl 1 }}", 'function "tmpl" not defined'],
    ["{{ .Label.job }}", "can't evaluate field Label: there are Labels, ExternalLabels, ExternalURL, Value"],
    ["{{ }}", "missing value for command"],
    ["{{ 1 2 }}", "can't give argument to non-function"],
    ["{{ $value | 2 }}", "non executable command in pipeline stage 2"],
    ['{{ "x }}', "unterminated quoted string"],
    ["{{ (1 }}", "unclosed left paren"],
  ] as const)
    it(`refuses ${template}`, () => expect(() => parseTemplate(template)).to.throw(TemplateError, reason));

  it("have bounds: characters, levels, and the length of what they become", () => {
    expect(() => parseTemplate("x".repeat(16_385))).to.throw(TemplateError, "at most 16384 characters");
    expect(() => parseTemplate(`{{ ${"(".repeat(60)}1${")".repeat(60)} }}`)).to.throw(
      TemplateError,
      "at most 50 levels",
    );
    expect(() => parseTemplate("{{ if 1 }}".repeat(60))).to.throw(TemplateError, "at most 50 levels");
    expect(text('{{ printf "%2000d" 1 }}')).to.include("a width is at most 1000");
    expect(text('{{ printf "%1000d" 1 }}'.repeat(9))).to.include("a text has at most 8192 characters");
    expect(text('{{ match "(a{1,30}){1,30}" "x" }}')).to.include("instructions");
    const doubled = `{{ $x := "y" }}${'{{ $x = printf "%s%s" $x $x }}'.repeat(40)}`;
    expect(text(doubled)).to.include("a text has at most 8192 characters");
    const long = '{{ $x := printf "%1000s" "y" }}';
    expect(text(`${long}${'{{ match "(a?){200}b" $x }}'.repeat(20)}`)).to.include("a template does too much");
    expect(text("{{ range 1000000 }}{{ end }}")).to.include("a template does too much");
    expect(text('{{ define "x" }}{{ template "x" }}{{ end }}{{ template "x" }}')).to.include("at most 50 times");
    expect(text(`{{ reReplaceAll "y" "${"z".repeat(257)}" "y" }}`)).to.include(
      "a replacement has at most 256 characters",
    );
  });

  it("are expanded or refused, whatever is in them", () => {
    const part = fc.constantFrom(
      "{{",
      "}}",
      "if",
      "else",
      "end",
      " ",
      "$",
      "labels",
      ".",
      "|",
      "(",
      ")",
      '"',
      ":=",
      "-",
      "1",
      "humanize",
      "/*",
      "*/",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        expect(text(`{{ ${parts.join("")} }}`)).to.be.a("string");
      }),
      { numRuns: runs(1_000) },
    );
  });
});
