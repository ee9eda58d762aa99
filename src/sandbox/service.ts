/**
 * A service of the sandbox: an HTTP server that requires its secret as a bearer token. `PUT /outage` takes `{on}`, and begins or ends an
 * outage. During an outage the server answers no other request.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { readAtMost } from "#src/http/collected-bytes.ts";
import { listen } from "#src/http/listen.ts";
import { equalInConstantTime } from "#src/identity/constant-time.ts";

export interface ServiceOptions {
  readonly port: number;
  /** What callers authenticate with, as a bearer token. */
  readonly secret: string;
}

export interface SandboxService<Outage = boolean> {
  readonly url: string;
  /** Switch on to be answered by nobody. */
  outage: Outage;
  close(): Promise<void>;
}

export interface ServiceRequest {
  readonly method: string | undefined;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly read: () => Promise<Readonly<Record<string, unknown>> | null>;
}

/** A status and a body; null leaves the request open, so that whoever asked gives up after a while. */
export type ServiceAnswer = readonly [status: number, body: object] | null;

export interface ServiceKind<Outage> {
  answer(request: ServiceRequest): ServiceAnswer | Promise<ServiceAnswer>;
  /** Partial outages: further values of `{on}`, each with the requests that are still answered. */
  readonly partialOutages?: ReadonlyMap<Outage, (request: ServiceRequest) => boolean>;
}

const maxBodyBytes = 65_536;

/** Resolves when the service listens on 127.0.0.1. */
export async function startService<Outage = boolean>(
  { port, secret }: ServiceOptions,
  { answer, partialOutages = new Map() }: ServiceKind<Outage>,
): Promise<SandboxService<Outage | boolean>> {
  const service: { outage: Outage | boolean } = { outage: false };

  const isOut = (request: ServiceRequest) =>
    service.outage === true || partialOutages.get(service.outage as Outage)?.(request) === false;

  const respond = async (incoming: IncomingMessage, response: ServerResponse) => {
    const { pathname: path, searchParams: query } = new URL(incoming.url ?? "/", "http://sandbox.invalid");
    const request = { method: incoming.method, path, query, read: () => readObject(incoming) };
    const given = Buffer.from(incoming.headers.authorization ?? "");
    const isKnown = equalInConstantTime(given, Buffer.from(`Bearer ${secret}`));
    if (isKnown && request.method === "PUT" && path === "/outage") {
      const { on } = (await request.read()) ?? {};
      if (typeof on !== "boolean" && !partialOutages.has(on as Outage))
        return send(response, [400, { message: `on is ${[true, false, ...partialOutages.keys()].join(" or ")}` }]);
      service.outage = on as Outage | boolean;
      return send(response, [200, { on }]);
    }
    if (isOut(request)) return void incoming.socket.destroy();
    if (!isKnown) return send(response, unknownCaller);
    const answered = await answer(request);
    if (answered !== null) send(response, answered);
  };

  const { port: taken, close } = await listen("127.0.0.1", port, (request, response) => {
    respond(request, response).catch(() => request.socket.destroy());
  });
  return Object.assign(service, { url: `http://127.0.0.1:${taken}`, close });
}

type Answered = NonNullable<ServiceAnswer>;

export const unknownCaller: Answered = [401, { message: "unknown caller" }];
export const notHere: Answered = [404, { message: "not here" }];

/** Those members of what was sent, where each of them is text; null otherwise. */
export function textsOf<Name extends string>(
  sent: Readonly<Record<string, unknown>> | null,
  names: readonly Name[],
): Record<Name, string> | null {
  const texts = names.map((name) => [name, sent?.[name]] as const);
  return texts.every(([, value]) => typeof value === "string")
    ? (Object.fromEntries(texts) as Record<Name, string>)
    : null;
}

export function send(response: ServerResponse, [status, body]: Answered): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/** The object that is sent; null for what is none, or too large. */
export async function readObject(request: IncomingMessage): Promise<Readonly<Record<string, unknown>> | null> {
  const body = await readAtMost(maxBodyBytes, request);
  try {
    const said: unknown = JSON.parse(body?.toString() ?? "null");
    return typeof said === "object" && said !== null ? (said as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
