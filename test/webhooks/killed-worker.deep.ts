import { expect } from "chai";
import { type Delivery, listDeliveries } from "#src/webhooks/deliveries.ts";
import { aReceiver, type Receiver } from "#test/builders/receiver.ts";
import { aDispatcher, anEndpoint, anOwner, emit, someWebhooks } from "#test/builders/webhooks.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";
import { type OtherProcess, otherProcess } from "#test/support/process.ts";
import { until } from "#test/support/until.ts";

const leaseMs = 1_500;

/** A worker as `accord work` runs it, in a process of its own. */
const workerCode = `
  import { pino } from "pino";
  import { entities, migrations } from "#src/schema.ts";
  import { openDatabase } from "#src/storage/database.ts";
  import { startDispatcher } from "#src/webhooks/dispatcher.ts";
  const database = await openDatabase(process.argv[2], { entities, migrations, poolSize: 5 });
  startDispatcher({
    database, masterKey: Buffer.alloc(32, 7), log: pino({ level: "silent" }), allowLoopback: true,
    leaseMs: ${leaseMs}, intervalMs: 50,
  });
  say("works");
`;

describe("webhooks of a worker that is killed", () => {
  let database: TestDatabase;
  const workers: OtherProcess[] = [];
  const receivers: Receiver[] = [];

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.kill("SIGKILL")));
    await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
    await database.drop();
  });

  async function worker(): Promise<OtherProcess> {
    const started = otherProcess(workerCode, database.url);
    workers.push(started);
    expect(await started.line()).to.equal("works");
    return started;
  }

  it("are taken over when its lease ends, with the next attempt's number, and the log stays true", async () => {
    const hangs = Promise.withResolvers<void>();
    const receiver = await aReceiver((response, _received, count) => {
      if (count === 1) return hangs.resolve();
      response.writeHead(204).end();
    });
    receivers.push(receiver);
    const webhooks = someWebhooks(database);
    const owner = anOwner();
    await anEndpoint(webhooks, owner, { url: receiver.url });
    const first = await worker();
    await emit(database, owner);
    await hangs.promise;
    const theDelivery = async () => (await listDeliveries(webhooks, owner)).items[0] as Delivery;
    expect(await theDelivery()).to.deep.include({ status: "PENDING", attempt: 1 });

    await first.kill("SIGKILL");
    const second = aDispatcher(database, { leaseMs });
    await until(async () => (await theDelivery()).status === "SUCCEEDED");
    expect(await theDelivery()).to.deep.include({ attempt: 2, nextAttemptAt: null, lastFailure: null });
    expect(receiver.received.map(({ headers }) => headers["hook-delivery-attempt"])).to.deep.equal(["1", "2"]);
    expect(new Set(receiver.received.map(({ headers }) => headers["hook-event-id"])).size).to.equal(1);
    await second.stop();
  });

  it("all arrive although workers are killed again and again, and none is attempted under one number twice", async () => {
    const receiver = await aReceiver();
    receivers.push(receiver);
    const webhooks = someWebhooks(database);
    const owner = anOwner();
    for (const path of ["a", "b", "c"]) await anEndpoint(webhooks, owner, { url: `${receiver.url}/${path}` });
    let victim = await worker();
    for (let batch = 0; batch < 3; batch++) {
      const before = receiver.received.length;
      for (let count = 0; count < 40; count++) await emit(database, owner);
      await until(() => receiver.received.length > before);
      await victim.kill("SIGKILL");
      victim = await worker();
    }
    await until(async () => {
      const { rows } = await database.pool.query("SELECT FROM webhook_deliveries WHERE status <> 'SUCCEEDED'");
      return rows.length === 0;
    }, 15_000);
    const attempts = receiver.received.map(
      ({ path, headers }) => `${path} ${headers["hook-event-id"]} ${headers["hook-delivery-attempt"]}`,
    );
    expect(new Set(attempts).size).to.equal(attempts.length);
    const delivered = receiver.received.map(({ path, headers }) => `${path} ${headers["hook-event-id"]}`);
    expect(new Set(delivered).size).to.equal(360);
    const { rows } = await database.pool.query("SELECT sum(attempt)::int AS attempts FROM webhook_deliveries");
    expect(rows[0].attempts).to.be.at.least(receiver.received.length);
  });
});
