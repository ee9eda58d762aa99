import { expect } from "chai";
import {
  encodeExportResponse,
  encodeStatus,
  exportLogsResponse,
  exportTraceResponse,
  rpcCodeOf,
} from "#src/apis/observability/otlp/answers.ts";
import { otlp } from "./requests.ts";

const nothing = { rejected: 0, errorMessage: "" };
const some = { rejected: 300, errorMessage: "/resourceSpans/0: é".repeat(20) };

function decodeMessage(type: string, bytes: Buffer): object {
  return otlp.lookupType(type).decode(bytes).toJSON();
}

describe("OTLP answers", () => {
  it("answers success with an empty message, and with {} in JSON", () => {
    expect(encodeExportResponse(nothing)).to.have.length(0);
    expect(exportTraceResponse(nothing)).to.deep.equal({});
    expect(exportLogsResponse(nothing)).to.deep.equal({});
  });

  it("tells a warning though nothing was rejected", () => {
    const warning = { rejected: 0, errorMessage: "hint" };
    const decoded = decodeMessage("ExportTraceServiceResponse", encodeExportResponse(warning));
    expect(decoded).to.deep.equal({ partialSuccess: { errorMessage: "hint" } });
    expect(exportTraceResponse(warning)).to.deep.equal({ partialSuccess: { rejectedSpans: 0, errorMessage: "hint" } });
    expect(exportLogsResponse(warning)).to.deep.equal({
      partialSuccess: { rejectedLogRecords: 0, errorMessage: "hint" },
    });
  });

  it("counts rejected spans and log records in the field of their signal", () => {
    const { errorMessage } = some;
    expect(exportTraceResponse(some)).to.deep.equal({ partialSuccess: { rejectedSpans: 300, errorMessage } });
    expect(exportLogsResponse(some)).to.deep.equal({ partialSuccess: { rejectedLogRecords: 300, errorMessage } });
    const bytes = encodeExportResponse(some);
    expect(decodeMessage("ExportTraceServiceResponse", bytes)).to.deep.equal({
      partialSuccess: { rejectedSpans: "300", errorMessage },
    });
    expect(decodeMessage("ExportLogsServiceResponse", bytes)).to.deep.equal({
      partialSuccess: { rejectedLogRecords: "300", errorMessage },
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
