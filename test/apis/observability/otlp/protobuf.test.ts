import { expect } from "chai";
import { OtlpDecodeError } from "#src/apis/observability/otlp/decode.ts";
import type { SpanRecord } from "#src/apis/observability/records.ts";
import { decodeLogs, decodeTraces } from "./decoded.ts";
import { aSpan, encodeMessage, field, only, stringAttribute, varint } from "./requests.ts";

/** A request of one span whose message holds these bytes. */
function requestOf(...span: Buffer[]): Buffer {
  return field(1, field(2, field(2, Buffer.concat(span))));
}

function decodeSpan(...span: Buffer[]): SpanRecord {
  return only(decodeTraces(requestOf(...span), "protobuf"));
}

const ids = Buffer.concat([field(1, Buffer.alloc(16, 1)), field(2, Buffer.alloc(8, 2))]);
const keyValue = (...content: Buffer[]) => field(9, Buffer.concat(content));
const key = field(1, Buffer.from("k"));
const value = (...content: Buffer[]) => field(2, Buffer.concat(content));

describe("OTLP protobuf on the wire", () => {
  it("takes the last of several occurrences of a single field", () => {
    const kind = (number: number) => Buffer.from([0x30, number]);
    const record = decodeSpan(field(5, Buffer.from("first")), ids, kind(1), field(5, Buffer.from("last")), kind(3));
    expect([record.name, record.kind]).to.deep.equal(["last", 3]);
  });

  it("merges a status that arrives in parts", () => {
    const record = decodeSpan(ids, field(15, Buffer.from([0x18, 2])), field(15, field(2, Buffer.from("why"))));
    expect([record.statusCode, record.statusMessage]).to.deep.equal([2, "why"]);
  });

  it("takes the last member of a oneof", () => {
    const twice = value(field(1, Buffer.from("text")), Buffer.from([0x10, 1]));
    expect(decodeSpan(ids, keyValue(key, twice)).attributesJson).to.equal('[{"key":"k","value":{"boolValue":true}}]');
  });

  it("reads fields in any order: value before key, spans before resource and scope", () => {
    const attribute = Buffer.concat([value(field(1, Buffer.from("shop"))), field(1, Buffer.from("service.name"))]);
    const scopeSpans = Buffer.concat([field(2, ids), field(1, field(1, Buffer.from("lib")))]);
    const body = field(1, Buffer.concat([field(2, scopeSpans), field(1, field(1, attribute))]));
    const record = only(decodeTraces(body, "protobuf"));
    expect(record.serviceName).to.equal("shop");
    expect(JSON.parse(record.scopeJson)).to.deep.equal({ attributes: [], name: "lib", version: "" });
  });

  it("merges a resource that arrives in parts", () => {
    const part = (name: string) => field(1, encodeMessage("Resource", { attributes: [stringAttribute(name, "v")] }));
    const body = field(1, Buffer.concat([part("a"), field(2, field(2, ids)), part("b")]));
    expect(JSON.parse(only(decodeTraces(body, "protobuf")).resourceJson)).to.deep.equal([
      stringAttribute("a", "v"),
      stringAttribute("b", "v"),
    ]);
  });

  it("skips unknown fields of every wire type, groups included", () => {
    const unknown = Buffer.concat([
      Buffer.concat([varint(500 * 8), varint(300)]),
      Buffer.concat([varint(501 * 8 + 1), Buffer.alloc(8)]),
      field(502, Buffer.from("x")),
      Buffer.concat([varint(503 * 8 + 3), varint(504 * 8 + 3), varint(504 * 8 + 4), varint(503 * 8 + 4)]),
      Buffer.concat([varint(505 * 8 + 5), Buffer.alloc(4)]),
    ]);
    const record = decodeSpan(unknown, ids, keyValue(unknown, key, value(unknown)), unknown);
    expect(record.attributesJson).to.equal('[{"key":"k","value":{}}]');
  });

  it("writes an attribute without key or value as empty", () => {
    expect(decodeSpan(ids, field(9, Buffer.alloc(0))).attributesJson).to.equal('[{"key":"","value":{}}]');
  });

  it("reads negative and 64-bit integers from 10-byte varints", () => {
    const minusOne = Buffer.from([0x18, ...Array<number>(9).fill(0xff), 0x01]);
    expect(decodeSpan(ids, keyValue(key, value(minusOne))).attributesJson).to.include('"intValue":"-1"');
  });

  it("refuses the span whose text is not UTF-8, and keeps its neighbours", () => {
    const invalid = Buffer.from([0x61, 0xff]);
    const surrogate = Buffer.from([0xed, 0xa0, 0x80]);
    const spans = [
      field(5, invalid),
      keyValue(field(1, surrogate)),
      keyValue(key, value(field(1, invalid))),
      field(15, field(2, invalid)),
      field(3, surrogate),
    ].map((fault) => field(2, Buffer.concat([ids, fault])));
    const body = field(1, field(2, Buffer.concat([...spans, field(2, ids)])));
    const { records, rejected, errorMessage } = decodeTraces(body, "protobuf");
    expect([records.length, rejected]).to.deep.equal([1, spans.length]);
    expect(errorMessage).to.include("spans/4: text is not well-formed Unicode");
  });

  const malformed = {
    "a known field with another wire type": [requestOf(Buffer.from([0x28, 1])), "Span.name has wire type 0"],
    "a known field of a nested message with another wire type": [
      requestOf(keyValue(Buffer.from([0x08, 1]))),
      "KeyValue.key has wire type 0",
    ],
    "a length past the end of its message": [requestOf(Buffer.from([0x2a, 5, 0x61])), "a length runs past the end"],
    "a length past 2^32": [requestOf(Buffer.from([0x2a, 0xff, 0xff, 0xff, 0xff, 0x7f])), "a length is too large"],
    "a varint longer than 10 bytes": [
      requestOf(Buffer.from([0x30, ...Array<number>(11).fill(0x80)])),
      "longer than 10",
    ],
    "a varint past the end": [requestOf(Buffer.from([0x30, 0x80])), "a varint runs past the end"],
    "a number past the end": [requestOf(Buffer.from([0x39, 1, 2])), "a number runs past the end"],
    "field number 0": [requestOf(Buffer.from([0x02, 0])), "field number 0"],
    "wire type 6": [requestOf(Buffer.from([0xfe, 0x01])), "unexpected wire type 6"],
    "the end of a group that never began": [requestOf(varint(503 * 8 + 4)), "unexpected wire type 4"],
    "a group that never ends": [requestOf(varint(503 * 8 + 3)), "a group is not closed"],
    "groups nested without end": [requestOf(...Array<Buffer>(1000).fill(varint(503 * 8 + 3))), "nested too deep"],
    "a request of another kind": [Buffer.from('{"resourceSpans":[]}'), "malformed protobuf at byte"],
  } as const;
  for (const [what, [body, message]] of Object.entries(malformed)) {
    it(`does not decode ${what}, and says where`, () => {
      expect(() => decodeTraces(body, "protobuf")).to.throw(OtlpDecodeError, message);
      expect(() => decodeTraces(body, "protobuf")).to.throw(/at byte \d+/);
    });
  }

  it("refuses the span whose values are nested thousands deep", () => {
    let bomb: Buffer = Buffer.alloc(0);
    for (let level = 0; level < 2_000; level++) bomb = field(5, field(1, bomb));
    const { rejected } = decodeTraces(requestOf(ids, keyValue(key, value(bomb))), "protobuf");
    expect(rejected).to.equal(1);
  });

  const logWith = (count: number) => field(2, field(5, field(5, Buffer.from("0a00".repeat(count), "hex"))));

  it("refuses more than two million values, however small", () => {
    const body = field(1, field(2, Buffer.concat(Array<Buffer>(21).fill(logWith(99_999)))));
    expect(() => decodeLogs(body, "protobuf")).to.throw(OtlpDecodeError, "at most 2000000");
  });

  it("refuses the record that holds more than 100,000 values, or more than 2 MiB, and keeps its neighbours", () => {
    const long = field(2, field(5, field(1, Buffer.alloc(2 * 1024 * 1024, "x"))));
    const body = field(1, field(2, Buffer.concat([logWith(1), logWith(100_001), long, logWith(100_000)])));
    const { records, rejected, errorMessage } = decodeLogs(body, "protobuf");
    expect([records.length, rejected]).to.deep.equal([2, 2]);
    expect(errorMessage).to.include("more than 100000 attributes").and.include("larger than 2 MiB");
  });

  it("refuses more than a million fields that it does not know, wherever they are", () => {
    const unknown = Buffer.from("c03e01".repeat(1_000_001), "hex");
    const group = Buffer.concat([Buffer.from("c33e", "hex"), unknown, Buffer.from("c43e", "hex")]);
    for (const body of [unknown, group, field(1, unknown), field(1, field(2, unknown))])
      expect(() => decodeTraces(body, "protobuf")).to.throw(OtlpDecodeError, "at most 1000000 unknown fields");
  });

  it("refuses every prefix of a request, and throws nothing but OtlpDecodeError", () => {
    const span = aSpan({
      attributes: [stringAttribute("k", "v"), { key: "n", value: { arrayValue: { values: [{ intValue: "-5" }] } } }],
      events: [{ name: "e", timeUnixNano: "5" }],
      links: [{ traceId: "01".repeat(16), spanId: "01".repeat(8) }],
      status: { code: 1, message: "é" },
    });
    const body = encodeMessage("ExportTraceServiceRequest", {
      resourceSpans: [{ resource: { attributes: [stringAttribute("r", "s")] }, scopeSpans: [{ spans: [span] }] }],
    });
    for (let length = 1; length < body.length; length++) {
      expect(() => decodeTraces(body.subarray(0, length), "protobuf"), `${length} bytes`).to.throw(OtlpDecodeError);
    }
    expect(only(decodeTraces(body, "protobuf")).statusMessage).to.equal("é");
  });
});
