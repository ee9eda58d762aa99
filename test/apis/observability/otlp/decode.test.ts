import { expect } from "chai";
import { OtlpDecodeError } from "#src/apis/observability/otlp/decode.ts";
import { decodeLogs, decodeTraces } from "./decoded.ts";
import {
  aLog,
  aSpan,
  decodeLogRecords,
  decodeSpans,
  encodeLogs,
  encodeTraces,
  encodings,
  logsOf,
  type Message,
  nested,
  only,
  spanId,
  stringAttribute,
  traceId,
  tracesOf,
} from "./requests.ts";

/** Records in which nothing is set: valid as log records, not as spans. */
function empties(count: number): Message[] {
  return Array.from({ length: count }, () => ({}));
}

/** That the other encoding is read alike is what `equivalence.test.ts` shows. */
describe("OTLP requests", () => {
  describe("spans", () => {
    it("keeps every field of a span", () => {
      const span = aSpan({
        parentSpanId: "eee19b7ec3c1b173",
        traceState: "vendor=1",
        flags: 257,
        attributes: [stringAttribute("http.route", "/orders/:id")],
        droppedAttributesCount: 1,
        events: [
          { timeUnixNano: "1544712660500000002", name: "retry", attributes: [stringAttribute("why", "timeout")] },
        ],
        droppedEventsCount: 2,
        links: [{ traceId, spanId, traceState: "a=b", flags: 1, droppedAttributesCount: 4 }],
        droppedLinksCount: 3,
        status: { code: 2, message: "no stock" },
      });
      const request = tracesOf([span], { attributes: [stringAttribute("service.name", "shop")] }, { name: "http" });
      const record = only(decodeTraces(encodeTraces(request, "json"), "json"));
      expect(Buffer.from(record.traceId).toString("hex")).to.equal(traceId);
      expect(Buffer.from(record.spanId).toString("hex")).to.equal(spanId);
      expect(Buffer.from(record.parentSpanId ?? []).toString("hex")).to.equal("eee19b7ec3c1b173");
      expect({ ...record, traceId: null, spanId: null, parentSpanId: null }).to.deep.equal({
        traceId: null,
        spanId: null,
        parentSpanId: null,
        traceState: "vendor=1",
        flags: 257,
        name: "checkout",
        kind: 2,
        startTimeUnixNano: 1544712660000000001n,
        endTimeUnixNano: 1544712661000000003n,
        statusCode: 2,
        statusMessage: "no stock",
        serviceName: "shop",
        attributesJson: '[{"key":"http.route","value":{"stringValue":"/orders/:id"}}]',
        eventsJson:
          '[{"attributes":[{"key":"why","value":{"stringValue":"timeout"}}],"timeUnixNano":"1544712660500000002","name":"retry"}]',
        linksJson: `[{"attributes":[],"traceId":"${traceId}","spanId":"${spanId}","traceState":"a=b","flags":1,"droppedAttributesCount":4}]`,
        resourceJson: '[{"key":"service.name","value":{"stringValue":"shop"}}]',
        scopeJson: '{"attributes":[],"name":"http","version":""}',
        droppedAttributesCount: 1,
        droppedEventsCount: 2,
        droppedLinksCount: 3,
      });
    });

    it("takes a span that ends before it starts, and one without times", () => {
      const spans = [aSpan({ startTimeUnixNano: "2", endTimeUnixNano: "1" }), { traceId, spanId }];
      expect(decodeSpans(spans).records).to.have.length(2);
    });

    it("takes a parent id of zeros as none, as a root", () => {
      expect(only(decodeSpans([aSpan({ parentSpanId: "0000000000000000" })])).parentSpanId).to.equal(null);
    });

    it("takes kinds and status codes that it does not know as unspecified", () => {
      const spans = [aSpan({ kind: 6, status: { code: 3 } }), aSpan({ kind: -1, status: { code: -2 } })];
      for (const { kind, statusCode } of decodeSpans(spans).records) {
        expect([kind, statusCode]).to.deep.equal([0, 0]);
      }
    });

    const refused = {
      "a trace id of the wrong length": { traceId: "5b8e" },
      "a trace id of zeros": { traceId: "0".repeat(32) },
      "no trace id": { traceId: "" },
      "a span id of the wrong length": { spanId: `${spanId}00` },
      "a span id of zeros": { spanId: "0".repeat(16) },
      "a parent id of the wrong length": { parentSpanId: "01" },
      "U+0000 in its name": { name: "a\0b" },
      "U+0000 in an attribute's key": { attributes: [stringAttribute("\0", "")] },
      "U+0000 in an event's name": { events: [{ name: "\0" }] },
      "a link's id of the wrong length": { links: [{ traceId, spanId: "01" }] },
      "a start past 2^63 ns": { startTimeUnixNano: "9223372036854775808" },
      "an event past 2^63 ns": { events: [{ timeUnixNano: "18446744073709551615" }] },
      "values nested 33 deep": { attributes: [{ key: "k", value: nested(33, "arrayValue") }] },
    };
    for (const [what, fault] of Object.entries(refused)) {
      it(`refuses a span with ${what}, says which, and keeps its neighbours`, () => {
        const decoded = decodeSpans([aSpan({ name: "before" }), aSpan(fault), aSpan({ name: "after" })]);
        expect(decoded.records.map(({ name }) => name)).to.deep.equal(["before", "after"]);
        expect(decoded.rejected).to.equal(1);
        expect(decoded.errorMessage).to.match(/^\/resourceSpans\/0\/scopeSpans\/0\/spans\/1: /);
      });
    }

    it("names five refused spans and counts the rest", () => {
      const { rejected, errorMessage } = decodeSpans(empties(7));
      expect(rejected).to.equal(7);
      expect(errorMessage.match(/spans\/\d/g)).to.have.length(5);
      expect(errorMessage).to.match(/; and 2 more$/);
    });

    it("takes values nested 32 deep, through arrays and key-value lists", () => {
      const attributes = [
        { key: "array", value: nested(32, "arrayValue") },
        { key: "list", value: nested(32, "kvlistValue") },
      ];
      const events = [{ attributes }];
      expect(JSON.parse(only(decodeSpans([aSpan({ attributes, events })])).attributesJson)).to.deep.equal(attributes);
    });
  });

  describe("log records", () => {
    it("keeps every field of a log record", () => {
      const log = aLog({
        observedTimeUnixNano: "1544712660300000002",
        severityText: "Information",
        attributes: [stringAttribute("iteration", "1")],
        droppedAttributesCount: 9,
        flags: 1,
        traceId,
        spanId,
        eventName: "browser.click",
      });
      const record = only(decodeLogRecords([log]));
      expect(Buffer.from(record.traceId ?? []).toString("hex")).to.equal(traceId);
      expect(Buffer.from(record.spanId ?? []).toString("hex")).to.equal(spanId);
      expect({ ...record, traceId: null, spanId: null }).to.deep.equal({
        timeUnixNano: 1544712660300000001n,
        observedTimeUnixNano: 1544712660300000002n,
        severityNumber: 10,
        severityText: "Information",
        traceId: null,
        spanId: null,
        flags: 1,
        eventName: "browser.click",
        serviceName: "unknown_service",
        bodyText: "started",
        bodyJson: '{"stringValue":"started"}',
        attributesJson: '[{"key":"iteration","value":{"stringValue":"1"}}]',
        resourceJson: "[]",
        scopeJson: '{"attributes":[],"name":"","version":""}',
        droppedAttributesCount: 9,
      });
    });

    it("takes a record with an invalid trace or span id as one of no trace", () => {
      const { records } = decodeLogRecords([
        aLog({ traceId: "0".repeat(32), spanId: "01" }),
        aLog({ traceId: "01", spanId: "0".repeat(16) }),
      ]);
      expect(records.map((record) => [record.traceId, record.spanId])).to.deep.equal([
        [null, null],
        [null, null],
      ]);
    });

    it("makes search text of every kind of body", () => {
      const bodies = [
        { stringValue: 'say "hi"\n' },
        { intValue: "9007199254740993" },
        { kvlistValue: { values: [{ key: "a", value: { arrayValue: { values: [{ boolValue: true }, {}] } } }] } },
        { bytesValue: "AAEC" },
        {},
        { stringValue: "" },
      ];
      const records = decodeLogRecords(bodies.map((body) => aLog({ body }))).records;
      expect(records.map(({ bodyText }) => bodyText)).to.deep.equal([
        'say "hi"\n',
        "9007199254740993",
        '{"a":[true,null]}',
        "AAEC",
        "",
        "",
      ]);
      expect(records.map(({ bodyJson }) => JSON.parse(bodyJson))).to.deep.equal(bodies);
    });

    it("takes a severity that it does not know as unspecified", () => {
      expect(only(decodeLogRecords([aLog({ severityNumber: 25 })])).severityNumber).to.equal(0);
    });

    it("refuses a record with U+0000 in its body and keeps the next", () => {
      const { records, rejected } = decodeLogRecords([aLog({ body: { stringValue: "\0" } }), aLog()]);
      expect([records.length, rejected]).to.deep.equal([1, 1]);
    });
  });

  describe("values", () => {
    const values = {
      "an integer past 2^53": { intValue: "9007199254740993" },
      "the least integer": { intValue: "-9223372036854775808" },
      "a double": { doubleValue: 0.1 },
      "not a number": { doubleValue: "NaN" },
      "minus infinity": { doubleValue: "-Infinity" },
      bytes: { bytesValue: "/+8=" },
      false: { boolValue: false },
      "an empty text": { stringValue: "" },
      "an empty array": { arrayValue: { values: [] } },
      "an empty key-value list": { kvlistValue: { values: [] } },
      "an empty value": {},
    };
    for (const [what, value] of Object.entries(values)) {
      it(`keeps ${what} as it is`, () => {
        const record = only(decodeSpans([aSpan({ attributes: [{ key: "k", value }] })]));
        expect(record.attributesJson).to.equal(JSON.stringify([{ key: "k", value }]));
      });
    }

    it("keeps repeated keys, empty keys and keys that JavaScript objects treat specially", () => {
      const attributes = ["a", "a", "", "__proto__", "constructor"].map((key) => stringAttribute(key, "v"));
      expect(only(decodeSpans([aSpan({ attributes })])).attributesJson).to.equal(JSON.stringify(attributes));
      expect(Object.getPrototypeOf({})).to.equal(Object.prototype);
    });

    it("keeps text of every script, with quotes, backslashes and control characters", () => {
      const text = 'é漢字🙂 "quoted" \\ \b\f\n\r\t\u0001\u001f\u007f\u2028';
      const record = only(decodeSpans([aSpan({ name: text, attributes: [stringAttribute(text, text)] })]));
      expect(record.name).to.equal(text);
      expect(JSON.parse(record.attributesJson)).to.deep.equal([stringAttribute(text, text)]);
    });
  });

  it("keeps long text, wherever in it escapes are needed", () => {
    for (const length of [3, 4, 5, 4_093, 4_094, 4_095, 4_096, 4_097, 50_000]) {
      for (const text of [
        "\u0001".repeat(length),
        "x".repeat(length),
        `${"x".repeat(length)}"`,
        '\\xyé"'.repeat(length),
      ]) {
        const record = only(decodeSpans([aSpan({ attributes: [stringAttribute("k", text)] })]));
        expect(record.attributesJson).to.equal(JSON.stringify([stringAttribute("k", text)]));
      }
    }
  });

  describe("resources and scopes", () => {
    it("shares one resource text among the spans of a resource", () => {
      const { records } = decodeSpans([aSpan(), aSpan()]);
      expect(new Set(records.map(({ resourceJson }) => resourceJson)).size).to.equal(1);
    });

    it("shortens a service name that no index could hold, and leaves it whole in the resource", () => {
      const name = "x".repeat(254) + "🙂".repeat(10);
      const request = logsOf([aLog()], { attributes: [stringAttribute("service.name", name)] });
      const record = only(decodeLogs(encodeLogs(request, "json"), "json"));
      expect(record.serviceName).to.equal(`${"x".repeat(254)}🙂`);
      expect(record.resourceJson).to.include(name);
    });

    it("calls a service without a name, or with one that is no text, unknown_service", () => {
      for (const value of [{ intValue: "5" }, { stringValue: "" }]) {
        const request = logsOf([aLog()], { attributes: [{ key: "service.name", value }] });
        expect(only(decodeLogs(encodeLogs(request, "json"), "json")).serviceName).to.equal("unknown_service");
      }
    });

    it("refuses only the records under a resource or scope that cannot be stored", () => {
      const resource = { attributes: [stringAttribute("a", "\0")] };
      const request = {
        resourceSpans: [
          { resource, scopeSpans: [{ spans: [aSpan(), aSpan()] }] },
          { scopeSpans: [{ scope: { name: "\0" }, spans: [aSpan()] }, { spans: [aSpan({ name: "kept" })] }] },
        ],
      };
      const { records, rejected, errorMessage } = decodeTraces(encodeTraces(request, "json"), "json");
      expect(records.map(({ name }) => name)).to.deep.equal(["kept"]);
      expect(rejected).to.equal(3);
      expect(errorMessage).to.include("/resourceSpans/0/scopeSpans/0/spans/1: its resource: text holds U+0000");
      expect(errorMessage).to.include("/resourceSpans/1/scopeSpans/0/spans/0: its scope: text holds U+0000");
    });
  });
});

