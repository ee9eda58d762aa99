import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { expect } from "chai";
import { Destinations, type NameResolver } from "#src/webhooks/destinations.ts";
import { Sender, type SenderOptions } from "#src/webhooks/sender.ts";
import { type Answering, aReceiver, type Receiver } from "#test/builders/receiver.ts";
import { closedPort } from "#test/support/ports.ts";
import { certificate, privateKey } from "./support/certificate.ts";

describe("sending a webhook", () => {
  const opened: { close(): unknown }[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()));
  });

  function sender(given: Partial<SenderOptions> = {}): Sender {
    const made = new Sender({ destinations: new Destinations({ allowLoopback: true }), timeoutMs: 2_000, ...given });
    opened.push(made);
    return made;
  }

  /** A sender for which every check ended with these addresses. */
  function dialling(addresses: readonly string[], given: Partial<SenderOptions> = {}): Sender {
    return sender({ destinations: { check: async (url) => ({ url: new URL(url), addresses }) }, ...given });
  }

  async function receiver(answering?: Answering): Promise<Receiver> {
    const made = await aReceiver(answering);
    opened.push(made);
    return made;
  }

  /** A server of plain sockets; `serve` gets each connection. */
  async function socketServer(serve: (socket: Socket) => void): Promise<string> {
    const sockets = new Set<Socket>();
    const server: Server = createTcpServer((socket) => {
      sockets.add(socket.on("error", () => {}));
      serve(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    opened.push({
      close: () => {
        for (const socket of sockets) socket.destroy();
        server.close();
      },
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  it("does not dial a name that has moved to an internal address since it was registered", async () => {
    const { port, received } = await receiver();
    const answers = ["93.184.216.34", "127.0.0.1"];
    const rebinding: NameResolver = {
      resolve4: async () => answers.splice(0, 1),
      resolve6: async () => [],
    };
    const destinations = new Destinations({ allowLoopback: true, resolver: rebinding });
    const url = `https://hooks.example.com:${port}/`;
    expect((await destinations.check(url)).addresses).to.deep.equal(["93.184.216.34"]);
    const result = await sender({ destinations }).send(url, {}, "{}");
    expect(result).to.deep.include({ failure: "URL_REFUSED", rule: "addressNotPublic", httpStatus: null });
    expect(JSON.stringify(result)).not.to.include("127.0.0.1");
    expect(received).to.deep.equal([]);
  });

  it("dials the checked address, and uses the name for TLS and Host only", async () => {
    const seen: unknown[] = [];
    const server = createTlsServer({ cert: certificate, key: privateKey }, (request, response) => {
      seen.push([request.headers.host, (request.socket as unknown as { servername: string }).servername, request.url]);
      response.writeHead(200).end("ok");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    opened.push({ close: () => server.closeAllConnections() }, server);
    const { port } = server.address() as AddressInfo;
    const trusting = dialling(["127.0.0.1"], { ca: certificate });
    const result = await trusting.send(`https://hooks.example.com:${port}/a?b=c`, {}, "{}");
    expect(result).to.deep.include({ failure: null, httpStatus: 200, bodyExcerpt: "ok" });
    expect(seen).to.deep.equal([[`hooks.example.com:${port}`, "hooks.example.com", "/a?b=c"]]);

    const otherName = await trusting.send(`https://other.example.com:${port}/`, {}, "{}");
    expect(otherName).to.deep.include({ failure: "TLS_FAILED", httpStatus: null });
    const byAddress = await trusting.send(`https://127.0.0.1:${port}/`, {}, "{}");
    expect(byAddress.failure).to.equal("TLS_FAILED");
    const distrusting = await dialling(["127.0.0.1"]).send(`https://hooks.example.com:${port}/`, {}, "{}");
    expect(distrusting.failure).to.equal("TLS_FAILED");
    expect(seen).to.have.length(1);
  });

  it("calls a plain-text answer to TLS a TLS failure, and a refused connection a failed one", async () => {
    const { port } = await receiver();
    const plain = await dialling(["127.0.0.1"]).send(`https://hooks.example.com:${port}/`, {}, "{}");
    expect(plain.failure).to.equal("TLS_FAILED");
    const closed = await dialling(["127.0.0.1"]).send(`https://hooks.example.com:${closedPort}/`, {}, "{}");
    expect(closed.failure).to.equal("CONNECTION_FAILED");
  });

  it("tries the next checked address when one is unreachable", async () => {
    const { port, received } = await receiver();
    const result = await dialling(["127.0.0.2", "127.0.0.1"]).send(`http://hooks.example.com:${port}/`, {}, "{}");
    expect(result.failure).to.equal(null);
    expect(received).to.have.length(1);
  });

  it("uses a connection again, and does not count one that went stale as a failure", async () => {
    const ports: (number | undefined)[] = [];
    const kept = await receiver((response) => {
      ports.push(response.socket?.remotePort);
      response.writeHead(200).end("ok");
    });
    const reusing = sender();
    for (let count = 0; count < 3; count++) expect((await reusing.send(kept.url, {}, "{}")).failure).to.equal(null);
    expect(new Set(ports).size).to.equal(1);

    // Answers once and keeps the connection; what comes on it a second time is met with a reset.
    let requests = 0;
    const url = await socketServer((socket) => {
      let used = false;
      socket.on("data", () => {
        requests++;
        if (used) return void socket.resetAndDestroy();
        used = true;
        socket.write("HTTP/1.1 204 No Content\r\n\r\n");
      });
    });
    for (let count = 0; count < 2; count++) expect((await reusing.send(url, {}, "{}")).failure).to.equal(null);
    expect(requests).to.equal(3);
  });

  it("reads no more than a KiB of an endless answer, and goes by its status", async () => {
    let written = 0;
    const { url } = await receiver((response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && written < 50_000_000 && response.write("x".repeat(65_536))) written += 65_536;
      };
      response.on("drain", more);
      more();
    });
    const result = await sender().send(url, {}, "{}");
    expect(result).to.deep.include({ failure: null, httpStatus: 200, bodyExcerpt: "x".repeat(1_024) });
    expect(written).to.be.below(10_000_000);
  });

  it("does not wait for a body that drips", async () => {
    const { url } = await receiver((response) => {
      response.writeHead(200);
      response.write("a");
    });
    // The test ends before this does.
    const result = await sender({ timeoutMs: 600_000 }).send(url, {}, "{}");
    expect(result).to.deep.include({ failure: null, httpStatus: 200, bodyExcerpt: "a" });
  });

  for (const [name, text] of [
    ["noise", "noise\r\n\r\n"],
    ["endless headers", `HTTP/1.1 200 OK\r\n${"X-Long: aaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n".repeat(2_000)}\r\n`],
    ["two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na"],
  ] as const) {
    it(`takes ${name} for a failed connection`, async () => {
      const url = await socketServer((socket) => void socket.once("data", () => socket.end(text)));
      expect((await sender().send(url, {}, "{}")).failure).to.equal("CONNECTION_FAILED");
    });
  }

  it("takes a switch of protocols for no answer", async () => {
    const url = await socketServer((socket) => {
      socket.once("data", () => socket.write("HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"));
    });
    const result = await sender().send(url, {}, "{}");
    expect(result).to.deep.include({ failure: "HTTP_STATUS", httpStatus: 101 });
  });

  for (const [name, text] of [
    ["nothing", ""],
    ["endless interim answers", "HTTP/1.1 102 Processing\r\n\r\n"],
    ["half a header", "HTTP/1.1 200 OK\r\nX-Half:"],
  ] as const) {
    it(`ends an attempt that gets ${name} at its time-out`, async () => {
      const url = await socketServer((socket) => void socket.once("data", () => socket.write(text)));
      const result = await sender({ timeoutMs: 300 }).send(url, {}, "{}");
      expect(result).to.deep.include({ failure: "TIMEOUT", httpStatus: null });
      expect(result.durationMs).to.be.at.least(290);
    });
  }

  it("counts a DNS that does not answer into the time-out", async () => {
    const silent: NameResolver = { resolve4: () => new Promise(() => {}), resolve6: () => new Promise(() => {}) };
    const waiting = sender({
      destinations: new Destinations({ allowLoopback: false, resolver: silent }),
      timeoutMs: 100,
    });
    expect((await waiting.send("https://hooks.example.com/", {}, "{}")).failure).to.equal("TIMEOUT");
  });

  it("goes past the proxies of the environment", async () => {
    const proxy = await receiver();
    const { url, received } = await receiver();
    const before = { ...process.env };
    Object.assign(process.env, { HTTP_PROXY: proxy.url, http_proxy: proxy.url, NODE_USE_ENV_PROXY: "1" });
    try {
      expect((await sender().send(url, {}, "{}")).failure).to.equal(null);
    } finally {
      process.env = before;
    }
    expect([proxy.received.length, received.length]).to.deep.equal([0, 1]);
  });
});
