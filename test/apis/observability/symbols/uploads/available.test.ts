import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { Tenant } from "#src/apis/observability/records.ts";
import { debugObjects } from "#src/apis/observability/symbols/entities/debug-object.ts";
import { symbolArtifacts } from "#src/apis/observability/symbols/entities/symbol-artifact.ts";
import { symbolFiles } from "#src/apis/observability/symbols/entities/symbol-file.ts";
import type { WantedSymbols } from "#src/apis/observability/symbols/symbolication/symbol-cache.ts";
import { findSymbols } from "#src/apis/observability/symbols/uploads/available.ts";
import { fileKey } from "#src/apis/observability/symbols/uploads/object-keys.ts";
import { testDatabase } from "#test/support/database.ts";

describe("symbols that there are", () => {
  const database = testDatabase();
  let tenant: Tenant;
  beforeEach(() => {
    tenant = { projectId: randomUUID(), environment: "test" };
  });

  const manager = () => database.dataSource.manager;
  const find = (wanted: WantedSymbols, asking = tenant) => findSymbols(manager(), asking, wanted);
  const object = (debugId: string, asking = tenant) => find({ kind: "debug", debugId }, asking);

  async function aFile(bytes: number): Promise<string> {
    const fileId = randomUUID();
    const row = { fileId, format: "index", sha256: null, bytes, kept: true, changedAt: new Date() } as const;
    await symbolFiles.of(manager(), tenant).insert({ ...row, matchedStacks: 0, lastMatchedAt: null });
    return fileId;
  }

  const sourceFileId = randomUUID();

  async function anObject(debugId: string, architecture: string, hasDebugInfo = true): Promise<string> {
    const indexFileId = await aFile(1000);
    const row = { debugId, architecture, hasDebugInfo, indexFileId, sourceFileId, addedAt: new Date() };
    await debugObjects.of(manager(), tenant).insert(row);
    return fileKey(tenant, indexFileId);
  }

  const debugId = "00112233-4455-6677-8899-aabbccddeeff";
  const turned = "33221100-5544-7766-8899-aabbccddeeff";

  it("are an artifact, for its release, platform and type and in its project alone", async () => {
    const fileId = await aFile(77);
    const identity = { release: "4.2.0", platform: "android" } as const;
    await symbolArtifacts
      .of(manager(), tenant)
      .insert({ ...identity, artifactType: "proguard", script: "", fileId, changedAt: new Date() });
    const wanted = { kind: "artifact", ...identity, artifactTypes: ["r8", "proguard"] } as const;
    const found = { fileId, objectKey: fileKey(tenant, fileId), size: 77 };
    expect(await find(wanted)).to.deep.equal(found);
    expect(await find({ ...wanted, release: "4.2.1" })).to.equal(null);
    expect(await find({ ...wanted, platform: "ios" })).to.equal(null);
    expect(await find({ ...wanted, artifactTypes: ["r8"] })).to.equal(null);
    expect(await find(wanted, { ...tenant, environment: "live" })).to.equal(null);
    expect(await find(wanted, { ...tenant, projectId: randomUUID() })).to.equal(null);

    const first = {
      ...identity,
      artifactType: "r8",
      script: "",
      fileId: await aFile(1),
      changedAt: new Date(),
    } as const;
    await symbolArtifacts.of(manager(), tenant).insert(first);
    expect(await find(wanted), "of the first type").to.include({ fileId: first.fileId });
  });

  it("are an object by its debug id in either byte order", async () => {
    const objectKey = await anObject(debugId, "arm64");
    for (const asked of [debugId, turned])
      expect(await object(asked), asked).to.deep.equal({ objectKey, size: 1000, fileId: sourceFileId });
    expect(await object(debugId, { ...tenant, environment: "live" })).to.equal(null);
  });

  it("are the exact id before its other byte order, and one with lines before one with names", async () => {
    await anObject(turned, "arm64");
    const exact = await anObject(debugId, "armv7", false);
    expect(await object(debugId)).to.include({ objectKey: exact });
    const withLines = await anObject(debugId, "x86");
    expect(await object(debugId)).to.include({ objectKey: withLines });
  });
});
