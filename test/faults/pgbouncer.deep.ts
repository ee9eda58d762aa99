/** Accord as operators run it, with PgBouncer between it and its database. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { expect } from "chai";
import { type ApiName, apiModule, apiNames } from "#src/apis/index.ts";
import { startDemoInsurers, startDemoService } from "#src/sandbox/demo.ts";
import { Load } from "#test/chaos/load.ts";
import type { Access } from "#test/chaos/records.ts";
import { salesKinds } from "#test/chaos/sales.ts";
import { samples } from "#test/chaos/samples.ts";
import { telemetryKinds } from "#test/chaos/telemetry.ts";
import { Accord, accord } from "#test/cli/support/accord.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";
import { temporaryFolder } from "#test/support/folder.ts";
import { type PgBouncer, startPgBouncer } from "#test/support/pgbouncer.ts";
import { testMasterKey } from "#test/support/server.ts";
import { until } from "#test/support/until.ts";

describe("behind PgBouncer", () => {
  let database: TestDatabase;
  let bouncer: PgBouncer | undefined;
  const folder = temporaryFolder();
  const closers: (() => Promise<unknown>)[] = [];

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
    await bouncer?.stop();
    await database.drop();
  });

  function environment(pooler: PgBouncer, name: string): Readonly<Record<string, string>> {
    return {
      ACCORD_DATABASE_URL: pooler.through(database.url),
      ACCORD_MIGRATE_DATABASE_URL: pooler.through(database.ownerUrl),
      ACCORD_MASTER_KEY: testMasterKey.toString("hex"),
      ACCORD_DATA_DIR: join(folder, name),
      ACCORD_PORT: "0",
      ACCORD_METRICS_PORT: "off",
      ACCORD_LOG_LEVEL: "warn",
      ACCORD_WEBHOOK_ALLOW_LOOPBACK: "1",
    };
  }

  it("in session mode a server and a worker do what every API promises", async () => {
    const pooler = await startPgBouncer("session", [database.url, database.ownerUrl]);
    bouncer = pooler;
    const migrated = await accord(["migrate"], { env: environment(pooler, "migrate") });
    expect(migrated.code, migrated.output).to.equal(0);

    const operator = await database.operator();
    const insurers = await startDemoInsurers(operator, testMasterKey, folder);
    const house = await startDemoService("clearingHouse", operator, testMasterKey);
    closers.push(
      () => insurers.close(),
      async () => house?.close(),
    );
    const secrets: Partial<Record<ApiName, Record<string, unknown>>> = {};
    for (const name of apiNames)
      secrets[name] = (await apiModule(name).seed?.({ database: operator, masterKey: testMasterKey })) ?? {};

    const server = new Accord(["serve"], { env: environment(pooler, "serve") });
    const worker = new Accord(["work"], { env: environment(pooler, "serve") });
    closers.push(
      () => server.stop(),
      () => worker.stop(),
    );
    const url = await server.listening();
    const access = Object.fromEntries(
      apiNames.map((name) => {
        const { addresses = (baseUrl: string) => ({ baseUrl }) } = apiModule(name);
        return [name, { ...secrets[name], ...addresses(`${url}/${name}`) }];
      }),
    ) as unknown as Access;

    const { purchases, checkouts, transfers } = salesKinds();
    const loads = [...telemetryKinds, samples(), purchases, checkouts, transfers].map(
      (kind) => new Load({ kind, access: () => access, clients: 2 }),
    );
    try {
      await Promise.all(loads.map((load) => load.progress(10)));
    } finally {
      await Promise.all(loads.map((load) => load.finish()));
    }
    for (const load of loads) {
      const { kind, lost, doubled, refusals, unknown } = await load.compare(database.owner);
      expect({ lost, doubled, refusals, unknown }, kind).to.deep.equal({
        lost: [],
        doubled: [],
        refusals: [],
        unknown: 0,
      });
    }

    const account = { email: `${randomUUID()}@example.org`, password: "a long enough password", name: "Ada" };
    const answer = await fetch(`${url}/placeholder/v1/auth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(account),
    });
    expect(answer.status, await answer.text()).to.equal(201);

    // Purchases cause webhook events and jobs, which the worker takes up: it listens and holds its lock through the pooler.
    const { rows } = await database.owner.query<{ holders: number }>(
      "SELECT count(*)::int AS holders FROM pg_locks WHERE locktype = 'advisory' AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
    );
    expect(rows[0]?.holders).to.be.greaterThan(0);
    await until(async () => (await database.owner.query("SELECT FROM webhook_arrivals")).rowCount === 0);
    expect((await fetch(`${url}/readyz`)).status).to.equal(200);
    for (const { output } of [server, worker]) expect(output).not.to.match(/prepared statement|unsupported startup/);
  });

  it("in transaction mode nothing starts, and the reason is one line", async () => {
    bouncer = await startPgBouncer("transaction", [database.url, database.ownerUrl]);
    for (const command of ["migrate", "serve", "work"]) {
      const { code, errors } = await accord([command], { env: environment(bouncer, command) });
      expect(code, command).to.equal(1);
      expect(errors, command).to.match(/pooler that lends its sessions.*pool_mode = session.*scaling\.md/);
    }
  });
});
