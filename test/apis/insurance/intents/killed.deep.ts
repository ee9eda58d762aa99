import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { FaultPoint } from "#src/apis/insurance/intents/fault-points.ts";
import { settleOpenIntents } from "#src/apis/insurance/intents/settlement.ts";
import { LivenessLock } from "#src/storage/liveness-lock.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";
import { silent } from "#test/support/postgres.ts";
import { otherProcess } from "#test/support/process.ts";
import { until } from "#test/support/until.ts";
import { buy, insurerTables, operationsOver } from "./table-insurer.ts";

/** Buys a quote, and stands still at a fault point. */
const buyerCode = `
  import { pino } from "pino";
  import { openDatabase } from "#src/storage/database.ts";
  import { entities, migrations } from "#src/schema.ts";
  import { LivenessLock } from "#src/storage/liveness-lock.ts";
  import { buy, operationsOver } from "#test/apis/insurance/intents/table-insurer.ts";
  const [, , url, subject, key, point] = process.argv;
  const database = await openDatabase(url, { entities, migrations, poolSize: 4 });
  const log = pino({ level: "silent" });
  const faultPoint = (at) => at === point && new Promise(() => {
    setInterval(() => {}, 1000);
    say(at);
  });
  const liveness = new LivenessLock(database.pool, log);
  const operations = operationsOver(database.pool);
  await buy({ database, liveness, claims: new Set(), operations, log, faultPoint }, subject, key);
`;

describe("a buyer that is killed", () => {
  let database: TestDatabase;
  let liveness: LivenessLock;
  const claims = new Set<string>();
  before(async () => {
    database = await createTestDatabase({ as: "owner" });
    await database.pool.query(insurerTables);
    liveness = new LivenessLock(database.pool, silent);
  });
  after(async () => {
    await liveness.close();
    await database.drop();
  });

  const dependencies = (aheadMs = 0) => ({
    database,
    liveness,
    claims,
    operations: operationsOver(database.pool),
    log: silent,
    now: () => Date.now() + aheadMs,
  });

  async function killAt(point: FaultPoint): Promise<{ readonly subject: string; readonly key: string }> {
    const [subject, key] = [`quote/aegis/${randomUUID()}`, randomUUID()];
    await database.owner.query("TRUNCATE sold, done_by_insurer, webhook_events");
    const buyer = otherProcess(buyerCode, database.url, subject, key, point);
    expect(await buyer.line()).to.equal(point);
    await buyer.kill("SIGKILL");
    return { subject, key };
  }

  async function expectOneSale(): Promise<void> {
    for (const table of ["sold", "done_by_insurer", "webhook_events"])
      expect((await database.pool.query(`SELECT FROM ${table}`)).rowCount, table).to.equal(1);
    expect((await database.pool.query("SELECT FROM insurer_intents")).rowCount).to.equal(0);
  }

  for (const point of ["looked", "recording", "claimed", "called", "committing", "committed"] as const) {
    it(`at "${point}" has bought once when it asks again`, async () => {
      const { subject, key } = await killAt(point);
      const { status } = await buy(dependencies(), subject, key);
      expect(status).to.equal(point === "committed" ? 200 : 201);
      await expectOneSale();
    });
  }

  for (const point of ["claimed", "called", "committing"] as const) {
    it(`at "${point}" has bought once when it never comes back`, async () => {
      const { subject, key } = await killAt(point);
      // The server takes a moment to see that a session is gone.
      await until(async () => (await settleOpenIntents(dependencies(10_000))).done === 1);
      expect((await buy(dependencies(), subject, key)).status).to.equal(200);
      await expectOneSale();
    });
  }
});
