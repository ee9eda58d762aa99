import { once } from "node:events";
import type { Socket } from "node:net";
import { expect } from "chai";
import type { ConnectionLimits } from "#src/http/connections.ts";
import { createMetrics, type Metrics } from "#src/http/metrics.ts";
import type { RunningServer } from "#src/server/http-server.ts";
import { aDocument, anything } from "#test/contract/support/document.ts";
import { bindLoosely, echo } from "#test/contract/support/serve.ts";
import { type Conversation, converse } from "#test/contract/support/wire.ts";
import { serveApi } from "#test/support/http-server.ts";
import { until } from "#test/support/until.ts";

const limit = 32 * 1024 * 1024;
const content = { "application/octet-stream": { schema: { type: "string", format: "binary" } } };
/** What /slow waits for. */
let worked = Promise.withResolvers<void>();

const api = bindLoosely(
  aDocument({
    paths: {
      "/send": {
        post: {
          operationId: "send",
          requestBody: { required: true, content, "x-accord-body-limit": limit },
          responses: anything,
        },
      },
      "/many": { get: { operationId: "many", responses: anything } },
      "/slow": { get: { operationId: "slow", responses: anything } },
    },
  }),
  {
    handlers: {
      send: ({ body }) => ({ status: 200, body: { size: (body as Buffer).length } }),
      many: () => ({ status: 200, body: "x".repeat(limit) }),
      slow: async (_, call) => {
        await worked.promise;
        return echo(_, call);
      },
    },
  },
);

