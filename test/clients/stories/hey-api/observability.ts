/** An event is sent and read; a mapping file is announced, sent and completed. */
import { createHash, randomUUID } from "node:crypto";
import { client } from "./client/client.gen.js";
import { completeArtifact, getEvent, ingestEvents, presignArtifact } from "./client/index.js";

const { BASE_URL: baseUrl = "", API_KEY: auth = "" } = process.env;
client.setConfig({ baseUrl, auth });

const eventId = randomUUID();
const { data: sent } = await ingestEvents({
  body: { eventId, level: 50, time: Date.now(), message: "Payment provider did not answer", tags: { region: "eu" } },
  throwOnError: true,
});
if (sent.ingested !== 1) throw new Error("the event was not taken");
const { data: event } = await getEvent({ path: { eventId }, throwOnError: true });

const release = `shop@${randomUUID()}`;
const mapping = `# ${release}\ncom.acme.shop.Basket -> a.a:\n    1:1:int total():42:42 -> a\n`;
const sha256 = createHash("sha256").update(mapping).digest("hex");
const { data: upload } = await presignArtifact({
  body: { release, platform: "android", artifactType: "r8", sha256, size: mapping.length },
  throwOnError: true,
});
if (!upload.duplicate) {
  const put = await fetch(upload.uploadUrl ?? "", { method: "PUT", body: mapping });
  if (!put.ok) throw new Error("the file was not taken");
  const { data: stored } = await completeArtifact({ body: { uploadId: upload.uploadId ?? "" }, throwOnError: true });
  if (stored.sha256 !== sha256) throw new Error("another file was stored");
}
console.log(event.message, upload.duplicate);
