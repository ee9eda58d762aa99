import { expect } from "chai";
import { fixture } from "#debug-info/test/indexes.ts";
import { issueJobs } from "#src/apis/observability/issues/jobs.ts";
import { FoldPace } from "#src/apis/observability/issues/pace.ts";
import { regroupedBySymbols } from "#src/apis/observability/issues/regroup.ts";
import { SymbolReaders } from "#src/apis/observability/symbols/reading/symbol-readers.ts";
import { symbolicationJobs } from "#src/apis/observability/symbols/symbolication/jobs.ts";
import { startJobs } from "#src/jobs/runner.ts";
import { type IssueDetail, issueCalls } from "#test/apis/observability/operations/issues.ts";
import { observabilityServer } from "#test/apis/observability/operations/server.ts";
import { anApp, thrown } from "#test/apis/observability/symbols/symbolication/apps.ts";
import { addArtifact, addDebugObject } from "#test/apis/observability/symbols/symbolication/available.ts";
import {
  inlinedAddresses,
  minified,
  nativeCrash,
  obfuscated,
} from "#test/apis/observability/symbols/symbolication/crashes.ts";
import { opened } from "#test/support/opened.ts";
import { silent } from "#test/support/postgres.ts";
import { runJob } from "#test/support/run-job.ts";
import { until } from "#test/support/until.ts";

