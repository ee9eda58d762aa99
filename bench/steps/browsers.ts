/** What costs most of what pages and apps send: web vitals in their three forms, events of pages, and events of apps. */
import { randomBytes, randomUUID } from "node:crypto";
import type { Environment } from "#src/identity/environment.ts";
import { createMobileSecret } from "#src/identity/mobile-secrets.ts";
import { signMobileToken } from "#src/identity/mobile-token.ts";
import type { BenchDatabase } from "../observability/database.ts";
import { benchMasterKey, newOwner } from "../observability/server.ts";
import type { Chosen, IngestRequest } from "./ingest.ts";
import { costlyValues } from "./values.ts";

const vitalBytes = 512 * 1024;
/** As in the document. */
const mostVitals = 1_000;
const eventBytes = 2 * 1024 * 1024;
const json = "application/json";

/** Made one by one. */
export function* vitalRequests(key: string, { isWanted = () => true }: Chosen = {}): Generator<IngestRequest> {
  function* request(what: string, body: string): Generator<IngestRequest> {
    if (!isWanted(`ingestWebVitals: ${what}`)) return;
    yield {
      operationId: "ingestWebVitals",
      what,
      method: "POST",
      path: "/api/v1/rum",
      headers: { "x-api-key": key, "content-type": json },
      body: Buffer.from(body),
    };
  }
  const vitals = (make: (index: number) => object) =>
    Array.from({ length: mostVitals }, (_, index) => JSON.stringify(make(index))).join(",");
  const small = vitals(() => ({ name: "LCP", value: 1 }));
  const different = vitals((index) => ({
    name: "LCP",
    value: index,
    id: `v${index}`,
    url: `https://a.example/${index}`,
  }));
  yield* request("a list of the most", `[${small}]`);
  yield* request("an object with the most", `{"vitals":[${small}]}`);
  yield* request("a list of the most pages", `[${different}]`);
  yield* request("the same again", `[${different}]`);
  yield* request("a list of the most that are skipped", `[${vitals(() => ({ name: "FCP", value: 1 }))}]`);
  for (const [what, make] of Object.entries(costlyValues)) {
    const around = '{"name":"LCP","value":1,"entries":';
    yield* request(`one with ${what}`, `${around}${make(vitalBytes - 100)}}`);
    yield* request(what, make(vitalBytes));
  }
}

/** An app whose tokens the server takes. */
export interface MobileApp {
  readonly projectId: string;
  readonly environment: Environment;
  readonly secret: string;
}

export async function newMobileApp(bench: BenchDatabase): Promise<MobileApp> {
  const { project } = await newOwner(bench);
  const secretOf = { environment: "live", overlapMs: 0 } as const;
  const { secret } = await createMobileSecret(bench.owner, benchMasterKey, project, secretOf);
  return { projectId: project.id, environment: secretOf.environment, secret };
}

/** Made one by one, each with a token of its own: they are valid for minutes. */
export function* mobileRequests(
  { projectId, environment, secret }: MobileApp,
  { isWanted = () => true }: Chosen = {},
): Generator<IngestRequest> {
  function* request(what: string, type: string, body: string): Generator<IngestRequest> {
    if (!isWanted(`ingestMobileEvent: ${what}`)) return;
    const claims = { projectId, environment, nonce: randomBytes(8).toString("hex") };
    const token = signMobileToken(claims, secret, Date.now());
    yield {
      operationId: "ingestMobileEvent",
      what,
      method: "POST",
      path: "/api/v1/monitor/ingest/mobile",
      headers: { "x-monitor-token": token, "content-type": type },
      body: Buffer.from(body),
    };
  }
  for (const [what, make] of Object.entries(costlyValues)) {
    const event = `{"eventId":"${randomUUID()}","level":60,"time":${Date.now()},"platform":"ios","unknown":${make(eventBytes - 200)}}`;
    yield* request(`an event with ${what}`, json, event);
    yield* request(`a line with ${what}`, "application/x-ndjson", `${event}\n`);
    yield* request(what, json, make(eventBytes));
  }
}
