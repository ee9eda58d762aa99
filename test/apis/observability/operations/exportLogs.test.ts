import { expect } from "chai";
import type { Schemas } from "#generated/observability/contract.ts";
import { asProtobuf, decoded, encoded, exportsAsDocumented } from "./exports.ts";
import { aLog, logsOf, text } from "./otlp.ts";
import { type Headers, sharedObservabilityServer } from "./server.ts";

const message = "ExportLogsServiceRequest";

describe("exportLogs", () => {
  const server = sharedObservabilityServer();
  const send = (headers: Headers, body: unknown) => server.post<object>("/v1/logs", body, headers);
  const stored = async (caller: Headers) =>
    (await server.get<Schemas["LogPage"]>("/api/v1/monitor/logs", caller)).body.items;

  describe("200", () => {
    it("stores the same record from both encodings", async () => {
      const caller = await server.caller();
      const request = logsOf("cart", aLog({ severityText: "INFO", attributes: [text("region", "eu")], flags: 1 }));
      expect((await send(caller, request)).status).to.equal(200);
      expect((await send({ ...caller, ...asProtobuf }, encoded(message, request))).status).to.equal(200);
      const [first, second, ...others] = await stored(caller);
      expect(others).to.deep.equal([]);
      expect(first).to.include({ service: "cart", severityText: "INFO" });
      expect(second).to.deep.equal(first);
    });

    it("stores the same bytes for every tenant that sends them", async () => {
      const { mine, myLive, theirs } = await server.tenants();
      const request = logsOf("cart", aLog());
      for (const caller of [mine, myLive, theirs]) await send(caller, request);
      for (const caller of [mine, myLive, theirs]) expect(await stored(caller)).to.have.length(1);
    });

    it("counts the records that it cannot take, says why, and stores the others", async () => {
      const caller = await server.caller();
      const request = logsOf("cart", aLog(), aLog({ body: { stringValue: "a\0b" } }), aLog());
      const json = await send(caller, request);
      expect(json.body).to.have.nested.property("partialSuccess.rejectedLogRecords", 1);
      expect(json.body)
        .to.have.nested.property("partialSuccess.errorMessage")
        .that.matches(/^\/resourceLogs\/0\/scopeLogs\/0\/logRecords\/1: /);
      const protobuf = await send({ ...caller, ...asProtobuf }, encoded(message, request));
      expect(decoded("ExportLogsServiceResponse", protobuf.bytes)).to.have.nested.property(
        "partialSuccess.rejectedLogRecords",
        "1",
      );
      expect(await stored(caller)).to.have.length(4);
    });
  });

  exportsAsDocumented({
    server,
    path: "/v1/logs",
    message,
    request: () => logsOf("cart", aLog()),
    malformed: { resourceLogs: { scopeLogs: [] } },
  });
});
