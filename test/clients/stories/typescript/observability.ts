/** Telemetry is sent and read: an event, a span, a measurement. A mapping file is announced, sent and completed. */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import {
  Configuration,
  EventIngestApi,
  EventsApi,
  MetricsApi,
  OpenTelemetryApi,
  SymbolsApi,
  TracesApi,
} from "./client/index.js";

const { BASE_URL: basePath = "", API_KEY: apiKey = "" } = process.env;
const client = new Configuration({ basePath, apiKey });
const now = Date.now();

const eventId = randomUUID();
const { ingested } = await new EventIngestApi(client).ingestEvents({
  event: [
    { eventId, level: 50, time: now, message: "Payment provider did not answer", tags: { region: "eu", tries: 3 } },
  ],
});
if (ingested !== 1) throw new Error("the event was not taken");
const event = await new EventsApi(client).getEvent({ eventId });

const resource = { attributes: [{ key: "service.name", value: { stringValue: "cart" } }] };
const otlp = new OpenTelemetryApi(client);
const traceId = randomBytes(16).toString("hex");
await otlp.exportTraces({
  exportTraceServiceRequest: {
    resourceSpans: [
      {
        resource,
        scopeSpans: [
          {
            spans: [
              {
                traceId,
                spanId: randomBytes(8).toString("hex"),
                name: "GET /cart",
                startTimeUnixNano: `${now}000000`,
                endTimeUnixNano: `${now + 28}000000`,
              },
            ],
          },
        ],
      },
    ],
  },
});
const trace = await new TracesApi(client).getTrace({ traceId });

const dataPoints = [{ timeUnixNano: `${now}000000`, asDouble: 4.5 }];
await otlp.exportMetrics({
  exportMetricsServiceRequest: {
    resourceMetrics: [{ resource, scopeMetrics: [{ metrics: [{ name: "story.typescript", gauge: { dataPoints } }] }] }],
  },
});
const found = await new MetricsApi(client).queryMetrics({ query: "story_typescript" });

const symbols = new SymbolsApi(client);
const release = `shop@${randomUUID()}`;
const mapping = `# ${release}\ncom.acme.shop.Basket -> a.a:\n    1:1:int total():42:42 -> a\n`;
const sha256 = createHash("sha256").update(mapping).digest("hex");
const {
  duplicate,
  uploadUrl = "",
  uploadId = "",
} = await symbols.presignArtifact({
  presignArtifactRequest: { release, platform: "android", artifactType: "r8", sha256, size: mapping.length },
});
if (!duplicate) {
  const put = await fetch(uploadUrl, { method: "PUT", body: mapping });
  if (!put.ok) throw new Error("the file was not taken");
  const stored = await symbols.completeArtifact({ completeUploadRequest: { uploadId } });
  if (stored.sha256 !== sha256) throw new Error("another file was stored");
}
console.log(event.message, trace.data?.[0]?.spans[0]?.operationName, JSON.stringify(found.data));
