/** An event is sent and read; a mapping file is announced, sent and completed. */
import { createHash, randomUUID } from "node:crypto";
import { createObservabilityClient } from "./observability.js";

const { BASE_URL: baseUrl = "", API_KEY: apiKey = "" } = process.env;
const telemetry = createObservabilityClient({ baseUrl, apiKey });

const eventId = randomUUID();
const sent = await telemetry.POST("/api/v1/monitor/ingest", {
  body: { eventId, level: 50, time: Date.now(), message: "Payment provider did not answer", tags: { region: "eu" } },
});
if (sent.data?.ingested !== 1) throw new Error("the event was not taken");

const event = await telemetry.GET("/api/v1/monitor/events/{eventId}", { params: { path: { eventId } } });
if (event.error) throw new Error(event.error.detail);

const release = `shop@${randomUUID()}`;
const mapping = `# ${release}\ncom.acme.shop.Basket -> a.a:\n    1:1:int total():42:42 -> a\n`;
const sha256 = createHash("sha256").update(mapping).digest("hex");
const upload = await telemetry.POST("/api/v1/monitor/artifacts/presign", {
  body: { release, platform: "android", artifactType: "r8", sha256, size: mapping.length },
});
if (upload.error) throw new Error(upload.error.detail);
const { duplicate, uploadUrl = "", uploadId = "" } = upload.data;
if (!duplicate) {
  const put = await fetch(uploadUrl, { method: "PUT", body: mapping });
  if (!put.ok) throw new Error("the file was not taken");
  const stored = await telemetry.POST("/api/v1/monitor/artifacts/uploads/complete", { body: { uploadId } });
  if (stored.data?.sha256 !== sha256) throw new Error("another file was stored");
}
console.log(event.data.message, duplicate);
