/** Opened chunks that a process keeps between the reads of a page, and between pages. */
import { randomBytes } from "node:crypto";
import { expect } from "chai";
import type { QueryResult, QueryResultRow } from "pg";
import { compressed, decompressed } from "#src/apis/observability/metrics/codec/compression.ts";
import type { Tenant } from "#src/apis/observability/records.ts";
import { identityOfChunk, listChunks } from "#src/apis/observability/store/blocks/chunks.ts";
import { KeptChunks, keyOfChunk, type OpenedChunk } from "#src/apis/observability/store/blocks/kept-chunks.ts";
import { logRecords } from "#src/apis/observability/store/log-records.ts";
import { spanRecords } from "#src/apis/observability/store/span-records.ts";
import { TelemetryWriter } from "#src/apis/observability/store/telemetry-writer.ts";
import type { Queryable } from "#src/storage/transaction.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";
import { lookLikeAnotherServer } from "#test/support/other-server.ts";
import { aSpan, aTenant, plenty, spanBatch } from "#test/support/telemetry.ts";
import { getTrace } from "./whole-traces.ts";

describe("kept chunks", () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  const traceId = Buffer.from("0af7651916cd43dd8448eb211c80319c", "hex");
  const store = async (tenant: Tenant, name: string) => {
    await new TelemetryWriter(database.pool).append(tenant, spanBatch(aSpan({ traceId, name })), plenty);
  };
  /** As after a failover to a standby that lacks all of them: block numbers begin again. */
  const lose = async ({ projectId }: Tenant) => {
    for (const table of ["span_heads", "span_blocks"])
      await database.owner.query(`DELETE FROM ${table} WHERE project_id = $1`, [projectId]);
  };
  /** The names of the trace's spans as a query reads them, and how often it reads payloads. */
  const read = async (tenant: Tenant, server?: string) => {
    let payloads = 0;
    const names = await database.queries.run(tenant.projectId, {}, async (connection) => {
      const counting: Queryable & { readonly server?: string | null } = {
        ...(server === undefined ? { server: connection.server ?? null } : { server }),
        query<Row extends QueryResultRow>(sql: string, values?: unknown[]): Promise<QueryResult<Row>> {
          if (/AS payload, head_bytes\s+FROM/.test(sql)) payloads++;
          return connection.query<Row>(sql, values);
        },
      };
      const trace = await getTrace(counting, tenant, traceId.toString("hex"));
      return trace?.spans.map((span) => span.name);
    });
    return { names, payloads };
  };

  it("are read and opened once, whoever asks", async () => {
    const tenant = aTenant();
    await store(tenant, "first");
    const first = await read(tenant);
    expect(first.names).to.deep.equal(["first"]);
    expect(first.payloads).to.be.greaterThan(0);
    expect(await read(tenant)).to.deep.equal({ names: ["first"], payloads: 0 });
  });

  it("are of one server, kind, project and environment each, and of one content", () => {
    const tenant: Tenant = { projectId: "p", environment: "test" };
    const keys = [
      keyOfChunk("server", spanRecords, tenant, "1"),
      keyOfChunk("another", spanRecords, tenant, "1"),
      keyOfChunk("server", logRecords, tenant, "1"),
      keyOfChunk("server", spanRecords, { ...tenant, projectId: "q" }, "1"),
      keyOfChunk("server", spanRecords, { ...tenant, environment: "live" }, "1"),
      keyOfChunk("server", spanRecords, tenant, "2"),
    ];
    expect(new Set(keys).size).to.equal(keys.length);
  });

  it("are told apart where two tenants' blocks have the same place and size", async () => {
    const [mine, theirs] = [aTenant(), aTenant()];
    // Always the same bytes, which compress to the same length.
    const spanId = Buffer.from("b7ad6b7169203331", "hex");
    const now = () => 1_800_000_000_000;
    const startTimeUnixNano = BigInt(now()) * 1_000_000n;
    for (const [tenant, name] of [
      [mine, "shop-a"],
      [theirs, "shop-b"],
    ] as const) {
      const span = aSpan({ traceId, spanId, name, startTimeUnixNano, endTimeUnixNano: startTimeUnixNano });
      await new TelemetryWriter(database.pool, { now }).append(tenant, spanBatch(span), plenty);
    }
    const all = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };
    const identities = [mine, theirs].map(async (tenant) =>
      (await listChunks(database.pool, spanRecords, tenant, all)).map(identityOfChunk),
    );
    const [own, other] = await Promise.all(identities);
    expect(own).to.deep.equal(other).and.to.have.length(1);
    expect(await read(mine)).to.deep.include({ names: ["shop-a"] });
    expect(await read(theirs)).to.deep.include({ names: ["shop-b"] });
    expect(await read(mine)).to.deep.include({ names: ["shop-a"] });
  });

  it("are of one server each: after a failover their keys may stand for other contents", async () => {
    const tenant = aTenant();
    await store(tenant, "lost");
    await read(tenant);
    await lose(tenant);
    await lookLikeAnotherServer(database, database.pool);
    await store(tenant, "new");
    expect(await read(tenant, "another")).to.deep.include({ names: ["new"] });
  });

  it("are known by their contents too: a node of a cluster may fail over while the coordinator stays", async () => {
    const tenant = aTenant();
    await store(tenant, "lost");
    expect(await read(tenant)).to.deep.include({ names: ["lost"] });
    await lose(tenant);
    await store(tenant, "new");
    expect(await read(tenant)).to.deep.include({ names: ["new"] });
  });

  it("are not kept where it is unknown which server answers", async () => {
    const tenant = aTenant();
    await store(tenant, "first");
    const pool = (sql: string, values?: unknown[]) => database.pool.query(sql, values);
    await getTrace({ query: pool } as Queryable, tenant, traceId.toString("hex"));
    expect((await read(tenant)).payloads).to.be.greaterThan(0);
  });

  it("stay within their bound, those that were needed last", () => {
    const kept = new KeptChunks(100_000);
    const chunk = { head: {}, body: null, openBody: null, size: 40_000 } as unknown as OpenedChunk;
    for (const key of ["a", "b", "c"]) kept.set(key, chunk);
    expect(["a", "b", "c"].map((key) => kept.get(key, false) !== undefined)).to.deep.equal([false, true, true]);
    expect(kept.get("b", true)).to.equal(undefined);
  });

  it("stay with their body when it is read without", () => {
    const kept = new KeptChunks(100_000);
    const chunk = { head: {}, body: {}, openBody: null, size: 1 } as unknown as OpenedChunk;
    kept.set("a", chunk);
    kept.set("a", { ...chunk, body: null });
    expect(kept.get("a", true)).to.equal(chunk);
  });

  it("keep no pool of memory for a few bytes of it", () => {
    for (const length of [1, 100, 20_000]) {
      const { bytes } = decompressed(compressed(randomBytes(length), 1, "fast"), 1);
      expect(bytes.length).to.equal(length);
      expect(bytes.buffer.byteLength).to.be.at.most(2 * Math.max(length, 64));
    }
  });
});
