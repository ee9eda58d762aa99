import { expect } from "chai";
import type { Schemas } from "#generated/observability/contract.ts";
import { asProtobuf, decoded, encoded, exportsAsDocumented } from "./exports.ts";
import { aSpan, text, traceIdOf, tracesOf } from "./otlp.ts";
import { type Headers, sharedObservabilityServer } from "./server.ts";

const message = "ExportTraceServiceRequest";

describe("exportTraces", () => {
  const server = sharedObservabilityServer();
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
  });

  exportsAsDocumented({
    server,
    path: "/v1/traces",
    message,
    request: () => tracesOf("cart", aSpan()),
    malformed: { resourceSpans: "none" },
  });
});
