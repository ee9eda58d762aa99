import { expect } from "chai";
import type { Schemas } from "#generated/observability/contract.ts";
import { claimMoment } from "#src/apis/observability/metrics/rules/group-rows.ts";
import { ruleJobs } from "#src/apis/observability/metrics/rules/jobs.ts";
import { silent } from "#test/support/postgres.ts";
import { runJob } from "#test/support/run-job.ts";
import { MetricQuestions, type QueryData } from "../../operations/metrics.ts";
import { observabilityServer } from "../../operations/server.ts";
import { RuleRunner, ruleFile } from "./rule-runner.ts";

interface Shown {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Partial<Schemas["AlertingRule"]>[] }[];
  readonly groupNextToken?: string;
}

describe("the evaluation of rules", () => {
  const server = observabilityServer({ quotaQueries: 10_000 });
  const metrics = new MetricQuestions(server);
  const runner = new RuleRunner(server);
  type Caller = Awaited<ReturnType<typeof runner.project>>["caller"];

  /** Labels and values of a query at the runner's moment. */
  async function at(caller: Caller, query: string): Promise<Record<string, string>> {
    const { body } = await metrics.ask<QueryData>(caller, "query", { query, time: runner.now / 1_000 });
    return Object.fromEntries(body.data.result.map(({ metric, value }) => [JSON.stringify(metric), value?.[1] ?? ""]));
  }
  const shown = async (caller: Caller, parameters = {}) =>
    (await metrics.ask<Shown>(caller, "rules", parameters)).body.data;

  it("writes what recording rules find; a rule sees what those before it have written", async () => {
    const { tenant, caller } = await runner.project();
    await runner.load(
      tenant,
      `groups:
- name: shop
  interval: 15s
  rules:
  - { record: job:up:sum, expr: sum by (job) (up), labels: { team: shop } }
  - { record: up:double, expr: job:up:sum * 2 }
  - { record: answer, expr: 42 }`,
    );
    await runner.write(tenant, [
      [{ __name__: "up", job: "a", i: "1" }, 1],
      [{ __name__: "up", job: "a", i: "2" }, 1],
    ]);
    const next = await runner.run(tenant, "shop");
    expect(next?.getTime()).to.equal(runner.now + 15_000);
    expect(await at(caller, '{__name__=~"job:up:sum|up:double|answer"}')).to.deep.equal({
      '{"__name__":"job:up:sum","job":"a","team":"shop"}': "2",
      '{"__name__":"up:double","job":"a","team":"shop"}': "4",
      '{"__name__":"answer"}': "42",
    });
    const { groups } = await shown(caller);
    expect(groups.map(({ rules }) => rules.map(({ name, health }) => [name, health]))).to.deep.equal([
      [
        ["job:up:sum", "ok"],
        ["up:double", "ok"],
        ["answer", "ok"],
      ],
    ]);
  });

  it("ends a series that a rule no longer finds, and those of rules that are no longer there", async () => {
    const { tenant, caller } = await runner.project();
    const group = (rules: string) => `groups: [{ name: g, interval: 15s, rules: [${rules}] }]`;
    await runner.load(tenant, group("{ record: high, expr: v > 1 }, { record: low, expr: v <= 5 }"));
    await runner.write(tenant, [[{ __name__: "v" }, 5]]);
    await runner.run(tenant, "g");
    expect(await at(caller, '{__name__=~"high|low"}')).to.have.keys(['{"__name__":"high"}', '{"__name__":"low"}']);
    runner.later(15);
    await runner.write(tenant, [[{ __name__: "v" }, 1]]);
    await runner.run(tenant, "g");
    expect(await at(caller, '{__name__=~"high|low"}')).to.deep.equal({ '{"__name__":"low"}': "1" });
    await runner.load(tenant, group(""));
    runner.later(15);
    await runner.run(tenant, "g");
    expect(await at(caller, '{__name__=~"high|low"}')).to.deep.equal({});
    await runner.load(tenant, "groups: []");
    runner.later(15);
    expect(await runner.run(tenant, "g")).to.equal(null);
    expect((await shown(caller)).groups).to.deep.equal([]);
  });

  const downRule = `groups:
- name: alerts
  interval: 15s
  rules:
  - alert: Down
    expr: up == 0
    for: 30s
    keep_firing_for: 20s
    labels: { severity: page, from: "{{ $labels.job }}" }
    annotations: { summary: "{{ .Labels.job }} is {{ $value }}" }`;

  it("lets an alert wait, fire, fire on and end, with ALERTS and ALERTS_FOR_STATE beside it", async () => {
    const { tenant, caller } = await runner.project();
    await runner.load(tenant, downRule);
    const states: unknown[] = [];
    const since = runner.now / 1_000;
    for (const value of [0, 0, 0, 1, 1, 1]) {
      await runner.write(tenant, [[{ __name__: "up", job: "cart" }, value]]);
      await runner.run(tenant, "alerts");
      const series = await at(caller, '{__name__=~"ALERTS.*"}');
      const [rule] = (await shown(caller)).groups[0]?.rules ?? [];
      states.push([rule?.state, Object.keys(series).map((each) => JSON.parse(each).alertstate ?? "since")]);
      if (rule?.state === "firing") expect(Object.values(series)).to.include(String(since));
      runner.later(15);
    }
    expect(states).to.deep.equal([
      ["pending", ["pending", "since"]],
      ["pending", ["pending", "since"]],
      ["firing", ["firing", "since"]],
      ["firing", ["firing", "since"]],
      ["firing", ["firing", "since"]],
      ["inactive", []],
    ]);
  });

  it("shows alerts with their labels and annotations, to their own project and environment alone", async () => {
    const { tenant, caller } = await runner.project();
    const other = await runner.project();
    await runner.load(tenant, downRule);
    await runner.write(tenant, [[{ __name__: "up", job: "cart" }, 0]]);
    await runner.run(tenant, "alerts");
    const alert = {
      labels: { alertname: "Down", from: "cart", job: "cart", severity: "page" },
      annotations: { summary: "cart is 0" },
      state: "pending",
      activeAt: new Date(runner.now).toISOString(),
      value: "0e+00",
    };
    const alerts = async (of: Caller) => (await metrics.ask(of, "api/v1/alerts")).body.data;
    expect(await alerts(caller)).to.deep.equal({ alerts: [alert] });
    expect((await shown(caller)).groups[0]?.rules[0]?.alerts).to.deep.equal([alert]);
    expect((await shown(caller, { exclude_alerts: "true" })).groups[0]?.rules[0]?.alerts).to.equal(null);
    expect(await alerts(other.caller)).to.deep.equal({ alerts: [] });
    expect(await shown(other.caller)).to.deep.equal({ groups: [] });
  });

  it("asks what its templates ask, of the project's own series, also with the answers to other questions", async () => {
    const { tenant, caller } = await runner.project();
    const other = await runner.project();
    await runner.write(other.tenant, [[{ __name__: "v", job: "cart", of: "another" }, 9]]);
    const texts = [
      '{{ range query (printf "sort(v{job=%q})" $labels.job) }}{{ .Labels.of }}={{ .Value }} {{ else }}nothing{{ end }}',
      '{{ with query "v" | sortByLabel "of" | first }}{{ query (printf "w{of=%q}" .Labels.of) | first | value }}{{ end }}',
      '{{ query "v +" }}',
      '{{ range 200 }}{{ query (printf "v offset %ds" .) | len }}{{ end }}',
    ];
    await runner.load(
      tenant,
      JSON.stringify({
        groups: [
          {
            name: "alerts",
            rules: [
              {
                alert: "Down",
                expr: "up == 0",
                labels: { of: '{{ query "v" | sortByLabel "of" | first | label "of" }}' },
                annotations: Object.fromEntries(texts.map((text, index) => [`t${index}`, text])),
              },
            ],
          },
        ],
      }),
    );
    await runner.write(tenant, [
      [{ __name__: "up", job: "cart" }, 0],
      [{ __name__: "up", job: "till" }, 0],
      [{ __name__: "v", job: "cart", of: "b" }, 1],
      [{ __name__: "v", job: "cart", of: "a" }, 2],
      [{ __name__: "w", of: "a" }, 3],
    ]);
    await runner.run(tenant, "alerts");
    const { alerts } = (await metrics.ask<Schemas["AlertsResult"]["data"]>(caller, "api/v1/alerts")).body.data;
    const [cart, till] = ["cart", "till"].map((job) => alerts.find(({ labels }) => labels.job === job));
    expect(cart?.labels.of).to.equal("a");
    expect([cart, till].map((alert) => [alert?.annotations.t0, alert?.annotations.t1])).to.deep.equal([
      ["b=1 a=2 ", "3"],
      ["nothing", "3"],
    ]);
    expect(cart?.annotations.t2).to.match(/^<error expanding template: .*error calling query: 1:4: parse error/);
    expect(cart?.annotations.t3).to.include("the templates of a rule ask at most 100 queries");
  });

  it("keeps the alerts of a rule that is loaded again, and lets each moment be evaluated once", async () => {
    const { tenant, caller } = await runner.project();
    await runner.load(tenant, downRule);
    await runner.write(tenant, [[{ __name__: "up", job: "cart" }, 0]]);
    const appended: number[] = [];
    const counting = {
      append(...given: Parameters<typeof runner.store.append>) {
        appended.push(1);
        return runner.store.append(...given);
      },
    };
    const turns = await Promise.all([1, 2, 3].map(() => runner.run(tenant, "alerts", { store: counting })));
    expect(turns.map((next) => next?.getTime())).to.deep.equal([1, 2, 3].map(() => runner.now + 15_000));
    expect(appended).to.have.lengthOf(1);
    runner.later(30);
    await runner.load(tenant, downRule.replace("up == 0", "up < 1"));
    await runner.write(tenant, [[{ __name__: "up", job: "cart" }, 0]]);
    await runner.run(tenant, "alerts");
    expect((await shown(caller)).groups[0]?.rules[0]?.state).to.equal("firing");
  });

  it("skips moments that were missed", async () => {
    const { tenant } = await runner.project();
    await runner.load(tenant, "groups: [{ name: g, interval: 10s, rules: [{ record: r, expr: vector(1) }] }]");
    const first = await runner.run(tenant, "g");
    runner.later(95);
    const next = await runner.run(tenant, "g", {}, { at: Number(first) });
    expect(Number(next) - runner.now).to.be.within(1, 10_000);
  });

  it("says why a rule has no result, and goes on with the others", async () => {
    const { tenant, caller } = await runner.project();
    await runner.load(
      tenant,
      `groups:
- name: g
  interval: 15s
  limit: 1
  rules:
  - { record: many, expr: v }
  - { record: same, expr: 'label_replace(v, "i", "", "", "")' }
  - { record: joined, expr: v + on () v }
  - { alert: All, expr: v }
  - { alert: Same, expr: v, labels: { i: x } }
  - { record: fine, expr: sum(v) }`,
    );
    await runner.write(tenant, [
      [{ __name__: "v", i: "1" }, 1],
      [{ __name__: "v", i: "2" }, 1],
    ]);
    await runner.run(tenant, "g");
    const rules = (await shown(caller)).groups[0]?.rules ?? [];
    expect(rules.map(({ lastError = "" }) => lastError)).to.deep.equal([
      "exceeded limit of 1 with 2 series",
      "vector cannot contain metrics with the same labelset",
      rules[2]?.lastError,
      "exceeded limit of 1 with 2 alerts",
      "vector contains metrics with the same labelset after applying alert labels",
      "",
    ]);
    expect(rules[2]?.lastError).to.match(/^found duplicate series for the match group/);
    expect(rules.map(({ health }) => health)).to.deep.equal(["err", "err", "err", "err", "err", "ok"]);
  });

  it("bounds what the templates of a rule do, and what its alerts hold", async () => {
    const { tenant, caller } = await runner.project();
    const rule = (name: string, text: string) =>
      `{ alert: ${name}, expr: many, annotations: { a: '${text}', b: '${text}', c: '${text}' } }`;
    const costly = `{{ $x := printf "%1000s" "y" }}${'{{ match "(a?){200}b" $x }}'.repeat(5)}`;
    const group = (rules: string) => `groups: [{ name: g, interval: 15s, rules: [${rules}] }]`;
    await runner.load(tenant, group(`${rule("Costly", costly)}, ${rule("Long", '{{ printf "%1000s" "y" }}')}`));
    const series = Array.from({ length: 600 }, (_, index) => [{ __name__: "many", i: String(index) }, 1] as const);
    await runner.write(tenant, series);
    await runner.run(tenant, "g");
    const rules = (await shown(caller)).groups[0]?.rules ?? [];
    expect(rules.map(({ lastError }) => lastError)).to.deep.equal([
      "the templates of a rule do too much for so many alerts",
      "the alerts of a rule have at most 1048576 characters together",
    ]);
  });

  it("leaves the alerts of a rule as they were where it finds too much", async () => {
    const { tenant, caller } = await runner.project();
    const text = '{{ printf "%1000s" "x" }}';
    const alert = (name: string, expr: string) =>
      `{ alert: ${name}, expr: ${expr}, annotations: { a: '${text}', b: '${text}', c: '${text}' } }`;
    await runner.load(
      tenant,
      `groups: [{ name: g, interval: 15s, rules: [${alert("Big", "big == 0")}, ${alert("Down", "up == 0")}] }]`,
    );
    const many = (name: string, value: number, count: number) =>
      Array.from({ length: count }, (_, index) => [{ __name__: name, i: String(index) }, value] as const);
    await runner.write(tenant, [[{ __name__: "up", i: "a" }, 0]]);
    await runner.run(tenant, "g");
    runner.later(15);
    await runner.write(tenant, [[{ __name__: "up", i: "a" }, 1], ...many("big", 0, 300), ...many("up", 0, 60)]);
    await runner.run(tenant, "g");
    const [, rule] = (await shown(caller)).groups[0]?.rules ?? [];
    expect(rule?.lastError).to.match(/^the alerts of a group have at most/);
    expect(rule?.alerts?.map(({ labels, state }) => [labels.i, state])).to.deep.equal([["a", "firing"]]);
  });

  const rulesOf = (count: number) =>
    Array.from({ length: count }, (_, index) => `{ record: r${index}, expr: vector(1) }`).join(", ");
  const queuedOf = async ({ projectId }: { readonly projectId: string }) => {
    const { rows } = await server.database.owner.query<{ payload: { projectId: string; group: string } }>(
      "SELECT payload FROM graphile_worker._private_jobs",
    );
    return rows.filter(({ payload }) => payload.projectId === projectId);
  };
  const sweepRules = async () => {
    const sweep = ruleJobs(runner.services()).find(({ name }) => name === "sweep-rules");
    if (sweep === undefined) throw new Error("Nothing sweeps rules");
    await runJob(sweep, { database: server.database });
  };

  it("takes as long as it takes: while one worker evaluates a group, no other is asked to", async () => {
    const { tenant, caller } = await runner.project();
    await runner.load(tenant, `groups: [{ name: g, interval: 15s, rules: [${rulesOf(8)}] }]`);
    await server.database.owner.query("DELETE FROM graphile_worker._private_jobs");
    const slow = {
      async append(...given: Parameters<typeof runner.store.append>) {
        runner.later(40);
        await sweepRules();
        if ((await queuedOf(tenant)).length > 0) await runner.run(tenant, "g");
        return await runner.store.append(...given);
      },
    };
    const began = runner.now;
    const next = await runner.run(tenant, "g", { store: slow });
    expect(next?.getTime()).to.equal(began + 15_000);
    expect(await queuedOf(tenant)).to.deep.equal([]);
    const rules = (await shown(caller)).groups[0]?.rules ?? [];
    expect(new Set(rules.map(({ health }) => health))).to.deep.equal(new Set(["ok"]));
    await sweepRules();
    expect(await queuedOf(tenant), "the job of the next turn is not lost yet").to.deep.equal([]);
  });

  it("is asked of another worker once nothing has been heard of the first for two minutes", async () => {
    const { tenant } = await runner.project();
    await runner.load(tenant, `groups: [{ name: g, interval: 15s, rules: [${rulesOf(3)}] }]`);
    await server.database.owner.query("DELETE FROM graphile_worker._private_jobs");
    const killed = new AbortController();
    let writes = 0;
    const store = {
      append(...given: Parameters<typeof runner.store.append>) {
        runner.later(40);
        // The second time, the group is held: its evaluation has taken long.
        if (++writes === 1) return runner.store.append(...given);
        killed.abort();
        return Promise.reject(killed.signal.reason);
      },
    };
    const turn = runner.run(tenant, "g", { store, log: silent }, { signal: killed.signal });
    await turn.then(
      () => expect.fail("It was not killed"),
      (error: unknown) => expect(error).to.equal(killed.signal.reason),
    );
    runner.later(120);
    await sweepRules();
    expect(await queuedOf(tenant)).to.have.lengthOf(1);
  });

  it("goes on after a process that ended in the middle, and after a job that was lost", async () => {
    const { tenant, caller } = await runner.project();
    await runner.load(tenant, downRule);
    await runner.write(tenant, [[{ __name__: "up", job: "cart" }, 0]]);
    const key = { ...tenant, file: ruleFile, group: "alerts" };
    const { pool } = server.database;
    await claimMoment(pool, key, new Date(runner.now), { next: new Date(runner.now + 15_000) });
    await runner.run(tenant, "alerts");
    expect((await shown(caller)).groups[0]?.rules[0]?.state).to.equal("unknown");
    runner.later(15);
    await runner.write(tenant, [[{ __name__: "up", job: "cart" }, 0]]);
    await runner.run(tenant, "alerts");
    expect((await shown(caller)).groups[0]?.rules[0]?.state).to.equal("pending");
    runner.later(120);
    await server.database.owner.query("DELETE FROM graphile_worker._private_jobs");
    await sweepRules();
    const queued = await queuedOf(tenant);
    expect(queued.map(({ payload }) => payload.group)).to.deep.equal(["alerts"]);
  });

  it("counts what rules write towards the project's quotas", async () => {
    const { tenant, caller } = await runner.project();
    await runner.load(tenant, "groups: [{ name: g, interval: 15s, rules: [{ record: r, expr: vector(1) }] }]");
    const first = { metricQuotas: { samplesPerMinute: 1, bytesPerMinute: 1_000_000 } };
    await runner.run(tenant, "g", first);
    runner.later(15);
    await runner.run(tenant, "g", first);
    const [rule] = (await shown(caller)).groups[0]?.rules ?? [];
    expect([rule?.health, rule?.lastError]).to.deep.equal(["err", rule?.lastError]);
    expect(rule?.lastError).to.include("metric-samples");
  });

  it("lists rules by their kinds, names, groups, files and labels, page by page", async () => {
    const { tenant, caller } = await runner.project();
    const group = (name: string) => `groups:
- name: ${name}1
  rules: [{ record: r1, expr: up, labels: { team: x } }, { alert: A1, expr: up }]
- name: ${name}2
  rules: [{ record: r2, expr: up }]`;
    await runner.load(tenant, group("a"), "a.yml");
    await runner.load(tenant, group("b"), "b.yml");
    const names = async (parameters: Record<string, string | string[]>) =>
      (await shown(caller, parameters)).groups.map(({ name, rules }) =>
        [name, ...rules.map((rule) => rule.name)].join(" "),
      );
    expect(await names({})).to.deep.equal(["a1 r1 A1", "a2 r2", "b1 r1 A1", "b2 r2"]);
    expect(await names({ type: "alert" })).to.deep.equal(["a1 A1", "b1 A1"]);
    expect(await names({ type: "record", "file[]": "b.yml" })).to.deep.equal(["b1 r1", "b2 r2"]);
    expect(await names({ "rule_name[]": ["r2", "A1"], "rule_group[]": ["a1", "b2"] })).to.deep.equal([
      "a1 A1",
      "b2 r2",
    ]);
    expect(await names({ "match[]": '{team="x"}' })).to.deep.equal(["a1 r1", "b1 r1"]);
    const first = await shown(caller, { group_limit: "3", type: "record" });
    expect([first.groups.length, first.groupNextToken]).to.deep.equal([3, first.groupNextToken]);
    expect(
      await names({ group_limit: "3", type: "record", group_next_token: first.groupNextToken ?? "" }),
    ).to.deep.equal(["b2 r2"]);
    for (const parameters of [{ type: "all" }, { "match[]": "{" }, { group_next_token: "x" }, { group_limit: "0" }])
      expect((await metrics.ask(caller, "rules", parameters as Record<string, string>)).body.errorType).to.equal(
        "bad_data",
      );
  });
});
