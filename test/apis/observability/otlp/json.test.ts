import { expect } from "chai";
import { OtlpDecodeError } from "#src/apis/observability/otlp/decode.ts";
import type { LogRecord, SpanRecord } from "#src/apis/observability/records.ts";
import { maxNameLength } from "#src/http/long-text.ts";
import { decodeLogs, decodeTraces } from "./decoded.ts";
import { aLog, aSpan, encodeTraces, logsOf, only, spanId, traceId, tracesOf } from "./requests.ts";

function decodeText(json: string): SpanRecord {
  return only(decodeTraces(Buffer.from(json), "json"));
}

function decodeSpan(overrides: object): SpanRecord {
  return decodeText(JSON.stringify(tracesOf([aSpan({ ...overrides })])));
}

function decodeLog(overrides: object): LogRecord {
  return only(decodeLogs(Buffer.from(JSON.stringify(logsOf([aLog({ ...overrides })]))), "json"));
}

/** The error for a request whose span has this field. */
function errorOf(overrides: object): string {
  try {
    decodeSpan(overrides);
  } catch (error) {
    if (error instanceof OtlpDecodeError) return error.message;
    throw error;
  }
  throw new Error("the request was decoded");
}

describe("OTLP JSON", () => {
  it("reads ids in hexadecimal of either case", () => {
    const record = decodeSpan({ traceId: traceId.toUpperCase(), spanId: spanId.toUpperCase() });
    expect(Buffer.from(record.traceId).toString("hex")).to.equal(traceId);
    expect(Buffer.from(record.spanId).toString("hex")).to.equal(spanId);
  });

  it("refuses a span whose id is no hexadecimal", () => {
    const body = Buffer.from(JSON.stringify(tracesOf([aSpan({ traceId: "zz".repeat(16) })])));
    expect(decodeTraces(body, "json").rejected).to.equal(1);
  });

  it("reads names as in the .proto files too", () => {
    const span = { trace_id: traceId, span_id: spanId, name: "n", start_time_unix_nano: "5" };
    const attribute = { key: "service.name", value: { string_value: "shop" } };
    const record = decodeText(
      JSON.stringify({
        resource_spans: [{ resource: { attributes: [attribute] }, scope_spans: [{ spans: [span] }] }],
      }),
    );
    expect([record.serviceName, record.startTimeUnixNano]).to.deep.equal(["shop", 5n]);
  });

  it(`refuses a name of more than ${maxNameLength} bytes, wherever it stands, and says where`, () => {
    const named = (length: number) => ({ unheardOf: { ["n".repeat(length)]: "x".repeat(2 * length) } });
    expect(decodeSpan(named(maxNameLength)).name).to.equal(aSpan({}).name);
    expect(errorOf(named(maxNameLength + 1))).to.match(/^a name may have at most 8192 bytes, at byte \d+$/);
  });

  it("ignores unknown fields and takes null as absent", () => {
    const nothing = { name: null, attributes: null, status: null, startTimeUnixNano: null, parentSpanId: null };
    const record = decodeSpan({ ...nothing, unheardOf: { deep: [1] } });
    expect([record.name, record.attributesJson, record.startTimeUnixNano]).to.deep.equal(["", "[]", 0n]);
  });

  it("keeps the nanoseconds of times that are text, numbers or {low, high}", () => {
    const times = ['"1544712660300000001"', "1544712660300000001", "1.544712660300000001e18"];
    const halves = `{"low":${Number(1544712660300000001n & 0xffffffffn) | 0},"high":${Number(1544712660300000001n >> 32n)},"unsigned":true}`;
    for (const time of [...times, halves]) {
      const json = JSON.stringify(tracesOf([aSpan()])).replace('"1544712660000000001"', time);
      expect(decodeText(json).startTimeUnixNano, time).to.equal(1544712660300000001n);
    }
  });

  it("keeps integers exact as text, numbers or {low, high}", () => {
    for (const value of ['"-9007199254740993"', "-9007199254740993", '{"low":-1,"high":-2097153}']) {
      const json = `{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"${traceId}","spanId":"${spanId}",
        "attributes":[{"key":"k","value":{"intValue":${value}}}]}]}]}]}`;
      expect(decodeText(json).attributesJson, value).to.equal('[{"key":"k","value":{"intValue":"-9007199254740993"}}]');
    }
  });

  it("does not mistake digits inside text for numbers", () => {
    const name = "[1544712660300000001, 12345678901234567890]";
    expect(decodeSpan({ name }).name).to.equal(name);
  });

  it("rounds a long literal to the nearest double where a double is expected", () => {
    const json = JSON.stringify(tracesOf([aSpan({ attributes: [{ key: "k", value: { doubleValue: 7 } }] })]));
    const record = decodeText(json.replace('"doubleValue":7', '"doubleValue":9007199254740993'));
    expect(record.attributesJson).to.include('"doubleValue":9007199254740992');
  });

  it("reads enumerations by number and by name", () => {
    expect(decodeSpan({ kind: "SPAN_KIND_CONSUMER", status: { code: "STATUS_CODE_ERROR" } })).to.include({
      kind: 5,
      statusCode: 2,
    });
    expect(decodeLog({ severityNumber: "SEVERITY_NUMBER_INFO2" }).severityNumber).to.equal(10);
    expect(decodeLog({ severityNumber: "SEVERITY_NUMBER_FATAL4" }).severityNumber).to.equal(24);
  });

  it("reads bytes in standard and URL-safe base64, padded or not", () => {
    for (const bytesValue of ["+/8=", "-_8", "+/8"]) {
      expect(decodeLog({ body: { bytesValue } }).bodyJson).to.equal('{"bytesValue":"+/8="}');
    }
  });

  it("refuses the span with a lone surrogate and keeps pairs", () => {
    const body = JSON.stringify(tracesOf([aSpan({ name: "A" }), aSpan({ name: "B" })]))
      .replace('"A"', '"\\ud800"')
      .replace('"B"', '"\\ud83d\\ude42"');
    const { records, rejected } = decodeTraces(Buffer.from(body), "json");
    expect([records.map(({ name }) => name), rejected]).to.deep.equal([["🙂"], 1]);
  });

  it("leaves Object.prototype alone and ignores what a body puts into __proto__", () => {
    const json = JSON.stringify(tracesOf([aSpan()])).replace('"name":', '"__proto__":{"flags":7,"polluted":1},"name":');
    expect(decodeText(json).flags).to.equal(0);
    expect("polluted" in {}).to.equal(false);
  });

  describe("names the JSON pointer and what it expected", () => {
    const at = "/resourceSpans/0/scopeSpans/0/spans/0";
    const attribute = (value: unknown) => ({ attributes: [{ key: "k", value }] });
    const cases: readonly (readonly [object, string])[] = [
      [{ startTimeUnixNano: "soon" }, `${at}/startTimeUnixNano: expected an unsigned 64-bit integer`],
      [{ startTimeUnixNano: -1 }, `${at}/startTimeUnixNano: expected an unsigned 64-bit integer`],
      [{ endTimeUnixNano: 1.5 }, `${at}/endTimeUnixNano: expected an unsigned 64-bit integer`],
      [{ endTimeUnixNano: "18446744073709551616" }, `${at}/endTimeUnixNano: expected`],
      [{ endTimeUnixNano: { low: 1 } }, `${at}/endTimeUnixNano: expected`],
      [{ endTimeUnixNano: "9".repeat(1000) }, `${at}/endTimeUnixNano: expected`],
      [{ flags: 2 ** 32 }, `${at}/flags: expected an unsigned 32-bit integer`],
      [{ kind: "SERVER" }, `${at}/kind: expected`],
      [{ name: 5 }, `${at}/name: expected text`],
      [{ traceId: [] }, `${at}/traceId: expected text in hexadecimal`],
      [{ status: "ok" }, `${at}/status: expected an object`],
      [{ attributes: {} }, `${at}/attributes: expected an array`],
      [{ attributes: [5] }, `${at}/attributes/0: expected an object`],
      [attribute({ stringValue: 5 }), `${at}/attributes/0/value/stringValue: expected text`],
      [attribute({ boolValue: 1 }), `${at}/attributes/0/value/boolValue: expected true or false`],
      [attribute({ intValue: "9223372036854775808" }), `${at}/attributes/0/value/intValue: expected a signed`],
      [attribute({ intValue: true }), `${at}/attributes/0/value/intValue: expected a signed`],
      [attribute({ doubleValue: "much" }), `${at}/attributes/0/value/doubleValue: expected a double`],
      [attribute({ bytesValue: "?" }), `${at}/attributes/0/value/bytesValue: expected base64`],
      [attribute({ stringValue: "", intValue: 1 }), `${at}/attributes/0/value: expected one kind of value`],
      [
        attribute({ arrayValue: { values: [{}, { intValue: 0.5 }] } }),
        `${at}/attributes/0/value/arrayValue/values/1/intValue: expected a signed`,
      ],
      [{ events: [{}, { timeUnixNano: "x" }] }, `${at}/events/1/timeUnixNano: expected`],
    ];
    for (const [overrides, message] of cases) {
      it(message, () => expect(errorOf(overrides)).to.satisfy((text: string) => text.startsWith(message), message));
    }

    it("also after a span that was refused in the middle of its events", () => {
      const body = tracesOf([aSpan({ events: [{ name: "\0" }] }), aSpan({ name: 5 })]);
      expect(() => decodeTraces(Buffer.from(JSON.stringify(body)), "json")).to.throw(
        OtlpDecodeError,
        "/resourceSpans/0/scopeSpans/0/spans/1/name: expected text",
      );
    });
  });

  const bodies = {
    "text that is no JSON": ["{resourceSpans", "not valid JSON"],
    "two values": ["{}{}", "not valid JSON at position 2"],
    "an array": ["[]", "the body: expected an object"],
    null: ["null", "the body: expected an object"],
    "a double past the largest": [
      JSON.stringify(tracesOf([aSpan({ name: 1 })])).replace('"name":1', '"flags":1e999'),
      "flags",
    ],
    "brackets nested 161 deep": [`${"[".repeat(161)}${"]".repeat(161)}`, "nested deeper than 160"],
    "ten million brackets": ["[".repeat(10_000_000), "nested deeper than 160"],
    "millions of empty arrays": [`{"unknown":[${"[],".repeat(2_000_000)}[]]}`, "more than 2000000 objects and arrays"],
    "an unclosed text that ends in a backslash": ['{"a":"\\', "not valid JSON"],
  } as const;
  for (const [what, [body, message]] of Object.entries(bodies)) {
    it(`does not decode ${what}`, () => {
      expect(() => decodeTraces(Buffer.from(body), "json")).to.throw(OtlpDecodeError, message);
    });
  }

  describe("in long bodies, which are parsed in pieces", () => {
    const spans = Array.from({ length: 300 }, (_, index) =>
      aSpan({
        name: `é ${index} ]}[{,\\"`,
        attributes: [{ key: "n", value: { intValue: String(9_007_199_254_740_993n + BigInt(index)) } }],
        events: [
          { name: "e", timeUnixNano: "1544712660300000001", attributes: [{ key: "d", value: { doubleValue: 1e300 } }] },
        ],
      }),
    );
    const list = { resource: { attributes: [] }, scopeSpans: [{ spans }, { scope: { name: "other" }, spans: [] }] };
    const request = { before: [1, [2], {}], resourceSpans: [list, { scopeSpans: [] }, list], after: "x" };
    const expected = decodeTraces(encodeTraces({ resourceSpans: request.resourceSpans }, "protobuf"), "protobuf");

    it("reads the same, however they are spaced and whether integers are text or numbers", () => {
      expect(expected.records).to.have.length(600);
      for (const space of [0, 1, 10]) {
        const text = JSON.stringify(request, null, space);
        const bare = text.replace(
          /"(intValue|timeUnixNano|startTimeUnixNano|endTimeUnixNano)":( ?)"(\d+)"/g,
          '"$1":$2$3',
        );
        expect(bare.length).to.be.within(100_000, text.length - 1_000);
        for (const body of [text, bare]) expect(decodeTraces(Buffer.from(body), "json")).to.deep.equal(expected);
      }
    });

    it("finds what is wrong wherever it is", () => {
      const text = JSON.stringify(request);
      const at = text.lastIndexOf('"kind"');
      const wrongs = [
        [text.slice(0, at) + text.slice(at + 1), /not valid JSON at position \d+$/],
        [text.slice(0, -1), /not valid JSON/],
        [`${text}}`, /not valid JSON/],
        [text.replace('"before":[', '"before":[,'), /not valid JSON/],
        [text.replace('"before":[1', '"before":[1 1'), /not valid JSON at position 1\d$/],
        [text.replace('"after":"x"', '"after":[1}'), /not valid JSON/],
        [
          text.replace(/"kind":2(?!.*"kind")/s, '"name":5'),
          /^\/resourceSpans\/2\/scopeSpans\/0\/spans\/299\/name: expected text$/,
        ],
      ] as const;
      for (const [body, message] of wrongs)
        expect(() => decodeTraces(Buffer.from(body), "json"))
          .to.throw(OtlpDecodeError)
          .with.property("message")
          .that.matches(message);
    });
  });

  it("refuses a record, and what is beside the lists, of more than 2 MiB; a number of more than 400 characters", () => {
    const long = Array(3).fill("x".repeat(750_000));
    const bodies = [tracesOf([aSpan({ other: long })]), { ...tracesOf([aSpan()]), other: { ...long } }];
    for (const body of bodies)
      expect(() => decodeTraces(Buffer.from(JSON.stringify(body)), "json")).to.throw(OtlpDecodeError, "2097152 bytes");
    const endless = Buffer.from(JSON.stringify(tracesOf([aSpan({ name: "x".repeat(2_100_000) })])));
    expect(() => decodeTraces(endless, "json")).to.throw(OtlpDecodeError, "a text is too long, at byte");
    for (const digits of [401, 5_000_000]) {
      const body = JSON.stringify(tracesOf([aSpan({ kind: 7 })])).replace('"kind":7', `"kind":${"7".repeat(digits)}`);
      expect(() => decodeTraces(Buffer.from(body), "json")).to.throw(OtlpDecodeError, "at most 400 characters");
    }
  });

  it("refuses the record that holds more than 100,000 values and keeps its neighbour", () => {
    const values = Array.from({ length: 100_001 }, () => ({}));
    const spans = [aSpan({ attributes: [{ key: "k", value: { arrayValue: { values } } }] }), aSpan()];
    const { records, rejected } = decodeTraces(Buffer.from(JSON.stringify(tracesOf(spans))), "json");
    expect([records.length, rejected]).to.deep.equal([1, 1]);
  });

  it("does not decode a body that is not UTF-8", () => {
    const body = Buffer.from(JSON.stringify(tracesOf([aSpan({ name: "é" })])), "latin1");
    expect(() => decodeTraces(body, "json")).to.throw(OtlpDecodeError, "not valid UTF-8");
  });

  it("does not decode any prefix of a request", () => {
    const body = Buffer.from(
      JSON.stringify(tracesOf([aSpan({ name: 'é"\\', attributes: [{ key: "k", value: { intValue: -5 } }] })])),
    );
    for (let length = 1; length < body.length; length++) {
      expect(() => decodeTraces(body.subarray(0, length), "json"), `${length} bytes`).to.throw(OtlpDecodeError);
    }
  });

  it("never quotes the body in an error", () => {
    for (const body of ['{"secret', '{"resourceSpans": secret}', '{"resourceSpans": "secret"}']) {
      expect(() => decodeTraces(Buffer.from(body), "json"))
        .to.throw(OtlpDecodeError)
        .with.property("message")
        .that.does.not.include("secret");
    }
  });
});
