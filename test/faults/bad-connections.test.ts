import { readFile } from "node:fs/promises";
import type { Socket } from "node:net";
import { expect } from "chai";
import { converse } from "#test/contract/support/wire.ts";
import { opened } from "#test/support/opened.ts";
import { until } from "#test/support/until.ts";
import { type IngestOperation, ingestOperations, post } from "./support/operations.ts";
import { type ServerProcess, Site } from "./support/site.ts";

describe("clients that do not keep to HTTP", () => {
  let server: ServerProcess;
  let operations: readonly IngestOperation[];

  const site = opened(() => Site.open());
  before(async () => {
    server = await site.start();
    operations = await ingestOperations(site);
  });

  const connected = (bytes = "") => converse(Number(new URL(server.url).port), bytes);

  /** What the server says to these bytes until it closes the connection. */
  async function answerTo(bytes: string): Promise<string> {
    const { socket, said } = await connected(bytes);
    await new Promise((closed) => socket.once("close", closed));
    return said();
  }

  async function head(operation: IngestOperation, length: number): Promise<string> {
    const headers = { host: "x", "content-type": "application/json", "content-length": String(length) };
    const lines = Object.entries({ ...headers, ...(await operation.credentials()) });
    return `POST ${operation.path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
  }

  /** Every operation gets through, as if nothing had been. */
  async function isWell(): Promise<void> {
    for (const operation of operations) {
      const { status, text: said } = await post(server, operation, await operation.credentials(), operation.body());
      expect(status, said).to.equal(operation.success);
    }
  }

  it("are told 431 when they send thousands of headers, and cut off when they go on", async () => {
    const request = (count: number) => {
      const headers = Array.from({ length: count }, (_, index) => `x-${index}: 1\r\n`).join("");
      return `GET /api/auth/verify HTTP/1.1\r\nhost: x\r\n${headers}\r\n`;
    };
    expect(await answerTo(request(2_000))).to.match(/^HTTP\/1\.1 431 /);
    // A connection that is reset may take the answer with it.
    expect(await answerTo(request(10_000))).to.match(/^(HTTP\/1\.1 431 |$)/);
    await isWell();
  });

  it("are told 400 when a request has two lengths, or is no request", async () => {
    const lengths = "transfer-encoding: chunked\r\ncontent-length: 5\r\n";
    const smuggling = `POST /v1/logs HTTP/1.1\r\nhost: x\r\n${lengths}\r\n0\r\n\r\nGET /`;
    for (const bytes of [smuggling, "\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03", "GET / HTTP/9.9\r\n\r\n"]) {
      expect(await answerTo(bytes)).to.match(/^HTTP\/1\.1 400 /);
    }
    await isWell();
  });

  it("are told so in a problem under a request id, whatever was wrong", async () => {
    const get = "GET /api/auth/verify HTTP/1.1\r\n";
    const told = [
      ["nonsense\r\n\r\n", 400],
      [`${get}\r\n`, 400],
      [`${get}host: x\r\nbroken\0: 1\r\n\r\n`, 400],
      [`${get}host: x\r\nx-long: ${"x".repeat(20_000)}\r\n\r\n`, 431],
      [`GET /${"x".repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 431],
      [`${get}host: x\r\nexpect: miracles\r\n\r\n`, 417],
    ] as const;
    for (const [bytes, status] of told) {
      const [head = "", body = ""] = (await answerTo(bytes)).split("\r\n\r\n");
      expect(head).to.match(new RegExp(`^HTTP/1.1 ${status} `));
      const problem = JSON.parse(body) as { readonly status: number; readonly correlationId: string };
      expect(problem.status).to.equal(status);
      expect(head).to.include(`\r\nX-Request-Id: ${problem.correlationId}\r\n`);
      expect(head).to.include("\r\nContent-Type: application/problem+json\r\n");
    }
    expect(await answerTo("GET /healthz HTTP/1.0\r\n\r\n"), "of HTTP/1.0").to.match(/^HTTP\/1\.1 200 /);
  });

  it("are told nothing in the middle of another answer", async () => {
    const { socket, said } = await connected();
    const reading = "GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n";
    const [operation] = operations as readonly [IngestOperation, ...IngestOperation[]];
    const writing = (await head(operation, 1)).replace("content-length: 1", "transfer-encoding: chunked");
    socket.write(reading.repeat(60) + writing);
    await until(() => said() !== "");
    // More answers than the connection has room for, and a broken chunk behind them.
    socket.pause();
    await new Promise((written) => socket.write("broken\r\n", written));
    socket.resume();
    await new Promise((closed) => socket.once("close", closed));
    const statuses = statusesIn(said());
    expect(statuses[0]).to.equal(200);
    // Whether the reader was so slow is up to the kernel's buffers; before an answer that is due, 400 is not heard.
    if (statuses.includes(400)) expect(statuses.indexOf(400)).to.equal(60);
  });

  it("keep nobody waiting while they dribble a byte at a time", async () => {
    const slow: Socket[] = [];
    for (const operation of operations) {
      const start = await head(operation, 1_000);
      for (let count = 0; count < 40; count++) {
        slow.push((await connected(`${start}[`)).socket);
      }
    }
    for (let times = 0; times < 20; times++) {
      for (const socket of slow) socket.write(" ");
      await isWell();
    }
    expect(slow.filter((socket) => socket.destroyed)).to.have.length(0);
    for (const socket of slow) socket.destroy();
    await isWell();
  });

  it("leave nothing behind when they go in the middle of a request", async () => {
    const marked = operations.map((operation) => ({ operation, body: operation.body() }));
    const before = await openConnections();
    for (let times = 0; times < 20; times++) {
      for (const { operation, body } of marked) {
        const start = await head(operation, body.length);
        const { socket } = await connected();
        // Within the headers, within the body, or before the answer.
        const sent = [start.slice(0, -9), start + body.slice(0, -5), start + body][times % 3] ?? "";
        socket.write(sent, () => socket.destroy());
      }
    }
    await until(async () => (await openConnections()) <= before);
    await isWell();
    expect(server.accord.output).not.to.match(/"level":(50|60)/);
  });

  /** Connections with the server that it has not closed (proc_net_tcp: states ESTABLISHED and CLOSE_WAIT). */
  async function openConnections(): Promise<number> {
    const port = Number(new URL(server.url).port).toString(16).toUpperCase().padStart(4, "0");
    const lines = (await readFile("/proc/net/tcp", "utf8")).split("\n").map((line) => line.trim().split(/\s+/));
    return lines.filter(([, local = "", , state = ""]) => local.endsWith(`:${port}`) && /^0[18]$/.test(state)).length;
  }
});

/** The statuses of the answers on a connection, told apart by their lengths. Throws where none begins. */
function statusesIn(said: string): number[] {
  const statuses: number[] = [];
  for (let at = 0; at < said.length; ) {
    const [head = "", status] = /^HTTP\/1\.1 (\d{3}) .*?\r\n\r\n/s.exec(said.slice(at, at + 4_096)) ?? [];
    if (head === "") throw new Error(`no answer begins with ${JSON.stringify(said.slice(at, at + 40))}`);
    statuses.push(Number(status));
    at += head.length + Number(/content-length: (\d+)/i.exec(head)?.[1]);
  }
  return statuses;
}
