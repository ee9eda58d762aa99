/** Tails within one process: what they cost, and what bounds them. */
import type { Readable } from "node:stream";
import { expect } from "chai";
import { nextBlockOf } from "#src/apis/observability/store/blocks/commits.ts";
import { compactRecordsOf } from "#src/apis/observability/store/blocks/jobs.ts";
import { logRecords } from "#src/apis/observability/store/log-records.ts";
import type { LogFilters } from "#src/apis/observability/store/queries/logs.ts";
import { TelemetryWriter } from "#src/apis/observability/store/telemetry-writer.ts";
import { tailedLogs } from "#src/apis/observability/tail/tailed.ts";
import { Tailing, type TailingOptions, type TailReader } from "#src/apis/observability/tail/tailing.ts";
import { Problem } from "#src/http/problem.ts";
import { revokeApiKey } from "#src/identity/api-keys.ts";
import { issueKey } from "#src/identity/key-format.ts";
import { createKeyVerifier } from "#src/identity/key-verifier.ts";
import { anApiKey } from "#test/builders/identity.ts";
import { testDatabase } from "#test/support/database.ts";
import { eventsIn } from "#test/support/event-stream.ts";
import { aLog, aTenant, batchId, plenty } from "#test/support/telemetry.ts";
import { until } from "#test/support/until.ts";

type Tenant = ReturnType<typeof aTenant>;

