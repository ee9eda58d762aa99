import { expect } from "chai";
import type { Tenant } from "#src/apis/observability/records.ts";
import { symbolicationsOf } from "#src/apis/observability/store/queries/symbolications.ts";
import { TelemetryWriter } from "#src/apis/observability/store/telemetry-writer.ts";
import { takePending } from "#src/apis/observability/symbols/symbolication/rows.ts";
import { openDatabase } from "#src/storage/database.ts";
import { testDatabase } from "#test/support/database.ts";
import { opened } from "#test/support/opened.ts";
import { anEvent, aTenant, plenty } from "#test/support/telemetry.ts";

const receivedAt = new Date();

describe("stacks that wait for their symbols", () => {
  const database = testDatabase();
  const second = opened(() => openDatabase(database.url, { entities: [], migrations: [] }));
  const writer = opened(() => new TelemetryWriter(database.pool, { now: () => receivedAt.getTime() }));

  /** Returns the names of the stacks. */
  async function send(tenant: Tenant, count: number): Promise<string[]> {
    const rows = Array.from({ length: count }, () => anEvent({ mayNeedSymbols: true }));
    await writer.append(tenant, { kind: "events", rows }, plenty);
    return rows.map(({ eventId }) => eventId).sort();
  }

  async function namesIn(table: "waiting_stacks" | "symbolications", { projectId }: Tenant): Promise<string[][]> {
    const names = table === "waiting_stacks" ? "subjects" : "ARRAY[subject] AS subjects";
    const { rows } = await database.pool.query<{ subjects: string[] }>(
      `SELECT ${names} FROM ${table} WHERE project_id = $1`,
      [projectId],
    );
    return rows.map(({ subjects }) => subjects);
  }

  async function statusesOf(tenant: Tenant, names: readonly string[]): Promise<Set<string | undefined>> {
    const keys = names.map((subject) => ({ subject, receivedAt }));
    const found = await symbolicationsOf(database.pool, tenant, "event", keys);
    return new Set(found.map((one) => one?.status));
  }

  it("are named 500 in a row, and each gets one row of its own, though two workers take them at once", async () => {
    const tenant = aTenant();
    const sent = await send(tenant, 1_203);
    expect((await namesIn("waiting_stacks", tenant)).map(({ length }) => length)).to.have.members([500, 500, 203]);
    expect(await statusesOf(tenant, sent)).to.deep.equal(new Set(["pending"]));
    const isDone = async () => (await namesIn("waiting_stacks", tenant)).length === 0;
    while (!(await isDone())) {
      await Promise.all([database, second].map((worker) => takePending(worker, tenant)));
      await database.pool.query("UPDATE symbolications SET attempts = 1 WHERE project_id = $1 AND environment = $2", [
        tenant.projectId,
        tenant.environment,
      ]);
    }
    expect((await namesIn("symbolications", tenant)).flat().sort()).to.deep.equal(sent);
    expect(await statusesOf(tenant, sent)).to.deep.equal(new Set(["pending"]));
  });

  it("go on waiting, all of them, when they cannot be given rows", async () => {
    const tenant = aTenant();
    const sent = await send(tenant, 3);
    await database.owner.query("ALTER TABLE symbolications ADD CONSTRAINT none CHECK (false) NOT VALID");
    try {
      expect(await takePending(database, tenant).catch((error) => error)).to.include({ code: "23514" });
    } finally {
      await database.owner.query("ALTER TABLE symbolications DROP CONSTRAINT none");
    }
    expect(await namesIn("symbolications", tenant)).to.deep.equal([]);
    expect(await statusesOf(tenant, sent)).to.deep.equal(new Set(["pending"]));
    expect((await takePending(database, tenant)).map(({ subject }) => subject).sort()).to.deep.equal(sent);
  });

  it("are taken and shown for their own tenant alone", async () => {
    const tenant = aTenant();
    const sent = await send(tenant, 2);
    for (const other of [
      aTenant(),
      { ...tenant, environment: tenant.environment === "test" ? "live" : "test" } as const,
    ]) {
      expect(await takePending(database, other)).to.deep.equal([]);
      expect(await statusesOf(other, sent)).to.deep.equal(new Set([undefined]));
    }
    expect(await takePending(database, tenant)).to.have.length(2);
  });
});
