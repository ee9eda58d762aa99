import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { ruleCommands } from "#src/apis/observability/commands/rules.ts";
import { fingerprint } from "#src/apis/observability/metrics/rules/alert-groups.ts";
import { ruleJobs } from "#src/apis/observability/metrics/rules/jobs.ts";
import { projectEntity } from "#src/identity/entities.ts";
import { setProjectActive } from "#src/identity/projects.ts";
import { startJobs } from "#src/jobs/runner.ts";
import { startDispatcher } from "#src/webhooks/dispatcher.ts";
import { verifySignature } from "#src/webhooks/signature.ts";
import { aProject } from "#test/builders/identity.ts";
import { aReceiver } from "#test/builders/receiver.ts";
import { printedBy } from "#test/support/command-line.ts";
import { temporaryFolder } from "#test/support/folder.ts";
import { silent } from "#test/support/postgres.ts";
import { until } from "#test/support/until.ts";
import { MetricQuestions } from "../../operations/metrics.ts";
import { observabilityServer } from "../../operations/server.ts";
import { RuleRunner } from "./rule-runner.ts";

const down = `groups:
- name: alerts
  interval: 15s
  rules:
  - alert: Down
    expr: up == 0
    labels: { severity: page }
    annotations: { summary: "{{ $labels.job }} is down", board: https://boards.example.org }`;

