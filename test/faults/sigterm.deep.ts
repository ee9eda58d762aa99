import { once } from "node:events";
import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import { expect } from "chai";
import { eventRecords } from "#src/apis/observability/store/event-records.ts";
import { lockHead } from "#src/storage/blocks/log.ts";
import { opened } from "#test/support/opened.ts";
import { kinds } from "./support/senders.ts";
import { Site } from "./support/site.ts";
import { expectStoredOnce } from "./support/stored.ts";

describe("a server that gets SIGTERM under load", () => {
  const site = opened(() => Site.open({ ACCORD_QUOTA_EVENTS: "1000000" }));

  it("answers every request that it has begun to read, and what it answered is stored", async () => {
    const server = await site.start();
    const { headers, project } = await site.tenant();
    const letGo = await holdEvents(project.id);
    const agent = new Agent({ keepAlive: true });
    const names = Array.from({ length: 20 }, kinds.events.name);
    const requests = names.map((name) => {
      const body = kinds.events.body([name]);
      const outgoing = request(`${server.url}${kinds.events.path}`, {
        method: "POST",
        agent,
        headers: {
          ...headers,
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
          expect: "100-continue",
        },
      });
      outgoing.flushHeaders();
      return { outgoing, body, answer: answerTo(outgoing) };
    });
    // "100 Continue" says that the server has the request.
    await Promise.all(requests.map(({ outgoing }) => once(outgoing, "continue")));
    server.accord.process.kill("SIGTERM");
    for (const { outgoing, body } of requests) outgoing.end(body);
    await letGo();
    const answers = await Promise.all(requests.map(({ answer }) => answer));
    expect(answers.map(({ statusCode }) => statusCode)).to.deep.equal(names.map(() => 202));
    expect((await server.accord.finished).code).to.equal(0);
    await expectStoredOnce(site.database, kinds.events, project.id, names);
  });

  /** Keeps events of the project from being stored until the returned function is called. */
  async function holdEvents(projectId: string): Promise<() => Promise<void>> {
    const client = await site.database.pool.connect();
    await client.query("BEGIN");
    await client.query(lockHead(eventRecords.tables, { projectId, environment: "test" }));
    return async () => {
      await client.query("COMMIT");
      client.release();
    };
  }
});

function answerTo(outgoing: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.once("error", reject).once("response", (answer) => {
      answer.resume().once("end", () => resolve(answer));
    });
  });
}