for (const encoding of encodings) {
  describe(`times of OTLP records in ${encoding}`, () => {
    const now = Date.UTC(2026, 0, 31, 12);
    const hours = (count: number) => String(BigInt(now + count * 3_600_000) * 1_000_000n);

    it("refuses spans that start more than a day ahead, and keeps those that do not", () => {
      const spans = [
        aSpan({ name: "soon", startTimeUnixNano: hours(23.9), endTimeUnixNano: hours(48) }),
        aSpan({ startTimeUnixNano: hours(24.1) }),
        aSpan({ startTimeUnixNano: hours(24 * 80_000) }),
      ];
      const { records, rejected, errorMessage } = decodeTraces(encodeTraces(tracesOf(spans), encoding), encoding, now);
      expect(records.map(({ name }) => name)).to.deep.equal(["soon"]);
      expect(rejected).to.equal(2);
      const reason = "startTimeUnixNano is more than 24 hours ahead of the server's clock";
      const at = (index: number) => `/resourceSpans/0/scopeSpans/0/spans/${index}: ${reason}`;
      expect(errorMessage).to.equal(`${at(1)}; ${at(2)}`);
    });

    it("refuses log records whose time, or the time that stands for it, is more than a day ahead", () => {
      const logs = [
        aLog({ timeUnixNano: hours(0), observedTimeUnixNano: hours(30), eventName: "observed late" }),
        aLog({ timeUnixNano: hours(24.1) }),
        aLog({ timeUnixNano: "0", observedTimeUnixNano: hours(24.1) }),
      ];
      const { records, rejected, errorMessage } = decodeLogs(encodeLogs(logsOf(logs), encoding), encoding, now);
      expect(records.map(({ eventName }) => eventName)).to.deep.equal(["observed late"]);
      expect(rejected).to.equal(2);
      expect(errorMessage.match(/(?:observedT|t)imeUnixNano is more than 24 hours ahead/g)).to.deep.equal([
        "timeUnixNano is more than 24 hours ahead",
        "observedTimeUnixNano is more than 24 hours ahead",
      ]);
    });
  });
}

