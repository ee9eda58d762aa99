import { expect } from "chai";
import type { Schemas } from "#generated/observability/contract.ts";
import { asProtobuf, decoded, encoded, exportsAsDocumented, quotaOtlpRequests } from "./exports.ts";
import { aSpan, text, traceIdOf, tracesOf } from "./otlp.ts";
import { type Headers, observabilityServer } from "./server.ts";

const message = "ExportTraceServiceRequest";

describe("exportTraces", () => {
  const server = observabilityServer({ quotaOtlpRequests });
  const send = (headers: Headers, body: unknown) => server.post<object>("/v1/traces", body, headers);
  const trace = async (caller: Headers, traceId: string | undefined) => {
    const { status, body } = await server.get<Schemas["JaegerTraceList"]>(`/jaeger/api/traces/${traceId}`, caller);
    return status === 200 ? body.data[0] : undefined;
  };

  describe("200", () => {
    it("stores the same span from both encodings", async () => {
      const caller = await server.caller();
      const spans = [traceIdOf(), traceIdOf()].map((traceId) =>
        aSpan({
          traceId,
          spanId: "00f067aa0ba902b7",
          attributes: [text("region", "eu")],
          startTimeUnixNano: "1795255200123456789",
          endTimeUnixNano: "1795255200151456789",
        }),
      );
      const [json, protobuf] = spans.map((span) => tracesOf("cart", span));
      expect((await send(caller, json)).status).to.equal(200);
      expect((await send({ ...caller, ...asProtobuf }, encoded(message, protobuf ?? {}))).status).to.equal(200);
      const [first, second] = await Promise.all(spans.map(({ traceId }) => trace(caller, traceId)));
      const text1 = JSON.stringify(first).replaceAll(first?.traceID ?? "", "");
      expect(JSON.stringify(second).replaceAll(second?.traceID ?? "", "")).to.equal(text1);
    });

    it("stores an export that is repeated once, whatever the batch it comes in", async () => {
      const caller = await server.caller();
      const traceId = traceIdOf();
      const [a, b, c] = [aSpan({ traceId }), aSpan({ traceId }), aSpan({ traceId })];
      await send(caller, tracesOf("cart", a, b, b));
      await send(caller, tracesOf("cart", a, b, b));
      await send(caller, tracesOf("cart", b, c));
      expect((await trace(caller, traceId))?.spans).to.have.length(3);
    });

    it("counts the spans that it cannot take, says why, and stores the others", async () => {
      const caller = await server.caller();
      const traceId = traceIdOf();
      const request = tracesOf("cart", aSpan({ traceId }), aSpan({ traceId, spanId: "0000000000000000" }));
      const json = await send(caller, request);
      expect(json.body).to.have.nested.property("partialSuccess.rejectedSpans", 1);
      expect(json.body)
        .to.have.nested.property("partialSuccess.errorMessage")
        .that.matches(/^\/resourceSpans\/0\/scopeSpans\/0\/spans\/1: spanId/);
      const protobuf = await send({ ...caller, ...asProtobuf }, encoded(message, request));
      expect(decoded("ExportTraceServiceResponse", protobuf.bytes)).to.have.nested.property(
        "partialSuccess.rejectedSpans",
        "1",
      );
      expect((await trace(caller, traceId))?.spans).to.have.length(1);
    });

    it("keeps the spans of many exports at the same time", async () => {
      const caller = await server.caller();
      const traceId = traceIdOf();
      const exports = Array.from({ length: 20 }, () => send(caller, tracesOf("cart", aSpan({ traceId }))));
      for (const { status } of await Promise.all(exports)) expect(status).to.equal(200);
      expect((await trace(caller, traceId))?.spans).to.have.length(20);
    });
  });

  exportsAsDocumented({
    server,
    path: "/v1/traces",
    message,
    request: () => tracesOf("cart", aSpan()),
    malformed: { resourceSpans: "none" },
  });
});
