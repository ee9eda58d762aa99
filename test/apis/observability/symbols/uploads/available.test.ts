import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { Tenant } from "#src/apis/observability/records.ts";
import { debugObjects } from "#src/apis/observability/symbols/entities/debug-object.ts";
import { symbolArtifacts } from "#src/apis/observability/symbols/entities/symbol-artifact.ts";
import { symbolFiles } from "#src/apis/observability/symbols/entities/symbol-file.ts";
import { findArtifact, findDebugObject } from "#src/apis/observability/symbols/uploads/available.ts";
import { fileKey } from "#src/apis/observability/symbols/uploads/object-keys.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";

describe("symbols that there are", () => {
  let database: TestDatabase;
  let tenant: Tenant;
  before(async () => {
    database = await createTestDatabase();
  });
  beforeEach(() => {
    tenant = { projectId: randomUUID(), environment: "test" };
  });
  after(() => database.drop());

  const manager = () => database.dataSource.manager;

  async function aFile(bytes: number, sha256: string | null = null): Promise<string> {
    const fileId = randomUUID();
    const row = { fileId, format: "index", sha256, bytes, kept: true, changedAt: new Date() } as const;
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
    const sha256 = "ab".repeat(32);
    const fileId = await aFile(77, sha256);
    const identity = { release: "4.2.0", platform: "android", artifactType: "r8" } as const;
    await symbolArtifacts.of(manager(), tenant).insert({ ...identity, script: "", fileId, changedAt: new Date() });
    const found = { fileId, objectKey: fileKey(tenant, fileId), sha256, bytes: 77 };
    expect(await findArtifact(manager(), tenant, identity)).to.deep.equal(found);
    expect(await findArtifact(manager(), tenant, { ...identity, release: "4.2.1" })).to.equal(null);
    expect(await findArtifact(manager(), tenant, { ...identity, artifactType: "proguard" })).to.equal(null);
    expect(await findArtifact(manager(), { ...tenant, environment: "live" }, identity)).to.equal(null);
    expect(await findArtifact(manager(), { ...tenant, projectId: randomUUID() }, identity)).to.equal(null);
  });

  it("are an object by its debug id in either byte order and either case", async () => {
    const indexKey = await anObject(debugId, "arm64");
    const found = {
      ...{ debugId, architecture: "arm64", hasDebugInfo: true, sourceFileId },
      ...{ indexKey, indexBytes: 1000 },
    };
    for (const asked of [debugId, turned, debugId.toUpperCase()]) {
      expect(await findDebugObject(manager(), tenant, asked), asked).to.deep.equal(found);
      expect(await findDebugObject(manager(), tenant, asked, "arm64"), asked).to.deep.equal(found);
      expect(await findDebugObject(manager(), tenant, asked, "x86_64"), asked).to.equal(null);
    }
    expect(await findDebugObject(manager(), { ...tenant, environment: "live" }, debugId)).to.equal(null);
    for (const malformed of ["", "no uuid", debugId.replaceAll("-", "")])
      expect(await findDebugObject(manager(), tenant, malformed)).to.equal(null);
  });

  it("are the exact id before its other byte order, and one with lines before one with names", async () => {
    await anObject(turned, "arm64");
    const exact = await anObject(debugId, "armv7", false);
    expect(await findDebugObject(manager(), tenant, debugId)).to.include({ indexKey: exact });
    const withLines = await anObject(debugId, "x86");
    expect(await findDebugObject(manager(), tenant, debugId)).to.include({ indexKey: withLines });
    expect(await findDebugObject(manager(), tenant, debugId, "armv7")).to.include({ indexKey: exact });
  });
});