describe("connections", () => {
  let server: RunningServer;
  let metrics: Metrics;
  const sockets: Socket[] = [];

  beforeEach(() => {
    worked = Promise.withResolvers();
  });

  const start = async (connections: Partial<ConnectionLimits>, bodyMemoryBytes?: number) => {
    metrics = createMetrics();
    server = await serveApi(api, "", {
      metrics,
      responseChecks: "off",
      connections,
      ...(bodyMemoryBytes === undefined ? {} : { bodyMemoryBytes }),
    });
  };
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await server.close({ patienceMs: 0 });
  });

  /** A connection that has said this, and what it was answered so far. */
  async function saying(bytes: string, from?: string): Promise<Conversation> {
    const conversation = await converse(server.port, bytes, from);
    sockets.push(conversation.socket);
    return conversation;
  }
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
  const post = (length: number) =>
    `POST /send HTTP/1.1\r\nHost: x\r\nContent-Type: application/octet-stream\r\nContent-Length: ${length}\r\n\r\n`;
  const counted = async (counter: "cutOff" | "shed", reason: string) =>
    (await metrics[counter].get()).values.find(({ labels }) => labels.reason === reason)?.value ?? 0;

  it("with half-sent bodies are told 408 and ended when no more comes, and what they had sent is forgotten", async () => {
    await start({ stallMs: 600 });
    const half = "x".repeat(500_000);
    const stalled = await Promise.all(Array.from({ length: 20 }, () => saying(post(1_000_000) + half)));
    const gone = Promise.all(stalled.map(({ socket }) => once(socket, "close")));
    await gone;
    for (const { said } of stalled) expect(said()).to.match(/^HTTP\/1\.1 408 [\s\S]*came too slowly/);
    expect(await counted("cutOff", "slow_request")).to.equal(20);
    const whole = await saying(`${post(3)}xxx`);
    await until(() => /"size":3/.test(whole.said()));
  });

  it("with bodies that dribble are ended once they are late, and others with large bodies are not", async () => {
    await start({ bodyGraceMs: 300, bytesPerSecond: 10_000 });
    const dribbling = await saying(post(1_000_000));
    const steady = await saying(post(1_000_000));
    const timer = setInterval(() => {
      if (dribbling.socket.writable) dribbling.socket.write("x");
      if (steady.socket.writable) steady.socket.write("x".repeat(20_000));
    }, 20);
    await until(() => dribbling.socket.destroyed && /"size":1000000/.test(steady.said())).finally(() =>
      clearInterval(timer),
    );
    expect(dribbling.said()).to.match(/^HTTP\/1\.1 408 /);
  });

  it("that do not read their answer are ended; those that read it slowly, or wait for it, are not", async () => {
    await start({ stallMs: 1_500 });
    // It waits for longer than the deaf one may.
    const waiting = await saying(get("/slow"));
    const deaf = await saying("");
    deaf.socket.pause();
    deaf.socket.write(get("/many"));
    const slow = await saying("");
    let read = 0;
    slow.socket.removeAllListeners("data");
    slow.socket.on("data", (chunk) => {
      read += chunk.length;
      slow.socket.pause();
      setTimeout(() => slow.socket.resume(), 1);
    });
    slow.socket.write(get("/many"));
    await until(async () => (await counted("cutOff", "unread_answer")) === 1);
    worked.resolve();
    await until(() => read > limit && /^HTTP\/1\.1 200 /.test(waiting.said()));
    expect(await counted("cutOff", "unread_answer")).to.equal(1);
  });

  it("beyond what there may be take the place of the one that has waited longest for its client", async () => {
    await start({ most: 5 });
    const working = await saying(get("/slow"));
    const half = await saying(post(10));
    const idle = await Promise.all(Array.from({ length: 3 }, () => saying(get("/healthz"))));
    await until(() => idle.every(({ said }) => said().includes('"alive"')));
    for (let count = 0; count < 3; count++) {
      const probe = await saying(get("/healthz"));
      await until(() => probe.said().includes('"alive"'));
    }
    await until(() => idle.every(({ socket }) => socket.destroyed));
    expect(half.socket.destroyed).to.equal(false);
    worked.resolve();
    await until(() => /^HTTP\/1\.1 200 /.test(working.said()));
    expect(await counted("cutOff", "crowded")).to.equal(3);
  });

  it("beyond what there may be take the place of one of the address that has most of them", async () => {
    await start({ most: 6 });
    const modest = await saying(get("/healthz"), "127.0.0.2");
    await until(() => modest.said().includes('"alive"'));
    const greedy = await Promise.all(Array.from({ length: 5 }, () => saying("")));
    for (let count = 0; count < 3; count++) {
      const probe = await saying(get("/healthz"), "127.0.0.3");
      await until(() => probe.said().includes('"alive"'));
    }
    await until(() => greedy.filter(({ socket }) => socket.destroyed).length === 3);
    modest.socket.write(get("/healthz"));
    await until(() => modest.said().split('"alive"').length === 3);
  });

  it("whose bodies have no room any more are answered 503 with Retry-After, small ones never", async () => {
    await start({}, 4_000_000);
    const sendHalf = () => saying(post(3_000_000) + "x".repeat(1_900_000));
    let half = await sendHalf();
    // One owner has half of it; everybody who has no name here comes from one address.
    // It is refused as soon as the half body has arrived. Bodies are read in turns: the half one may be the one that is too much.
    await until(async () => {
      if (half.said() !== "") half = await sendHalf();
      const other = await saying(post(1_000_000) + "x".repeat(1_000_000));
      await until(() => other.said() !== "");
      return /^HTTP\/1\.1 503 [\s\S]*Retry-After: \d/i.test(other.said());
    });
    const small = await saying(post(10_000) + "x".repeat(10_000));
    await until(() => /"size":10000/.test(small.said()));
    half.socket.destroy();
    await until(async () => {
      const again = await saying(post(1_000_000) + "x".repeat(1_000_000));
      await until(() => again.said() !== "");
      return /"size":1000000/.test(again.said());
    });
    expect(await counted("shed", "memory")).to.be.above(0);
  });

  it("may name one host only", async () => {
    await start({});
    for (const [hosts, status] of [
      ["Host: a\r\nHost: b\r\n", 400],
      ["Host: a\r\nhOST: a\r\n", 400],
      ["", 400],
      ["Host: a\r\n", 200],
    ] as const) {
      const { said } = await saying(`GET /healthz HTTP/1.1\r\n${hosts}\r\n`);
      await until(() => said() !== "");
      expect(said(), hosts).to.match(new RegExp(`^HTTP/1.1 ${status} `));
    }
  });
});
