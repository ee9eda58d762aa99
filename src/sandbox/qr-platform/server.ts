/**
 * A QR platform, as a server of its own: it makes a customer of every account that codes are made for, once for each account. What
 * it does follows from the last two digits of the phone, so that every course can be seen: `00` refuses the customer (422), `99` lets
 * the request wait without an answer and has made the customer nonetheless; everything else makes it at once.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { equalInConstantTime } from "#src/identity/constant-time.ts";

export interface SandboxQrCustomer {
  readonly customerId: string;
  readonly name: string;
  readonly phone: string;
  readonly email: string;
}

export interface SandboxQrPlatform {
  readonly url: string;
  /** By the account. */
  readonly customers: ReadonlyMap<string, SandboxQrCustomer>;
  /** Switch on to be answered by nobody. */
  outage: boolean;
  close(): Promise<void>;
}

export interface QrPlatformOptions {
  readonly port: number;
  /** What the bank authenticates with, as a bearer token. */
  readonly secret: string;
}

const maxBodyBytes = 16_384;

export async function startSandboxQrPlatform({ port, secret }: QrPlatformOptions): Promise<SandboxQrPlatform> {
  const customers = new Map<string, SandboxQrCustomer>();
  const platform = { outage: false };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (platform.outage) return void request.socket.destroy();
    const given = Buffer.from(request.headers.authorization ?? "");
    if (!equalInConstantTime(given, Buffer.from(`Bearer ${secret}`)))
      return send(response, 401, { message: "unknown bank" });
    const account = /^\/customers\/(\d{10})$/.exec(request.url ?? "")?.[1];
    if (request.method !== "PUT" || account === undefined) return send(response, 404, { message: "not here" });
    const particulars = await readParticulars(request);
    if (particulars === null) return send(response, 400, { message: "not a customer" });
    const course = particulars.phone.slice(-2);
    if (course === "00") return send(response, 422, { message: "refused" });
    const known = customers.get(account);
    const customer = { ...particulars, customerId: known?.customerId ?? `qrc_${account}` };
    customers.set(account, customer);
    // Left open: whoever asked gives up after a while.
    if (course !== "99") send(response, known === undefined ? 201 : 200, { customerId: customer.customerId });
  };

  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const { port: listening } = server.address() as AddressInfo;
  return Object.assign(platform, {
    url: `http://127.0.0.1:${listening}`,
    customers,
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
async function readParticulars(request: IncomingMessage): Promise<Omit<SandboxQrCustomer, "customerId"> | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBodyBytes) return null;
    chunks.push(chunk);
  }
  try {
    const said = JSON.parse(Buffer.concat(chunks).toString("utf8")) as Partial<SandboxQrCustomer>;
    const { name, phone, email } = said;
    const isWhole = [name, phone, email].every((value) => typeof value === "string");
    return isWhole ? ({ name, phone, email } as SandboxQrCustomer) : null;
  } catch {
    return null;
  }
}
