import { createServer } from "node:http";
import { type DiagLogger, DiagLogLevel, diag } from "@opentelemetry/api";
import { OTLPTraceExporter as JsonTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { OTLPTraceExporter as ProtobufTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { expect } from "chai";
import { encodeExportResponse, exportResponse } from "#src/apis/observability/otlp/answers.ts";
import { listening } from "#test/support/listening.ts";

const rejections = { rejected: 1, errorMessage: "spans/1: why" };
const exporters = {
  json: {
    make: (options: { url: string }) => new JsonTraceExporter(options),
    answer: () => Buffer.from(JSON.stringify(exportResponse("rejectedSpans", rejections))),
  },
  protobuf: {
    make: (options: { url: string }) => new ProtobufTraceExporter(options),
    answer: () => encodeExportResponse(rejections),
  },
};

type Exporter = (typeof exporters)["json" | "protobuf"];

/** The result of an export whose request is answered so. */
async function exported({ make, answer }: Exporter, memory: InMemorySpanExporter): Promise<number> {
  const server = await listening(
    createServer((request, response) => {
      request.resume().once("end", () => {
        const contentType = request.headers["content-type"] ?? "";
        response.writeHead(200, { "content-type": contentType, connection: "close" }).end(answer());
      });
    }),
  );
  const exporter = make({ url: server.url });
  const { code } = await new Promise<{ code: number }>((done) => exporter.export(memory.getFinishedSpans(), done));
  await exporter.shutdown();
  await server.close();
  return code;
}

/** What it sends is read back in `test/clients/opentelemetry.test.ts`. */
describe("the OpenTelemetry JavaScript SDK", () => {
  for (const [encoding, exporter] of Object.entries(exporters))
    it(`reads in our ${encoding} answer how many spans were rejected`, async () => {
      const memory = new InMemorySpanExporter();
      const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(memory)] });
      provider.getTracer("http").startSpan("GET /").end();
      const warnings: string[] = [];
      const ignore = () => undefined;
      const logger: DiagLogger = {
        error: ignore,
        warn: (...parts) => warnings.push(parts.join(" ")),
        info: ignore,
        debug: ignore,
        verbose: ignore,
      };
      diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
      const code = await exported(exporter, memory);
      diag.disable();
      expect(code).to.equal(0);
      expect(warnings.join("\n"))
        .to.match(/rejectedSpans"?:\s*1/)
        .and.include("spans/1: why");
    });
});
