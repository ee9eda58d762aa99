import { expect } from "chai";
import fc from "fast-check";
import { OtlpDecodeError } from "#src/apis/observability/otlp/decode.ts";
import { runs } from "#test/support/runs.ts";
import { anyValue, attributes, hexOf, some, text, uint32, uint64 } from "./arbitraries.ts";
import { decodeLogs, decodeTraces } from "./decoded.ts";
import { aSpan, decodeSpans, encodeLogs, encodeTraces, encodings, type Message, stringAttribute } from "./requests.ts";

const event = fc.record({ timeUnixNano: uint64, name: text, attributes, droppedAttributesCount: uint32 }, some);
const link = fc.record(
  { traceId: hexOf(16), spanId: hexOf(8), traceState: text, attributes, droppedAttributesCount: uint32, flags: uint32 },
  some,
);
const span = fc.record(
  {
    traceId: fc.oneof(hexOf(16), hexOf(15)),
    spanId: hexOf(8),
    parentSpanId: fc.oneof(hexOf(8), fc.constant("")),
    traceState: text,
    name: text,
    kind: fc.integer({ min: -1, max: 7 }),
    startTimeUnixNano: uint64,
    endTimeUnixNano: uint64,
    attributes,
    droppedAttributesCount: uint32,
    events: fc.array(event, { maxLength: 3 }),
    droppedEventsCount: uint32,
    links: fc.array(link, { maxLength: 3 }),
    droppedLinksCount: uint32,
    status: fc.record({ code: fc.integer({ min: 0, max: 3 }), message: text }, some),
    flags: uint32,
  },
  { requiredKeys: ["traceId", "spanId"] },
);
const log = fc.record(
  {
    timeUnixNano: uint64,
    observedTimeUnixNano: uint64,
    severityNumber: fc.integer({ min: 0, max: 26 }),
    severityText: text,
    body: anyValue,
    attributes,
    droppedAttributesCount: uint32,
    flags: uint32,
    traceId: fc.oneof(hexOf(16), hexOf(1)),
    spanId: hexOf(8),
    eventName: text,
  },
  some,
);
const namedResource = fc
  .tuple(text, attributes)
  .map(([name, others]) => ({ attributes: [...others, { key: "service.name", value: { stringValue: name } }] }));
const resource = fc.oneof(fc.record({ attributes }, some), namedResource);
const scope = fc.record({ name: text, version: text, attributes }, some);

function requestOf(signal: "Spans" | "Logs", records: string, record: fc.Arbitrary<Message>): fc.Arbitrary<Message> {
  const scopes = fc.record({ scope, [records]: fc.array(record, { maxLength: 3 }) }, some);
  const resources = fc.record({ resource, [`scope${signal}`]: fc.array(scopes, { maxLength: 2 }) }, some);
  return fc.record({ [`resource${signal}`]: fc.array(resources, { maxLength: 2 }) });
}

describe("OTLP in two encodings", () => {
  it("decodes any trace request to the same spans from JSON and from protobuf", () => {
    fc.assert(
      fc.property(requestOf("Spans", "spans", span), (request) => {
        const [json, protobuf] = encodings.map((encoding) => decodeTraces(encodeTraces(request, encoding), encoding));
        expect(protobuf?.records).to.deep.equal(json?.records);
        expect(protobuf?.rejected).to.equal(json?.rejected);
      }),
      { numRuns: runs(500) },
    );
  });

  it("decodes any logs request to the same records from JSON and from protobuf", () => {
    fc.assert(
      fc.property(requestOf("Logs", "logRecords", log), (request) => {
        const [json, protobuf] = encodings.map((encoding) => decodeLogs(encodeLogs(request, encoding), encoding));
        expect(protobuf?.records).to.deep.equal(json?.records);
        expect(protobuf?.rejected).to.equal(json?.rejected);
      }),
      { numRuns: runs(500) },
    );
  });

  it("decodes attributes that repeat, and those of spans that are refused, the same from both", () => {
    const few = fc.constantFrom<Message>(
      stringAttribute("http.route", "/orders/:id"),
      stringAttribute("http.route", "/orders/:no"),
      stringAttribute("město", "Brno"),
      stringAttribute("db.query.text", 'SELECT "id"'),
      stringAttribute("refused", "a\0"),
      { key: "list", value: { arrayValue: { values: [{ intValue: "1" }, { stringValue: "long".repeat(100) }] } } },
      { key: "n" },
    );
    const spans = fc.array(
      fc.array(few, { maxLength: 6 }).map((list) => aSpan({ attributes: list })),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(spans, (sent) => {
        const fromJson = decodeSpans(sent, "json");
        expect(decodeSpans(sent, "protobuf")).to.deep.equal(fromJson);
      }),
      { numRuns: runs(500) },
    );
  });

  it("keeps the attributes of a span as they were sent", () => {
    fc.assert(
      fc.property(span, attributes, (one, sent) => {
        const request = {
          resourceSpans: [
            {
              scopeSpans: [{ spans: [{ ...one, traceId: "01".repeat(16), spanId: "02".repeat(8), attributes: sent }] }],
            },
          ],
        };
        const { records, rejected } = decodeTraces(encodeTraces(request, "protobuf"), "protobuf");
        fc.pre(rejected === 0);
        const [record] = records;
        expect(JSON.parse(record?.attributesJson ?? "")).to.deep.equal(JSON.parse(JSON.stringify(sent)));
      }),
    );
  });
});

describe("OTLP bodies that are no requests", () => {
  const decoders = [decodeTraces, decodeLogs] as const;

  function decodesOrRefuses(body: Buffer, encoding: "json" | "protobuf"): void {
    for (const decode of decoders) {
      try {
        decode(body, encoding);
      } catch (error) {
        expect(error).to.be.instanceOf(OtlpDecodeError);
      }
    }
  }

  it("decodes or refuses random bytes, and throws nothing but OtlpDecodeError", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        decodesOrRefuses(Buffer.from(bytes), "protobuf");
        decodesOrRefuses(Buffer.from(bytes), "json");
      }),
      { numRuns: runs(2_000) },
    );
  });

  it("decodes or refuses requests in which some bytes were changed", () => {
    const change = fc.record({ at: fc.nat({ max: 2_000 }), byte: fc.nat({ max: 255 }) });
    fc.assert(
      fc.property(
        requestOf("Spans", "spans", span),
        fc.array(change, { minLength: 1, maxLength: 4 }),
        (request, changes) => {
          for (const encoding of ["json", "protobuf"] as const) {
            const body = encodeTraces(request, encoding);
            for (const { at, byte } of changes) if (body.length > 0) body[at % body.length] = byte;
            decodesOrRefuses(body, encoding);
          }
        },
      ),
      { numRuns: runs(1_000) },
    );
  });

  it("decodes or refuses any JSON value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        decodesOrRefuses(
          Buffer.from(JSON.stringify({ resourceSpans: value, resourceLogs: [{ scopeLogs: value }] })),
          "json",
        );
      }),
    );
  });
});
