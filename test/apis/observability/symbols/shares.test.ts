import { expect } from "chai";
import { fixture } from "#debug-info/test/indexes.ts";
import { zipOf } from "#debug-info/test/zip.ts";
import { symbolJobs } from "#src/apis/observability/symbols/jobs.ts";
import { SymbolReaders } from "#src/apis/observability/symbols/reading/symbol-readers.ts";
import { onSymbolsArrived, symbolicationJobs } from "#src/apis/observability/symbols/symbolication/jobs.ts";
import { enqueue } from "#src/jobs/enqueue.ts";
import { declareJob } from "#src/jobs/job.ts";
import { type RunningJobs, startJobs } from "#src/jobs/runner.ts";
import type { ObjectStore } from "#src/storage/objects/object-store.ts";
import { silent } from "#test/support/postgres.ts";
import { deepIt } from "#test/support/runs.ts";
import { until } from "#test/support/until.ts";
import { anApp, thrown } from "./symbolication/apps.ts";
import { addArtifact } from "./symbolication/available.ts";
import { minified, obfuscated } from "./symbolication/crashes.ts";
import { SymbolServer } from "./uploads/symbol-server.ts";

describe("two projects whose symbols never end", () => {
  const server = new SymbolServer();
  const readers = new SymbolReaders({ memoryMiB: 1_024, limits: { patienceMs: 600_000 } });
  const released = Promise.withResolvers<void>();
  let jobs: RunningJobs | undefined;

  before(() => server.start());
  after(async () => {
    released.resolve();
    await jobs?.stop();
    await readers.close();
    await server.stop();
  });

  deepIt("leave a third project its crashes and archives, and everybody the other jobs", async () => {
    const attackers = [await anApp(server), await anApp(server)];
    const reads: string[] = [];
    const objects: ObjectStore = {
      ...server.objects,
      get: async (key, options) => {
        if (!attackers.some(({ projectId }) => key.startsWith(projectId)))
          return await server.objects.get(key, options);
        reads.push(key);
        await released.promise;
        return null;
      },
    };
    for (const attacker of attackers) {
      const map = { release: "shop@1.0", platform: "web", artifactType: "sourcemap" } as const;
      await addArtifact(server, attacker, map, fixture("javascript/bundle.js.map"));
      for (let number = 0; number < 6; number++) {
        const name = `libshop${number}.so`;
        await server.archive(attacker, zipOf({ name, bytes: fixture("native/gcc-dwarf5.so") }), { filename: name });
        await attacker.crash({ platform: "web", ...thrown({ frames: minified }) });
      }
    }
    const third = await anApp(server);
    const mapping = { release: "shop@1.0", platform: "android", artifactType: "r8" } as const;
    await addArtifact(server, third, mapping, fixture("jvm/mapping.txt"));
    const settled: number[] = [];
    const settlement = declareJob<{ readonly number: number }>({
      name: "settlement",
      run: async ({ number }) => {
        settled.push(number);
      },
    });
    const dependencies = { objects, readers, now: Date.now, onArrival: onSymbolsArrived };
    const declared = [...symbolJobs(dependencies), ...symbolicationJobs({ objects, readers }), settlement];
    jobs = await startJobs(server.database, declared, { log: silent, pollInterval: 50 });
    // Of each attacker an archive and a stack.
    await until(() => reads.length === 4);

    for (let number = 0; number < 5; number++) await enqueue(server.database.pool, settlement, { number });
    const eventId = await third.crash({ platform: "android", ...thrown(obfuscated) });
    await third.becomes(eventId, "complete");
    const uploadId = await server.archive(third, fixture("native/gcc-dwarf5.so"));
    expect(await server.ended(third, uploadId)).to.include({ status: "DONE", validObjects: 1 });
    await until(() => settled.length === 5);
    expect(reads, "of the attackers no more was begun").to.have.length(4);
  });
});
