import { expect } from "chai";
import { fixture } from "#debug-info/test/indexes.ts";
import { zipOf } from "#debug-info/test/zip.ts";
import type { Schemas } from "#generated/observability/contract.ts";
import { whileTested } from "#test/support/api-server.ts";
import { startOtherStore } from "#test/support/gofakes3.ts";
import { opened } from "#test/support/opened.ts";
import { until } from "#test/support/until.ts";
import { aMapping, type Caller, SymbolServer } from "./symbol-server.ts";

describe("symbols in another S3 server", () => {
  const store = opened(() => startOtherStore());
  const own = new SymbolServer();
  const server = whileTested(own, () => own.start({}, { objects: store.objects }));
  before(() => server.work());
  let caller: Caller;
  beforeEach(async () => {
    caller = await server.aCaller();
  });

  it("are artifacts that serve their release, replace one another, and are not sent twice", async () => {
    const before = await server.artifact(caller, aMapping("Before"));
    const after = await server.artifact(caller, aMapping("After"));
    expect(after).not.to.equal(before);
    await until(async () => (await server.keys(caller)).length === 1);
    expect((await server.presign(caller, "artifacts", aMapping("After"))).status).to.equal(200);
    const map = fixture("javascript/bundle.js.map");
    await server.artifact(caller, map, { platform: "web", artifactType: "sourcemap" });
    expect(await server.keys(caller)).to.have.length(2);
  });

  it("are debug symbols that are indexed, or come to nothing for a reason", async () => {
    const archive = zipOf({ name: "A.dSYM/Contents/Resources/DWARF/A", bytes: fixture("native/macos-fat.dwarf") });
    const good = await server.archive(caller, archive, { platform: "ios" });
    expect(await server.ended(caller, good)).to.include({ status: "DONE", validObjects: 2 });
    const bad = await server.archive(caller, Buffer.from("nothing"));
    expect(await server.ended(caller, bad)).to.include({ status: "INVALID" });
    await until(async () => (await server.keys(caller)).length === 3);
  });

  it("are held to their size and digest where the store binds neither to the address", async () => {
    const bytes = aMapping("Whole");
    const { body } = await server.presign(caller, "artifacts", bytes);
    const codeOf = async () =>
      (await server.complete<Schemas["Problem"]>(caller, "artifacts", body.uploadId)).body.code;
    expect(await codeOf()).to.equal("UPLOAD_NOT_RECEIVED");
    expect(await server.put(body, bytes.subarray(1))).to.equal(200);
    expect(await codeOf()).to.equal("UPLOAD_SIZE_MISMATCH");
    expect(await server.put(body, aMapping("Other"))).to.equal(200);
    expect(await codeOf()).to.equal("UPLOAD_CHECKSUM_MISMATCH");
    expect(await server.put(body, bytes)).to.equal(200);
    expect((await server.complete(caller, "artifacts", body.uploadId)).status).to.equal(201);
    expect(await server.put(body, aMapping("Later"))).to.equal(200);
    expect((await server.complete(caller, "artifacts", body.uploadId)).status).to.equal(409);
  });
});
