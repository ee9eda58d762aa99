/**
 * A clearing house between banks, as a server of its own: settles what is put to it, once for each session. What it does
 * follows from the last two digits of the account that is paid, so that every course can be seen:
 *
 * - `00` refuses.
 * - `99` never decides.
 * - `98` lets the first request wait without an answer, and has settled when it is asked again.
 * - `97` has not decided the first time, and has settled when it is asked again.
 * - `96` settles at once and returns the money: `GET /returns` names it until `DELETE /returns/{sessionId}`.
 * - Everything else settles at once.
 *
 * Accounts at other banks exist unless their number begins with 9.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { equalInConstantTime } from "#src/identity/constant-time.ts";

export interface SandboxClearingHouse {
  readonly url: string;
  /** Sessions that were settled, with the amount as it was put. */
  readonly settled: ReadonlyMap<string, string>;
  /** Of those, the sessions that were returned and not acknowledged yet, with the account that had paid. */
  readonly returned: ReadonlyMap<string, string>;
  /** Switch on to be answered by nobody, or by nobody but those who know accounts. */
  outage: boolean | "settlement";
  close(): Promise<void>;
}

export interface ClearingHouseOptions {
  readonly port: number;
  /** What banks authenticate with, as a bearer token. */
  readonly secret: string;
}

interface PutTransfer {
  readonly sessionId: string;
  readonly fromAccount: string;
  readonly amount: string;
  readonly toAccount: string;
}

const maxBodyBytes = 16_384;
const returnsInAnswer = 500;
const names = ["Bola Ade", "Chika Nwosu", "Dele Balogun", "Ebele Okafor", "Femi Alabi"];

export async function startSandboxClearingHouse({ port, secret }: ClearingHouseOptions): Promise<SandboxClearingHouse> {
  const settled = new Map<string, string>();
  const returned = new Map<string, string>();
  const asked = new Set<string>();
  const house: { outage: SandboxClearingHouse["outage"] } = { outage: false };

  const decide = ({
    sessionId,
    amount,
    fromAccount,
    toAccount,
  }: PutTransfer): "SETTLED" | "FAILED" | "PENDING" | null => {
    if (settled.has(sessionId)) return "SETTLED";
    const isFirst = !asked.has(sessionId);
    asked.add(sessionId);
    const course = toAccount.slice(-2);
    if (course === "00") return "FAILED";
    if (course === "99" || (course === "97" && isFirst)) return "PENDING";
    settled.set(sessionId, amount);
    if (course === "96") returned.set(sessionId, fromAccount);
    return course === "98" && isFirst ? null : "SETTLED";
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const isEnquiry = request.url?.startsWith("/banks/") === true;
    if (house.outage === true || (house.outage === "settlement" && !isEnquiry)) return void request.socket.destroy();
    if (!isBearer(request, secret)) return send(response, 401, { message: "unknown bank" });
    const account = /^\/banks\/\d{6}\/accounts\/(\d{10})$/.exec(request.url ?? "")?.[1];
    if (request.method === "GET" && account !== undefined) {
      if (account.startsWith("9")) return send(response, 404, { message: "no such account" });
      return send(response, 200, { name: names[Number(account) % names.length] });
    }
    if (request.method === "GET" && request.url === "/returns") {
      const returns = [...returned]
        .slice(0, returnsInAnswer)
        .map(([sessionId, fromAccount]) => ({ sessionId, fromAccount }));
      return send(response, 200, { returns });
    }
    const acknowledged = /^\/returns\/(\d{30})$/.exec(request.url ?? "")?.[1];
    if (request.method === "DELETE" && acknowledged !== undefined) {
      returned.delete(acknowledged);
      return send(response, 200, {});
    }
    if (request.method !== "POST" || request.url !== "/transfers") return send(response, 404, { message: "not here" });
    const transfer = await readTransfer(request);
    if (transfer === null) return send(response, 400, { message: "not a transfer" });
    const status = decide(transfer);
    // Left open: whoever asked gives up after a while.
    if (status !== null) send(response, status === "PENDING" ? 202 : 200, { sessionId: transfer.sessionId, status });
  };

  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const { port: listening } = server.address() as AddressInfo;
  return Object.assign(house, {
    url: `http://127.0.0.1:${listening}`,
    settled,
    returned,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

function isBearer({ headers }: IncomingMessage, secret: string): boolean {
  return equalInConstantTime(Buffer.from(headers.authorization ?? ""), Buffer.from(`Bearer ${secret}`));
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/** Null for what is none. */
async function readTransfer(request: IncomingMessage): Promise<PutTransfer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBodyBytes) return null;
    chunks.push(chunk);
  }
  try {
    const { sessionId, amount, fromAccount, toAccount } = JSON.parse(
      Buffer.concat(chunks).toString("utf8"),
    ) as Partial<PutTransfer>;
    const isWhole = [sessionId, amount, fromAccount, toAccount].every((value) => typeof value === "string");
    return isWhole ? ({ sessionId, amount, fromAccount, toAccount } as PutTransfer) : null;
  } catch {
    return null;
  }
}
