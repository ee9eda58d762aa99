/**
 * A mail service, as a server of its own: what is handed over is kept, and can be read. What it does follows from the part of the recipient's
 * address before the @, so that every course can be seen: `…+refused` is refused (422), `…+silent` is kept and not answered; everything else is kept.
 *
 * - `PUT /messages/{id}` takes `{to, subject, text}`.
 * - `GET /messages?to=…` lists the last messages to an address, the newest first; without `to`, to all.
 * - `PUT /outage` takes `{on}`: while it is on, nothing else is answered.
 *
 * All of them want the secret, as a bearer token: a message may hold a token.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { equalInConstantTime } from "#src/identity/constant-time.ts";

export interface KeptMessage {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly receivedAt: string;
}

export interface SandboxMailbox {
  readonly url: string;
  /** The newest last. */
  readonly messages: readonly KeptMessage[];
  /** Switch on to be answered by nobody. */
  outage: boolean;
  close(): Promise<void>;
}

export interface MailboxOptions {
  readonly port: number;
  /** What senders and readers authenticate with, as a bearer token. */
  readonly secret: string;
}

const maxBodyBytes = 65_536;
/** Of all recipients; the oldest make room. */
const maxMessages = 1_000;
const maxListed = 50;

export async function startSandboxMailbox({ port, secret }: MailboxOptions): Promise<SandboxMailbox> {
  const messages: KeptMessage[] = [];
  const mailbox = { outage: false };

  const keep = (message: KeptMessage): boolean => {
    const known = messages.findIndex(({ id }) => id === message.id);
    if (known !== -1) messages.splice(known, 1);
    messages.push(message);
    if (messages.length > maxMessages) messages.shift();
    return known === -1;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://mailbox.invalid");
    const given = Buffer.from(request.headers.authorization ?? "");
    if (!equalInConstantTime(given, Buffer.from(`Bearer ${secret}`)))
      return send(response, 401, { message: "unknown sender" });
    if (request.method === "PUT" && pathname === "/outage") {
      const { on } = (await readObject(request)) ?? {};
      if (typeof on !== "boolean") return send(response, 400, { message: "on is true or false" });
      mailbox.outage = on;
      return send(response, 200, { on });
    }
    if (mailbox.outage) return void request.socket.destroy();
    if (request.method === "GET" && pathname === "/messages") {
      const to = searchParams.get("to")?.toLowerCase();
      const found = messages.filter((message) => to === undefined || message.to.toLowerCase() === to);
      return send(response, 200, { messages: found.slice(-maxListed).reverse() });
    }
    const id = /^\/messages\/([\w-]{1,64})$/.exec(pathname)?.[1];
    if (request.method !== "PUT" || id === undefined) return send(response, 404, { message: "not here" });
    const { to, subject, text } = (await readObject(request)) ?? {};
    if (typeof to !== "string" || typeof subject !== "string" || typeof text !== "string")
      return send(response, 400, { message: "not a message" });
    const [recipient = ""] = to.split("@");
    if (recipient.endsWith("+refused")) return send(response, 422, { message: "no such recipient" });
    const isNew = keep({ id, to, subject, text, receivedAt: new Date().toISOString() });
    // Left open: whoever sent it gives up after a while.
    if (!recipient.endsWith("+silent")) send(response, isNew ? 201 : 200, { id });
  };

  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const { port: listening } = server.address() as AddressInfo;
  return Object.assign(mailbox, {
    url: `http://127.0.0.1:${listening}`,
    messages,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/** Null for what is none. */
async function readObject(request: IncomingMessage): Promise<Readonly<Record<string, unknown>> | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBodyBytes) return null;
    chunks.push(chunk);
  }
  try {
    const said: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    return typeof said === "object" && said !== null ? (said as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