describe("issues of stacks whose symbols come later", () => {
  const server = observabilityServer({}, { keepsFiles: true });
  const { list, get, send } = issueCalls(server);
  const readers = opened(() => new SymbolReaders({ limits: { memoryMiB: 160 } }));
  opened(() => {
    const { database, objects } = server;
    const declared = symbolicationJobs({ objects, readers, onSymbolicated: regroupedBySymbols(database, Date.now) });
    return startJobs(database, declared, { log: silent, pollInterval: 50 });
  });

  const sourcemap = { release: "web@1", platform: "web", artifactType: "sourcemap" } as const;
  const map = () => fixture("javascript/bundle.js.map");
  /** A minified stack with another innermost frame: another place of the same function, or of another one. */
  const stackFrom = (place: number) => [...minified.slice(place), ...minified.slice(0, place)];
  const anError = (frames: readonly object[], given: object = {}) => ({
    ...{ level: 50, time: Date.now(), release: "web@1", exception: { type: "E", stacktrace: { frames } } },
    ...given,
  });

  it("have their places in the source as culprit, and keep their id", async () => {
    const project = await anApp(server);
    await send(project.headers, anError(minified, { eventId: "first" }));
    const [before] = (await list(project.headers)).body.items;
    await addArtifact(server, project, sourcemap, map());
    await project.becomes("first", "complete");
    const { body } = await get(project.headers, before?.issueId ?? "");
    expect(body).to.include({ issueId: before?.issueId, eventCount: 1 });
    expect(body.culprit)
      .to.match(/\.ts\)$/)
      .and.to.not.equal(before?.culprit);
    await send(project.headers, anError(minified));
    expect((await list(project.headers)).body.items.map(({ eventCount }) => eventCount)).to.deep.equal([2]);
  });

  it("are one where the source is one, though the names that came differ", async () => {
    const project = await anApp(server);
    const renamed = minified.map((frame) => ({ ...frame, function: frame.function.replace(/\b\w\b/g, "q") }));
    await send(project.headers, anError(minified, { eventId: "one" }));
    await send(project.headers, anError(renamed, { eventId: "other" }));
    expect((await list(project.headers)).body.items).to.have.length(2);
    await addArtifact(server, project, sourcemap, map());
    for (const eventId of ["one", "other"]) await project.becomes(eventId, "complete");
    const { items } = (await list(project.headers)).body;
    expect(items.map(({ eventCount }) => eventCount)).to.deep.equal([2]);
    const { body } = await get<IssueDetail>(project.headers, items[0]?.issueId ?? "");
    expect(body.fingerprints).to.have.length(1);
  });

  it("leave an issue the level of its newest event", async () => {
    const project = await anApp(server);
    await send(project.headers, anError(minified, { eventId: "older" }));
    await send(project.headers, anError(minified, { eventId: "newer", release: "web@2", level: 60 }));
    await list(project.headers);
    await addArtifact(server, project, { ...sourcemap, release: "web@2" }, map());
    await project.becomes("newer", "complete");
    await addArtifact(server, project, sourcemap, Buffer.concat([map(), Buffer.from("\n")]));
    await project.becomes("older", "complete");
    await until(async () => (await list(project.headers)).body.items.length === 1);
    const { items } = (await list(project.headers)).body;
    expect(items.map(({ eventCount, level }) => [eventCount, level])).to.deep.equal([[2, 60]]);
  });

  it("are remembered as long as they are seen, and forgotten after the retention", async () => {
    const project = await anApp(server);
    await addArtifact(server, project, sourcemap, map());
    await send(project.headers, anError(minified, { eventId: "first" }));
    await project.becomes("first", "complete");
    await list(project.headers);
    const { database } = server;
    const known = async () => {
      const { rowCount } = await database.owner.query(
        "SELECT FROM issue_fingerprints WHERE project_id = $1 AND kind = 'symbolicated'",
        [project.projectId],
      );
      return rowCount;
    };
    const ageBy91Days = () =>
      database.owner.query(
        "UPDATE issue_fingerprints SET last_seen = $2 WHERE project_id = $1 AND kind = 'symbolicated'",
        [project.projectId, new Date(Date.now() - 91 * 86_400_000)],
      );
    const forgetIssues = async () => {
      const declared = issueJobs({ now: Date.now, retentionDays: 90, pace: new FoldPace() });
      const job = declared.find(({ name }) => name === "forget-issues");
      if (job === undefined) throw new Error("Nothing forgets issues");
      await runJob(job, { database });
    };
    await ageBy91Days();
    await send(project.headers, anError(minified));
    await list(project.headers);
    await forgetIssues();
    expect(await known()).to.equal(1);
    await ageBy91Days();
    await forgetIssues();
    expect(await known()).to.equal(0);
  });

  it("are several where the source is, though minified names were the same", async () => {
    const project = await anApp(server);
    const alike = (frames: typeof minified) => frames.map((frame) => ({ ...frame, function: "t" }));
    await send(project.headers, anError(alike(minified), { eventId: "one" }));
    await send(project.headers, anError(alike(stackFrom(1)), { eventId: "other" }));
    expect((await list(project.headers)).body.items.map(({ eventCount }) => eventCount)).to.deep.equal([2]);
    await addArtifact(server, project, sourcemap, map());
    for (const eventId of ["one", "other"]) await project.becomes(eventId, "complete");
    expect((await list(project.headers)).body.items.map(({ eventCount }) => eventCount)).to.deep.equal([1, 1]);
  });

  it("are grouped by the source from the first event on where the symbols were there before", async () => {
    const project = await anApp(server);
    await addArtifact(server, project, sourcemap, map());
    // Nothing reads the issues, and so nothing folds, until the symbolication is there.
    await send(project.headers, anError(minified, { eventId: "first" }));
    await project.becomes("first", "complete");
    const [issue] = (await list(project.headers)).body.items;
    expect(issue?.culprit).to.match(/\.ts\)$/);
    const { body } = await get<IssueDetail>(project.headers, issue?.issueId ?? "");
    expect(body.fingerprints).to.have.length(1);
  });

  it("are regrouped on Android and for native code as well", async () => {
    const project = await anApp(server);
    const elf = "android-arm64.so";
    const crashes = {
      jvm: { platform: "android", ...thrown(obfuscated) },
      native: { platform: "android", ...nativeCrash(elf, inlinedAddresses(elf).slice(0, 2), "nativeFrames") },
    };
    const ids = [await project.crash(crashes.jvm), await project.crash(crashes.native)];
    const before = (await list(project.headers)).body.items.map(({ issueId }) => issueId);
    const mapping = { release: "shop@1.0", platform: "android", artifactType: "r8" } as const;
    await addArtifact(server, project, mapping, fixture("jvm/mapping.txt"));
    await addDebugObject(server, project, elf);
    for (const eventId of ids) await project.becomes(eventId, "complete");
    await until(async () => {
      const { items } = (await list(project.headers)).body;
      return items.every(({ culprit }) => /\.(java|c|cpp|h)\)$/.test(culprit ?? ""));
    });
    const { items } = (await list(project.headers)).body;
    expect(items.map(({ issueId }) => issueId).toSorted()).to.deep.equal(before.toSorted());
    expect(items.map(({ title }) => title).toSorted()[0]).to.match(/^(Crash|shop\.)/);
  });
});
