import { expect } from "chai";
import { encodeExportResponse, encodeStatus, rpcCodeOf } from "#src/apis/observability/otlp/answers.ts";
import { otlp } from "./requests.ts";

const nothing = { rejected: 0, errorMessage: "" };
const some = { rejected: 300, errorMessage: "/resourceSpans/0: é".repeat(20) };

function decodeMessage(type: string, bytes: Buffer): object {
  return otlp.lookupType(type).decode(bytes).toJSON();
}

describe("OTLP answers", () => {
  it("answers success with an empty message, and with {} in JSON", () => {
    expect(encodeExportResponse("traces", nothing, "protobuf")).to.have.length(0);
    expect(encodeExportResponse("logs", nothing, "json").toString()).to.equal("{}");
  });

  it("leaves partialSuccess out when nothing was rejected, whatever the message", () => {
    const warning = { rejected: 0, errorMessage: "hint" };
    expect(encodeExportResponse("traces", warning, "protobuf")).to.have.length(0);
    expect(encodeExportResponse("traces", warning, "json").toString()).to.equal("{}");
  });

  it("counts rejected spans and log records in the field of their signal", () => {
    expect(JSON.parse(encodeExportResponse("traces", some, "json").toString())).to.deep.equal({
      partialSuccess: { rejectedSpans: 300, errorMessage: some.errorMessage },
    });
    expect(JSON.parse(encodeExportResponse("logs", some, "json").toString())).to.deep.equal({
      partialSuccess: { rejectedLogRecords: 300, errorMessage: some.errorMessage },
    });
    expect(decodeMessage("ExportTraceServiceResponse", encodeExportResponse("traces", some, "protobuf"))).to.deep.equal(
      {
        partialSuccess: { rejectedSpans: "300", errorMessage: some.errorMessage },
      },
    );
    expect(decodeMessage("ExportLogsServiceResponse", encodeExportResponse("logs", some, "protobuf"))).to.deep.equal({
      partialSuccess: { rejectedLogRecords: "300", errorMessage: some.errorMessage },
    });
  });

  it("writes a google.rpc.Status in both encodings", () => {
    const status = { code: 16, message: "The API key is missing." };
    expect(JSON.parse(encodeStatus(status, "json").toString())).to.deep.equal(status);
    expect(decodeMessage("RpcStatus", encodeStatus(status, "protobuf"))).to.deep.equal(status);
  });

  it("maps every HTTP error to the code that means the same", () => {
    const codes = { 400: 3, 401: 16, 403: 7, 404: 5, 413: 3, 415: 3, 429: 8, 500: 13, 502: 14, 503: 14, 504: 4 };
    for (const [status, code] of Object.entries(codes)) expect(rpcCodeOf(Number(status)), status).to.equal(code);
  });
});
