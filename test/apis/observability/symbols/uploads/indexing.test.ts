import { otherByteOrder } from "@accord/debug-info/native";
import { expect } from "chai";
import { fixture, openIndex } from "#debug-info/test/indexes.ts";
import { zipOf } from "#debug-info/test/zip.ts";
import type { Schemas } from "#generated/observability/contract.ts";
import { findSymbols } from "#src/apis/observability/symbols/uploads/available.ts";
import { fileKey } from "#src/apis/observability/symbols/uploads/object-keys.ts";
import { bytesOf } from "#test/storage/objects/embedded-store.ts";
import { until } from "#test/support/until.ts";
import { type Caller, workingSymbolServer } from "./symbol-server.ts";

const dSym = (name: string) => `${name}.dSYM/Contents/Resources/DWARF/${name}`;

describe("uploads of debug symbols", () => {
  const server = workingSymbolServer();
  let caller: Caller;
  beforeEach(async () => {
    caller = await server.aCaller();
  });

  const found = (debugId: string) =>
    findSymbols(server.database.dataSource.manager, caller, { kind: "debug", debugId });
  const debugIds = async () => {
    const { rows } = await server.database.pool.query<{ id: string }>(
      "SELECT DISTINCT debug_id AS id FROM debug_objects WHERE project_id = $1 ORDER BY 1",
      [caller.projectId],
    );
    return rows.map(({ id }) => id);
  };
  /** The functions at an address, from the index in the store. */
  const functionsAt = async (debugId: string, address: number) => {
    const object = await found(debugId);
    const stored = await server.objects.get(object?.objectKey ?? "");
    const index = await openIndex(await bytesOf(stored?.body));
    return (await index.framesAt(address)).map((frame) => frame.function);
  };

  it("are indexed by the worker, and crashes find them by debug id in either byte order", async () => {
    const bytes = fixture("native/gcc-dwarf5.so.debug");
    const uploadId = await server.sent(caller, "debug-symbols", bytes, { release: "shop@1", buildNumber: "1042" });
    expect(await server.list(caller)).to.have.length(1);
    expect((await server.list(caller))[0]).to.include({
      status: "AWAITING_UPLOAD",
      uploadedSize: 0,
      completedAt: null,
    });
    const completed = await server.complete<Schemas["QueuedDebugSymbols"]>(caller, "debug-symbols", uploadId);
    expect([completed.status, completed.body]).to.deep.equal([200, { uploadId, status: "QUEUED" }]);
    const { createdAt, completedAt, ...ended } = await server.ended(caller, uploadId);
    expect(Date.parse(completedAt ?? "")).to.be.at.least(Date.parse(createdAt));
    expect(ended).to.deep.equal({
      uploadId,
      status: "DONE",
      failureReason: null,
      failureDetail: null,
      platform: "android",
      artifactType: null,
      release: "shop@1",
      buildNumber: "1042",
      originalFilename: "libshop.so",
      uploadedSize: bytes.length,
      discoveredUuids: 1,
      validObjects: 1,
      invalidObjects: 0,
      matchedStacks: 0,
      lastMatchedAt: null,
    });
    const [debugId = ""] = await debugIds();
    for (const asked of [debugId, otherByteOrder(debugId)])
      expect(await functionsAt(asked, 0x1030), asked).to.deep.equal(["digit", "next.cold"]);
    const ours = server.arrived.filter(({ projectId }) => projectId === caller.projectId);
    expect(ours.map(({ symbols }) => symbols)).to.deep.equal([{ kind: "debug-objects", debugIds: [debugId] }]);
  });

  it("count what is in an archive: debug ids, objects that are good, and objects that are not", async () => {
    const archive = zipOf(
      { name: dSym("Shop"), bytes: fixture("native/macos-fat.dwarf") },
      { name: dSym("Again"), bytes: fixture("native/macos-fat.dwarf") },
      { name: dSym("Cut"), bytes: fixture("native/macos-arm64.dwarf").subarray(0, 2000) },
      { name: dSym("Other"), bytes: fixture("native/gcc-dwarf4.so") },
      { name: "Info.plist", bytes: Buffer.from("<plist/>") },
    );
    const uploadId = await server.archive(caller, archive, { platform: "macos", filename: "Shop.dSYM.zip" });
    const counts = { status: "DONE", discoveredUuids: 2, validObjects: 4, invalidObjects: 2 };
    expect(await server.ended(caller, uploadId)).to.include(counts);
    expect(await debugIds()).to.have.length(2);
    await until(async () => (await server.keys(caller)).length === 3);
  });

  // Which files are refused, and why: packages/debug-info/test/archive.test.ts.
  for (const [what, [bytes, platform, status, failureReason, detail]] of Object.entries({
    text: [Buffer.from("not an archive"), "android", "INVALID", "UNRECOGNIZED_ARCHIVE", /^It is no zip archive/],
    "a binary of another Apple platform": [
      fixture("native/macos-arm64.dwarf"),
      "ios",
      "INVALID",
      "ARCHIVE_PLATFORM_MISMATCH",
      /^It was built for macos, and announced for ios\.$/,
    ],
    "an ELF file for an Apple platform": [
      fixture("native/gcc-dwarf5.so"),
      "tvos",
      "FAILED",
      "ARCHIVE_PLATFORM_MISMATCH",
      /^It is of ELF files/,
    ],
  } as const)) {
    it(`end as ${status} with ${what}, and its bytes are deleted`, async () => {
      const uploadId = await server.archive(caller, bytes, { platform });
      const ended = await server.ended(caller, uploadId);
      const counts = { discoveredUuids: 0, validObjects: 0, invalidObjects: 0 };
      expect(ended).to.include({ status, failureReason, ...counts, uploadedSize: bytes.length });
      expect(ended.failureDetail).to.match(detail).and.to.have.length.at.most(500);
      await until(async () => (await server.keys(caller)).length === 0);
      expect((await server.presign(caller, "debug-symbols", bytes, { platform })).status, "again").to.equal(201);
    });
  }

  it("end as FAILED when other bytes were sent than were announced", async () => {
    const [announced, sent] = [fixture("native/gcc-dwarf5.so"), Buffer.from(fixture("native/gcc-dwarf5.so"))];
    sent.writeUInt8(sent.readUInt8(5000) ^ 1, 5000);
    const { body } = await server.presign(caller, "debug-symbols", announced);
    expect(await server.put(body, sent)).to.equal(200);
    expect((await server.complete(caller, "debug-symbols", body.uploadId)).status).to.equal(200);
    const ended = await server.ended(caller, body.uploadId ?? "");
    expect(ended).to.include({ status: "FAILED", failureReason: "CHECKSUM_MISMATCH", validObjects: 0 });
    expect(await debugIds()).to.deep.equal([]);
  });

  it("are not sent twice, unless they came to nothing", async () => {
    const bytes = fixture("native/gcc-dwarf4.so");
    const uploadId = await server.archive(caller, bytes);
    const again = await server.presign(caller, "debug-symbols", bytes, { release: "shop@2" });
    expect([again.status, again.body.duplicate, again.body.uploadId]).to.deep.equal([200, true, uploadId]);
    await server.ended(caller, uploadId);
    expect((await server.presign(caller, "debug-symbols", bytes)).status).to.equal(200);
    const elsewhere = await server.aCaller();
    expect((await server.presign(elsewhere, "debug-symbols", bytes)).status, "to others").to.equal(201);
  });

  it("with lines replace those with names alone, never the other way round", async () => {
    const stripped = await server.ended(caller, await server.archive(caller, fixture("native/gcc-dwarf5-stripped.so")));
    const full = await server.ended(caller, await server.archive(caller, fixture("native/gcc-dwarf5.so.debug")));
    expect([stripped.status, full.status]).to.deep.equal(["DONE", "DONE"]);
    const [debugId = ""] = await debugIds();
    expect(await functionsAt(debugId, 0x1030)).to.deep.equal(["digit", "next.cold"]);
    const before = await found(debugId);
    await server.ended(
      caller,
      await server.archive(caller, zipOf({ name: "a.so", bytes: fixture("native/gcc-dwarf5-stripped.so") })),
    );
    expect(await found(debugId)).to.deep.equal(before);
    await server.ended(
      caller,
      await server.archive(caller, zipOf({ name: "b.so", bytes: fixture("native/gcc-dwarf5.so") })),
    );
    const after = await found(debugId);
    expect(after?.objectKey).not.to.equal(before?.objectKey);
    await until(async () => (await server.objects.head(before?.objectKey ?? "")) === null);
    expect(await server.objects.head(after?.objectKey ?? "")).not.to.equal(null);
  });

  it("are completed once, however many try at the same time, and by either form of the address", async () => {
    const uploadId = await server.sent(caller, "debug-symbols", fixture("native/gcc-i386.so"));
    const path = `/api/v1/monitor/debug-symbols/uploads/${uploadId}/complete`;
    const answers = await Promise.all([
      server.complete(caller, "debug-symbols", uploadId),
      server.send("POST", path, { headers: caller.headers }),
      server.complete(caller, "debug-symbols", uploadId),
      server.send("POST", path, { headers: caller.headers }),
    ]);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409, 409, 409]);
    expect(await server.ended(caller, uploadId)).to.include({ status: "DONE", validObjects: 1 });
    expect((await server.complete(caller, "debug-symbols", uploadId)).status, "a replay").to.equal(409);
    expect((await server.list(caller))[0]).to.include({ status: "DONE" });
    expect(await server.keys(caller), "the archive and its index").to.have.length(2);
  });

  it("are as they were sent before they were completed, whatever is sent later", async () => {
    const [bytes, others] = [fixture("native/gcc-dwarf5.so"), Buffer.from(fixture("native/gcc-dwarf5.so")).fill(0)];
    const { body } = await server.presign(caller, "debug-symbols", bytes);
    await server.put(body, bytes);
    expect((await server.complete(caller, "debug-symbols", body.uploadId)).status).to.equal(200);
    await server.put(body, others);
    expect(await server.ended(caller, body.uploadId ?? "")).to.include({ status: "DONE", validObjects: 1 });
  });

  it("are listed newest first, as many as are asked for, by status", async () => {
    const good = await server.archive(caller, fixture("native/gcc-dwarf5.so"));
    const bad = await server.archive(caller, Buffer.from("nothing"));
    const open = await server.presign(caller, "debug-symbols", Buffer.from("later"));
    await Promise.all([server.ended(caller, good), server.ended(caller, bad)]);
    const ids = async (query = "") => (await server.list(caller, query)).map(({ uploadId }) => uploadId);
    expect(await ids()).to.deep.equal([open.body.uploadId, bad, good]);
    expect(await ids("?limit=2")).to.deep.equal([open.body.uploadId, bad]);
    expect(await ids("?status=DONE")).to.deep.equal([good]);
    expect(await ids("?status=INVALID")).to.deep.equal([bad]);
    expect(await ids("?status=AWAITING_UPLOAD")).to.deep.equal([open.body.uploadId]);
    expect(await ids("?status=QUEUED")).to.deep.equal([]);
  });

  it("lie under their project's own name in the store", async () => {
    const uploadId = await server.sent(caller, "debug-symbols", fixture("native/gcc-dwarf5.so"));
    const incoming = `${caller.projectId}/observability/test/symbols/incoming/${uploadId}`;
    expect(await server.keys(caller)).to.deep.equal([incoming]);
    await server.complete(caller, "debug-symbols", uploadId);
    await server.ended(caller, uploadId);
    for (const key of await server.keys(caller))
      expect(key).to.match(new RegExp(`^${fileKey(caller, "")}[0-9a-f-]{36}$`));
  });
});
