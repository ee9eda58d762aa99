/** An event is sent and read; a mapping file is announced, sent and completed. */
import { createHash, randomUUID } from "node:crypto";
import { completeArtifact, getEvent, ingestEvents, presignArtifact } from "./client/index.js";

const headers = { "x-api-key": process.env.API_KEY ?? "" };

const eventId = randomUUID();
const failure = { eventId, level: 50, time: Date.now(), message: "Payment provider did not answer" } as const;
const sent = await ingestEvents([{ ...failure, tags: { region: "eu", tries: 3 } }], { headers });
if (sent.status !== 202 || sent.data.ingested !== 1) throw new Error("the event was not taken");
const event = await getEvent(eventId, { headers });
if (event.status !== 200) throw new Error(event.data.detail);

const release = `shop@${randomUUID()}`;
const mapping = `# ${release}\ncom.acme.shop.Basket -> a.a:\n    1:1:int total():42:42 -> a\n`;
const sha256 = createHash("sha256").update(mapping).digest("hex");
const announced = { release, platform: "android", artifactType: "r8", sha256, size: mapping.length } as const;
const upload = await presignArtifact(announced, { headers });
if (upload.status === 201) {
  const put = await fetch(upload.data.uploadUrl ?? "", { method: "PUT", body: mapping });
  if (!put.ok) throw new Error("the file was not taken");
  const stored = await completeArtifact({ uploadId: upload.data.uploadId ?? "" }, { headers });
  if (stored.status !== 201) throw new Error(stored.data.detail);
} else if (upload.status !== 200) throw new Error(upload.data.detail);
console.log(event.data.message, upload.data.duplicate);
