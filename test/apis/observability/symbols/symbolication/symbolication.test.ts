import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { fixture } from "#debug-info/test/indexes.ts";
import type { Schemas } from "#generated/observability/contract.ts";
import { symbolUploads } from "#src/apis/observability/symbols/entities/symbol-upload.ts";
import { SymbolReaders } from "#src/apis/observability/symbols/reading/symbol-readers.ts";
import { symbolicationJobs } from "#src/apis/observability/symbols/symbolication/jobs.ts";
import { type RunningJobs, startJobs } from "#src/jobs/runner.ts";
import { aLog, aSpan, logsOf, text, tracesOf } from "#test/apis/observability/operations/otlp.ts";
import { observabilityServer } from "#test/apis/observability/operations/server.ts";
import { silent } from "#test/support/postgres.ts";
import { otherProcess } from "#test/support/process.ts";
import { deepIt } from "#test/support/runs.ts";
import { until } from "#test/support/until.ts";
import { anApp, thrown } from "./apps.ts";
import { addArtifact, addDebugObject } from "./available.ts";
import { inlinedAddresses, minified, nativeCrash, obfuscated, retraced, shown } from "./crashes.ts";
import { objectOf } from "./readers.ts";

describe("symbolication of what was sent", () => {
  const server = observabilityServer({}, { keepsFiles: true });
  let readers: SymbolReaders;
  let jobs: RunningJobs | undefined;

  beforeEach(() => {
    readers = new SymbolReaders({ limits: { memoryMiB: 160 } });
  });
  afterEach(async () => {
    await jobs?.stop();
    jobs = undefined;
    await readers.close();
  });

  const work = async () => {
    const declared = symbolicationJobs({ objects: server.objects, readers });
    jobs = await startJobs(server.database, declared, { log: silent, pollInterval: 50 });
  };

  const jvmCrash = { platform: "android", ...thrown(obfuscated) };
  const mapping = { release: "shop@1.0", platform: "android", artifactType: "r8" } as const;
  const sourcemap = { release: "shop@1.0", platform: "web", artifactType: "sourcemap" } as const;
  const elf = "android-arm64.so";
  const ndkCrash = () => ({
    platform: "android",
    ...nativeCrash(elf, inlinedAddresses(elf).slice(0, 2), "nativeFrames"),
  });

  it("makes a crash readable when its symbols come later, without anyone asking", async () => {
    const project = await anApp(server);
    await work();
    const eventId = await project.crash(ndkCrash());
    const lacking = await project.becomes(eventId, "missing");
    const { debugId } = objectOf(elf);
    expect(lacking.missing).to.deep.equal([{ platform: "android", debugId }]);
    await addDebugObject(server, project, elf);
    const { frames, missing } = await project.becomes(eventId, "complete");
    expect(missing).to.deep.equal([]);
    expect(frames[0]?.file).to.match(/^\/app\/src\//);
    expect(frames.some(({ inlined }) => inlined)).to.equal(true);
    const event = await project.read(eventId);
    expect(event.nativeFrames, "what was sent stays").to.have.length(2);
  });

  it("serves the symbolicated form in lists as well", async () => {
    const project = await anApp(server);
    await addArtifact(server, project, mapping, fixture("jvm/mapping.txt"));
    await work();
    const eventId = await project.crash(jvmCrash);
    const form = await project.becomes(eventId, "complete");
    expect(shown(form.frames)).to.deep.equal(retraced);
    expect(form.exceptionType).to.equal("shop.Main$Failure");
    await project.crash({ message: "no stack" });
    const { body } = await server.get<Schemas["EventPage"]>("/api/v1/monitor/events", project.headers);
    const listed = new Map(body.items.map((item) => [item.eventId, item.symbolication]));
    expect(listed.get(eventId)).to.deep.equal(form);
    expect([...listed.values()].filter((one) => one === undefined)).to.have.length(1);
  });

  it("is pending until a worker has looked", async () => {
    const project = await anApp(server);
    const { symbolication } = await project.read(await project.crash(jvmCrash));
    expect(symbolication).to.deep.equal({ status: "pending", frames: [], missing: [] });
  });

  it("counts the stacks that an upload has made readable", async () => {
    const project = await anApp(server);
    await addArtifact(server, project, mapping, fixture("jvm/mapping.txt"));
    const fileId = await addDebugObject(server, project, elf);
    const upload: Parameters<ReturnType<typeof symbolUploads.of>["insert"]>[0] = {
      ...{ uploadId: randomUUID(), status: "DONE", failureReason: null, failureDetail: null, platform: "android" },
      ...{ artifactType: null, release: null, script: "", buildNumber: null, originalFilename: null },
      ...{ sha256: "cd".repeat(32), declaredBytes: 1, indexed: true, fileId, discoveredUuids: 1, validObjects: 1 },
      ...{ invalidObjects: 0, createdAt: new Date(), completedAt: new Date(), attempts: 0 },
      ...{ addressExpiresAt: new Date(), swept: true },
    };
    await symbolUploads.of(server.database.dataSource.manager, project).insert(upload);
    await work();
    for (const crash of [ndkCrash(), jvmCrash, jvmCrash]) await project.becomes(await project.crash(crash), "complete");
    const counts = async () => {
      const { body: page } = await server.get<Schemas["SymbolArtifactList"]>(
        "/api/v1/monitor/artifacts",
        project.headers,
      );
      const { body: list } = await server.get<Schemas["SymbolUploadList"]>(
        "/api/v1/monitor/debug-symbols/uploads",
        project.headers,
      );
      return [...page.items, ...list.uploads];
    };
    await until(async () => (await counts()).map(({ matchedStacks }) => matchedStacks).join() === "2,1");
    for (const { lastMatchedAt } of await counts())
      expect(Date.parse(lastMatchedAt ?? "")).to.be.closeTo(Date.now(), 60_000);
  });

  it("never uses the symbols of another project or environment", async () => {
    const [mine, theirs, live] = [await anApp(server), await anApp(server), await anApp(server, "live")];
    for (const tenant of [theirs, { ...mine, environment: "live" as const }]) {
      await addDebugObject(server, tenant, elf);
      await addArtifact(server, tenant, mapping, fixture("jvm/mapping.txt"));
    }
    await work();
    for (const crash of [ndkCrash(), jvmCrash]) {
      await theirs.becomes(await theirs.crash(crash), "complete");
      await mine.becomes(await mine.crash(crash), "missing");
      await live.becomes(await live.crash(crash), "missing");
    }
  });

  it("is done again by reprocess, which says how many lacked something", async () => {
    const project = await anApp(server);
    const reprocess = () =>
      server.send<Schemas["ReprocessResult"]>("POST", "/api/v1/monitor/debug-symbols/uploads/reprocess", {
        headers: project.headers,
      });
    await work();
    const ids = [await project.crash(jvmCrash), await project.crash(jvmCrash)];
    for (const id of ids) await project.becomes(id, "missing");
    await addArtifact(server, project, mapping, fixture("jvm/mapping.txt"), { silently: true });
    expect((await reprocess()).body).to.deep.equal({ requeued: 2 });
    for (const id of ids) await project.becomes(id, "complete");
    expect((await reprocess()).body).to.deep.equal({ requeued: 0 });
  });

  deepIt("is finished by another worker when two were killed on the way", async () => {
    const project = await anApp(server);
    await addDebugObject(server, project, elf);
    const eventId = await project.crash(ndkCrash());
    for (let killed = 0; killed < 2; killed++) {
      const worker = otherProcess(
        `import { symbolicationJobs } from "#src/apis/observability/symbols/symbolication/jobs.ts";
         import { SymbolReaders } from "#src/apis/observability/symbols/reading/symbol-readers.ts";
         import { startJobs } from "#src/jobs/runner.ts";
         import { entities, migrations } from "#src/schema.ts";
         import { openDatabase } from "#src/storage/database.ts";
         const database = await openDatabase(process.argv[2], { entities, migrations, poolSize: 5 });
         const objects = { get: () => { say("reading"); return new Promise(() => {}); } };
         const readers = new SymbolReaders({ limits: { patienceMs: 600_000 } });
         const nothing = () => {};
         const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
         await startJobs(database, symbolicationJobs({ objects, readers }), { log });
         setInterval(nothing, 1000);`,
        server.database.url,
      );
      expect(await worker.line()).to.equal("reading");
      await worker.kill("SIGKILL");
      await server.database.owner.query(
        "UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '1 minute' WHERE locked_at IS NOT NULL",
      );
    }
    expect((await project.read(eventId)).symbolication?.status).to.equal("pending");
    await work();
    await project.becomes(eventId, "complete");
  });

  deepIt("marks what takes too much memory, and goes on with the others", async () => {
    const project = await anApp(server);
    const [text, lists] = ["x".repeat(20_000_000), "[],".repeat(1_900_000)];
    const poison = `{"version":3,"sources":["a"],"names":[],"mappings":"AAAA","x":"${text}","y":[${lists}[]]}`;
    await addArtifact(server, project, { ...sourcemap, platform: "react-native" }, Buffer.from(poison));
    await addArtifact(server, project, mapping, fixture("jvm/mapping.txt"));
    const [poisonous, good] = [
      await project.crash({ platform: "react-native", ...thrown({ frames: minified }) }),
      await project.crash(jvmCrash),
    ];
    await work();
    await project.becomes(good, "complete");
    const { reason } = await project.becomes(poisonous, "failed");
    expect(reason).to.equal("It took more than 160 MiB of memory.");
  });

  it("reads stack traces in the attributes of spans and log records", async () => {
    const project = await anApp(server);
    await addArtifact(server, project, mapping, fixture("jvm/mapping.txt"));
    await work();
    const resource = (language: string) => [
      text("service.name", "shop"),
      text("service.version", "shop@1.0"),
      text("telemetry.sdk.language", language),
    ];
    const stacktrace = fixture("jvm/trace.txt").toString().split("\n").slice(0, 4).join("\n");
    const readable = fixture("jvm/retraced.txt").toString().split("\n").slice(0, 5).join("\n");
    const attributes = [
      text("exception.type", "java.lang.IllegalStateException"),
      text("exception.stacktrace", stacktrace),
    ];
    const span = aSpan({ events: [{ timeUnixNano: "1", name: "exception", attributes }] });
    const traces = tracesOf("shop", span);
    const logs = logsOf("shop", aLog({ attributes }));
    const [spans] = traces.resourceSpans;
    const [records] = logs.resourceLogs;
    if (spans === undefined || records === undefined) throw new Error("nothing to send");
    const withResource = <T extends object>(one: T) => ({ ...one, resource: { attributes: resource("java") } });
    await server.post("/v1/traces", { resourceSpans: [withResource(spans)] }, project.headers);
    await server.post("/v1/logs", { resourceLogs: [withResource(records)] }, project.headers);

    const log = async () =>
      (await server.get<Schemas["LogPage"]>("/api/v1/monitor/logs", project.headers)).body.items[0];
    await until(async () => (await log())?.symbolication?.status === "complete");
    expect((await log())?.symbolication).to.deep.equal({ status: "complete", missing: [], stacktrace: readable });

    const fieldsOf = async () => {
      const { body } = await server.get<Schemas["JaegerTraceList"]>(
        `/jaeger/api/traces/${span.traceId}`,
        project.headers,
      );
      const fields = body.data[0]?.spans[0]?.logs[0]?.fields ?? [];
      return new Map(fields.map(({ key, value }) => [key, value]));
    };
    await until(async () => (await fieldsOf()).has("exception.stacktrace.symbolicated"));
    expect((await fieldsOf()).get("exception.stacktrace.symbolicated")).to.equal(readable);
    expect((await fieldsOf()).get("exception.stacktrace")).to.equal(stacktrace);
  });
});