for (const encoding of encodings)
  describe(`limits of OTLP requests in ${encoding}`, () => {
    it("takes 100,000 records and refuses one more", () => {
      const full = encodeLogs(logsOf(empties(100_000)), encoding);
      const surplus = encodeLogs(logsOf(empties(100_001)), encoding);
      expect(decodeLogs(full, encoding).records).to.have.length(100_000);
      expect(() => decodeLogs(surplus, encoding)).to.throw(OtlpDecodeError, "at most 100000 records");
    });

    it("refuses more than 100,000 resources and scopes, even without records", () => {
      const scopes = encodeTraces({ resourceSpans: [{ scopeSpans: empties(100_000) }] }, encoding);
      const resources = encodeTraces({ resourceSpans: empties(100_001) }, encoding);
      for (const body of [scopes, resources]) {
        expect(() => decodeTraces(body, encoding)).to.throw(OtlpDecodeError, "at most 100000 resources and scopes");
      }
    });

    it("refuses a large resource that would be repeated in very many rows", () => {
      const resource = { attributes: [stringAttribute("a", "x".repeat(100_000))] };
      const body = encodeLogs(logsOf(empties(3_000), resource), encoding);
      expect(() => decodeLogs(body, encoding)).to.throw(OtlpDecodeError, "too large for the number of records");
    });
  });
