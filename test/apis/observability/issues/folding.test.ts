import { randomUUID } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import { eventRecord } from "#src/apis/observability/event-record.ts";
import { foldArrivals, overflowFingerprint } from "#src/apis/observability/issues/fold.ts";
import { foldingBeforeReads } from "#src/apis/observability/issues/folding.ts";
import { userHash } from "#src/apis/observability/issues/grouping.ts";
import { issueJobs, queueFold } from "#src/apis/observability/issues/jobs.ts";
import { FoldPace } from "#src/apis/observability/issues/pace.ts";
import { fingerprintsById } from "#src/apis/observability/issues/rows.ts";
import type { EventRef, ReleaseCount } from "#src/apis/observability/issues/tally.ts";
import { issueEvents } from "#src/apis/observability/issues/webhooks.ts";
import { projectWebhooks } from "#src/apis/observability/receivers.ts";
import type { Tenant } from "#src/apis/observability/records.ts";
import { compactRecordsOf } from "#src/apis/observability/store/blocks/jobs.ts";
import { TelemetryWriter } from "#src/apis/observability/store/telemetry-writer.ts";
import { startJobs } from "#src/jobs/runner.ts";
import { anError } from "#test/apis/observability/operations/issues.ts";
import { countOf } from "#test/apis/observability/store/queues.ts";
import { anEndpoint } from "#test/builders/webhooks.ts";
import { testDatabase } from "#test/support/database.ts";
import { silent } from "#test/support/postgres.ts";
import { type OtherProcess, otherProcess } from "#test/support/process.ts";
import { deepIt } from "#test/support/runs.ts";
import { testMasterKey } from "#test/support/server.ts";
import { until } from "#test/support/until.ts";

const hourMs = 3_600_000;

/** A server that takes errors of four kinds and folds them, all the time, until it is killed. */
const serverCode = `
  import { eventRecord } from "#src/apis/observability/event-record.ts";
  import { foldArrivals } from "#src/apis/observability/issues/fold.ts";
  import { TelemetryWriter } from "#src/apis/observability/store/telemetry-writer.ts";
  import { entities, migrations } from "#src/schema.ts";
  import { openDatabase } from "#src/storage/database.ts";
  const database = await openDatabase(process.argv[2], { entities, migrations, poolSize: 6 });
  const tenant = { projectId: process.argv[3], environment: "test" };
  const log = new TelemetryWriter(database.pool);
  const quota = { name: "events", amount: 4, limitPerMinute: 1e9 };
  const kinds = ["A", "B", "C", "D"];
  const send = async () => {
    for (;;) {
      const rows = kinds.map((type) => eventRecord({ level: 50, time: Date.now(), exception: { type } }, "server"));
      await log.append(tenant, { kind: "events", rows }, { quota });
    }
  };
  const fold = async () => {
    for (;;) await foldArrivals(database, tenant, { now: Date.now });
  };
  send(); send(); fold(); fold();
  say("works");
`;

