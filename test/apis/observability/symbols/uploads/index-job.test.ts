import { expect } from "chai";
import { fixture } from "#debug-info/test/indexes.ts";
import { indexSymbols } from "#src/apis/observability/symbols/uploads/index-job.ts";
import { reclaimSymbols } from "#src/apis/observability/symbols/uploads/reclaim.ts";
import type { ObjectStore } from "#src/storage/objects/object-store.ts";
import { bucket, credentials, region, TestStore } from "#test/storage/objects/embedded-store.ts";
import { whileTested } from "#test/support/api-server.ts";
import { failureOf } from "#test/support/failure-of.ts";
import { opened } from "#test/support/opened.ts";
import { otherProcess } from "#test/support/process.ts";
import { runJob } from "#test/support/run-job.ts";
import { deepIt } from "#test/support/runs.ts";
import { type Caller, SymbolServer } from "./symbol-server.ts";

const hour = 3_600_000;
const bytes = fixture("native/gcc-dwarf5.so");

describe("the job that indexes symbols", () => {
  const store = opened(() => TestStore.start());
  const own = new SymbolServer();
  const server = whileTested(own, () => own.start({}, { objects: store.objects() }));
  let caller: Caller;
  beforeEach(async () => {
    caller = await server.aCaller();
    server.arrived.length = 0;
  });

  /** One run, as the queue would start it. */
  const run = (
    uploadId: string,
    { attempt = 1, objects = server.objects, signal = new AbortController().signal } = {},
  ) => {
    const { projectId, environment } = caller;
    const context = { database: server.database, services: { ...server.dependencies, objects }, signal, attempt };
    return runJob(indexSymbols, context, { projectId, environment, uploadId });
  };
  const statusOf = async () => {
    const [upload] = await server.list(caller);
    return [upload?.status, upload?.failureReason];
  };
  const reclaim = (aheadMs: number) => reclaimSymbols(server.database, server.objects, { now: Date.now() + aheadMs });

  deepIt("is done by another worker when one is killed halfway, and another one after it", async () => {
    const uploadId = await server.archive(caller, bytes);
    for (const halt of ["get", "put"]) {
      const worker = otherProcess(
        `import { openDatabase } from "#src/storage/database.ts";
         import { openObjectStore } from "#src/storage/objects/object-store.ts";
         import { startJobs } from "#src/jobs/runner.ts";
         import { symbolJobs } from "#src/apis/observability/symbols/jobs.ts";
         import { SymbolReaders } from "#src/apis/observability/symbols/reading/symbol-readers.ts";
         import { entities, migrations } from "#src/schema.ts";
         const [url, store, halt] = process.argv.slice(2);
         const objects = openObjectStore(JSON.parse(store));
         objects[halt] = () => { say("halfway"); return new Promise(() => {}); };
         const log = { debug() {}, info() {}, warn() {}, error() {} };
         const database = await openDatabase(url, { entities, migrations });
         const jobs = symbolJobs({ objects, readers: new SymbolReaders(), now: Date.now, onArrival: async () => {} });
         await startJobs(database, jobs, { log, pollInterval: 50 });`,
        server.database.url,
        JSON.stringify({ endpoint: store.endpoint, region, bucket, credentials }),
        halt,
      );
      expect(await worker.line()).to.equal("halfway");
      expect(await statusOf()).to.deep.equal(["PROCESSING", null]);
      await worker.kill("SIGKILL");
      // As if the time had passed after which a silent worker is given up.
      await server.database.owner.query(
        `WITH jobs AS (UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '1 hour')
         UPDATE graphile_worker._private_job_queues SET locked_at = locked_at - interval '1 hour'`,
      );
    }
    await server.work();
    expect(await server.ended(caller, uploadId)).to.include({ status: "DONE", validObjects: 1 });
    await server.rest();
    expect(server.arrived).to.have.length(1);
    expect(await server.keys(caller)).to.have.length(2);
    // The index that the second one had begun to send.
    expect(await reclaim(hour)).to.deep.equal({ uploads: 0, files: 0 });
    expect((await reclaim(7 * hour)).files).to.equal(1);
    expect(await server.keys(caller)).to.have.length(2);
  });

  it("tries again when the store is away, five times in all", async () => {
    const uploadId = await queued();
    const away = { ...server.objects, get: () => Promise.reject(new Error("the store is away")) } as ObjectStore;
    for (let attempt = 1; attempt < 5; attempt++) {
      expect(String(await failureOf(run(uploadId, { attempt, objects: away })))).to.contain("the store is away");
      expect(await statusOf()).to.deep.equal(["PROCESSING", null]);
    }
    await run(uploadId, { attempt: 5, objects: away });
    expect(await statusOf()).to.deep.equal(["FAILED", "INDEXING_FAILED"]);
    await run(uploadId);
    expect(await statusOf(), "for good").to.deep.equal(["FAILED", "INDEXING_FAILED"]);
  });

  it("is good when the store comes back in time", async () => {
    const uploadId = await queued();
    const put = () => Promise.reject(new Error("the store is away"));
    await failureOf(run(uploadId, { attempt: 4, objects: { ...server.objects, put } as ObjectStore }));
    await run(uploadId, { attempt: 5 });
    expect(await statusOf()).to.deep.equal(["DONE", null]);
    expect(await server.keys(caller)).to.have.length(2);
  });

  it("ends as FAILED when every run was killed", async () => {
    const uploadId = await queued();
    await run(uploadId, { attempt: 6 });
    expect(await statusOf()).to.deep.equal(["FAILED", "INDEXING_FAILED"]);
  });

  it("leaves the upload to the next run when its process stops, though it was the last but one", async () => {
    const uploadId = await queued();
    const stopping = AbortSignal.abort(new Error("stopping"));
    expect(String(await failureOf(run(uploadId, { attempt: 5, signal: stopping })))).to.contain("stopping");
    expect(await statusOf()).to.deep.equal(["PROCESSING", null]);
  });

  it("counts once when two run at the same time, since one was taken for dead", async () => {
    const uploadId = await queued();
    await Promise.all([run(uploadId), run(uploadId), run(uploadId)]);
    expect(await statusOf()).to.deep.equal(["DONE", null]);
    expect(server.arrived).to.have.length(1);
    expect(await server.keys(caller)).to.have.length(2);
  });

  /** An upload that no worker of the queue sees. */
  async function queued(): Promise<string> {
    const uploadId = await server.archive(caller, bytes);
    await server.database.owner.query("DELETE FROM graphile_worker._private_jobs");
    expect(await statusOf()).to.deep.equal(["QUEUED", null]);
    return uploadId;
  }
});
