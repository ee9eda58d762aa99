import { expect } from "chai";
import { encodeExportResponse, rpcCodeOf } from "#src/apis/observability/otlp/answers.ts";
import { otlp } from "./requests.ts";

/** What short answers say, in both encodings, is what the tests of the export operations show. */
describe("OTLP answers", () => {
  it("are read in protobuf by an independent decoder, also where count and message are long", () => {
    const errorMessage = "/resourceSpans/0: é".repeat(20);
    for (const [rejected, count] of [
      [300, { rejectedSpans: "300" }],
      [0, {}],
    ] as const) {
      const message = otlp
        .lookupType("ExportTraceServiceResponse")
        .decode(encodeExportResponse({ rejected, errorMessage }));
      expect(message.toJSON()).to.deep.equal({ partialSuccess: { ...count, errorMessage } });
    }
  });

  it("map every HTTP error to the code that means the same", () => {
    const codes = { 400: 3, 401: 16, 403: 7, 404: 5, 413: 3, 415: 3, 429: 8, 500: 13, 502: 14, 503: 14, 504: 4 };
    for (const [status, code] of Object.entries(codes)) expect(rpcCodeOf(Number(status)), status).to.equal(code);
  });
});
