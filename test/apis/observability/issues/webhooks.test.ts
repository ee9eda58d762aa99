import { expect } from "chai";
import { issueCommands } from "#src/apis/observability/commands/issues.ts";
import { issueJobs } from "#src/apis/observability/issues/jobs.ts";
import { FoldPace } from "#src/apis/observability/issues/pace.ts";
import { startJobs } from "#src/jobs/runner.ts";
import { startDispatcher } from "#src/webhooks/dispatcher.ts";
import { verifySignature } from "#src/webhooks/signature.ts";
import { anError, issueCalls } from "#test/apis/observability/operations/issues.ts";
import { observabilityServer } from "#test/apis/observability/operations/server.ts";
import { aProject } from "#test/builders/identity.ts";
import { aReceiver } from "#test/builders/receiver.ts";
import { sentEvents } from "#test/contract/support/sent-events.ts";
import { printedBy } from "#test/support/command-line.ts";
import { opened } from "#test/support/opened.ts";
import { silent } from "#test/support/postgres.ts";
import { until } from "#test/support/until.ts";

interface Sent {
  readonly type: string;
  readonly resource: { readonly version: number };
  readonly data: { readonly issueId: string; readonly title: string };
}

const { strayFrom } = sentEvents("observability");

describe("webhooks of issues", () => {
  const server = observabilityServer();
  const { send, issueOf, update } = issueCalls(server);
  const receiver = opened(() => aReceiver());
  opened(() => {
    const { database, masterKey } = server;
    return startDispatcher({ database, masterKey, log: silent, allowLoopback: true, intervalMs: 50 });
  });
  for (const _ of ["one", "another"])
    opened(() => {
      const jobs = issueJobs({ now: Date.now, retentionDays: 90, pace: new FoldPace() });
      return startJobs(server.database, jobs, { log: silent, pollInterval: 50 });
    });

  const accord = (...args: string[]) => {
    const open = async () => {
      const { masterKey } = server;
      const database = await server.database.operator();
      return { database, masterKey, config: { ...server.config, webhookAllowLoopback: true }, close: async () => {} };
    };
    return printedBy((write) => issueCommands(open, write), ["issues", "receivers", ...args]);
  };

  const sent = () => receiver.received.map(({ body }) => JSON.parse(body.toString()) as Sent);

  it("arrive once for each change, signed and as the document says, while two workers fold", async () => {
    const owner = await aProject(server.database);
    const caller = await server.caller({ owner });
    const of = ["-p", `${owner.business.slug}/${owner.project.slug}`, "-e", "test"];
    const { secret } = JSON.parse(await accord("add", receiver.url, ...of, "--json")) as { secret: string };
    for (let at = 0; at < 5; at++) await send(caller, anError("A", { release: "shop@1.0.0" }), anError("B"));
    await until(() => receiver.received.length >= 2);
    const { issueId } = await issueOf(caller, "A");
    await update(caller, issueId, { state: "resolved", resolvedInRelease: "shop@1.0.1" });
    for (const release of ["shop@1.0.0", "shop@1.0.1", "shop@1.0.2"]) await send(caller, anError("A", { release }));
    await until(() => sent().some(({ type }) => type === "issue.regressed"));
    await send(caller, anError("C"));
    await until(() => sent().some(({ data }) => data.title.startsWith("C")));
    const told = sent().map(({ type, resource, data }) => `${type} ${data.title.slice(0, 1)} ${resource.version}`);
    expect(told.toSorted()).to.deep.equal([
      "issue.created A 1",
      "issue.created B 1",
      "issue.created C 1",
      "issue.regressed A 2",
    ]);
    for (const { headers, body } of receiver.received) {
      expect(verifySignature(secret, headers, body, new Date())).to.equal(null);
      expect(strayFrom("issue", { headers, body: JSON.parse(body.toString()) })).to.deep.equal([]);
    }
  });

  it("go where an operator says, who hears what is wrong", async () => {
    const { business, project } = await aProject(server.database);
    const of = ["-p", `${business.slug}/${project.slug}`, "-e", "live"];
    expect(await accord("list", ...of)).to.equal("Nobody is told of issues yet.\n");
    await accord("add", receiver.url, ...of, "--event", "issue.escalated", "issue.created");
    const [{ endpointId, events }] = JSON.parse(await accord("list", ...of, "--json")) as [
      { endpointId: string; events: string[] },
    ];
    expect(events).to.have.members(["issue.escalated", "issue.created"]);
    expect(await accord("list", ...of)).to.include("issue.escalated");
    await accord("remove", endpointId, ...of);
    const { rows } = await server.database.pool.query(
      "SELECT action, business_id, details FROM audit_events WHERE subject = $1 ORDER BY id",
      [endpointId],
    );
    const about = { business_id: business.id, details: { projectId: project.id, environment: "live" } };
    expect(rows).to.deep.equal([
      { action: "webhook_endpoint.created", ...about },
      { action: "webhook_endpoint.deleted", ...about },
    ]);
    expect(await accord("list", ...of)).to.equal("Nobody is told of issues yet.\n");
    const refused = async (...args: string[]) =>
      accord("add", ...args, ...of).then(
        () => "",
        (error: Error) => error.message,
      );
    expect(await refused("http://10.0.0.1/")).to.match(/^error: The url must /);
    expect(await refused(receiver.url, "--event", "issue.closed")).to.include("Allowed choices");
  });
});