describe("the folding of issues", () => {
  const database = testDatabase();
  const others: OtherProcess[] = [];
  afterEach(async () => {
    await Promise.all(others.splice(0).map((other) => other.kill("SIGKILL")));
  });

  const aTenant = (): Tenant => ({ projectId: randomUUID(), environment: "test" });
  /** Sends errors that are received at a moment (ms). */
  const sendAt = async (tenant: Tenant, now: number, ...errors: Record<string, unknown>[]) => {
    const log = new TelemetryWriter(database.pool, { now: () => now });
    const rows = errors.map((error) => eventRecord(error as Parameters<typeof eventRecord>[0], "server"));
    const quota = { name: "events", amount: rows.length, limitPerMinute: 1e9 };
    await log.append(tenant, { kind: "events", rows }, { quota });
  };
  const foldAll = async (tenant: Tenant, now = Date.now(), options = {}) => {
    while ((await foldArrivals(database, tenant, { now: () => now, ...options })).isMore);
  };
  const issuesOf = async ({ projectId }: Tenant) => {
    const { rows } = await database.owner.query<{ title: string; state: string; count: string }>(
      "SELECT title, state, event_count AS count FROM issues WHERE project_id = $1 ORDER BY title",
      [projectId],
    );
    return rows.map(({ title, state, count }) => ({ title, state, count: Number(count) }));
  };
  const anOwnedEndpoint = async ({ projectId: ownerId, environment }: Tenant) => {
    const webhooks = projectWebhooks(database, testMasterKey, { webhookAllowLoopback: true });
    await anEndpoint(webhooks, { ownerId, environment }, { url: "http://127.0.0.1:9/", events: [...issueEvents] });
  };
  /** The events that were written for endpoints, oldest first, as `type title`. */
  const told = async ({ projectId }: Tenant): Promise<string[]> => {
    const { rows } = await database.owner.query<{ body: string }>(
      "SELECT body FROM webhook_events WHERE owner_id = $1 ORDER BY id",
      [projectId],
    );
    return rows.map(({ body }) => {
      const { type, data } = JSON.parse(body) as { type: string; data: { title: string } };
      return `${type} ${data.title.slice(0, 1)}`;
    });
  };

  deepIt(
    "counts each stored event once, in one issue for each kind, while two servers fold and are killed",
    async () => {
      const tenant = aTenant();
      await anOwnedEndpoint(tenant);
      const total = async () => (await issuesOf(tenant)).reduce((sum, { count }) => sum + count, 0);
      for (let round = 0; round < 2; round++) {
        const pair = [1, 2].map(() => otherProcess(serverCode, database.url, tenant.projectId));
        others.push(...pair);
        await Promise.all(pair.map((other) => other.line()));
        const before = await total();
        await until(async () => (await total()) > before + 100);
        await Promise.all(others.splice(0).map((other) => other.kill("SIGKILL")));
      }
      // What the killed ones had begun ends with their connections.
      await until(async () => {
        const { rows } = await database.owner.query(
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%issue%' AND state <> 'idle' AND pid <> pg_backend_pid()",
        );
        return rows.length === 0;
      });
      await foldAll(tenant);
      const issues = await issuesOf(tenant);
      expect(issues.map(({ title }) => title)).to.deep.equal(["A", "B", "C", "D"]);
      expect(await total()).to.equal(await countOf(database, "events", tenant.projectId));
      expect(new Set(issues.map(({ count }) => count)).size, "batches have one of each").to.equal(1);
      expect((await told(tenant)).toSorted()).to.deep.equal(
        ["A", "B", "C", "D"].map((title) => `issue.created ${title}`),
      );
    },
  );

  it("counts what a plain list of events has, in whichever order blocks are written, compacted and folded, and folding broken off", async () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 8 }) },
      fc.constantFrom("compact" as const, "fold" as const, "break off" as const, "all at once" as const),
    );
    const run = async (steps: (number[] | "compact" | "fold" | "break off" | "all at once")[]) => {
      const tenant = aTenant();
      let now = Math.floor(Date.now() / hourMs) * hourMs;
      const sent: { type: string; ref: EventRef; release: string; user: number }[] = [];
      const send = async (kinds: readonly number[]) => {
        now += 20 * 60_000;
        const errors = kinds.map((kind, at) => ({
          ...{ level: 50, time: now - at, eventId: `${sent.length + at}`, release: `shop@${kind % 2}.${sent.length}` },
          ...{ exception: { type: `${kind}` }, user: { id: at } },
        }));
        for (const { eventId, exception, time, release, user } of errors)
          sent.push({ type: exception.type, ref: [now, time, eventId], release, user: user.id });
        // One of another kind is no problem.
        await sendAt(tenant, now, { level: 30, time: now, message: "hello" }, ...errors);
      };
      const fold = (signal?: AbortSignal, time = () => now) =>
        foldArrivals(database, tenant, { now: time, groupsAtOnce: 2, ...(signal && { signal }) }, () => 6);
      const breakOff = async () => {
        const ended = new AbortController();
        let asked = 0;
        const time = () => {
          if (++asked === 2) ended.abort();
          return now;
        };
        await fold(ended.signal, time).catch((error: unknown) => expect(error).to.equal(ended.signal.reason));
      };
      const compact = () => compactRecordsOf(database.pool, "events", tenant, { now });
      for (const one of steps) {
        if (typeof one !== "string") await send(one);
        else if (one === "compact") await compact();
        else if (one === "fold") await fold();
        else if (one === "break off") await breakOff();
        else await Promise.all([fold(), compact(), send([0, 1, 2, 3, 4]), fold()]);
      }
      await foldAll(tenant, now);
      const { rows } = await database.owner.query<{ title: string; count: string; counts: string[] }>(
        `SELECT title, event_count AS count, ARRAY[hours, releases, users, events] AS counts FROM issue_fingerprints
         WHERE project_id = $1`,
        [tenant.projectId],
      );
      const found = rows.map(({ title, count, counts }) => {
        const [hours, releases, users, events] = counts.map((text) => JSON.parse(text) as never[]);
        return { title, count: Number(count), hours, releases, users: (users ?? []).toSorted(), events };
      });
      const expected = [...Map.groupBy(sent, ({ type }) => type)].map(([title, own]) => ({
        ...{ title, count: own.length },
        hours: [...Map.groupBy(own, ({ ref }) => Math.floor(ref[0] / hourMs))]
          .map(([hour, those]) => [hour, those.length])
          .toSorted(([a = 0], [b = 0]) => a - b),
        releases: [...Map.groupBy(own, ({ release }) => release)]
          .map(([release, those]): ReleaseCount => {
            const times = those.map(({ ref }) => ref[0]);
            return [release, those.length, Math.min(...times), Math.max(...times)];
          })
          .toSorted((a, b) => b[3] - a[3] || (a[0] < b[0] ? 1 : -1)),
        users: [...new Set(own.map(({ user }) => userHash({ id: user })))].toSorted(),
        events: own.map(({ ref }) => ref).toSorted((a, b) => b[0] - a[0] || (a[2] < b[2] ? 1 : -1)),
      }));
      const byTitle = (a: { title: string }, b: { title: string }) => (a.title < b.title ? -1 : 1);
      expect(found.toSorted(byTitle)).to.deep.equal(expected.toSorted(byTitle));
      const { rowCount } = await database.owner.query("SELECT FROM issue_arrivals WHERE project_id = $1", [
        tenant.projectId,
      ]);
      expect(rowCount).to.equal(0);
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), run), {
      numRuns: 12,
      examples: [
        [[[0, 1, 2, 3], [1, 2], "compact", "break off", [4], "fold", "compact", "break off"]],
        [[[0, 1, 2, 3, 4], "all at once", "break off", "all at once", "all at once"]],
      ],
    });
  });

  it("leaves a tenant that floods it to a later job, and its reader what waits, and folds for others meanwhile", async () => {
    const [flooding, other] = [aTenant(), aTenant()];
    await sendAt(flooding, Date.now(), ...Array.from({ length: 1_100 }, () => anError("A")));
    const pace = new FoldPace();
    pace.next = ({ projectId }) => new Date(Date.now() + (projectId === flooding.projectId ? 60_000 : 0));
    await sendAt(other, Date.now(), anError("B"));
    for (const tenant of [flooding, other]) await queueFold(database.pool, tenant);
    const jobs = await startJobs(database, issueJobs({ now: Date.now, retentionDays: 90, pace }), {
      ...{ log: silent, pollInterval: 50 },
    });
    try {
      await until(async () => (await issuesOf(other)).length === 1);
      await until(async () => {
        const { rows } = await database.owner.query<{ is_later: boolean }>(
          "SELECT run_at > now() + interval '30 seconds' AS is_later FROM graphile_worker.jobs WHERE key = $1",
          [`fold-issues ${flooding.projectId} test`],
        );
        return rows[0]?.is_later === true;
      });
      await foldingBeforeReads(database, { now: Date.now })(flooding);
      expect(await issuesOf(flooding)).to.deep.equal([]);
    } finally {
      await jobs.stop();
    }
    await foldAll(flooding);
    expect(await issuesOf(flooding)).to.deep.equal([{ title: "A: no total", state: "open", count: 1_100 }]);
  });

  it("takes a twentieth of a thread, and more only from a flood that has lasted long", () => {
    const tenant = aTenant();
    const pace = new FoldPace();
    const of = (forMs: number) => Math.round(pace.events(tenant, { events: 1_000_000, forMs }));
    // Where none was folded before, 0.1 ms each are expected.
    expect([of(0), of(19_000), of(45_000), of(60_000)]).to.deep.equal([1_000, 10_000, 450_000, 1_000_000]);
    const pauseAfter = (forMs: number, events = 5_000) => {
      const before = Date.now();
      pace.folded(tenant, events, { events: 100_000, forMs }, 1_000);
      return pace.next(tenant).getTime() - before;
    };
    expect(pauseAfter(4_000)).to.be.at.least(3_800);
    expect(of(29_000), "it has just ended").to.equal(1_000);
    expect(pauseAfter(29_000)).to.be.at.least(9_500);
    const late = pauseAfter(90_000);
    expect(late).to.be.below(pauseAfter(29_000));
    expect(of(90_000)).to.equal(1_000_000);
    expect(pauseAfter(29_000, 10), "few").to.be.below(9_500);
    expect(of(19_000)).to.equal(10_000);
  });

  it("tells of new and regressed issues once, and of nothing while an issue is ignored", async () => {
    const tenant = aTenant();
    await anOwnedEndpoint(tenant);
    const start = Date.now();
    await sendAt(tenant, start, anError("A"), anError("B"));
    await foldAll(tenant, start);
    const set = (title: string, change: string) =>
      database.owner.query(`UPDATE issues SET ${change} WHERE project_id = $1 AND title LIKE $2`, [
        tenant.projectId,
        `${title}%`,
      ]);
    await set("A", "state = 'resolved', resolved_at = now() - interval '1 minute'");
    await set("B", "state = 'ignored'");
    for (let at = 1; at <= 3; at++) {
      await sendAt(tenant, start + at, anError("A"), anError("B"));
      await foldAll(tenant, start + at);
    }
    expect(await told(tenant)).to.deep.equal(["issue.created A", "issue.created B", "issue.regressed A"]);
    expect((await issuesOf(tenant)).map(({ state }) => state)).to.deep.equal(["regressed", "ignored"]);
  });

  it("tells of an issue that is much more frequent than it was, once a day and not on its first", async () => {
    const tenant = aTenant();
    await anOwnedEndpoint(tenant);
    const start = Math.floor(Date.now() / hourMs) * hourMs - 40 * hourMs;
    const burst = async (at: number, count: number) => {
      await sendAt(tenant, at, ...Array.from({ length: count }, () => anError("A")));
      await foldAll(tenant, at);
    };
    await burst(start, 40);
    for (let hour = 1; hour <= 24; hour++) await burst(start + hour * hourMs, 2);
    expect(await told(tenant), "usual").to.deep.equal(["issue.created A"]);
    // 88 events in 25 hours: 3.5 an hour, of which 18 are the fivefold.
    await burst(start + 25 * hourMs, 17);
    expect(await told(tenant), "not yet").to.deep.equal(["issue.created A"]);
    await burst(start + 25 * hourMs + 60_000, 1);
    await burst(start + 25 * hourMs + 120_000, 50);
    await burst(start + 27 * hourMs, 500);
    expect(await told(tenant)).to.deep.equal(["issue.created A", "issue.escalated A"]);
  });

  it("writes no events for a project that nobody listens to", async () => {
    const tenant = aTenant();
    await sendAt(tenant, Date.now(), anError("A"));
    await foldAll(tenant);
    expect(await told(tenant)).to.deep.equal([]);
    expect(await issuesOf(tenant)).to.have.length(1);
  });

  it("counts problems beyond those that a project may have in one issue", async () => {
    const tenant = aTenant();
    const errors = ["A", "B", "C", "D", "E"].map((type) => anError(type));
    await sendAt(tenant, Date.now(), ...errors);
    await foldAll(tenant, Date.now(), { mostFingerprints: 3 });
    await sendAt(tenant, Date.now(), ...errors);
    await foldAll(tenant, Date.now(), { mostFingerprints: 3 });
    const issues = await issuesOf(tenant);
    expect(issues).to.have.length(4);
    expect(issues.reduce((sum, { count }) => sum + count, 0)).to.equal(10);
    const [overflow] = await fingerprintsById(database.pool, tenant, [overflowFingerprint]);
    expect(overflow?.eventCount).to.equal(4);
  });

  it("has the level of its newest event, in whichever order its stacks and folds come", async () => {
    const tenant = aTenant();
    const start = Date.now();
    const send = (line: number, level: number, at: number) => {
      const frames = [{ filename: "src/cart.ts", function: "totalOf", lineno: line, colno: 3 }];
      const exception = { type: "A", stacktrace: { frames } };
      return sendAt(tenant, start + at, anError("A", { release: "shop@1", level, exception }));
    };
    const levels = async () => {
      const { rows } = await database.owner.query<{ level: number }>("SELECT level FROM issues WHERE project_id = $1", [
        tenant.projectId,
      ]);
      return rows.map(({ level }) => level);
    };
    await send(1, 50, 0);
    await send(2, 50, 1);
    await send(1, 60, 2);
    await foldAll(tenant);
    expect(await levels()).to.deep.equal([60]);
    await send(2, 50, -1);
    await foldAll(tenant);
    expect(await levels(), "an older event").to.deep.equal([60]);
    await send(2, 50, 3);
    await foldAll(tenant);
    expect(await levels(), "a newer event").to.deep.equal([50]);
  });

  it("keeps as many stacks of a group apart as wait for their symbols, and loses no event of the others", async () => {
    const tenant = aTenant();
    for (let line = 0; line < 60; line++) {
      const frames = [{ filename: "src/cart.ts", function: "totalOf", lineno: line, colno: 3 }];
      await sendAt(
        tenant,
        Date.now() + line,
        anError("A", { release: "shop@1", exception: { type: "A", stacktrace: { frames } } }),
      );
    }
    await foldAll(tenant);
    expect(await issuesOf(tenant)).to.deep.equal([{ title: "A", state: "open", count: 60 }]);
    const { rows } = await database.owner.query<{ kind: string; rows: string; events: string }>(
      `SELECT kind, count(*) AS rows, sum(event_count) AS events FROM issue_fingerprints WHERE project_id = $1
       GROUP BY kind ORDER BY kind`,
      [tenant.projectId],
    );
    expect(rows).to.deep.equal([
      { kind: "group", rows: "1", events: "10" },
      { kind: "stack", rows: "50", events: "50" },
    ]);
  });
});
