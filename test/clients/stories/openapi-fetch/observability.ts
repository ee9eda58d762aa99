/** An event is sent and read. */
import { randomUUID } from "node:crypto";
import { createObservabilityClient } from "./observability.js";

const { BASE_URL: baseUrl = "", API_KEY: apiKey = "" } = process.env;
const telemetry = createObservabilityClient({ baseUrl, apiKey });

const eventId = randomUUID();
const sent = await telemetry.POST("/api/v1/monitor/ingest", {
  body: { eventId, level: 50, time: Date.now(), message: "Payment provider did not answer", tags: { region: "eu" } },
});
if (sent.data?.ingested !== 1) throw new Error(`the event was not taken: ${JSON.stringify(sent.error)}`);

const event = await telemetry.GET("/api/v1/monitor/events/{eventId}", { params: { path: { eventId } } });
if (event.error) throw new Error(event.error.detail);
console.log(event.data.message);