describe("alerts that are told of", () => {
  const server = observabilityServer({ quotaQueries: 10_000 });
  const runner = new RuleRunner(server);
  type Tenant = Awaited<ReturnType<typeof runner.project>>["tenant"];
  type Told = { status: string; alerts: { status: string; labels: { job: string } }[] };

  async function evaluated(tenant: Tenant, up: Readonly<Record<string, number>>): Promise<void> {
    await runner.write(
      tenant,
      Object.entries(up).map(([job, value]) => [{ __name__: "up", job }, value] as const),
    );
    await runner.run(tenant, "alerts");
  }
  async function tellAfter(seconds: number, tenant: Tenant): Promise<void> {
    runner.later(seconds);
    await runner.tell(tenant);
  }
  const outline = async (tenant: Tenant) =>
    ((await runner.told(tenant)) as unknown as Told[]).map(
      ({ status, alerts }) => `${status}: ${alerts.map((each) => `${each.labels.job} ${each.status}`).join(", ")}`,
    );

  it("are sent together, with the body of Alertmanager's webhook", async () => {
    const { tenant } = await runner.project();
    await runner.load(tenant, down);
    await evaluated(tenant, { a: 0, b: 0, c: 1 });
    const startsAt = new Date(runner.now).toISOString();
    await runner.tell(tenant);
    expect(await runner.told(tenant)).to.deep.equal([]);
    await tellAfter(30, tenant);
    const alert = (job: string) => ({
      status: "firing",
      labels: { alertname: "Down", job, severity: "page" },
      annotations: { board: "https://boards.example.org", summary: `${job} is down` },
      startsAt,
      endsAt: "0001-01-01T00:00:00Z",
      generatorURL: "https://accord.example.org/observability/api/v1/prom/query?query=up+%3D%3D+0",
      fingerprint: fingerprint(["alertname", "Down", "job", job, "severity", "page"]),
    });
    expect(await runner.told(tenant)).to.deep.equal([
      {
        receiver: "accord",
        status: "firing",
        alerts: [alert("a"), alert("b")],
        groupLabels: { alertname: "Down" },
        commonLabels: { alertname: "Down", severity: "page" },
        commonAnnotations: { board: "https://boards.example.org" },
        externalURL: "https://accord.example.org/observability",
        version: "4",
        groupKey: '{}:{alertname="Down"}',
        truncatedAlerts: 0,
      },
    ]);
  });

  it("are told of once, then on changes, then again after the repeat interval, and when they end", async () => {
    const { tenant } = await runner.project();
    await runner.load(tenant, down);
    await evaluated(tenant, { a: 0 });
    await tellAfter(30, tenant);
    await runner.tell(tenant);
    expect(await outline(tenant)).to.deep.equal(["firing: a firing"]);
    await evaluated(tenant, { a: 0, b: 0 });
    await tellAfter(299, tenant);
    expect(await outline(tenant)).to.have.lengthOf(1);
    await tellAfter(1, tenant);
    await evaluated(tenant, { a: 1, b: 0 });
    await tellAfter(300, tenant);
    await tellAfter(300, tenant);
    const told = ["firing: a firing", "firing: a firing, b firing", "firing: a resolved, b firing"];
    expect(await outline(tenant)).to.deep.equal(told);
    await tellAfter(14_400, tenant);
    await evaluated(tenant, { a: 1, b: 1 });
    await tellAfter(300, tenant);
    expect(await outline(tenant)).to.deep.equal([...told, "firing: b firing", "resolved: b resolved"]);
    await tellAfter(300, tenant);
    expect(await outline(tenant)).to.have.lengthOf(5);
  });

  it("end when their rule is removed", async () => {
    const { tenant } = await runner.project();
    await runner.load(tenant, down);
    await evaluated(tenant, { a: 0 });
    await tellAfter(30, tenant);
    await runner.load(tenant, "groups: []");
    runner.later(300);
    await runner.run(tenant, "alerts");
    await runner.tell(tenant);
    expect(await outline(tenant)).to.deep.equal(["firing: a firing", "resolved: a resolved"]);
  });

  describe("when nothing hands them on any more", () => {
    const firesNow = async (tenant: Tenant) => {
      runner.later(60);
      await evaluated(tenant, { a: 0 });
    };
    const firing = async () => {
      const { tenant } = await runner.project();
      await runner.load(tenant, down);
      await firesNow(tenant);
      await tellAfter(30, tenant);
      return tenant;
    };
    /** Turns of the group, a minute apart, without anything that is written. */
    const turns = async (tenant: Tenant, count: number, changes: Parameters<typeof runner.run>[2] = {}) => {
      for (let turn = 0; turn < count; turn++) {
        runner.later(60);
        await runner.run(tenant, "alerts", changes);
      }
      await runner.tell(tenant);
    };
    const failing = {
      log: silent,
      readerOf: () => {
        throw new Error("The store is away");
      },
    };

    it("end after four minutes in which their rule fails", async () => {
      const tenant = await firing();
      runner.later(300);
      await turns(tenant, 3, failing);
      expect(await outline(tenant)).to.deep.equal(["firing: a firing"]);
      runner.later(300);
      await turns(tenant, 1, failing);
      expect(await outline(tenant)).to.deep.equal(["firing: a firing", "resolved: a resolved"]);
      await firesNow(tenant);
      await tellAfter(30, tenant);
      expect((await outline(tenant)).slice(2)).to.deep.equal(["firing: a firing"]);
    });

    it("fire on where no server ran meanwhile, until their rule has been evaluated", async () => {
      const tenant = await firing();
      await tellAfter(7_200, tenant);
      await turns(tenant, 1, failing);
      expect(await outline(tenant)).to.deep.equal(["firing: a firing"]);
      await firesNow(tenant);
      runner.later(300);
      await turns(tenant, 3, failing);
      expect(await outline(tenant)).to.deep.equal(["firing: a firing"]);
    });

    it("end in the group that they were in before they were grouped by other labels", async () => {
      const tenant = await firing();
      const groupBy = ["severity"];
      const grouped = { timing: { ...runner.services().timing, groupBy } };
      for (let turn = 0; turn < 6; turn++) {
        runner.later(60);
        await runner.write(tenant, [[{ __name__: "up", job: "a" }, 0]]);
        await runner.run(tenant, "alerts", grouped);
      }
      await runner.tell(tenant);
      const groups = async () =>
        (await runner.told(tenant)).map(({ status, groupLabels }) => [status, JSON.stringify(groupLabels)]);
      expect((await groups()).toSorted()).to.deep.equal([
        ["firing", '{"alertname":"Down"}'],
        ["firing", '{"severity":"page"}'],
        ["resolved", '{"alertname":"Down"}'],
      ]);
    });

    it("end once their project is switched off, and fire again once it is switched on", async () => {
      const tenant = await firing();
      const operator = await server.database.operator();
      const switchTo = async (active: boolean) => {
        const project = await operator.dataSource.manager.findOneByOrFail(projectEntity, { id: tenant.projectId });
        await setProjectActive(operator, project, active);
      };
      await switchTo(false);
      await turns(tenant, 6);
      const told = ["firing: a firing", "resolved: a resolved"];
      expect(await outline(tenant)).to.deep.equal(told);
      runner.later(14_400);
      await turns(tenant, 6);
      expect(await outline(tenant)).to.deep.equal(told);
      await switchTo(true);
      await firesNow(tenant);
      await tellAfter(30, tenant);
      expect(await outline(tenant)).to.deep.equal([...told, "firing: a firing"]);
    });
  });

  it("fit a webhook, however many there are: those that do not are counted", async () => {
    const { tenant } = await runner.project();
    await runner.load(tenant, down.replace("is down", "x".repeat(1_000)));
    await evaluated(tenant, Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`job-${index}`, 0])));
    await tellAfter(30, tenant);
    const [body] = (await runner.told(tenant)) as unknown as (Told & { truncatedAlerts: number })[];
    expect(JSON.stringify(body).length).to.be.within(200_000, 262_144);
    expect((body?.alerts.length ?? 0) + (body?.truncatedAlerts ?? 0)).to.equal(500);
  });

  describe("with accord rules", () => {
    const folder = temporaryFolder();
    const file = join(folder, "shop.yml");

    const accord = (...args: string[]) => {
      const open = async () => {
        const { masterKey } = server;
        const database = await server.database.operator();
        return { database, masterKey, config: { ...server.config, webhookAllowLoopback: true }, close: async () => {} };
      };
      return printedBy((write) => ruleCommands(open, write), ["rules", ...args]);
    };
    const failure = (...args: string[]) =>
      accord(...args).then(
        () => "",
        (error: Error) => error.message,
      );

    it("are loaded from a file, evaluated by one of two workers on time, and arrive signed", async () => {
      const owner = await aProject(server.database);
      const { key } = await server.key({ owner });
      const project = `${owner.business.slug}/${owner.project.slug}`;
      const of = ["--project", project, "--environment", "test"];
      const receiver = await aReceiver();
      const database = server.database;
      const timing = { groupBy: ["alertname"], groupWaitMs: 0, groupIntervalMs: 1_000, repeatIntervalMs: 3_600_000 };
      const services = () => runner.services({ now: Date.now, timing });
      const jobs = await Promise.all(
        [1, 2].map(() => startJobs(database, ruleJobs(services()), { log: silent, pollInterval: 50 })),
      );
      const dispatcher = startDispatcher({ database, masterKey: server.masterKey, log: silent, allowLoopback: true });
      try {
        const added = await accord("receivers", "add", receiver.url, ...of, "--json");
        const { secret } = JSON.parse(added) as { secret: string };
        writeFileSync(
          file,
          "groups: [{ name: g, interval: 1s, rules: [{ record: one, expr: vector(1) }, { alert: Always, expr: one }] }]",
        );
        expect(await accord("check", file)).to.match(/FILE .*\n.*shop\.yml +1 +1 +1\n$/);
        expect(await accord("load", file, ...of)).to.match(/^FILE .*\nshop\.yml +1 +2 /);
        await until(() => receiver.received.length > 0);
        const [first] = receiver.received;
        expect(verifySignature(secret, first?.headers ?? {}, first?.body ?? Buffer.alloc(0), new Date())).to.equal(
          null,
        );
        expect(JSON.parse(String(first?.body))).to.include({
          version: "4",
          status: "firing",
          groupKey: '{}:{alertname="Always"}',
        });
        const counted = new MetricQuestions(server);
        const samples = async () =>
          Number((await counted.query({ "x-api-key": key }, "count_over_time(one[1m])"))[0]?.value?.[1] ?? 0);
        await until(async () => (await samples()) > 1);
        expect(await accord("list", ...of)).to.include("shop.yml");
        expect(await accord("remove", "shop.yml", ...of)).to.equal("There are no rules yet.\n");
        await until(() => receiver.received.some(({ body }) => JSON.parse(String(body)).status === "resolved"));
        const [{ endpointId }] = JSON.parse(await accord("receivers", "list", ...of, "--json")) as [
          { endpointId: string },
        ];
        await accord("receivers", "remove", endpointId, ...of);
        expect(await accord("receivers", "list", ...of)).to.equal("Nobody is told of alerts yet.\n");
      } finally {
        await Promise.all([...jobs.map((each) => each.stop()), dispatcher.stop(), receiver.close()]);
      }
    });

    it("are refused with what is wrong: files, projects, more than a project may have, addresses", async () => {
      const { business, project } = await aProject(server.database);
      const of = ["-p", `${business.slug}/${project.slug}`, "-e", "live"];
      writeFileSync(file, "groups:\n- name: g\n  rules:\n  - { record: x, expr: 'sum(' }\n  - { alert: y }\n");
      for (const command of [
        ["check", file],
        ["load", file, ...of],
      ])
        expect(await failure(...command)).to.equal(
          `${file}:4:24: group "g", rule 1, "x": could not parse expression: 1:5: parse error: unclosed left parenthesis\n` +
            `${file}:5:5: group "g", rule 2, "y": field 'expr' must be set in rule\n`,
        );
      expect(await failure("check", join(folder, "none.yml"))).to.include("cannot be read");
      writeFileSync(file, `groups:\n- name: g\n  rules:\n${"  - { record: x, expr: 1 }\n".repeat(2_000)}`);
      await accord("load", file, ...of);
      writeFileSync(join(folder, "more.yml"), "groups: [{ name: g, rules: [{ record: x, expr: 1 }] }]");
      expect(await failure("load", join(folder, "more.yml"), ...of)).to.include("2001 rules; it may have 2000");
      expect(await failure("load", file, "-p", `${business.slug}/none`, "-e", "test")).to.include("has no project");
      expect(await failure("remove", "none.yml", ...of)).to.include("there are shop.yml");
      expect(await failure("receivers", "add", "http://10.0.0.1/", ...of)).to.match(/^error: The url must /);
    });
  });
});
