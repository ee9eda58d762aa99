import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { expect } from "chai";
import { type Begin, Pipelines } from "#src/http/pipelines.ts";
import { type Conversation, converse } from "#test/contract/support/wire.ts";
import { until } from "#test/support/until.ts";

/** More than the buffers of a connection hold: half a dozen of such answers fill them. */
const longAnswer = Buffer.alloc(4 * 1024 * 1024, "x");

describe("requests sent before their answers", () => {
  let server: Server;
  let sockets: Socket[];
  let begun: string[];
  let underWay: number;
  let mostUnderWay: number;
  let letGo: () => void;
  let cutOff: number;

  async function start(mostWaiting?: number): Promise<void> {
    begun = [];
    underWay = mostUnderWay = cutOff = 0;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const pipelines = new Pipelines({
      ...(mostWaiting === undefined ? {} : { mostWaiting }),
      cutOff: (socket) => {
        cutOff++;
        socket.destroy();
      },
    });
    const begin: Begin = async (request, response) => {
      begun.push(request.url ?? "");
      mostUnderWay = Math.max(mostUnderWay, ++underWay);
      let size = 0;
      for await (const chunk of request) size += (chunk as Buffer).length;
      if (request.url === "/held") await held;
      underWay--;
      if (request.url === "/last") response.setHeader("Connection", "close");
      response.end(request.url === "/long" ? longAnswer : `${request.url} ${size};`);
    };
    server = createServer((request, response) => pipelines.admit(request, response, begin)).listen(0, "127.0.0.1");
    await once(server, "listening");
  }

  beforeEach(() => {
    sockets = [];
  });
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  });

  async function connected(): Promise<Conversation> {
    const conversation = await converse((server.address() as AddressInfo).port);
    sockets.push(conversation.socket);
    return conversation;
  }
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
  const post = (path: string, body: string) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const bodiesIn = (said: string) => said.match(/\/\w+ \d+(?=;)/g) ?? [];
  const openConnections = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
  /** Others are answered meanwhile. */
  async function othersAreAnswered(times: number): Promise<void> {
    const { socket, said } = await connected();
    for (let count = 1; count <= times; count++) {
      socket.write(get("/other"));
      await until(() => bodiesIn(said()).length === count);
    }
  }

  it("are begun one at a time, and answered in their order, all of them", async () => {
    await start();
    const { socket, said } = await connected();
    const paths = Array.from({ length: 3_000 }, (_, index) => `/r${index}`);
    socket.write(paths.map(get).join(""));
    await until(() => bodiesIn(said()).length === paths.length);
    expect(bodiesIn(said())).to.deep.equal(paths.map((path) => `${path} 0`));
    expect(begun).to.deep.equal(paths);
    expect(mostUnderWay).to.equal(1);
  });

  it("keep their bodies, also those that are read later", async () => {
    await start();
    const { socket, said } = await connected();
    const sizes = [0, 1, 300_000, 5, 1_000_000];
    socket.write(get("/held") + sizes.map((size) => post("/sent", "x".repeat(size))).join("") + get("/done"));
    await othersAreAnswered(3);
    expect(begun.filter((path) => path !== "/other")).to.deep.equal(["/held"]);
    letGo();
    await until(() => said().includes("/done 0;"));
    expect(bodiesIn(said())).to.deep.equal(["/held 0", ...sizes.map((size) => `/sent ${size}`), "/done 0"]);
  });

  it("wait while the answers before them are not read, and are answered once they are", async () => {
    await start();
    const { socket, said } = await connected();
    socket.pause();
    const count = 40;
    socket.write(get("/long").repeat(count));
    await until(() => begun.length > 0);
    await othersAreAnswered(50);
    expect(begun.filter((path) => path === "/long").length).to.be.below(count / 2);
    socket.resume();
    let read = 0;
    socket.removeAllListeners("data").on("data", (chunk) => {
      read += chunk.length;
    });
    await until(() => read >= count * longAnswer.length);
    expect(begun.filter((path) => path === "/long")).to.have.length(count);
    expect(said()).to.match(/^HTTP\/1\.1 200 |^$/);
  });

  it("are not read any more while one waits", async () => {
    await start();
    const { socket } = await connected();
    socket.write(get("/held"));
    await until(() => begun.length === 1);
    // Many times what a connection's buffers hold.
    socket.write(get("/next").repeat(1_500_000));
    await othersAreAnswered(50);
    expect(socket.writableLength).to.be.above(0);
    expect(begun.filter((path) => path !== "/other")).to.deep.equal(["/held"]);
  });

  it("are not begun after an answer with Connection: close", async () => {
    await start();
    const { socket, said } = await connected();
    socket.write(get("/held") + get("/last") + get("/never"));
    letGo();
    await once(socket, "close");
    expect(bodiesIn(said())).to.deep.equal(["/held 0", "/last 0"]);
    expect(begun).to.deep.equal(["/held", "/last"]);
  });

  it("are forgotten when their client has gone", async () => {
    await start(10);
    for (let times = 1; times <= 5; times++) {
      const { socket } = await connected();
      socket.write(get("/held") + get("/next").repeat(9));
      await until(() => begun.length >= times);
      socket.destroy();
    }
    letGo();
    await until(async () => (await openConnections()) === 0);
    expect(begun.filter((path) => path === "/next").length).to.be.below(45);
    await othersAreAnswered(1);
  });

  it("end the connection that has most of them when there are too many", async () => {
    await start(50);
    const modest = await connected();
    modest.socket.write(get("/held") + get("/a") + get("/b"));
    await until(() => begun.length === 1);
    const greedy = await connected();
    greedy.socket.write(get("/held").repeat(60));
    await until(() => greedy.socket.destroyed);
    expect(cutOff).to.equal(1);
    letGo();
    await until(() => modest.said().includes("/b 0;"));
    expect(bodiesIn(modest.said())).to.deep.equal(["/held 0", "/a 0", "/b 0"]);
  });
});