describe("tails in a process", () => {
  const database = testDatabase();
  const made: Tailing[] = [];
  const tailing = (options: Partial<TailingOptions> = {}) => {
    const one = new Tailing({ queries: database.queries, lookEveryMs: 20, ...options });
    made.push(one);
    return one;
  };
  afterEach(() => {
    for (const one of made.splice(0)) one.end();
  });

  const append = (tenant: Tenant, ...bodyTexts: readonly string[]) =>
    new TelemetryWriter(database.pool).append(
      tenant,
      { kind: "logs", batchId: batchId(), rows: bodyTexts.map((bodyText) => aLog({ bodyText })) },
      plenty,
    );
  const many = (count: number) => Array.from({ length: count }, (_, index) => `record ${index}`);

  async function follow(one: Tailing, tenant: Tenant, given: Partial<TailReader<LogFilters>> = {}): Promise<Readable> {
    const from = { block: await nextBlockOf(database.pool, logRecords, tenant), index: 0 };
    return one.follow(tenant, tailedLogs, {
      ...{ filters: {}, from, longestMs: 3_600_000, recheck: async () => {} },
      ...given,
    });
  }

  function heard(body: Readable) {
    let text = "";
    let isOver = false;
    body.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
    body.once("end", () => {
      isOver = true;
    });
    const of = (event: string) => eventsIn(text).filter((one) => one.event === event);
    return {
      get isOver() {
        return isOver;
      },
      get text() {
        return text;
      },
      of: (event: string) => of(event).map(({ data }) => data),
      get bodies() {
        return of("log").map(({ data }) => (data as { body: { stringValue: string } }).body.stringValue);
      },
    };
  }

  /** Counts what is asked of the store. */
  function counting() {
    const asked = { looks: 0, reads: 0 };
    const queries = new Proxy(database.queries, {
      get(target, name) {
        if (name !== "run") return Reflect.get(target, name);
        return (tenant: string, options: object, work: (db: never) => Promise<unknown>) =>
          target.run(tenant, options, (connection) => {
            const query = connection.query.bind(connection);
            connection.query = ((sql: string, values: unknown[]) => {
              if (sql.includes("FROM log_heads")) asked.looks++;
              if (sql.includes("FROM log_blocks")) asked.reads++;
              return query(sql, values);
            }) as never;
            return work(connection as never);
          });
      },
    });
    return { asked, queries };
  }

  it("cost one look for all readers of a project, one reading of what is new, and nothing when nobody follows", async () => {
    const { asked, queries } = counting();
    const one = tailing({ queries });
    const tenant = aTenant();
    const bodies = await Promise.all(Array.from({ length: 50 }, () => follow(one, tenant)));
    const readers = bodies.map(heard);
    await until(() => asked.looks >= 3);
    expect(asked.reads).to.equal(0);
    await append(tenant, "one");
    await until(() => readers.every((reader) => reader.bodies.length === 1));
    // What there is, and its payload.
    expect(asked.reads).to.equal(2);
    for (const body of bodies) body.destroy();
    await until(() => one.count === 0);
    const { looks } = asked;
    const again = await follow(one, aTenant());
    // One may have been under way.
    await until(() => asked.looks > looks);
    expect(asked.looks).to.be.at.most(looks + 2);
    again.destroy();
  });

  it("tell of the newest records and how many were left out", async () => {
    const one = tailing({ mostRecords: 10, lookEveryMs: 200 });
    const tenant = aTenant();
    const from = { block: 1, index: 0 };
    await append(tenant, ...many(20));
    await append(tenant, ...many(25));
    const all = heard(await follow(one, tenant, { from }));
    const filtered = heard(await follow(one, tenant, { from, filters: { q: "record 1" } }));
    await until(() => all.bodies.length > 0 && filtered.bodies.length > 0);
    expect(all.bodies).to.deep.equal(many(25).slice(15));
    expect(all.of("skipped")).to.deep.equal([{ records: 35, unread: 0 }]);
    // 1, and 10 to 19: of the newer block ten of eleven, and the older one is not looked at.
    expect(filtered.bodies).to.deep.equal(many(20).slice(10));
    expect(filtered.of("skipped")).to.deep.equal([{ records: 1, unread: 20 }]);
    await append(tenant, "next");
    await until(() => all.bodies.length === 11);
    expect(all.of("skipped")).to.have.length(1);
  });

  it("leave out a record that is too large for a stream", async () => {
    const one = tailing();
    const tenant = aTenant();
    const reader = heard(await follow(one, tenant));
    await append(tenant, "x".repeat(300_000), "small");
    await until(() => reader.bodies.length === 1);
    expect(reader.of("skipped")).to.deep.equal([{ records: 1, unread: 0 }]);
  });

  it("say that they do not know how much they missed, where it has been compacted", async () => {
    const one = tailing();
    const tenant = aTenant();
    await append(tenant, "gone");
    await compactRecordsOf(database.pool, "logs", tenant);
    await append(tenant, "here");
    const reader = heard(await follow(one, tenant, { from: { block: 1, index: 0 } }));
    await until(() => reader.bodies.length === 1);
    expect(reader.bodies).to.deep.equal(["here"]);
    expect(reader.of("skipped")).to.deep.equal([{ records: 0, unread: null }]);
  });

  it("end for a reader that is too slow, in a bounded amount of memory, and for no other", async () => {
    const one = tailing();
    const tenant = aTenant();
    const slow = await follow(one, tenant);
    const quick = heard(await follow(one, tenant));
    let most = 0;
    for (let sent = 1; sent <= 9; sent++) {
      await append(tenant, `${sent} ${"x".repeat(200_000)}`);
      await until(() => quick.bodies.length === sent);
      most = Math.max(most, slow.readableLength);
    }
    expect(most).to.be.below(1.5 * 1024 * 1024);
    const rest = heard(slow);
    await until(() => rest.isOver);
    expect(rest.of("end")).to.deep.equal([{ reason: "slow" }]);
    expect(rest.bodies.length).to.be.below(8);
    expect(quick.isOver).to.equal(false);
  });

  it("give signs of life, and end after their time, or when their reader may no longer read", async () => {
    const one = tailing({ heartbeatMs: 50, recheckMs: 50 });
    const tenant = aTenant();
    let may = true;
    let isAway = true;
    const recheck = async () => {
      if (isAway) throw new Error("the database is away");
      if (!may) throw new Problem("UNAUTHENTICATED");
    };
    const reader = heard(await follow(one, tenant, { recheck }));
    await until(() => (reader.text.match(/^:$/gm)?.length ?? 0) >= 2);
    isAway = false;
    may = false;
    await until(() => reader.isOver);
    expect(reader.of("end")).to.deep.equal([{ reason: "access" }]);
    const short = heard(await follow(one, tenant, { longestMs: 50 }));
    await until(() => short.isOver);
    expect(short.of("end")).to.deep.equal([{ reason: "time" }]);
  });

  it("end when their reader's revoked key is refused as one of many unknown keys of its address", async () => {
    const one = tailing({ recheckMs: 20 });
    // What is known of a key is old after 10 ms.
    const verifier = createKeyVerifier(database, { elapsed: () => performance.now() * 500, unknownKeysPerMinute: 1 });
    const address = "198.51.100.7";
    const [kept, revoked] = [await anApiKey(database), await anApiKey(database)];
    const tenant = aTenant();
    const reading = async ({ key }: { readonly key: string }) => {
      const verified = { count: 0 };
      const recheck = async () => {
        await verifier.verify(key, address);
        verified.count++;
      };
      return { verified, reader: heard(await follow(one, tenant, { recheck })) };
    };
    const [keeps, loses] = [await reading(kept), await reading(revoked)];
    await until(() => keeps.verified.count > 0 && loses.verified.count > 0);
    for (let count = 0; count < 3; count++)
      await verifier.verify(issueKey("test").key, address).catch((error: Problem) => error.code);
    await revokeApiKey(await database.operator(), revoked.keyId);
    await until(() => loses.reader.isOver);
    expect(loses.reader.of("end")).to.deep.equal([{ reason: "access" }]);
    expect(await verifier.verify(revoked.key, address).catch((error: Problem) => error.code)).to.equal("RATE_LIMITED");
    const { count } = keeps.verified;
    await until(() => keeps.verified.count > count + 2);
    expect(keeps.reader.isOver).to.equal(false);
  });

  it("end when it cannot be found out for long whether their reader may read", async () => {
    const one = tailing({ recheckMs: 20 });
    let asked = 0;
    const recheck = async () => {
      asked++;
      // One in twelve is answered, up to the last.
      if (asked < 48 && asked % 12 === 0) return;
      throw new Problem("OVERLOADED");
    };
    const reader = heard(await follow(one, aTenant(), { recheck }));
    await until(() => reader.isOver);
    expect(reader.of("end")).to.deep.equal([{ reason: "access" }]);
    expect(asked).to.equal(48);
  });

  it("are bounded for a project and for the process, and end when it stops", async () => {
    const one = tailing({ most: 3, perTenant: 2 });
    const [tenant, other] = [aTenant(), aTenant()];
    const readers = [await follow(one, tenant), await follow(one, tenant), await follow(one, other)].map(heard);
    const refusal = (given: Tenant) => follow(one, given).catch((error: Problem) => error.code);
    expect(await refusal(aTenant())).to.equal("OVERLOADED");
    one.end();
    await until(() => readers.every(({ isOver }) => isOver));
    for (const reader of readers) expect(reader.of("end")).to.deep.equal([{ reason: "stopping" }]);
    expect(await refusal(tenant)).to.equal("OVERLOADED");
    const roomy = tailing();
    for (let count = 0; count < 50; count++) heard(await follow(roomy, tenant));
    expect(await follow(roomy, tenant).catch((error: Problem) => error.code)).to.equal("RATE_LIMITED");
    heard(await follow(roomy, other));
  });
});
