import { Agent, request } from "node:http";
import { expect } from "chai";
import { opened } from "#test/support/opened.ts";
import { until } from "#test/support/until.ts";
import { kinds } from "./support/senders.ts";
import { Site } from "./support/site.ts";
import { expectStoredOnce } from "./support/stored.ts";

const clients = 32;
const restarts = 12;
const { events } = kinds;

describe("servers that are restarted under load", () => {
  const site = opened(() => Site.open({ ACCORD_QUOTA_EVENTS: "100000000" }));

  it("reset no request on an open connection: each is answered, and what is answered is stored once", async () => {
    let server = await site.start();
    const port = Number(new URL(server.url).port);
    const { headers, project } = await site.tenant();
    const agent = new Agent({ keepAlive: true });
    const acknowledged: string[] = [];
    const failures: string[] = [];
    let isOver = false;

    const send = (body: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const options = { method: "POST", agent, headers: { ...headers, "content-type": "application/json" } };
        request(`http://127.0.0.1:${port}${events.path}`, options, (answer) => {
          answer.resume().once("error", reject);
          answer.once("end", () => resolve(answer.statusCode));
        })
          .once("error", reject)
          .end(body);
      });
    const client = async () => {
      while (!isOver) {
        const name = events.name();
        const isDelivered = async () => {
          try {
            const status = await send(events.body([name]));
            if (status !== 202) failures.push(`answered ${status}`);
            return true;
          } catch (error) {
            const { code, message } = error as NodeJS.ErrnoException;
            if (code === "ECONNREFUSED") return false;
            failures.push(`${code}: ${message}`);
            return true;
          }
        };
        await until(isDelivered);
        acknowledged.push(name);
      }
    };
    const sending = Promise.all(Array.from({ length: clients }, client));
    for (let count = 0; count < restarts; count++) {
      const goal = acknowledged.length + 1_000;
      await until(() => acknowledged.length >= goal);
      expect((await server.accord.stop("SIGTERM")).code).to.equal(0);
      server = await site.start(port);
    }
    isOver = true;
    await sending;
    agent.destroy();
    expect(failures).to.deep.equal([]);
    await expectStoredOnce(site.database, events, project.id, acknowledged);
  });
});
