import { expect } from "chai";
import { opened } from "#test/support/opened.ts";
import { until } from "#test/support/until.ts";
import { kinds, Senders } from "./support/senders.ts";
import { type ServerProcess, Site } from "./support/site.ts";
import { expectStoredOnce } from "./support/stored.ts";

describe("a server that is killed under load, four times", () => {
  let server: ServerProcess;
  let projectId: string;
  let senders: { readonly [Kind in keyof typeof kinds]: Senders };

  const site = opened(() =>
    Site.open({
      ACCORD_QUOTA_EVENTS: "1000000",
      ACCORD_QUOTA_WEB_VITALS: "1000000",
      ACCORD_QUOTA_OTLP_REQUESTS: "1000000",
    }),
  );
  before(async () => {
    server = await site.start();
    const port = Number(new URL(server.url).port);
    const { headers, project } = await site.tenant();
    projectId = project.id;
    const send = (kind: keyof typeof kinds) => new Senders({ kind: kinds[kind], url: () => server.url, headers });
    senders = { events: send("events"), spans: send("spans"), logs: send("logs"), vitals: send("vitals") };
    for (const kind of ["events", "spans", "logs", "vitals"] as const) {
      await Promise.all(Object.values(senders).map((sender) => sender.progress(200)));
      await haltBetweenCommitAndAnswer(kind);
      await server.accord.stop("SIGKILL");
      server = await site.start(port);
    }
    await Promise.all(Object.values(senders).map((sender) => sender.finish()));
  });

  /** Halts the server at a moment when it has stored a request of this kind and not answered it. */
  async function haltBetweenCommitAndAnswer(kind: keyof typeof kinds): Promise<void> {
    const { process } = server.accord;
    await until(async () => {
      process.kill("SIGSTOP");
      const stored = await kinds[kind].stored(site.database.pool, projectId);
      if (stored.length > senders[kind].acknowledged.length) return true;
      process.kill("SIGCONT");
      return false;
    }, 20_000);
  }

  for (const kind of Object.keys(kinds) as (keyof typeof kinds)[]) {
    it(`has stored all ${kind} that were acknowledged, and those that were sent again once`, async () => {
      const { acknowledged, unanswered } = senders[kind];
      expect(unanswered, "requests that a kill cut off").to.be.at.least(1);
      await expectStoredOnce(site.database, kinds[kind], projectId, acknowledged);
    });
  }

  it("has refused nothing", () => {
    expect(Object.values(senders).flatMap(({ refusals }) => refusals)).to.deep.equal([]);
  });
});
