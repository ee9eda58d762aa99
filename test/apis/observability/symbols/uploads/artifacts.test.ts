import { expect } from "chai";
import { fixture } from "#debug-info/test/indexes.ts";
import { zipOf } from "#debug-info/test/zip.ts";
import type { Schemas } from "#generated/observability/contract.ts";
import { findSymbols } from "#src/apis/observability/symbols/uploads/available.ts";
import { fileKey } from "#src/apis/observability/symbols/uploads/object-keys.ts";
import { aProject } from "#test/builders/identity.ts";
import { textOf } from "#test/storage/objects/embedded-store.ts";
import { until } from "#test/support/until.ts";
import { aMapping, type Caller, digestOf, workingSymbolServer } from "./symbol-server.ts";

type Problem = Schemas["Problem"];

describe("uploads of artifacts", () => {
  const server = workingSymbolServer();
  let caller: Caller;
  beforeEach(async () => {
    caller = await server.aCaller();
  });

  const serving = (release: string, platform = "android", artifactType: Schemas["ArtifactType"] = "r8") =>
    findSymbols(server.database.dataSource.manager, caller, {
      ...{ kind: "artifact", release, platform },
      artifactTypes: [artifactType],
    });
  const stored = async (fileId: string) => {
    const object = await server.objects.get(fileKey(caller, fileId));
    return object === null ? null : textOf(object.body);
  };

  it("serve their release once they are completed, and what was sent is moved away", async () => {
    const bytes = aMapping("Basket");
    const { status, body } = await server.presign(caller, "artifacts", bytes);
    expect(status).to.equal(201);
    expect(body).to.have.all.keys("duplicate", "uploadId", "uploadUrl", "expiresAt").and.include({ duplicate: false });
    expect(Date.parse(body.expiresAt ?? "") - Date.now()).to.be.within(14 * 60_000, 15 * 60_000);
    expect(await serving("shop@1")).to.equal(null);
    expect(await server.put(body, bytes)).to.equal(200);
    const done = await server.complete<Schemas["StoredArtifact"]>(caller, "artifacts", body.uploadId);
    expect(done.status).to.equal(201);
    expect(done.body.sha256).to.equal(digestOf(bytes));
    const { fileId } = done.body;
    const objectKey = fileKey(caller, fileId);
    expect(await serving("shop@1")).to.deep.equal({ fileId, objectKey, size: bytes.length });
    expect(await stored(fileId)).to.equal(bytes.toString());
    expect(await server.keys(caller)).to.deep.equal([objectKey]);
  });

  it("can be completed by their address, without a body", async () => {
    const uploadId = await server.sent(caller, "artifacts", aMapping("ByAddress"));
    const path = `/api/v1/monitor/artifacts/uploads/${uploadId}/complete`;
    expect((await server.send("POST", path, { headers: caller.headers })).status).to.equal(201);
    expect((await server.send("POST", path, { headers: caller.headers })).status).to.equal(409);
  });

  it("replace what served the release before, and its file is deleted", async () => {
    const before = await server.artifact(caller, aMapping("Old"));
    const other = await server.artifact(caller, aMapping("Other"), { artifactType: "proguard" });
    const after = await server.artifact(caller, aMapping("New"));
    expect(await serving("shop@1")).to.include({ fileId: after });
    await until(async () => (await server.keys(caller)).length === 2);
    expect(await stored(before)).to.equal(null);
    expect(await stored(after)).to.equal(aMapping("New").toString());
    expect(await stored(other), "of another type").to.equal(aMapping("Other").toString());
  });

  it("are not sent twice: the file serves every release it was announced for, as long as there is one", async () => {
    const bytes = aMapping("Shared");
    const fileId = await server.artifact(caller, bytes);
    const again = await server.presign(caller, "artifacts", bytes, { release: "shop@2" });
    expect(again.status).to.equal(200);
    expect(again.body).to.deep.equal({ duplicate: true, fileId, sha256: digestOf(bytes) });
    expect(await serving("shop@2")).to.include({ fileId });
    expect((await server.presign(caller, "artifacts", bytes, { release: "shop@2" })).status).to.equal(200);

    await server.artifact(caller, aMapping("First"));
    expect(await serving("shop@2"), "which the other release has left").to.include({ fileId });
    expect(await stored(fileId)).to.equal(bytes.toString());
    await server.artifact(caller, aMapping("Second"), { release: "shop@2" });
    await until(async () => (await stored(fileId)) === null);
    expect((await server.presign(caller, "artifacts", bytes)).status, "since it is gone").to.equal(201);
  });

  it("of two releases with the same bytes, sent at once, share a file", async () => {
    const bytes = aMapping("AtOnce");
    const fileIds = await Promise.all(["a", "b", "c"].map((release) => server.artifact(caller, bytes, { release })));
    expect(new Set(fileIds).size).to.equal(1);
    expect(await server.keys(caller)).to.deep.equal([fileKey(caller, fileIds[0] ?? "")]);
    for (const release of ["a", "b", "c"]) expect(await serving(release)).to.include({ fileId: fileIds[0] });
  });

  it("are not known to another project or environment, nor as another kind", async () => {
    const owner = await aProject(server.database);
    const mine = await server.aCaller({ owner });
    const bytes = aMapping("Secret");
    const uploadId = await server.sent(mine, "artifacts", bytes);
    expect((await server.complete(mine, "debug-symbols", uploadId)).status).to.equal(404);
    expect((await server.complete(mine, "artifacts", uploadId)).status).to.equal(201);
    for (const stranger of [await server.aCaller({ owner, environment: "live" }), await server.aCaller()])
      expect((await server.presign(stranger, "artifacts", bytes)).status).to.equal(201);
  });

  it("are completed once, however many try at the same time", async () => {
    const uploadId = await server.sent(caller, "artifacts", aMapping("Race"));
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => server.complete<Problem>(caller, "artifacts", uploadId)),
    );
    const lost = answers.filter(({ status }) => status !== 201);
    expect(lost).to.have.length(4);
    for (const { status, body } of lost)
      expect([status, body.code]).to.be.deep.oneOf([
        [409, "UPLOAD_COMPLETED_BEFORE"],
        [409, "UPLOAD_NOT_RECEIVED"],
      ]);
    const later = await server.complete<Problem>(caller, "artifacts", uploadId);
    expect([later.status, later.body.code]).to.deep.equal([409, "UPLOAD_COMPLETED_BEFORE"]);
    expect(await server.keys(caller), "no copy stays behind").to.have.length(1);
  });

  it("are what was sent last before they were completed, and nothing that is sent later", async () => {
    const [first, second] = [aMapping("AAAA"), aMapping("BBBB")];
    const { body } = await server.presign(caller, "artifacts", second);
    expect(await server.put(body, first)).to.equal(200);
    expect(await server.put(body, second)).to.equal(200);
    const done = await server.complete<Schemas["StoredArtifact"]>(caller, "artifacts", body.uploadId);
    expect(done.status).to.equal(201);
    expect(await server.put(body, first), "the address is still good").to.equal(200);
    expect(await stored(done.body.fileId)).to.equal(second.toString());
    expect((await server.complete(caller, "artifacts", body.uploadId)).status).to.equal(409);
  });

  describe("are refused", () => {
    const refusal = async (answer: Promise<{ status: number; body: Problem }>) => {
      const { status, body } = await answer;
      return `${status} ${body.code}`;
    };

    it("where nothing was sent", async () => {
      const { body } = await server.presign(caller, "artifacts", aMapping("Nothing"));
      expect(await refusal(server.complete(caller, "artifacts", body.uploadId))).to.equal("409 UPLOAD_NOT_RECEIVED");
    });

    it("with another size than was announced, until the right bytes are sent", async () => {
      const bytes = aMapping("Whole");
      const { body } = await server.presign(caller, "artifacts", bytes);
      expect(await server.put(body, bytes.subarray(1)), "by the store").to.equal(403);
      // A store that does not bind the length to the address.
      const key = `${caller.projectId}/observability/test/symbols/incoming/${body.uploadId}`;
      await server.objects.put(key, bytes.subarray(1));
      const answer = await server.complete<Problem>(caller, "artifacts", body.uploadId);
      expect([answer.status, answer.body.code]).to.deep.equal([400, "UPLOAD_SIZE_MISMATCH"]);
      expect(answer.body.details).to.deep.equal({ declaredSize: bytes.length, storedSize: bytes.length - 1 });
      expect(await server.put(body, bytes)).to.equal(200);
      expect((await server.complete(caller, "artifacts", body.uploadId)).status).to.equal(201);
    });

    it("with other bytes than were announced, until the right bytes are sent", async () => {
      const bytes = aMapping("Right");
      const { body } = await server.presign(caller, "artifacts", bytes);
      await server.put(body, aMapping("Wrong"));
      const complete = () => server.complete<Problem>(caller, "artifacts", body.uploadId);
      expect(await refusal(complete())).to.equal("400 UPLOAD_CHECKSUM_MISMATCH");
      expect(await serving("shop@1")).to.equal(null);
      await server.put(body, bytes);
      expect((await complete()).status).to.equal(201);
    });

    for (const [what, bytes, fields] of [
      ["text that names no class, as a mapping", Buffer.from("hello"), {}],
      ["text that is no JSON, as a source map", Buffer.from("hello"), { artifactType: "sourcemap", platform: "web" }],
      ["JSON that is no source map", Buffer.from('{"version":2}'), { artifactType: "sourcemap", platform: "web" }],
      ["text as what Dart wrote", Buffer.from("hello, Dart"), { artifactType: "dart-symbols", platform: "flutter" }],
      ["text as a dSYM", Buffer.from("hello, iOS"), { artifactType: "dsym", platform: "ios" }],
    ] as const) {
      it(`as ${what}`, async () => {
        const uploadId = await server.sent(caller, "artifacts", bytes, fields);
        expect(await refusal(server.complete(caller, "artifacts", uploadId))).to.equal("400 ARTIFACT_UNREADABLE");
      });
    }

    it("for a platform that has no such artifacts", async () => {
      const answer = await server.presign<Problem>(caller, "artifacts", aMapping("X"), { platform: "ios" });
      expect(await refusal(Promise.resolve(answer))).to.equal("400 VALIDATION_FAILED");
      expect(answer.body.fieldErrors).to.deep.equal([
        { path: "/body/platform", code: "const", message: 'must be "android"' },
      ]);
    });
  });

  it("may be source maps, which are read", async () => {
    const map = fixture("javascript/bundle.js.map");
    const fields = { release: "web@1", platform: "web", artifactType: "sourcemap", filename: "bundle.js.map" };
    const fileId = await server.artifact(caller, map, fields);
    expect(await serving("web@1", "web", "sourcemap")).to.include({ fileId, size: map.length });
    expect(await server.list(caller), "which are not indexed").to.deep.equal([]);
  });

  it("may be object files, which are indexed like debug symbols", async () => {
    const dsym = zipOf({ name: "Shop.dSYM/Contents/Resources/DWARF/Shop", bytes: fixture("native/macos-fat.dwarf") });
    await server.artifact(caller, dsym, { platform: "ios", artifactType: "dsym", filename: "Shop.dSYM.zip" });
    const dart = fixture("native/android-arm64.so");
    await server.artifact(caller, dart, { platform: "flutter", artifactType: "dart-symbols" });
    const ended = await Promise.all((await server.list(caller)).map(({ uploadId }) => server.ended(caller, uploadId)));
    expect(
      ended.map(({ artifactType, status, discoveredUuids }) => [artifactType, status, discoveredUuids]),
    ).to.deep.equal([
      ["dart-symbols", "DONE", 1],
      ["dsym", "DONE", 2],
    ]);
  });

  it("serve nothing when their objects turn out to be of another platform", async () => {
    const bytes = zipOf({ name: "libshop.so", bytes: fixture("native/gcc-dwarf5.so") });
    await server.artifact(caller, bytes, { platform: "ios", artifactType: "dsym" });
    const [listed] = await server.list(caller);
    const ended = await server.ended(caller, listed?.uploadId ?? "");
    expect(ended).to.include({ status: "FAILED", failureReason: "ARCHIVE_PLATFORM_MISMATCH", artifactType: "dsym" });
    expect(await serving("shop@1", "ios", "dsym")).to.equal(null);
    await until(async () => (await server.keys(caller)).length === 0);
  });
});
