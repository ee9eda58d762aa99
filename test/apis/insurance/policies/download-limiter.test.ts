import { once } from "node:events";
import { Agent, type IncomingMessage, request, type ServerResponse } from "node:http";
import { expect } from "chai";
import { type Download, DownloadLimiter } from "#src/apis/insurance/policies/download-limiter.ts";
import { Problem } from "#src/http/problem.ts";
import { whileTested } from "#test/support/api-server.ts";
import { LocalServer } from "#test/support/local-server.ts";
import { until } from "#test/support/until.ts";

describe("the limiter of downloads", () => {
  let arrived: (response: ServerResponse) => void;
  const server = whileTested(new LocalServer((_request, response) => arrived(response)));

  /** A request that has come in, and who sent it. */
  async function aRequest(agent: Agent | false = false) {
    const incoming = new Promise<ServerResponse>((resolve) => {
      arrived = resolve;
    });
    const caller = request(server.origin, { agent }).end();
    caller.on("error", () => {});
    return { caller, outgoing: await incoming };
  }

  async function holds(limiter: DownloadLimiter, download: Download, count: number): Promise<ServerResponse[]> {
    const held: ServerResponse[] = [];
    for (let index = 0; index < count; index++) {
      const { outgoing } = await aRequest();
      limiter.acquire(download, outgoing);
      held.push(outgoing);
    }
    return held;
  }

  async function isFull(limiter: DownloadLimiter, download: Download): Promise<boolean> {
    const { outgoing } = await aRequest();
    try {
      limiter.acquire(download, outgoing);
      return false;
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== "OVERLOADED") throw error;
      return true;
    } finally {
      outgoing.end();
      await once(outgoing, "close");
    }
  }

  const of = (providerId: string, businessId: string): Download => ({ providerId, businessId });

  it("takes eight of an insurer, eight for a business, and sixteen in all", async () => {
    const limiter = new DownloadLimiter();
    await holds(limiter, of("aegis", "one"), 8);
    expect(await isFull(limiter, of("aegis", "two"))).to.equal(true);
    expect(await isFull(limiter, of("borealis", "one"))).to.equal(true);
    expect(await isFull(limiter, of("borealis", "two"))).to.equal(false);
    await holds(limiter, of("borealis", "two"), 8);
    expect(await isFull(limiter, of("caravel", "three"))).to.equal(true);
  });

  it("has room again when answers have been read, or their callers are gone", async () => {
    const limiter = new DownloadLimiter();
    const [first, ...others] = await holds(limiter, of("aegis", "one"), 8);
    expect(await isFull(limiter, of("aegis", "one"))).to.equal(true);
    first?.end();
    await until(async () => !(await isFull(limiter, of("aegis", "one"))));
    for (const outgoing of others) outgoing.destroy();
    await holds(limiter, of("aegis", "one"), 7);
  });

  it("does not count a caller who has left already", async () => {
    const limiter = new DownloadLimiter();
    const { caller, outgoing } = await aRequest();
    caller.destroy();
    await once(outgoing, "close");
    for (let count = 0; count < 20; count++) limiter.acquire(of("aegis", "one"), outgoing);
    expect(await isFull(limiter, of("aegis", "one"))).to.equal(false);
  });

  it("gives up a caller who stops reading", async () => {
    const limiter = new DownloadLimiter({ stallMs: 50 });
    const { caller, outgoing } = await aRequest();
    limiter.acquire(of("aegis", "one"), outgoing);
    const response = once(caller, "response") as Promise<[IncomingMessage]>;
    outgoing.end(Buffer.alloc(64 * 1024 * 1024));
    (await response)[0].on("error", () => {});
    await until(() => outgoing.closed);
    expect(outgoing.writableFinished).to.equal(false);
  });

  it("leaves the connection of a caller who has read everything as it was", async () => {
    const limiter = new DownloadLimiter({ stallMs: 50 });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const first = await aRequest(agent);
    limiter.acquire(of("aegis", "one"), first.outgoing);
    first.outgoing.end("all");
    const [answer] = (await once(first.caller, "response")) as [IncomingMessage];
    await once(answer.resume(), "end");
    const second = await aRequest(agent);
    expect(second.outgoing.socket?.timeout).to.equal(0);
    second.outgoing.end();
    agent.destroy();
  });
});
