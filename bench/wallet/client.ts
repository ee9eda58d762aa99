/**
 * The client process of the benchmark: keeps so many connections busy with transfers for so many seconds. It writes and
 * reads HTTP on bare sockets: beside pgbench, what a client library takes of the same two cores would count against the server.
 */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { onCue } from "../apart.ts";

export interface TransferLoad {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly seconds: number;
  /** Makes the references of this load its own. */
  readonly name: string;
  readonly accounts: readonly string[];
  /** This part of the accounts is in `hotShare` of the payments, as payer and as payee; 1 for all alike. */
  readonly hotAccounts: number;
  readonly hotShare: number;
}

export interface TransferResult {
  readonly perSecond: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly transfers: number;
}

async function transferAll(load: TransferLoad): Promise<TransferResult> {
  const { hostname, port, pathname, search } = new URL(load.url);
  const sockets = Array.from({ length: load.connections }, () => connect(Number(port), hostname).setNoDelay());
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  const headers = Object.entries({ host: `${hostname}:${port}`, ...load.headers });
  const head = [`POST ${pathname}${search} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`)].join(
    "\r\n",
  );
  const times: number[] = [];
  let count = 0;
  const start = performance.now();
  const end = start + load.seconds * 1000;
  await Promise.all(
    sockets.map(async (socket) => {
      while (performance.now() < end) {
        const body = transferBody(load, `${load.name}-${count++}`);
        const sent = performance.now();
        socket.write(`${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
        const answer = await bodyOf(socket);
        times.push(performance.now() - sent);
        if (!answer.startsWith('{"status":"00"')) throw new Error(answer);
      }
    }),
  );
  const took = (performance.now() - start) / 1000;
  for (const socket of sockets) socket.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { transfers: times.length, perSecond: times.length / took, medianMs: at(0.5), p99Ms: at(0.99) };
}

/** Of the next answer, which says its length. */
function bodyOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const onData = (chunk: Buffer) => {
      text += chunk.toString("latin1");
      const headEnd = text.indexOf("\r\n\r\n");
      if (headEnd === -1) return;
      const [, length] = /content-length: (\d+)/i.exec(text.slice(0, headEnd)) ?? [];
      if (text.length < headEnd + 4 + Number(length)) return;
      done();
      resolve(text.slice(headEnd + 4));
    };
    const onClose = () => {
      done();
      reject(new Error("The server closed the connection"));
    };
    const done = () => socket.off("data", onData).off("close", onClose);
    socket.on("data", onData).once("close", onClose);
  });
}

function transferBody(load: TransferLoad, reference: string): string {
  const fromAccount = pick(load);
  let toAccount = pick(load);
  while (toAccount === fromAccount) toAccount = pick(load);
  const signature = createHash("sha512")
    .update(fromAccount + toAccount)
    .digest("hex");
  const parties = { fromAccount, toAccount, toBank: "999999", transferType: "intra" };
  return JSON.stringify({ ...parties, signature, amount: "1.00", remark: "bench", reference });
}

function pick({ accounts, hotAccounts, hotShare }: TransferLoad): string {
  const among = Math.random() < hotShare ? Math.max(2, Math.floor(accounts.length * hotAccounts)) : accounts.length;
  return accounts[Math.floor(Math.random() * among)] ?? "";
}

onCue((load: TransferLoad) => load, transferAll);
