/** The operations that take telemetry in, each with credentials that are good and a body that is. */
import { randomBytes, randomUUID } from "node:crypto";
import { createBrowserSessions } from "#src/identity/browser-session.ts";
import { createKeyVerifier } from "#src/identity/key-verifier.ts";
import { signMobileToken } from "#src/identity/mobile-token.ts";
import { createProjectDirectory } from "#src/identity/project-directory.ts";
import { kinds } from "./senders.ts";
import { masterKey, type ServerProcess, type Site } from "./site.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export type Body = string | Uint8Array<ArrayBuffer>;

export interface IngestOperation {
  readonly name: string;
  readonly path: string;
  /** New credentials, as of this moment in ms. */
  readonly credentials: (now?: number) => Promise<Record<string, string>>;
  /** A body that gets through. */
  readonly body: () => string;
  readonly success: number;
  /** Bytes that the operation accepts, on the wire and unfolded. */
  readonly limit: number;
}

const aCrash = () => JSON.stringify({ eventId: randomUUID(), time: Date.now(), level: 60 });
const events = { success: 202, limit: 2 * 1024 * 1024 };
const otlp = { success: 200, limit: 20 * 1024 * 1024 };
const bodyOf = (kind: keyof typeof kinds) => () => kinds[kind].body([kinds[kind].name()]);

/** Of one tenant. */
export async function ingestOperations(site: Site): Promise<readonly IngestOperation[]> {
  const { headers, project, mobileSecret, key } = await site.tenant();
  const withKey = async () => headers;
  const sessionAt = async (now = Date.now()) => {
    const parts = { masterKey, projects: createProjectDirectory(site.database, masterKey), now: () => now };
    const verified = await createKeyVerifier(site.database).verify(key);
    return { "x-monitor-session": (await createBrowserSessions(parts).begin(verified)).token };
  };
  const tokenAt = async (now = Date.now()) => {
    const claims = { projectId: project.id, environment: "test", nonce: randomBytes(8).toString("hex") } as const;
    return { "x-monitor-token": signMobileToken(claims, mobileSecret, now) };
  };
  const ingest = "/api/v1/monitor/ingest";
  return [
    { name: "ingestEvents", path: ingest, credentials: withKey, body: bodyOf("events"), ...events },
    {
      name: "ingestBrowserEvents",
      path: `${ingest}/browser`,
      credentials: sessionAt,
      body: bodyOf("events"),
      ...events,
    },
    { name: "ingestMobileEvent", path: `${ingest}/mobile`, credentials: tokenAt, body: aCrash, ...events },
    { name: "exportTraces", path: "/v1/traces", credentials: withKey, body: bodyOf("spans"), ...otlp },
    { name: "exportLogs", path: "/v1/logs", credentials: withKey, body: bodyOf("logs"), ...otlp },
  ];
}

export const operationNames = [
  "ingestEvents",
  "ingestBrowserEvents",
  "ingestMobileEvent",
  "exportTraces",
  "exportLogs",
] as const;

export async function post(
  { url }: ServerProcess,
  { path }: Pick<IngestOperation, "path">,
  headers: Readonly<Record<string, string>>,
  body: Body,
): Promise<Answer> {
  const answer = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}
