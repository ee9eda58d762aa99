import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { expect } from "chai";
import type { RunningServer } from "#src/server/http-server.ts";
import { aDocument, anything } from "#test/contract/support/document.ts";
import { bindLoosely } from "#test/contract/support/serve.ts";
import { converse } from "#test/contract/support/wire.ts";
import { serveApi } from "#test/support/http-server.ts";
import { isDeep } from "#test/support/runs.ts";
import { until } from "#test/support/until.ts";

/** More than the buffers of a connection hold. */
const long = "x".repeat(16 * 1024 * 1024);

describe("a server that stops", () => {
  let server: RunningServer;
  let begun = 0;
  let letGo: () => void;
  let held: Promise<void>;
  const api = bindLoosely(
    aDocument({
      paths: Object.fromEntries(
        ["quick", "held", "long"].map((name) => [`/${name}`, { get: { operationId: name, responses: anything } }]),
      ),
    }),
    {
      handlers: {
        quick: () => {
          begun++;
          return { status: 200, body: {} };
        },
        held: async () => {
          begun++;
          await held;
          return { status: 200, body: {} };
        },
        long: () => ({ status: 200, body: long }),
      },
    },
  );
  const start = (port = 0) => serveApi(api, "", { port, responseChecks: "off" });

  beforeEach(async () => {
    begun = 0;
    held = new Promise((resolve) => {
      letGo = resolve;
    });
    server = await start();
  });
  afterEach(() => server.close({ patienceMs: 0 }));

  /** The status and the headers of one answer; rejects as the client does. */
  function ask(agent: Agent, path: string): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      request({ host: "127.0.0.1", port: server.port, path, agent })
        .once("error", reject)
        .once("response", (answer) => {
          answer.resume().once("error", reject);
          answer.once("end", () => resolve(answer));
        })
        .end();
    });
  }

  it("resets no request of any busy client, however often it is started again", async () => {
    const agent = new Agent({ keepAlive: true });
    const failures: string[] = [];
    let answered = 0;
    let isOver = false;
    const client = async () => {
      while (!isOver) {
        try {
          const { statusCode } = await ask(agent, "/quick");
          if (statusCode !== 200) failures.push(`answered ${statusCode}`);
          answered++;
        } catch (error) {
          const { code, message } = error as NodeJS.ErrnoException;
          // Nothing was sent: another server takes the connection, or this one when it is back.
          if (code !== "ECONNREFUSED") failures.push(`${code}: ${message}`);
          await new Promise((resolve) => setImmediate(resolve));
        }
      }
    };
    const clients = Promise.all(Array.from({ length: 40 }, client));
    for (let times = 0; times < (isDeep ? 15 : 3); times++) {
      const goal = answered + 500;
      await until(() => answered >= goal);
      await server.close({ idleMs: 100 });
      server = await start(server.port);
    }
    isOver = true;
    await clients;
    agent.destroy();
    expect(failures).to.deep.equal([]);
    expect(begun, "carried out").to.equal(answered);
  });

  it("answers what comes on an open connection, with Connection: close", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect((await ask(agent, "/quick")).headers.connection).to.equal("keep-alive");
    const closing = server.close({ idleMs: 60_000 });
    const last = await ask(agent, "/quick");
    expect([last.statusCode, last.headers.connection]).to.deep.equal([200, "close"]);
    await closing;
    agent.destroy();
  });

  it("says Connection: close in the answers that are under way, and ends once they are sent", async () => {
    const agent = new Agent({ keepAlive: true });
    const answers = Promise.all(Array.from({ length: 5 }, () => ask(agent, "/held")));
    await until(() => begun === 5);
    const closing = server.close({ idleMs: 60_000 });
    await new Promise((resolve) => setImmediate(resolve));
    letGo();
    for (const { statusCode, headers } of await answers)
      expect([statusCode, headers.connection]).to.deep.equal([200, "close"]);
    await closing;
    agent.destroy();
  });

  it("answers what was sent ahead on one connection before it ends it", async () => {
    const get = (path: string) => `GET /${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
    const { socket, said } = await converse(server.port, get("held") + get("quick").repeat(20));
    await until(() => begun === 1);
    const closing = server.close({ idleMs: 60_000 });
    await new Promise((resolve) => setImmediate(resolve));
    letGo();
    await once(socket, "close");
    expect(said().match(/HTTP\/1\.1 200 /g)).to.have.length(21);
    expect(said().match(/^Connection: close/gim)).to.have.length(1);
    await closing;
  });

  it("ends connections that nobody uses, and waits for none for ever", async () => {
    const idle = connect(server.port, "127.0.0.1");
    await once(idle, "connect");
    const ended = once(idle.resume(), "end");
    await server.close({ idleMs: 0 });
    await ended;
    server = await start();
    const agent = new Agent({ keepAlive: true });
    const answer = ask(agent, "/held").catch((error: NodeJS.ErrnoException) => error.code);
    await until(() => begun === 1);
    await server.close({ patienceMs: 50 });
    expect(await answer).to.equal("ECONNRESET");
    letGo();
  });

  it("loses no last answer to what the client goes on sending", async () => {
    const socket = connect(server.port, "127.0.0.1");
    let said = 0;
    const failures: unknown[] = [];
    socket.on("error", (error) => failures.push(error));
    socket.pause();
    socket.write("GET /long HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    socket.write("GET /quick HTTP/1.1\r\nHost: x\r\n\r\n".repeat(20_000));
    // So slow a reader is still behind when the server has sent the last of it.
    socket.on("data", (chunk) => {
      said += chunk.length;
      socket.pause();
      setTimeout(() => socket.resume(), 1);
    });
    socket.resume();
    await once(socket, "end");
    expect(failures).to.deep.equal([]);
    expect(said).to.be.above(long.length);
    expect(begun).to.equal(0);
    socket.destroy();
  });
});
